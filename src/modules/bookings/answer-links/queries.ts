import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { isReported } from '../answers/rules.ts'
import { idOfToken } from '../changes/gateway.ts'
import { isAsked } from '../changes/queries.ts'
import { endsOf } from '../queries.ts'
import { hasDay, isUnanswered, referenceOf, type BookingStatus } from '../rules.ts'
import {
  offerAnswered,
  offerOver,
  questionAnswered,
  questionOver,
  type getCancellationQuestion,
  type getOfferedTime,
} from './contract.ts'

type QuestionView = AnswerOf<typeof getCancellationQuestion>
type OfferedTimeView = AnswerOf<typeof getOfferedTime>

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

const outlookOf = (status: BookingStatus): QuestionView['outlook'] =>
  hasDay(status) ? 'goes_ahead' : isUnanswered(status) ? 'others_asked' : 'off'

async function findQuestion(ctx: Ctx, token: string) {
  const id = idOfToken(ctx, 'cancellation', token)
  const link = id && (await readCancellationLink(ctx, id))
  if (!link) return undefined
  const { bookingId, feePence, expiresAt } = link
  const isOpen = link.isLatest && expiresAt > ctx.clock.now() && isReported(link) && link.claimedFeePence === feePence
  const view: QuestionView = {
    ...viewOf(link),
    state: link.answer ?? (isOpen ? 'open' : 'over'),
    outlook: outlookOf(link.status),
    feePence,
    expiresAt: expiresAt.toISOString(),
  }
  return { id: link.id, bookingId, view }
}

const readCancellationLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.cancellation_link as l')
    .innerJoin('bookings.booking as b', 'b.id', 'l.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select([
      'l.id',
      'l.bookingId',
      'l.claimedFeePence as feePence',
      'l.expiresAt',
      'l.answer',
      'c.name as companyName',
    ])
    .select(['b.status', 'b.startAt', 'b.routePoints', 'b.cancelledBy', 'b.claimedFeePence', 'b.disputedAt'])
    .select(
      sql<boolean>`not exists (select from bookings.cancellation_link o
        where o.booking_id = l.booking_id and (o.created_at, o.id) > (l.created_at, l.id))`.as('isLatest'),
    )
    .where('l.id', '=', id)
    .executeTakeFirst()

async function findOfferedTime(ctx: Ctx, token: string) {
  const id = idOfToken(ctx, 'offered time', token)
  const link = id && (await readOfferLink(ctx, id))
  if (!link) return undefined
  const { bookingId, changeId, linkVersion: version, newStartAt, totalPence } = link
  if (!newStartAt) return undefined
  const view: OfferedTimeView = {
    ...viewOf(link),
    state: stateOf(ctx, link),
    newStartAt: newStartAt.toISOString(),
    totalPence,
    expiresAt: link.expiresAt.toISOString(),
  }
  return { bookingId, changeId, version, view }
}

type OfferLink = NonNullable<Awaited<ReturnType<typeof readOfferLink>>>

/** An offer that was replaced, withdrawn, has expired or fell with its booking is over for the link. */
function stateOf(ctx: Ctx, link: OfferLink): OfferedTimeView['state'] {
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

export const cancellationLink = {
  limit: 'cancellation-link',
  find: findQuestion,
  over: questionOver,
  answered: questionAnswered,
}

export const offerLink = {
  limit: 'offered-time-link',
  find: findOfferedTime,
  over: offerOver,
  answered: offerAnswered,
}
