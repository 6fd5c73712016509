import { sql, type SqlBool } from 'kysely'
import type { ChargeHours } from '#modules/pricing/road-charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { JsonText } from '#platform/json-columns.ts'
import { newId } from '#platform/new-id.ts'
import { commonRefusals, invalidField, refuse, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, startOfDay } from '#shared/local-time.ts'
import { countAhead, type ChangeOf, type Plan, roadChargeRows, subjectOf } from './queries.ts'
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
