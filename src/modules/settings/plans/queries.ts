import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { AnswerOf, InputOf } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { changeSetting, previewSetting } from '../contract.ts'
import type { Part } from '../rules.ts'

export type Change = InputOf<typeof changeSetting>['body']['change']
export type ChangeOf<P extends Part> = Extract<Change, { part: P }>
export type Effects = Pick<
  AnswerOf<typeof previewSetting>,
  'examples' | 'companies' | 'bookings' | 'costPence' | 'warnings' | 'isMailed'
>

/** A change that is possible: what it says, what it would do, and how it is written. */
export interface Plan {
  name: string
  before: string
  after: string
  fromDay: LocalDay
  reason: string
  effects(): Promise<Effects>
  /** Answers the ids of the rows. */
  write(tx: TxCtx, made: { createdAt: Date; createdBy: string }): Promise<string[]>
}

/** Bookings that are still ahead, of those that match; by status and start, so that what is over is not read. */
export async function countAhead(ctx: Ctx, match: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('b.status', 'in', ['new_booking', 'confirmed', 'in_progress'])
    .where(match)
    .executeTakeFirstOrThrow()
  return count
}
