import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { previewContent } from '../office/contract.ts'
import { findVersion } from '../office/queries.ts'

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
