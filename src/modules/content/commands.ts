import { sql } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { notifyChange } from '#platform/live.ts'

export const CONTENT_TOPIC = 'content'

/** A scheduled version is due: every process forgets the pages that it keeps. */
export const momentReached = jobName<{ pageId: string }>('content.moment-reached')

/** Pages come, and are put below others, one after the other. */
export const lockPages = (tx: TxCtx) => sql`lock table content.page in share row exclusive mode`.execute(tx.db)

/** Tells every process that what the public sees of a page has changed, once that is committed. */
export const notifyContent = (ctx: Ctx | TxCtx, pageIds: readonly string[]): Promise<void> =>
  notifyChange(ctx, { about: CONTENT_TOPIC, ids: pageIds, to: [CONTENT_TOPIC] })
