import { sql } from 'kysely'
import { findDriver } from '#modules/identity/queries.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { isReported } from '../answers/rules.ts'
import { idOfToken } from '../changes/gateway.ts'
import { isAsked } from '../changes/queries.ts'
import { findDay } from '../day/clock/queries.ts'
import { earlyStartToAgree } from '../day/hours/rules.ts'
import { agreedOf, listDayBookings } from '../day/queries.ts'
import { readDriverBooking } from '../lists/driver-lists-queries.ts'
import { endsOf } from '../queries.ts'
import { hasDay, isUnanswered, referenceOf, type BookingStatus } from '../rules.ts'
import type { getAnswerLink } from './contract.ts'

export type AnswerLinkView = AnswerOf<typeof getAnswerLink>
type ViewOf<Purpose extends AnswerLinkView['purpose']> = Extract<AnswerLinkView, { purpose: Purpose }>

/** The question of a link; undefined for anything that is no such link. */
export async function findLink(ctx: Ctx, token: string) {
  const [id, offerId, startId, newId] = (['cancellation', 'offered time', 'early start', 'new booking'] as const).map(
    (kind) => idOfToken(ctx, kind, token),
  )
  return (
    (id && (await findQuestion(ctx, id))) ||
    (offerId && (await findOfferedTime(ctx, offerId))) ||
    (startId && (await findEarlyStart(ctx, startId))) ||
    (newId && (await findNewBooking(ctx, newId))) ||
    undefined
  )
}

interface BookingOfLink {
  bookingId: string
  routePoints: readonly { postcode: string }[]
  companyName: string | null
  startAt: Date
}

const viewOf = ({ bookingId, routePoints, companyName, startAt }: BookingOfLink) => ({
  reference: referenceOf(bookingId),
  ...endsOf(routePoints),
  companyName,
  startAt: startAt.toISOString(),
})

const outlookOf = (status: BookingStatus): ViewOf<'cancellation'>['outlook'] =>
  hasDay(status) ? 'goes_ahead' : isUnanswered(status) ? 'others_asked' : 'off'

async function findQuestion(ctx: Ctx, id: string) {
  const link = await readCancellationLink(ctx, id)
  if (!link) return undefined
  const { bookingId, feePence, expiresAt } = link
  const isOpen = link.isLatest && expiresAt > ctx.clock.now() && isReported(link) && link.claimedFeePence === feePence
  const answer = link.answer === 'denied' ? 'refused' : link.answer
  const view: ViewOf<'cancellation'> = {
    purpose: 'cancellation',
    ...viewOf(link),
    state: answer ?? (isOpen ? 'open' : 'over'),
    outlook: outlookOf(link.status),
    feePence,
    expiresAt: expiresAt.toISOString(),
  }
  return { purpose: 'cancellation' as const, id, bookingId, view }
}

const readCancellationLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.cancellation_link as l')
    .innerJoin('bookings.booking as b', 'b.id', 'l.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['l.bookingId', 'l.claimedFeePence as feePence', 'l.expiresAt', 'l.answer', 'c.name as companyName'])
    .select(['b.status', 'b.startAt', 'b.routePoints', 'b.cancelledBy', 'b.claimedFeePence', 'b.disputedAt'])
    .select(
      sql<boolean>`not exists (select from bookings.cancellation_link o
        where o.booking_id = l.booking_id and (o.created_at, o.id) > (l.created_at, l.id))`.as('isLatest'),
    )
    .where('l.id', '=', id)
    .executeTakeFirst()

async function findOfferedTime(ctx: Ctx, id: string) {
  const link = await readOfferLink(ctx, id)
  if (!link?.newStartAt) return undefined
  const { bookingId, changeId, linkVersion: version, newStartAt, totalPence } = link
  const view: ViewOf<'offered_time'> = {
    purpose: 'offered_time',
    ...viewOf(link),
    state: stateOf(ctx, link),
    newStartAt: newStartAt.toISOString(),
    totalPence,
    expiresAt: link.expiresAt.toISOString(),
  }
  return { purpose: 'offered_time' as const, bookingId, changeId, version, view }
}

type OfferLink = NonNullable<Awaited<ReturnType<typeof readOfferLink>>>

/** An offer that was replaced, withdrawn, has expired or fell with its booking is over for the link. */
function stateOf(ctx: Ctx, link: OfferLink): AnswerLinkView['state'] {
  if (link.version !== link.linkVersion) return 'over'
  if (link.state === 'agreed' || link.state === 'refused') return link.state
  return isUnanswered(link.status) && isAsked(ctx, link) ? 'open' : 'over'
}

const readOfferLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.offered_time_link as l')
    .innerJoin('bookings.change as c', 'c.id', 'l.changeId')
    .innerJoin('bookings.booking as b', 'b.id', 'c.bookingId')
    .leftJoin('companies.company as m', 'm.id', 'b.companyId')
    .select(['l.changeId', 'l.version as linkVersion', 'c.bookingId', 'c.version', 'c.state', 'c.awaits'])
    .select(['c.newStartAt', 'c.expiresAt', 'b.status', 'b.startAt', 'b.routePoints', 'b.totalPence'])
    .select('m.name as companyName')
    .where('l.id', '=', id)
    .executeTakeFirst()

async function findEarlyStart(ctx: Ctx, id: string) {
  const link = await readEarlyStartLink(ctx, id)
  const [booking] = link ? await listDayBookings(ctx, [link.bookingId]) : []
  if (!link || !booking) return undefined
  const { bookingId, startedAt, mostPence, expiresAt } = link
  const day = await findDay(ctx, bookingId)
  const early = earlyStartToAgree(day, agreedOf(booking), booking.start)
  const isOpen =
    expiresAt > ctx.clock.now() && early?.startedAt.getTime() === startedAt.getTime() && early.mostPence <= mostPence
  const view: ViewOf<'early_start'> = {
    purpose: 'early_start',
    ...viewOf(link),
    state: day.earlyFrom?.getTime() === startedAt.getTime() ? 'agreed' : isOpen ? 'open' : 'over',
    startedAt: startedAt.toISOString(),
    mostPence,
    expiresAt: expiresAt.toISOString(),
  }
  return { purpose: 'early_start' as const, id, bookingId, startedAt, view }
}

const readEarlyStartLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.early_start_link as l')
    .innerJoin('bookings.booking as b', 'b.id', 'l.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select([
      'l.bookingId',
      'l.startedAt',
      'l.mostPence',
      'l.expiresAt',
      'b.startAt',
      'b.routePoints',
      'c.name as companyName',
    ])
    .where('l.id', '=', id)
    .executeTakeFirst()

/** The link is not found for anybody signed in as another person than the one it was sent to. */
async function findNewBooking(ctx: Ctx, id: string) {
  const link = await readNewBookingLink(ctx, id)
  if (!link || (ctx.actor.kind !== 'visitor' && ctx.actor.userId !== link.userId)) return undefined
  const { bookingId, unitId, userId } = link
  const person = await findDriver(ctx, userId, id)
  const job = person && (await readDriverBooking(withActor(ctx, person), unitId, bookingId))
  const isOpen =
    job !== undefined &&
    !(job instanceof Refusal) &&
    person?.company?.unitIds.includes(unitId) === true &&
    job.allowedActions.includes('confirm') &&
    link.linkPence === link.totalPence
  const state = link.answer ?? (isOpen ? 'open' : 'over')
  const isShown = job && !(job instanceof Refusal) && (state === 'open' || state === 'agreed')
  const view: ViewOf<'new_booking'> = {
    purpose: 'new_booking',
    ...viewOf(link),
    state,
    forName: link.firstName,
    bookingId,
    expiresAt: (link.respondBy ?? link.startAt).toISOString(),
    job: isShown ? { ...job, stops: job.routePoints } : null,
  }
  return { purpose: 'new_booking' as const, id, bookingId, unitId, person, view }
}

const readNewBookingLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.new_booking_link as l')
    .innerJoin('bookings.booking as b', 'b.id', 'l.bookingId')
    .innerJoin('fleet.working_unit as w', 'w.id', 'l.unitId')
    .innerJoin('companies.company as c', 'c.id', 'w.companyId')
    .innerJoin('identity.user as u', 'u.id', 'l.userId')
    .select(['l.bookingId', 'l.unitId', 'l.userId', 'l.answer', 'l.totalPence as linkPence', 'u.firstName'])
    .select(['b.startAt', 'b.respondBy', 'b.routePoints', 'b.totalPence', 'c.name as companyName'])
    .where('l.id', '=', id)
    .executeTakeFirst()
