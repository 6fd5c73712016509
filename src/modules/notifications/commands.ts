import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { parseEmail } from '#shared/email.ts'
import { parsePhone } from '#shared/phone.ts'
import { sendMessage } from './jobs.ts'
import { sentToAny, type OwnAddress } from './queries.ts'
import type { Channel } from './rules.ts'

export interface NewMessage {
  channel: Channel
  /** An address or number that was validated when it was entered. */
  to: string
  /** What it is about: verify_email, booking_received, … */
  kind: string
  subject?: string
  text: string
  html?: string
  /** The booking, user or document it is about. */
  subjectId?: string
  /** It contains a link that grants access: in production its words are deleted once it is sent. */
  holdsSecret?: boolean
}

/** Queues a message: it is sent if and only if this transaction commits. Answers its id. */
export async function queueMessage(ctx: TxCtx, message: NewMessage): Promise<string> {
  const recipient = message.channel === 'email' ? parseEmail(message.to) : parsePhone(message.to)
  if (!recipient) throw new Error(`A ${message.channel} message of kind ${message.kind} has no valid recipient`)
  const id = newId(ctx.clock)
  await ctx.write(
    ctx.db.insertInto('notifications.message').values({
      id,
      channel: message.channel,
      recipient,
      kind: message.kind,
      // A line break in a subject would start another header.
      subject: (message.subject ?? '').replaceAll(/\s+/g, ' ').trim(),
      text: message.text,
      html: message.html ?? null,
      subjectId: message.subjectId ?? null,
      holdsSecret: message.holdsSecret ?? false,
      createdAt: ctx.clock.now(),
    }),
  )
  await ctx.enqueue(sendMessage, { messageId: id })
  return id
}

/** Deletes messages sent to a person, and messages about a subject. Any still waiting are not sent. */
export async function forgetMessages(
  ctx: TxCtx,
  { addresses = [], subjectIds = [] }: { addresses?: readonly OwnAddress[]; subjectIds?: readonly string[] },
): Promise<void> {
  if (addresses.length > 0)
    await ctx.db
      .deleteFrom('notifications.message')
      .where((eb) => sentToAny(eb, addresses))
      .execute()
  if (subjectIds.length > 0)
    await ctx.db.deleteFrom('notifications.message').where('subjectId', 'in', subjectIds).execute()
}
