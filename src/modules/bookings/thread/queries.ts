import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { photosColumn, listOwnFiles } from '#modules/files/queries.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { Camel } from '#shared/wire.ts'
import { hashOf } from '../gateway.ts'
import { contactPhone, hasVanOf, unitsOfBooking } from '../queries.ts'
import { hasDay, isLost, type BookingStatus } from '../rules.ts'
import type { getThread, message } from './contract.ts'
import { redacted, type LastMessageRow, NOTES, closedReasonOf, type Side } from './rules.ts'

/** A booking as those who may read its thread see it. */
export interface ThreadBooking {
  id: string
  status: BookingStatus
  companyId: string | null
  unitId: string | null
  /** The people of all its vans. */
  unitIds: string[]
  customerId: string
  start: Date
  end: Date
  work: KeptWork
  /** Side of the caller. */
  side: Side
  customerName: string
  customerPhone: string | null
  companyName: string | null
  companyPhone: string | null
  customerUnread: number
  companyUnread: number
  customerReadAt: Date | null
  companyReadAt: Date | null
}

/** One of the customer's, or of the company that has it now. Any other does not exist (T-113). */
export async function findThread(ctx: Ctx, id: string): Promise<ThreadBooking | Refusal> {
  const { actor } = ctx
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as p', 'p.id', 'b.customerId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .leftJoin('bookings.thread as t', (join) =>
      join
        .onRef('t.bookingId', '=', 'b.id')
        .on((eb) => eb.or([eb('b.companyId', 'is', null), eb('t.companyId', '=', eb.ref('b.companyId'))])),
    )
    .select(['b.id', 'b.status', 'b.isHot', 'b.companyId', 'b.unitId', 'b.customerId', 'b.startAt as start'])
    .select(['b.endAt as end', 'b.work', 'p.firstName as customerName', 'p.phone as customerPhone'])
    .select(['c.name as companyName', 't.customerReadAt', 't.companyReadAt'])
    .select([contactPhone.as('companyPhone'), unitsOfBooking.as('unitIds')])
    .select((eb) => eb.fn.coalesce('t.customerUnread', sql.lit(0)).as('customerUnread'))
    .select((eb) => eb.fn.coalesce('t.companyUnread', sql.lit(0)).as('companyUnread'))
    .where('b.id', '=', id)
    .where('b.awaitingVerification', '=', false)
    .$if(!ctx.config.guardOff.has('own_thread'), (query) => {
      if (actor.kind === 'driver') return query.where('b.companyId', '=', actor.company.id)
      if (actor.kind === 'hired') return query.where(hasVanOf(actor.company?.unitIds))
      return query.where('b.customerId', '=', userIdOf(actor))
    })
    .executeTakeFirst()
  const side: Side = actor.kind === 'driver' || actor.kind === 'hired' ? 'company' : 'customer'
  if (!row || (side === 'company' && (row.isHot || isLost(row.status)))) return refuse(commonRefusals.notFound)
  return { ...row, side }
}

export const unreadOf = ({ side, customerUnread, companyUnread }: ThreadBooking): number =>
  side === 'customer' ? customerUnread : companyUnread

const messagesOf = (ctx: Ctx, { id, side, companyId }: ThreadBooking) =>
  ctx.db
    .selectFrom('bookings.message as m')
    .where('m.bookingId', '=', id)
    // What was written while another company had it is the customer's, and not theirs.
    .$if(side === 'company', (query) => query.where('m.companyId', '=', companyId))

const rowsOf = (ctx: Ctx, booking: ThreadBooking) =>
  messagesOf(ctx, booking)
    .innerJoin('identity.user as a', 'a.id', 'm.authorId')
    .select(['m.id', 'm.side', 'm.authorId', 'm.text', 'm.at', 'm.removedAt', 'm.companyId', 'a.firstName'])
    .select(photosColumn('m.photosId').as('photos'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('bookings.message_report as r')
            .select('r.id')
            .whereRef('r.messageId', '=', 'm.id')
            .where('r.reporterId', '=', userIdOf(ctx.actor)),
        )
        .as('isReported'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>
export type MessageView = Camel<z.output<typeof message>>

const byTime = { 'm.at': 'timestamptz', 'm.id': 'uuid' } as const

/** A page of a thread, and what happened to its job: four statements, however long it is. */
export async function readMessages(
  ctx: Ctx,
  booking: ThreadBooking,
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof getThread> | Refusal> {
  const path = `/api/booking/${booking.id}/messages/`
  const page = openPage(ctx, { list: `${path} ${booking.side}`, direction: 'desc', columns: byTime }, pageRequest)
  if (page instanceof Refusal) return page
  const [count, found, notes] = await Promise.all([
    countOf(ctx, page, messagesOf(ctx, booking)),
    rowsOf(ctx, booking).select(page.key.as('key')).$call(page.cut).execute(),
    listNotes(ctx, booking),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  return {
    ...answer,
    results: rows.map((row) => viewOf(ctx, booking, row)),
    booking: headOf(ctx, booking),
    notes,
    unread: unreadOf(booking),
  }
}

export async function readMessage(ctx: Ctx, booking: ThreadBooking, id: string): Promise<MessageView> {
  return viewOf(ctx, booking, await rowsOf(ctx, booking).where('m.id', '=', id).executeTakeFirstOrThrow())
}

function viewOf(ctx: Ctx, booking: ThreadBooking, row: Row): MessageView {
  const isOwn = row.authorId === userIdOf(ctx.actor)
  const isRemoved = row.removedAt !== null
  const shown = hasDay(booking.status) ? row.text : redacted(row.text)
  const readAt = row.side === 'customer' ? booking.companyReadAt : booking.customerReadAt
  return {
    id: row.id,
    side: row.side,
    author: row.side === 'customer' && booking.side === 'company' ? customerNameOf(booking) : row.firstName,
    isOwn,
    text: isRemoved ? '' : isOwn ? row.text : shown,
    isHiddenInPart: !isRemoved && shown !== row.text.normalize('NFKC') && shown !== row.text,
    isRemoved,
    isReported: Boolean(row.isReported),
    photos: isRemoved ? [] : row.photos.map((photo) => photoOf(booking.id, row.id, photo)),
    at: row.at.toISOString(),
    readAt: readAt && readAt >= row.at ? readAt.toISOString() : null,
  }
}

const photoOf = (bookingId: string, messageId: string, { id, ...size }: Row['photos'][number]) => ({
  id,
  url: `/api/booking/${bookingId}/messages/${messageId}/photos/${id}/`,
  ...size,
})

const customerNameOf = ({ status, customerName }: Pick<ThreadBooking, 'status' | 'customerName'>): string =>
  hasDay(status) ? customerName : 'Customer'

function headOf(ctx: Ctx, booking: ThreadBooking): AnswerOf<typeof getThread>['booking'] {
  const { side, companyName, customerPhone, companyPhone } = booking
  const isKnown = hasDay(booking.status) && booking.companyId !== null
  return {
    ...placesOf(ctx, booking),
    other: side === 'company' ? customerNameOf(booking) : companyName,
    otherPhone: isKnown ? (side === 'company' ? customerPhone : companyPhone) : null,
    side,
    whyClosed: closedReasonOf({ ...booking, hasCompany: booking.companyId !== null }, ctx.clock.now()),
    hidesContacts: !hasDay(booking.status),
  }
}

export const placesOf = (
  ctx: Ctx,
  { id, status, start, work, side }: Pick<ThreadBooking, 'id' | 'status' | 'start' | 'work' | 'side'>,
) => ({
  id,
  status,
  startAt: start.toISOString(),
  from: work.places[0]?.town ?? '',
  to: work.places.at(-1)?.town ?? '',
  hash: side === 'customer' ? hashOf(ctx, id) : null,
})

type Note = AnswerOf<typeof getThread>['notes'][number]

/** Lists notes; a company sees those of its own unit, and that it was booked. */
async function listNotes(ctx: Ctx, { id, side, unitId }: ThreadBooking): Promise<Note[]> {
  const rows = await ctx.db
    .selectFrom('bookings.event as e')
    .leftJoin('fleet.working_unit as u', 'u.id', 'e.unitId')
    .leftJoin('companies.company as c', 'c.id', 'u.companyId')
    .select(['e.kind', 'e.at', 'e.actorKind', 'c.name'])
    .where('e.bookingId', '=', id)
    .where('e.kind', 'in', [...NOTES])
    .$if(side === 'company', (query) => query.where('e.unitId', '=', unitId))
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(100)
    .execute()
  const isByDriver = (kind: string) => kind === 'driver' || kind === 'hired'
  return rows.toReversed().flatMap(({ kind, at, actorKind, name }) => {
    const known = NOTES.find((one) => one === kind)
    return known ? [{ kind: known, by: isByDriver(actorKind) ? name : null, at: at.toISOString() }] : []
  })
}

/** Finds a photo of a message that the caller may read. */
export async function findPhoto(
  ctx: Ctx,
  booking: ThreadBooking,
  { messageId, fileId }: { messageId: string; fileId: string },
): Promise<string | undefined> {
  const row = await messagesOf(ctx, booking)
    .innerJoin('files.file as f', 'f.uploadId', 'm.photosId')
    .select('f.id')
    .where('m.id', '=', messageId)
    .where('m.removedAt', 'is', null)
    .where('f.id', '=', fileId)
    .executeTakeFirst()
  return row?.id
}

/** Latest message of the booking `b`, as a column with a statement of its own: each row is found by its key. */
const lastMessage = (isShown: RawBuilder<unknown>) => sql<LastMessageRow | null>`(
  select json_build_object('side', m.side, 'authorId', m.author_id, 'author', a.first_name, 'text', m.text, 'at', m.at, 'isRemoved', m.removed_at is not null,
    'photosCount', json_array_length(${photosColumn('m.photosId')}))
  from bookings.thread t join bookings.message m on m.id = t.last_message_id join identity."user" a on a.id = m.author_id
  where t.booking_id = b.id and ${isShown})`

/** Latest message for the customer, under any company that had the booking, as in the thread. */
export const lastMessageToCustomer = lastMessage(sql`true`)

/** Latest message for the company that has the booking now; messages under another company are the customer's. */
export const lastMessageToCompany = (companyId: string, isOwn: RawBuilder<unknown>) =>
  lastMessage(sql`t.company_id = ${companyId} and b.company_id = t.company_id and ${isOwn} and not b.is_hot`)

/** What the person wrote, and what was written to them as a customer; with their own photos. */
export async function listOwnMessages(ctx: Ctx, userId: string) {
  const all = ctx.db
    .selectFrom('bookings.message as m')
    .select(['m.id', 'm.bookingId', 'm.at', 'm.side', 'm.text', 'm.authorId', 'm.photosId'])
  // Each half has an index, and an OR of both would use neither.
  const messages = await all
    .where('m.authorId', '=', userId)
    .union(all.innerJoin('bookings.booking as b', 'b.id', 'm.bookingId').where('b.customerId', '=', userId))
    .orderBy('at')
    .orderBy('id')
    .execute()
  const own = messages.filter(({ authorId }) => authorId === userId)
  const files = await listOwnFiles(
    ctx,
    own.map(({ photosId }) => photosId),
  )
  return messages.map(({ id: _id, authorId, photosId, ...message }) => ({
    ...message,
    isOwn: authorId === userId,
    photos: authorId === userId ? (files.get(photosId ?? '') ?? []) : [],
  }))
}

export const listOwnReports = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('bookings.message_report')
    .select(['messageId', 'reason', 'at', 'decision', 'decisionReason', 'decidedAt'])
    .where('reporterId', '=', userId)
    .orderBy('at')
    .execute()
