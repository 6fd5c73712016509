import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { parseEmail } from '#shared/email.ts'
import { parsePhone } from '#shared/phone.ts'
import { shownTrader } from '#shared/trader.ts'
import { sendMessage, sendPush } from './jobs.ts'
import { layOutMail } from './mails/templates.ts'
import { listDeviceIds } from './push/queries.ts'
import { pushOf } from './push/rules.ts'
import { sentToAny, type OwnAddress } from './queries.ts'
import type { Channel, Mail } from './rules.ts'

interface Common {
  /** What it is about: verify_email, booking_received, … */
  kind: string
  /** The booking, user or document it is about. */
  subjectId?: string | undefined
  /** It contains a link that grants access: in production its words are deleted once it is sent. */
  holdsSecret?: boolean
}

export interface NewMail extends Common {
  channel: 'email'
  /** An address that was validated when it was entered. */
  to: string
  subject: string
  mail: Mail
  /** The page where its reader chooses what is sent. */
  settings?: `/${string}`
  attachments?: readonly Attachment[] | undefined
}

export interface NewText extends Common {
  channel: 'sms'
  /** A number that was validated when it was entered. */
  to: string
  text: string
}

export type NewMessage = NewMail | NewText

/** A file that a mail brings along, whole, as it stood. */
export interface Attachment {
  /** Small letters, digits, hyphens and an ending. */
  name: string
  contentType: 'text/html' | 'text/plain' | 'application/pdf'
  /** Of a PDF in base64. */
  content: string
}

/** Queues a message: it is sent if and only if this transaction commits. Answers its id. */
export async function queueMessage(ctx: TxCtx, message: NewMessage): Promise<string> {
  const recipient = message.channel === 'email' ? parseEmail(message.to) : parsePhone(message.to)
  if (!recipient) throw new Error(`A ${message.channel} message of kind ${message.kind} has no valid recipient`)
  const words = message.channel === 'email' ? wordsOf(ctx, message) : { subject: '', text: message.text, html: null }
  const id = await insertMessage(ctx, { ...message, recipient, ...words })
  if (message.channel === 'email') await attach(ctx, id, message.attachments ?? [])
  await ctx.enqueue(sendMessage, { messageId: id })
  return id
}

const wordsOf = ({ config }: TxCtx, { subject, mail, settings }: NewMail) => ({
  // A line break in a subject would start another header.
  subject: subject.replaceAll(/\s+/g, ' ').trim(),
  ...layOutMail(mail, {
    sender: shownTrader(config.trader, config.appMode),
    settingsUrl: settings && `${config.publicUrl}${settings}`,
  }),
})

interface Row extends Common {
  channel: Channel
  recipient: string
  subject: string
  text: string
  html: string | null
  path?: string
}

async function insertMessage(ctx: TxCtx, row: Row): Promise<string> {
  const id = newId(ctx.clock)
  const { channel, recipient, kind, subject, text, html, path } = row
  await ctx.write(
    ctx.db.insertInto('notifications.message').values({
      id,
      channel,
      recipient,
      kind,
      subject,
      text,
      html,
      path: path ?? null,
      deviceId: channel === 'push' ? recipient : null,
      subjectId: row.subjectId ?? null,
      holdsSecret: row.holdsSecret ?? false,
      createdAt: ctx.clock.now(),
    }),
  )
  return id
}

/** Queues a push to each browser where this person switched it on: the head of the mail about the same, and the page that it leads to. */
export async function queuePush(
  ctx: TxCtx,
  userId: string,
  { kind, mail, subjectId }: { kind: string; mail: Mail; subjectId?: string | undefined },
): Promise<void> {
  const devices = await listDeviceIds(ctx, userId)
  const push = pushOf(mail, ctx.config.publicUrl)
  for (const recipient of devices) {
    const messageId = await insertMessage(ctx, { channel: 'push', recipient, kind, subjectId, html: null, ...push })
    await ctx.enqueue(sendPush, { messageId })
  }
}

async function attach(ctx: TxCtx, mailId: string, attachments: readonly Attachment[]): Promise<void> {
  if (attachments.length === 0) return
  const rows = attachments.map(({ name, contentType, content }, position) => ({
    mailId,
    position,
    name,
    contentType,
    content,
  }))
  await ctx.write(ctx.db.insertInto('notifications.attachment').values(rows))
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
