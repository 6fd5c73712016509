import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { commonRefusals, invalidField, refuse, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { countAhead, type ChangeOf, type Effects, type Plan } from './queries.ts'
import { isAlready, rowBefore } from './rules.ts'
import { raiseDue } from './notices-commands.ts'
import { commissionExamples, holdingOn, inTime, noticeProblem, percentText } from '../rules.ts'

export async function planCommission(ctx: Ctx, change: ChangeOf<'commission'>): Promise<Plan | Refusal> {
  const { companyId, percent, fromDay, reason } = change
  const today = localDayOf(ctx.clock.now())
  const found = await findRows(ctx, companyId)
  if (!found) return refuse(commonRefusals.notFound)
  const { rows, name } = found
  const subject = companyId ?? ''
  const placed = rowBefore({ rows, subject, fromDay, today })
  if ('refused' in placed) return placed.refused
  const before = placed.before?.percent ?? null
  if (percent === before) return isAlready('change.percent', percentText(before))
  if (percent === null && companyId === null)
    return refuse(commonRefusals.invalid, { errors: { 'change.percent': ['Enter a percentage.'] } })
  const usual = usualOn(rows, fromDay, today)
  const [was, is] = [before ?? usual, percent ?? usual]
  const late = is > was ? noticeProblem(fromDay, today) : undefined
  if (late) return invalidField('change.from_day', late)
  return {
    name,
    before: percentText(before),
    after: percentText(percent),
    fromDay,
    reason,
    effects: () => effectsOf(ctx, { companyId, was, is }),
    write: async (tx, made) => {
      const id = newId(tx.clock)
      await tx.db
        .insertInto('companies.commission')
        .values({ ...made, id, companyId, percent, fromDay, reason })
        .execute()
      if (is > was) await tx.enqueue(raiseDue, { id })
      return [id]
    },
  }
}

interface CommissionRow {
  subject: string
  percent: number | null
  fromDay: string
}

const usualOn = (rows: readonly CommissionRow[], day: string, today: string): number =>
  holdingOn(
    inTime(
      rows.filter(({ subject }) => subject === ''),
      today,
    ),
    day,
  )?.percent ?? 0

/** Finds the rows of the company and the general ones; undefined if there is no such company. */
async function findRows(ctx: Ctx, companyId: string | null) {
  const rows = await ctx.db
    .selectFrom('companies.commission')
    .select(['percent', 'fromDay'])
    .select(sql<string>`coalesce(company_id::text, '')`.as('subject'))
    .where('withdrawnAt', 'is', null)
    .where((eb) => eb.or([eb('companyId', 'is', null), ...(companyId ? [eb('companyId', '=', companyId)] : [])]))
    .execute()
  if (companyId === null) return { rows, name: 'Every other company' }
  const company = await ctx.db
    .selectFrom('companies.company')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirst()
  return company && { rows, name: company.name }
}

async function effectsOf(
  ctx: Ctx,
  { companyId, was, is }: { companyId: string | null; was: number; is: number },
): Promise<Effects> {
  const ofThem = companyId
    ? sql<SqlBool>`b.company_id = ${companyId}`
    : sql<SqlBool>`b.company_id is not null and b.company_id not in (
        select c.company_id from companies.commission c where c.company_id is not null and c.withdrawn_at is null)`
  const { companies } = await ctx.db
    .selectNoFrom(
      sql<number>`(select count(*)::int from companies.company k where not exists (
        select from companies.commission c where c.company_id = k.id and c.withdrawn_at is null))`.as('companies'),
    )
    .executeTakeFirstOrThrow()
  return {
    examples: commissionExamples(was, is),
    companies: companyId ? 1 : companies,
    bookings: await countAhead(ctx, ofThem),
    costPence: null,
    warnings: [],
    isMailed: is > was,
  }
}
