import { sql, type RawBuilder } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { formatDateUk, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { eraseSettings, note, takeVersion } from '../commands.ts'
import { alreadyInForce } from '../contract.ts'
import { rowsOfPart } from '../queries.ts'
import { type ChangeNote, type FoundRow, listCommission } from './queries.ts'
import { raiseDue } from './notices-commands.ts'
import { amountsText, checkProblem, percentText, policyText, type Part } from '../rules.ts'

interface OfRow {
  part: Part
  id: string
  version: number
}

/** Only a change whose day has not come. */
export const withdrawSetting = (ctx: Ctx, rowRef: OfRow): Promise<{ version: number } | Refusal> =>
  onRow(ctx, rowRef, async (tx, row) => {
    if (row.fromDay <= localDayOf(tx.clock.now())) return refuse(alreadyInForce)
    const marks = sql`withdrawn_at = ${tx.clock.now()}, withdrawn_by = ${userIdOf(tx.actor)}`
    await markRows(tx, rowRef, marks)
    const before = { name: row.name, words: valueText(row), fromDay: row.fromDay }
    await note(tx, rowRef.part, 'withdrawn', { before })
    if (rowRef.part === 'commission') await tx.enqueue(raiseDue, { id: rowRef.id })
    return undefined
  })

/** Records that an admin has checked a row, until the day of the next check. */
export const checkSetting = (
  ctx: Ctx,
  { checkBy, ...rowRef }: OfRow & { checkBy: LocalDay },
): Promise<{ version: number } | Refusal> =>
  onRow(ctx, rowRef, async (tx, row) => {
    if (row.checkBy === null) return refuse(commonRefusals.notFound)
    const today = localDayOf(tx.clock.now())
    const problem = checkProblem(checkBy, today, `today, ${formatDateUk(today)}`)
    if (problem) return invalidField('check_by', problem)
    await markRows(
      tx,
      rowRef,
      sql`check_by = ${checkBy}, checked_at = ${tx.clock.now()}, checked_by = ${userIdOf(tx.actor)}`,
    )
    const as = (day: LocalDay): ChangeNote => ({ name: row.name, words: formatDateUk(day) })
    await note(tx, rowRef.part, 'checked', { before: as(row.checkBy), after: as(checkBy) })
    return undefined
  })

async function onRow(
  ctx: Ctx,
  { part, id, version }: OfRow,
  work: (tx: TxCtx, row: FoundRow) => Promise<Refusal | undefined>,
): Promise<{ version: number } | Refusal> {
  const done = await ctx.tx(async (tx) => {
    const row = await findRow(tx, part, id)
    if (!row) return refuse(commonRefusals.notFound)
    const next = await takeVersion(tx, part, version)
    if (next instanceof Refusal) return next
    return (await work(tx, row)) ?? { version: next }
  })
  if (!(done instanceof Refusal)) eraseSettings(ctx)
  return done
}

/** Withdrawn ones are not there any more. */
async function findRow(tx: TxCtx, part: Part, id: string): Promise<FoundRow | undefined> {
  if (part !== 'commission') return (await rowsOfPart(tx, part)).find((row) => row.id === id)
  const found = await tx.db
    .selectFrom('companies.commission as c')
    .leftJoin('companies.company as k', 'k.id', 'c.companyId')
    .select(['c.companyId', 'k.name'])
    .where('c.id', '=', id)
    .where('c.withdrawnAt', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { rows } = await listCommission(tx, found.name ?? undefined)
  return rows.find((row) => row.id === id)
}

const TABLES: Record<Part, string> = {
  commission: 'companies.commission',
  road_charges: 'pricing.road_charge',
  tolls: 'geo.toll',
  cancellation: 'pricing.cancellation_policy',
}

/** Marks every class of vans in the same row of a road charge. */
async function markRows(tx: TxCtx, { part, id }: OfRow, marks: RawBuilder<unknown>): Promise<void> {
  const table = sql.table(TABLES[part])
  const which =
    part === 'road_charges'
      ? sql`(zone, label, from_day, amount_pence) in (select zone, label, from_day, amount_pence from pricing.road_charge where id = ${id})
          and created_at is not distinct from (select created_at from pricing.road_charge where id = ${id})`
      : sql`id = ${id}`
  await sql`update ${table} set ${marks} where withdrawn_at is null and ${which}`.execute(tx.db)
}

function valueText({ value }: FoundRow): string {
  if (value.part === 'commission') return percentText(value.percent)
  if (value.part === 'road_charges') return amountsText([value.amountPence])
  if (value.part === 'tolls') return amountsText(value.charges.map(({ pence }) => pence))
  return policyText(value)
}
