import { sql, type SqlBool } from 'kysely'
import { type CancellationPolicy, FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { invalidField, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { countAhead, type ChangeOf, type Plan, cancellationRows } from './queries.ts'
import { isAlready, rowBefore } from './rules.ts'
import { cancellationExamples, noticeWarnings, policyText } from '../rules.ts'

export async function planCancellation(ctx: Ctx, change: ChangeOf<'cancellation'>): Promise<Plan | Refusal> {
  const { freeUntilHours, partUntilHours, partPercent, fromDay, reason } = change
  if (partUntilHours >= freeUntilHours)
    return invalidField('change.part_until_hours', 'This has to be nearer to the start than the free time.')
  const today = localDayOf(ctx.clock.now())
  const rows = await cancellationRows(ctx)
  const placed = rowBefore({ rows, subject: '', fromDay, today })
  if ('refused' in placed) return placed.refused
  const before = policyOf(placed.before?.value)
  const after = { freeUntilHours, partUntilHours, partPercent }
  if (policyText(before) === policyText(after)) return isAlready('change.free_until_hours', policyText(before))
  return {
    name: 'Cancelling',
    before: policyText(before),
    after: policyText(after),
    fromDay,
    reason,
    effects: async () => ({
      examples: cancellationExamples(before, after),
      companies: null,
      bookings: await countAhead(ctx, sql<SqlBool>`true`),
      costPence: null,
      isMailed: false,
      warnings: noticeWarnings(fromDay, today, true),
    }),
    write: async (tx, made) => {
      const id = newId(tx.clock)
      await tx.db
        .insertInto('pricing.cancellation_policy')
        .values({ ...made, ...after, id, fromDay, reason })
        .execute()
      return [id]
    },
  }
}

const policyOf = (value: { part: string } | undefined): CancellationPolicy =>
  value?.part === 'cancellation' ? (value as CancellationPolicy & { part: 'cancellation' }) : FIRST_POLICY
