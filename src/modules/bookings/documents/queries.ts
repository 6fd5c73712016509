import { sql } from 'kysely'
import { icalendar } from '#shared/icalendar.ts'
import { photosColumn, readPhoto, type KeptPhoto } from '#modules/files/queries.ts'
import { senderOf } from '#modules/notifications/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { BookedPoint } from '../create/rules.ts'
import { pricePence } from '../queries.ts'
import { hashOf } from '../gateway.ts'
import { hasVanOf } from '../queries.ts'
import type { Parties } from '../notices/queries.ts'
import { writeReceipt, type ReceiptWriter } from '../receipt/gateway.ts'
import { receiptNumber, receiptText, type ReceiptFacts } from '../receipt/rules.ts'
import { WITH_DAY, isOnCalendar, isUnanswered, referenceOf, type BookingStatus, isFinished } from '../rules.ts'
import { type listMovePhotos, notDone } from './contract.ts'

const rowOf = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['b.status', 'b.startAt', 'b.endAt', 'b.work', 'b.routePoints', 'b.version', 'c.name as company'])
    .where('b.id', '=', id)
    .where('b.awaitingVerification', '=', false)

type Row = Awaited<ReturnType<ReturnType<typeof rowOf>['executeTakeFirstOrThrow']>>

/** The file holds towns, outward codes and times only, because a link is forwarded to helpers. */
export async function findCalendarFile(ctx: Ctx, id: string): Promise<RawAnswer | undefined> {
  const row = await rowOf(ctx, id).executeTakeFirst()
  return row && calendarFile(ctx, id, row, [])
}

/** The calendar file with the addresses, for the booking's customer. */
export async function findOwnCalendarFile(ctx: Ctx, id: string): Promise<RawAnswer | Refusal> {
  const row = await rowOf(ctx, id).where('b.customerId', '=', userIdOf(ctx.actor)).executeTakeFirst()
  if (!row) return refuse(commonRefusals.notFound)
  return calendarFile(ctx, id, row, row.routePoints.map(addressOf))
}

const addressOf = ({
  flatAndHouse,
  formattedAddress,
  postcode,
}: Pick<BookedPoint, 'flatAndHouse' | 'formattedAddress' | 'postcode'>): string =>
  [flatAndHouse, formattedAddress, postcode].filter(Boolean).join(', ')

function calendarFile(ctx: Ctx, id: string, { startAt, endAt, work, ...row }: Row, addresses: readonly string[]) {
  const text = calendarText(ctx, { ...row, id, start: startAt, end: endAt, places: work.places }, addresses)
  return new RawAnswer(text, {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="vanfare-${referenceOf(id)}.ics"`,
  })
}

interface MoveInCalendar {
  id: string
  status: BookingStatus
  start: Date
  end: Date
  version: number
  company: string | null
  places: readonly { town: string; outcode: string }[]
}

/** The evening before, about when the mail comes, and two hours before. */
const REMIND_MINUTES = [16 * 60, 2 * 60]

function calendarText(
  ctx: Ctx,
  move: MoveInCalendar,
  addresses: readonly string[],
  mailed?: { from: string; to: readonly string[] },
): string {
  const { id, places, status } = move
  const name = `Move: ${placeOf(places[0])} to ${placeOf(places.at(-1))}`
  const [location] = addresses
  return icalendar({
    name,
    now: ctx.clock.now(),
    ...(mailed ? { mailed } : {}),
    events: [
      {
        uid: `move-${id}`,
        summary: name,
        description: [move.company ?? 'Driver to be found', `Booking ${referenceOf(id)}`, ...addresses].join('\n'),
        url: `${ctx.config.publicUrl}/booking/${hashOf(ctx, id)}`,
        when: { start: move.start, end: move.end },
        isTentative: isUnanswered(status),
        isCancelled: !isOnCalendar(status),
        sequence: move.version,
        remindMinutes: REMIND_MINUTES,
        ...(location ? { location } : {}),
      },
    ],
  })
}

/** The same for a mail to its customer, who has it entered, moved or withdrawn by it; drawn while the booking is in hand. */
export function moveCalendarFile(ctx: Ctx, parties: Parties): { name: string; content: string } {
  const { id, companyName, places, outcodes, agreed } = parties
  const move = {
    ...parties,
    company: companyName,
    places: places.map((town, index) => ({ town, outcode: outcodes[index] ?? '' })),
  }
  const mailed = {
    from: senderOf(ctx.config.mailFrom).address,
    to: [parties.customer.email, parties.copyRecipient].filter((address) => address !== null),
  }
  return {
    name: `vanfare-${referenceOf(id).toLowerCase()}.ics`,
    content: calendarText(ctx, move, agreed.points.map(addressOf), mailed),
  }
}

const placeOf = (place: MoveInCalendar['places'][number] | undefined): string =>
  [place?.town, place?.outcode].filter(Boolean).join(' ')

/**
 * Finds the photos for the booking's customer, and for its driver once it is confirmed, like the customer's note
 * (T-067). Other callers find none.
 */
async function findPhotos(ctx: Ctx, id: string): Promise<KeptPhoto[] | undefined> {
  const { actor } = ctx
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(photosColumn('photosId').as('photos'))
    .where('id', '=', id)
    .where('awaitingVerification', '=', false)
    .$if(!ctx.config.guardOff.has('own_photos'), (query) => {
      if (actor.kind !== 'driver' && actor.kind !== 'hired') return query.where('customerId', '=', userIdOf(actor))
      return query.where(hasVanOf(actor.company?.unitIds)).where('status', 'in', WITH_DAY)
    })
    .executeTakeFirst()
  return row?.photos
}

export async function findMovePhotos(ctx: Ctx, id: string): Promise<AnswerOf<typeof listMovePhotos> | Refusal> {
  const photos = await findPhotos(ctx, id)
  if (!photos) return refuse(commonRefusals.notFound)
  return { results: photos.map((photo) => ({ ...photo, url: `/api/booking/${id}/photos/${photo.id}/` })) }
}

export async function readMovePhoto(ctx: Ctx, id: string, photoId: string): Promise<RawAnswer | Refusal> {
  const photos = await findPhotos(ctx, id)
  const photo = photos?.find((one) => one.id === photoId.toLowerCase())
  return photo ? readPhoto(ctx, photo.id) : refuse(commonRefusals.notFound)
}

/** The customer's own, once the move is done. */
export async function getReceiptFile(
  ctx: Ctx,
  writer: ReceiptWriter,
  id: string,
  until: AbortSignal,
): Promise<RawAnswer | Refusal> {
  const facts = await findReceipt(ctx, id)
  if (!facts) return refuse(commonRefusals.notFound)
  if (facts === 'not done') return refuse(notDone)
  const pdf = await writeReceipt(writer, { person: userIdOf(ctx.actor), until }, receiptText(facts))
  if (!pdf) return refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 })
  return new RawAnswer(pdf, {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${receiptNumber(id)}.pdf"`,
  })
}

/** The day of the move, under whose VAT number it was done. */
const day = sql`(b.start_at at time zone 'Europe/London')::date`

async function findReceipt(ctx: Ctx, id: string): Promise<ReceiptFacts | 'not done' | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as p', 'p.id', 'b.customerId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .select(['b.status', 'b.startAt', 'b.lines', 'b.totalPence', 'b.vatPence', 'b.paymentMethod', 'b.specialPayMethod'])
    .select(['b.routePoints', 'b.work', 'b.companyTerms', 'c.name as companyName', 'v.registration'])
    .select(sql<string | null>`companies.vat_number_in(b.company_id, ${day}, ${day})`.as('vatNumber'))
    .select(['p.firstName', 'p.lastName'])
    .select(pricePence.as('owedPence'))
    .where('b.id', '=', id)
    .where('b.customerId', '=', userIdOf(ctx.actor))
    .where('b.awaitingVerification', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  if (!isFinished(row.status) || !row.companyName) return 'not done'
  const { places } = row.work
  const [first] = row.routePoints
  return {
    id,
    companyName: row.companyName,
    vatNumber: row.vatNumber,
    terms: row.companyTerms,
    customerName: [row.firstName, row.lastName].filter(Boolean).join(' '),
    customerAddress: [first?.flatAndHouse, first?.formattedAddress, first?.postcode].filter(Boolean).join(', '),
    from: places[0]?.town ?? '',
    to: places.at(-1)?.town ?? '',
    start: row.startAt,
    issuedAt: ctx.clock.now(),
    registration: row.registration,
    lines: row.lines,
    totalPence: row.totalPence,
    owedPence: row.owedPence,
    vatPence: row.vatPence,
    paymentMethod: row.paymentMethod,
    isByTransfer: row.specialPayMethod === 'bank_transfer',
  }
}
