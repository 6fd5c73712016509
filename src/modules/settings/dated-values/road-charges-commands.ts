import { sql, type SqlBool } from 'kysely'
import type { ChargeHours } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { type JsonText, toJson } from '#platform/json-columns.ts'
import { newId } from '#platform/new-id.ts'
import { commonRefusals, invalidField, refuse, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, startOfDay } from '#shared/local-time.ts'
import { countAhead, type ChangeOf, type Plan, roadChargeRows, subjectOf, tollRows } from './queries.ts'
import { isAlready, rowBefore } from './rules.ts'
import { amountsText } from '../rules.ts'

export async function planRoadCharge(ctx: Ctx, change: ChangeOf<'road_charges'>): Promise<Plan | Refusal> {
  const { zone, vehicleClasses, amountPence, fromDay, checkBy, source } = change
  const today = localDayOf(ctx.clock.now())
  const rows = await roadChargeRows(ctx)
  const subject = subjectOf(zone, vehicleClasses)
  const known = rows.find((row) => row.subject === subject)
  if (known?.value.part !== 'road_charges') return refuse(commonRefusals.notFound)
  const placed = rowBefore({ rows, subject, fromDay, today, checkBy })
  if ('refused' in placed) return placed.refused
  const { name } = known
  const value = placed.before?.value
  const beforeId = placed.before?.id ?? ''
  if (value?.part !== 'road_charges')
    return invalidField('change.from_day', 'Nothing is charged on that day to change.')
  const before = value.amountPence
  if (before === null) return invalidField('change.amount_pence', 'Such vans may not enter at all.')
  if (before === amountPence) return isAlready('change.amount_pence', amountsText([before]))
  const code = JSON.stringify([{ code: zone, unitPence: before }])
  return {
    name,
    before: amountsText([before]),
    after: amountsText([amountPence]),
    fromDay,
    reason: source,
    effects: async () => {
      const bookings = await countAhead(
        ctx,
        sql<SqlBool>`b.start_at >= ${startOfDay(fromDay)} and b.lines @> ${code}::jsonb`,
      )
      const costPence = bookings * (amountPence - before)
      return { examples: [], companies: null, bookings, costPence, isMailed: false, warnings: [] }
    },
    write: async (tx, made) => {
      const shared = { ...made, zone, label: name, amountPence, fromDay, toDay: null, checkBy, source }
      const hours = sql<JsonText<ChargeHours>>`(select hours from pricing.road_charge where id = ${beforeId})`
      const added = vehicleClasses.map((vehicleClass) => ({ ...shared, id: newId(tx.clock), vehicleClass, hours }))
      await tx.db.insertInto('pricing.road_charge').values(added).execute()
      return added.map(({ id }) => id)
    },
  }
}

export async function planToll(ctx: Ctx, change: ChangeOf<'tolls'>): Promise<Plan | Refusal> {
  const { code, amountsPence, fromDay, checkBy, source } = change
  const today = localDayOf(ctx.clock.now())
  const rows = await tollRows(ctx)
  if (!rows.some(({ subject }) => subject === code)) return refuse(commonRefusals.notFound)
  const placed = rowBefore({ rows, subject: code, fromDay, today, checkBy })
  if ('refused' in placed) return placed.refused
  const { before } = placed
  if (before?.value.part !== 'tolls')
    return invalidField('change.from_day', 'Nothing is charged on that day to change.')
  const { charges } = before.value
  if (charges.length !== amountsPence.length)
    return invalidField('change.amounts_pence', `Send ${charges.length}: one for each charge.`)
  const old = charges.map(({ pence }) => pence)
  if (old.join() === amountsPence.join()) return isAlready('change.amounts_pence', amountsText(old))
  return {
    name: before.name,
    before: amountsText(old),
    after: amountsText(amountsPence),
    fromDay,
    reason: source,
    effects: async () => {
      const line = JSON.stringify([{ code }])
      const bookings = await countAhead(
        ctx,
        sql<SqlBool>`b.start_at >= ${startOfDay(fromDay)} and b.lines @> ${line}::jsonb`,
      )
      return { examples: [], companies: null, bookings, costPence: null, isMailed: false, warnings: [] }
    },
    write: async (tx, made) => [
      await copyToll(tx, before.id, { ...made, amountsPence, fromDay, toDay: null, checkBy, source }),
    ],
  }
}

interface NewToll {
  createdAt: Date
  createdBy: string
  amountsPence: readonly number[]
  fromDay: string
  toDay: null
  checkBy: string
  source: string
}

/** Copies a toll; its position stays the same. */
async function copyToll(tx: TxCtx, fromId: string, { amountsPence, ...row }: NewToll): Promise<string> {
  const id = newId(tx.clock)
  const place = await tx.db
    .selectFrom('geo.toll')
    .select(['code', 'name', 'gates', 'isOneWay', 'water', 'nearKm', 'road', 'charges'])
    .where('id', '=', fromId)
    .executeTakeFirstOrThrow()
  const { gates, water, road, charges, ...same } = place
  const values = {
    ...same,
    ...row,
    id,
    gates: toJson(gates),
    water: toJson(water),
    road: road && toJson(road),
    charges: toJson(charges.map((charge, index) => ({ ...charge, pence: amountsPence[index] ?? charge.pence }))),
  }
  await tx.db.insertInto('geo.toll').values(values).execute()
  return id
}
