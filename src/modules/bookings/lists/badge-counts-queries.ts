import { literals } from '#platform/db.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { unitsOf, userIdOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getWaiting } from './contract.ts'
import { AGREED, CONFIRMED, LOST, UNANSWERED } from '../rules.ts'

type Counts = AnswerOf<typeof getWaiting>
type Count = RawBuilder<number>

/** No more is counted; the badge says "99+" long before. */
const MOST = 200

const nothing: Count = sql<number>`0`
const count = (rows: RawBuilder<unknown>): Count =>
  sql<number>`(select count(*)::int from (${rows} limit ${sql.lit(MOST)}) w)`

/** One statement. Each count is read from an index of just these rows. */
export async function countWaiting(ctx: Ctx): Promise<Counts> {
  const { jobs, reconfirmations, messages, changes } = countsOf(ctx)
  const { rows } = await sql<Omit<Counts, 'total'>>`/* waiting */
    select ${jobs} as jobs_to_answer, ${reconfirmations} as reconfirmations, ${messages} as unread_messages,
      ${changes} as changes_proposed`.execute(ctx.db)
  const counts = rows[0] ?? { jobsToAnswer: 0, reconfirmations: 0, unreadMessages: 0, changesProposed: 0 }
  return { ...counts, total: Object.values(counts).reduce((sum, one) => sum + one, 0) }
}

function countsOf(ctx: Ctx): Record<'jobs' | 'reconfirmations' | 'messages' | 'changes', Count> {
  const { kind } = ctx.actor
  if (kind !== 'driver' && kind !== 'hired') {
    const unread = sql`select from bookings.thread t where t.customer_id = ${userIdOf(ctx.actor)} and t.customer_unread > 0`
    const open = sql`select from bookings.change c join bookings.booking b on b.id = c.booking_id
      where c.state = 'open' and c.awaits = 'customer' and b.customer_id = ${userIdOf(ctx.actor)}`
    return { jobs: nothing, reconfirmations: nothing, messages: count(unread), changes: count(open) }
  }
  const company = unitsOf(ctx.actor)
  const units = sql`${[...(company?.unitIds ?? [])]}::uuid[]`
  const mayAnswer = kind === 'driver' || ctx.actor.company?.mayAnswer === true
  const reconfirmations = sql`select from bookings.booking b where b.unit_id = any (${units}) and b.status in ${literals(AGREED)}
    and b.status in ${literals(CONFIRMED)} and b.reconfirm_by is not null and b.reconfirmed_at is null`
  const unread = sql`select from bookings.thread t join bookings.booking b on b.id = t.booking_id
    where t.company_id = ${company?.id ?? null} and t.company_unread > 0 and b.company_id = t.company_id
      and not b.is_hot and b.status not in ${literals(LOST)} and b.unit_id = any (${units})`
  const fresh = sql`select from bookings.booking b where b.unit_id = any (${units}) and b.status in ${literals(UNANSWERED)}
    and not b.is_hot and not b.awaiting_verification`
  const open = sql`select from bookings.booking b join bookings.change c on c.booking_id = b.id
    where b.unit_id = any (${units}) and b.status in ${literals(AGREED)} and c.state = 'open' and c.awaits = 'mover'`
  return {
    jobs: mayAnswer ? count(fresh) : nothing,
    reconfirmations: count(reconfirmations),
    messages: count(unread),
    changes: mayAnswer ? count(open) : nothing,
  }
}
