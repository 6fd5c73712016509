import { sql } from 'kysely'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { notifyChange } from '#platform/live.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { previewContent } from './office/contract.ts'
import { findVersion } from './office/queries.ts'

export const CONTENT_TOPIC = 'content'

/** A scheduled version is due: every process forgets the pages that it keeps. */
export const momentReached = jobName<{ pageId: string }>('content.moment-reached')

/** Serialises adding pages and moving them below others. */
export const lockPages = (tx: TxCtx) => sql`lock table content.page in share row exclusive mode`.execute(tx.db)

/** Tells every process that what the public sees of a page has changed, once that is committed. */
export const notifyContent = (ctx: Ctx | TxCtx, pageIds: readonly string[]): Promise<void> =>
  notifyChange(ctx, { about: CONTENT_TOPIC, ids: pageIds, to: [CONTENT_TOPIC] })

const PREVIEW_MINUTES = 60

/** Links that no longer hold go with the next one that is made. */
export const createPreview = (
  ctx: Ctx,
  id: string,
  { version }: { version: number },
): Promise<AnswerOf<typeof previewContent> | Refusal> =>
  ctx.tx(async (tx) => {
    const found = await findVersion(tx, id, version)
    if (!found) return refuse(commonRefusals.notFound)
    const now = tx.clock.now()
    const until = addMinutes(now, PREVIEW_MINUTES)
    const token = newSecret()
    await tx.db.deleteFrom('content.preview').where('until', '<=', now).execute()
    await tx.db
      .insertInto('content.preview')
      .values({ digest: digestOf(token), versionId: found.id, until })
      .execute()
    await recordAudit(tx, { action: 'content.previewed', object: `page ${id}`, after: { version } })
    return { token, path: `/preview?token=${token}`, until: until.toISOString() }
  })
