import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { LOOK_COUNTS_SECONDS } from './rules.ts'

/** First names of the other admins who have it open, as a column; `subject` names the id in its statement. */
export function othersLooking(ctx: Ctx, subject: RawBuilder<unknown>): RawBuilder<string[]> {
  const since = new Date(ctx.clock.now().getTime() - LOOK_COUNTS_SECONDS * 1000)
  return sql<
    string[]
  >`array(select admin.first_name from fleet.office_look l join identity."user" admin on admin.id = l.user_id
    where l.subject_id = ${subject} and l.user_id <> ${userIdOf(ctx.actor)} and l.at > ${since} order by 1)`
}
