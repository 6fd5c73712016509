import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { sendMessage, sendPush } from '../jobs.ts'
import type { sendUndelivered as sendEndpoint } from './contract.ts'

/** Under the same id, so that a mail which did arrive is recognised as the same. */
export const sendUndelivered = (ctx: Ctx, id: string): Promise<AnswerOf<typeof sendEndpoint> | Refusal> =>
  ctx.tx(async (tx) => {
    const message = await tx.db
      .selectFrom('notifications.message')
      .select(['channel', 'failedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!message) return refuse(commonRefusals.notFound)
    if (!message.failedAt) return refuse(commonRefusals.conflict)
    await tx.db.updateTable('notifications.message').set({ failedAt: null, attempts: 0 }).where('id', '=', id).execute()
    await tx.enqueue(message.channel === 'push' ? sendPush : sendMessage, { messageId: id })
    await recordAudit(tx, { action: 'message.sent_again', object: `message ${id}` })
    return { detail: 'It is sent again.' }
  })
