import { sql } from 'kysely'
import { notifyOwner } from '#modules/companies/commands.ts'
import { attachUpload, detachUpload } from '#modules/files/commands.ts'
import { notifyUnitDriver } from '#modules/fleet/drivers/commands.ts'
import { getSettingsOf } from '#modules/identity/profile/queries.ts'
import { queueMessage, queuePush } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { notifyChange } from '#platform/live.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { MESSAGES, lockBooking } from '../queries.ts'
import type { NoticeText } from '../notices/messages.ts'
import { threadClosed, threadFull, type writeMessage as writeEndpoint } from './contract.ts'
import { messageCame } from './messages.ts'
import { findThread, readMessage, unreadOf, type MessageView, type ThreadBooking } from './queries.ts'
import { redacted, MOST_MESSAGES, closedReasonOf } from './rules.ts'
import { hasDay } from '../rules.ts'

/** Adds a message with its photos. The other side is notified by every channel that it chose. */
export const writeMessage = (
  ctx: Ctx,
  bookingId: string,
  { text, photosId }: InputOf<typeof writeEndpoint>['body'],
): Promise<MessageView | Refusal> =>
  ctx.tx(async (tx) => {
    // So that the company which is written to has it still.
    await lockBooking(tx, bookingId)
    const booking = await findThread(tx, bookingId)
    if (booking instanceof Refusal) return booking
    const { companyId } = booking
    if (!companyId || closedReasonOf({ ...booking, hasCompany: true }, tx.clock.now())) return refuse(threadClosed)
    if (await isFull(tx, bookingId)) return refuse(threadFull)
    if (photosId && !(await attachUpload(tx, photosId)))
      return invalidField('photos_id', 'These photos are gone. Add them again.')
    const id = newId(tx.clock)
    const at = tx.clock.now()
    await tx.db
      .insertInto('bookings.message')
      .values({
        id,
        bookingId,
        companyId,
        side: booking.side,
        authorId: userIdOf(tx.actor),
        text,
        photosId: photosId ?? null,
        at,
      })
      .execute()
    const isFirstUnread = await updateThread(tx, { ...booking, companyId }, id)
    await notifySides(tx, bookingId)
    await notifyOfMessage(tx, booking, { text, hasPhotos: Boolean(photosId), isFirstUnread })
    return readMessage(tx, booking, id)
  })

async function isFull(ctx: TxCtx, bookingId: string): Promise<boolean> {
  const { count } = await ctx.db
    .selectFrom('bookings.message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()
  return count >= MOST_MESSAGES
}

/**
 * Stores a message; its author has read the earlier ones. A company that gets the booking again begins with nothing
 * unread. Returns whether the other side had read all.
 */
async function updateThread(
  ctx: TxCtx,
  { id: bookingId, customerId, companyId, side }: ThreadBooking & { companyId: string },
  messageId: string,
): Promise<boolean> {
  const now = ctx.clock.now()
  const isCustomer = side === 'customer'
  const row = await ctx.db
    .insertInto('bookings.thread')
    .values({
      bookingId,
      customerId,
      companyId,
      lastMessageId: messageId,
      lastAt: now,
      customerUnread: isCustomer ? 0 : 1,
      companyUnread: isCustomer ? 1 : 0,
      customerReadAt: isCustomer ? now : null,
      companyReadAt: isCustomer ? null : now,
    })
    .onConflict((conflict) =>
      conflict.column('bookingId').doUpdateSet({
        companyId,
        lastMessageId: messageId,
        lastAt: now,
        customerUnread: isCustomer ? 0 : sql<number>`thread.customer_unread + 1`,
        companyUnread: isCustomer
          ? sql<number>`case when thread.company_id = ${companyId} then thread.company_unread else 0 end + 1`
          : 0,
        ...(isCustomer ? { customerReadAt: now } : {}),
        companyReadAt: isCustomer
          ? sql<Date | null>`case when thread.company_id = ${companyId} then thread.company_read_at end`
          : now,
      }),
    )
    .returning(['customerUnread', 'companyUnread'])
    .executeTakeFirstOrThrow()
  return (isCustomer ? row.companyUnread : row.customerUnread) === 1
}

/** Records that the caller has read up to this message; one that came since remains unread. */
export const readThread = (ctx: Ctx, bookingId: string, messageId: string): Promise<{ unread: number } | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await findThread(tx, bookingId)
    if (booking instanceof Refusal) return booking
    const { side } = booking
    const upTo = await tx.db
      .selectFrom('bookings.message')
      .select('at')
      .where('id', '=', messageId)
      .where('bookingId', '=', bookingId)
      .$if(side === 'company', (query) => query.where('companyId', '=', booking.companyId))
      .executeTakeFirst()
    if (!upTo) return refuse(commonRefusals.notFound)
    if (unreadOf(booking) === 0) return { unread: 0 }
    const [unread, readAt] = side === 'customer' ? columnsOf.customer : columnsOf.company
    const { rows } = await sql<{ unread: number }>`/* thread-read */
      update bookings.thread t set ${sql.ref(readAt)} = greatest(t.${sql.ref(readAt)}, ${tx.clock.now()}),
        ${sql.ref(unread)} = (select count(*)::int from bookings.message m where m.booking_id = t.booking_id
          and m.company_id = t.company_id and m.side <> ${side} and (m.at, m.id) > (${upTo.at}, ${messageId}::uuid))
      where t.booking_id = ${bookingId} returning ${sql.ref(unread)} as unread`.execute(tx.db)
    await notifySides(tx, bookingId)
    return { unread: rows[0]?.unread ?? 0 }
  })

const columnsOf = {
  customer: ['customer_unread', 'customer_read_at'],
  company: ['company_unread', 'company_read_at'],
} as const

/** Both sides' open pages hear that the thread is to be read again. */
export const notifySides = (ctx: TxCtx, bookingId: string): Promise<void> =>
  notifyChange(ctx, {
    about: MESSAGES,
    ids: [bookingId],
    to: sql`array(
      select b.customer_id from bookings.booking b where b.id = ${bookingId}
      union select c.owner_user_id from bookings.booking b join companies.company c on c.id = b.company_id where b.id = ${bookingId}
      union select d.user_id from bookings.booking_van v join fleet.unit_driver d on d.unit_id = v.unit_id
        where v.booking_id = ${bookingId} and d.user_id is not null)`,
  })

interface Written {
  text: string
  hasPhotos: boolean
  /** The other side had read all earlier messages: only then is this one emailed and texted. */
  isFirstUnread: boolean
}

const SHOWN = 400

/** Each message to the other side's browsers; by mail and text only the first of those that wait to be read. */
async function notifyOfMessage(ctx: TxCtx, booking: ThreadBooking, written: Written): Promise<void> {
  const { id, side, status, work, start, unitIds, companyId } = booking
  const places = [work.places[0]?.town, work.places.at(-1)?.town].filter(Boolean).join(' to ')
  const shown = hasDay(status) ? written.text : redacted(written.text)
  const customer = hasDay(status) ? booking.customerName : 'Your customer'
  const noticeText = messageCame({
    from: side === 'company' ? (booking.companyName ?? 'Your driver') : customer,
    about: `${places}, ${formatDayTime(start)}`,
    text: shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown,
    hasPhotos: written.hasPhotos,
    url: `${ctx.config.publicUrl}/messages/${id}`,
  })
  const { kind, subject, mail, sms } = noticeText
  const notice = { kind, subject, mail, sms, subjectId: id, isPushOnly: !written.isFirstUnread }
  if (side === 'company') await notifyCustomerOfMessage(ctx, booking.customerId, notice)
  else {
    if (companyId) await notifyOwner(ctx, companyId, 'new_message', notice)
    for (const unitId of unitIds) await notifyUnitDriver(ctx, unitId, 'job_message', notice)
  }
}

type Notice = Pick<NoticeText, 'kind' | 'subject' | 'mail' | 'sms'> & { subjectId: string; isPushOnly?: boolean }

/** Notifies the customer by the channels that they chose for messages. */
async function notifyCustomerOfMessage(ctx: TxCtx, customerId: string, notice: Notice): Promise<void> {
  const { kind, subject, mail, sms, subjectId, isPushOnly } = notice
  const { newMessages: wants } = await getSettingsOf(ctx, customerId)
  if (wants.push) await queuePush(ctx, customerId, { kind, mail, subjectId })
  if (isPushOnly) return
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['email', 'openedBy', 'phone', 'phoneVerifiedAt'])
    .where('id', '=', customerId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  const hasEmail = user?.openedBy !== 'phone'
  if (user && hasEmail && wants.email)
    await queueMessage(ctx, {
      channel: 'email',
      to: user.email,
      kind,
      subject,
      subjectId,
      mail,
      settings: '/customer-settings#notifications',
    })
  if (user?.phone && user.phoneVerifiedAt && (wants.sms || !hasEmail))
    await queueMessage(ctx, { channel: 'sms', to: user.phone, kind, text: sms, subjectId })
}

/**
 * Erases the threads of a customer, and the messages that a user wrote on either side. The photos go with the next
 * sweep.
 */
export async function eraseThreads(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const ofCustomer = ctx.db.selectFrom('bookings.booking').select('id').where('customerId', '=', userId)
  await ctx.db.deleteFrom('bookings.message_report').where('reporterId', '=', userId).execute()
  const deleted = await ctx.db
    .deleteFrom('bookings.message')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bookings.message')
        .select('id')
        .where('authorId', '=', userId)
        .union(eb.selectFrom('bookings.message').select('id').where('bookingId', 'in', ofCustomer)),
    )
    .returning('photosId')
    .execute()
  await ctx.db.deleteFrom('bookings.thread').where('customerId', '=', userId).execute()
  for (const { photosId } of deleted) if (photosId) await detachUpload(ctx, photosId)
}

/** Erases photos sent before this, and messages that were only photos. Returns the number. */
export async function eraseMessagePhotos(ctx: TxCtx, before: Date, most: number): Promise<number> {
  const rows = await ctx.db
    .selectFrom('bookings.message')
    .select(['id', 'photosId', 'text'])
    .where('photosId', 'is not', null)
    .where('at', '<', before)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, photosId, text } of rows) {
    if (text) await ctx.db.updateTable('bookings.message').set({ photosId: null }).where('id', '=', id).execute()
    else await ctx.db.deleteFrom('bookings.message').where('id', '=', id).execute()
    if (photosId) await detachUpload(ctx, photosId)
  }
  return rows.length
}
