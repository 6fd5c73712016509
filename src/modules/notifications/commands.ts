import { recordAudit } from '#platform/audit.ts'
import type { TxCtx, Ctx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { parseEmail } from '#shared/email.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { parsePhone } from '#shared/phone.ts'
import { shownTrader } from '#shared/trader.ts'
import type { sendUndelivered as sendEndpoint } from './contract.ts'
import { sendMessage, sendPush } from './jobs.ts'
import { renderMail } from './mail-templates.ts'
import { pushOf } from './push/rules.ts'
import { sentToAny, type OwnAddress, listDeviceIds } from './queries.ts'
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
  contentType: 'text/html' | 'text/plain' | 'text/calendar' | 'application/pdf'
  /** Content of a PDF in base64. */
  content: string
}

/** Queues a message: it is sent if and only if this transaction commits, and not before `startAfter`. Answers its id. */
export async function queueMessage(ctx: TxCtx, message: NewMessage, startAfter?: Date): Promise<string> {
  if (!startAfter) return (await queueMessages(ctx, [message]))[0] ?? ''
  const [messageId = ''] = await saveMessages(ctx, [message])
  await ctx.enqueue(sendMessage, { messageId }, { startAfter })
  return messageId
}

/** However many, in three statements. */
export async function queueMessages(ctx: TxCtx, messages: readonly NewMessage[]): Promise<string[]> {
  const ids = await saveMessages(ctx, messages)
  await ctx.enqueueEach(
    sendMessage,
    ids.map((messageId) => ({ messageId })),
  )
  return ids
}

async function saveMessages(ctx: TxCtx, messages: readonly NewMessage[]): Promise<string[]> {
  const ids = await insertMessages(
    ctx,
    messages.map((message) => rowOf(ctx, message)),
  )
  await attach(
    ctx,
    messages.flatMap((message, index) =>
      message.channel === 'email' ? attachmentsOf(ids[index] ?? '', message.attachments ?? []) : [],
    ),
  )
  return ids
}

function rowOf(ctx: TxCtx, message: NewMessage): Row {
  const recipient = message.channel === 'email' ? parseEmail(message.to) : parsePhone(message.to)
  if (!recipient) throw new Error(`A ${message.channel} message of kind ${message.kind} has no valid recipient`)
  const content =
    message.channel === 'email' ? emailContentOf(ctx, message) : { subject: '', text: message.text, html: null }
  return { ...message, recipient, ...content }
}

const emailContentOf = ({ config }: TxCtx, { subject, mail, settings }: NewMail) => ({
  // A line break in a subject would start another header.
  subject: subject.replaceAll(/\s+/g, ' ').trim(),
  ...renderMail(mail, {
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

async function insertMessages(ctx: TxCtx, messages: readonly Row[]): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = messages.map(({ channel, recipient, kind, subject, text, html, path, subjectId, holdsSecret }) => ({
    id: newId(ctx.clock),
    channel,
    recipient,
    kind,
    subject,
    text,
    html,
    path: path ?? null,
    deviceId: channel === 'push' ? recipient : null,
    subjectId: subjectId ?? null,
    holdsSecret: holdsSecret ?? false,
    createdAt: ctx.clock.now(),
  }))
  await ctx.write(ctx.db.insertInto('notifications.message').values(rows))
  return rows.map(({ id }) => id)
}

/** Queues a push to each browser where this person switched it on: the head of the mail about the same, and the page that it leads to. */
export async function queuePush(
  ctx: TxCtx,
  userId: string,
  { kind, mail, subjectId }: { kind: string; mail: Mail; subjectId?: string | undefined },
): Promise<void> {
  const devices = await listDeviceIds(ctx, userId)
  const push = pushOf(mail, ctx.config.publicUrl)
  const ids = await insertMessages(
    ctx,
    devices.map((recipient) => ({ channel: 'push', recipient, kind, subjectId, html: null, ...push })),
  )
  await ctx.enqueueEach(
    sendPush,
    ids.map((messageId) => ({ messageId })),
  )
}

const attachmentsOf = (mailId: string, attachments: readonly Attachment[]) =>
  attachments.map(({ name, contentType, content }, position) => ({ mailId, position, name, contentType, content }))

async function attach(ctx: TxCtx, rows: ReturnType<typeof attachmentsOf>): Promise<void> {
  if (rows.length > 0) await ctx.write(ctx.db.insertInto('notifications.attachment').values(rows))
}

/** Deletes a message that waits to be sent, because another says the same and more. */
export const replaceMessage = async (ctx: TxCtx, id: string): Promise<void> => {
  await ctx.db.deleteFrom('notifications.message').where('id', '=', id).where('sentAt', 'is', null).execute()
}

/** Deletes messages sent to a person, and messages about a subject. Any still waiting are not sent. */
export async function eraseMessages(
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
