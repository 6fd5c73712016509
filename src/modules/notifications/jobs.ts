import { deleteInBatches } from '#platform/housekeeping.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ForeignFailure, job } from '#platform/jobs.ts'
import { DeliveryFailure, type Outgoing } from './gateway.ts'
import type { Push } from './push/gateway.ts'
import { findDevice } from './queries.ts'
import { maxAttempts } from './rules.ts'

/**
 * Sends one mail or text. If a worker dies between the provider's acceptance and our record of it, the message is sent twice with the
 * same Message-ID; that is why a worker sends one at a time (decisions/0010).
 */
export const sendMessage = job<{ messageId: string }>({
  name: 'notifications.send',
  retryDelay: 30,
  retryLimit: maxAttempts,
  handle: (ctx, { messageId }) => inTurn(() => send(ctx, messageId)),
})

/** A push has its own turn, so that no mail waits for a slow push service. Sent twice, the second takes the place of the first. */
export const sendPush = job<{ messageId: string }>({
  name: 'notifications.push',
  retryDelay: 30,
  retryLimit: maxAttempts,
  handle: async (ctx, { messageId }) => {
    const failure = await tryOf(send(ctx, messageId).then(() => 'sent' as const))
    // The address was named by its owner's browser.
    if (failure instanceof DeliveryFailure) throw new ForeignFailure(failure)
  },
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
    .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'path', 'attempts', 'holdsSecret'])
    .where('id', '=', messageId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
  if (!message) return
  const outcome = await tryOf(message.channel === 'push' ? pushTo(ctx, message) : deliver(ctx, message))
  if (outcome === 'gone') return eraseDevice(ctx, message.to)
  if (outcome === 'sent') return markSent(ctx, messageId, message.holdsSecret)
  const isAbandoned = await markFailed(ctx, messageId, outcome, message.attempts + 1)
  if (!isAbandoned) throw outcome
}

type Outcome = 'sent' | 'gone' | DeliveryFailure

async function tryOf(sending: Promise<'sent' | 'gone'>): Promise<Outcome> {
  try {
    return await sending
  } catch (error) {
    if (error instanceof DeliveryFailure) return error
    throw error
  }
}

async function deliver(ctx: Ctx, message: Outgoing & { channel: string }): Promise<'sent'> {
  if (message.channel === 'sms') await ctx.services.sms.send(message)
  else await ctx.services.mail.send({ ...message, attachments: await listAttachments(ctx, message.id) })
  return 'sent'
}

/** A browser whose session has ended since gets no message. */
async function pushTo(ctx: Ctx, message: Push & { to: string }): Promise<'sent' | 'gone'> {
  const device = await findDevice(ctx, message.to)
  return device ? ctx.services.push.send(device, message) : 'gone'
}

/**
 * The browser no longer takes messages, which is no failure of ours: the other messages waiting for it are deleted too.
 */
async function eraseDevice(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.deleteFrom('notifications.push_device').where('id', '=', id).execute()
}

const listAttachments = (ctx: Ctx, mailId: string) =>
  ctx.db
    .selectFrom('notifications.attachment')
    .select(['name', 'contentType', 'content'])
    .where('mailId', '=', mailId)
    .orderBy('position')
    .execute()

async function markSent(ctx: Ctx, id: string, holdsSecret: boolean) {
  const mustErase = holdsSecret && ctx.config.appMode === 'production'
  await ctx.db
    .updateTable('notifications.message')
    .set({ sentAt: ctx.clock.now(), lastError: null, ...(mustErase ? { text: '', html: null } : {}) })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Whether retrying is pointless: the message then stays as a dead letter for the office to see. */
async function markFailed(ctx: Ctx, id: string, failure: DeliveryFailure, attempts: number): Promise<boolean> {
  const isAbandoned = failure.isFinal || attempts >= maxAttempts
  await ctx.db
    .updateTable('notifications.message')
    .set({ attempts, lastError: failure.message, ...(isAbandoned ? { failedAt: ctx.clock.now() } : {}) })
    .where('id', '=', id)
    .execute()
  if (isAbandoned) ctx.log.warn({ id, reason: failure.message }, 'message given up')
  return isAbandoned
}

/** How long messages are kept: they may be needed in a dispute. The privacy page states this. */
const KEPT_DAYS = 90

/** Deletes messages sent long ago. */
export const eraseOldMessages = job<object>({
  name: 'notifications.forget-old',
  cron: '0 4 * * *',
  handle: async (ctx) => {
    const oldest = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
    await deleteInBatches(ctx, 'notifications.message', 'created_at', oldest)
  },
})

export const notificationsJobs = [sendMessage, sendPush, eraseOldMessages]
