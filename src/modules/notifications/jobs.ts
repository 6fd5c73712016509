import { deleteInBatches } from '#platform/batches.ts'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs.ts'
import { DeliveryFailure, type Outgoing } from './gateway.ts'
import { maxAttempts } from './rules.ts'

/**
 * Sends one message. If a worker dies between the provider's acceptance and our record of it, the message is sent twice with the
 * same Message-ID; that is why a worker sends one at a time (decisions/0010).
 */
export const sendMessage = job<{ messageId: string }>({
  name: 'notifications.send',
  retryDelay: 30,
  retryLimit: maxAttempts,
  handle: (ctx, { messageId }) => inTurn(() => send(ctx, messageId)),
})

let lastTurn: Promise<unknown> = Promise.resolve()

/** Keeps this process from sending more than one message at a time. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => undefined)
  return turn
}

async function send(ctx: Ctx, messageId: string): Promise<void> {
  const message = await ctx.db
    .selectFrom('notifications.message')
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'attempts', 'holdsSecret'])
    .where('id', '=', messageId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
  if (!message) return
  const failure = await deliver(ctx, message)
  if (!failure) return markSent(ctx, messageId, message.holdsSecret)
  const isGivenUp = await markFailed(ctx, messageId, failure, message.attempts + 1)
  if (!isGivenUp) throw failure
}

async function deliver(ctx: Ctx, message: Outgoing & { channel: string }): Promise<DeliveryFailure | undefined> {
  const service = message.channel === 'sms' ? ctx.services.sms : ctx.services.mail
  try {
    await service.send(message)
    return undefined
  } catch (error) {
    if (error instanceof DeliveryFailure) return error
    throw error
  }
}

async function markSent(ctx: Ctx, id: string, holdsSecret: boolean) {
  const forget = holdsSecret && ctx.config.appMode === 'production'
  await ctx.db
    .updateTable('notifications.message')
    .set({ sentAt: ctx.clock.now(), lastError: null, ...(forget ? { text: '', html: null } : {}) })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Whether retrying is pointless: the message then stays as a dead letter for the office to see. */
async function markFailed(ctx: Ctx, id: string, failure: DeliveryFailure, attempts: number): Promise<boolean> {
  const isGivenUp = failure.isFinal || attempts >= maxAttempts
  await ctx.db
    .updateTable('notifications.message')
    .set({ attempts, lastError: failure.message, ...(isGivenUp ? { failedAt: ctx.clock.now() } : {}) })
    .where('id', '=', id)
    .execute()
  if (isGivenUp) ctx.log.warn({ message_id: id, reason: failure.message }, 'message given up')
  return isGivenUp
}

/** How long messages are kept: they may be needed in a dispute. The privacy page states this. */
const KEPT_DAYS = 90

/** Deletes messages sent long ago. */
export const forgetOldMessages = job<object>({
  name: 'notifications.forget-old',
  cron: '0 4 * * *',
  handle: async (ctx) => {
    const oldest = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
    await deleteInBatches(ctx, 'notifications.message', 'created_at', oldest)
  },
})

export const notificationsJobs = [sendMessage, forgetOldMessages]
