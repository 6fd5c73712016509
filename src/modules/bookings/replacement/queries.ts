import { sql } from 'kysely'
import { commissionPercentOf } from '#modules/companies/queries.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { payoutAfterCommission } from '#modules/pricing/commission-rules.ts'
import { cancellationPolicyAt, listRoadCharges } from '#modules/pricing/queries.ts'
import { saveSearch, storedOffer, type FrozenQuote, type KeptWork } from '#modules/quoting/commands.ts'
import { prepareMove, timed } from '#modules/quoting/move/queries.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { arrangeOffers, findOffers } from '#modules/quoting/queries.ts'
import { outcomeOf, OUTCOME_TEXTS } from '#modules/quoting/rules.ts'
import { offerOnWire } from '#modules/quoting/search/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import { mayCancelFree } from '../day/clock/rules.ts'
import { mayAnswer } from '../policy.ts'
import { notLate, type findFreeNow, notFree, type listRebookings as listEndpoint } from './contract.ts'
import { isPast, MOST_SHOWN, soonestStart } from '../rules.ts'

/** The move as it was booked, priced as a search would price it now, without the company that is late. */
export async function listFreeNow(ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof findFreeNow> | Refusal> {
  const booking = await ctx.db
    .selectFrom('bookings.booking')
    .select(['status', 'companyId', 'startAt as start', 'move'])
    .where('id', '=', bookingId)
    .where('customerId', '=', userIdOf(ctx.actor))
    .where('awaitingVerification', '=', false)
    .executeTakeFirst()
  if (!booking) return refuse(commonRefusals.notFound)
  const now = ctx.clock.now()
  if (!mayCancelFree(booking, now)) return refuse(notLate)
  const { move, companyId } = booking
  const soonest = soonestStart(now)
  const routePoints = move.routePoints.map((point, index) => (index === 0 ? { ...point, ...soonest } : point))
  const prepared = await prepareMove(ctx, { ...move, routePoints })
  if (prepared instanceof Refusal) return prepared
  const timedMove = timed(prepared)
  if (!timedMove) throw new Error('A move that needs a start was prepared without one')
  const charges = await listRoadCharges(ctx)
  const found = await findOffers(ctx, timedMove, charges)
  const others = found.offers.filter(({ unit }) => unit.company.id !== companyId)
  const page = arrangeOffers(others, { ordering: 'best' }, timedMove.start, now).slice(0, MOST_SHOWN)
  const policy = await cancellationPolicyAt(ctx, now)
  const savedOffers = await saveSearch(ctx, timedMove, { ...found, charges }, page, false)
  return {
    startAt: timedMove.start.toISOString(),
    count: others.length,
    results: savedOffers.map(({ quoteId, validUntil, offer }) => ({
      quoteId,
      validUntil: validUntil.toISOString(),
      ...offerOnWire(offer, policy, now),
    })),
  }
}

/** A price that was shown, with everything that a booking is made from. */
interface QuoteAgain extends FrozenQuote {
  paymentMethod: 'cash' | 'card'
  move: AskedMove
  work: KeptWork
}

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'bookings.rebooking.quote': QuoteAgain
  }
}

interface When {
  date: string
  time: string
}

interface PricedAgain {
  unitId: string
  start: Date
  end: Date
  quote: QuoteAgain
}

/** The same move in the same van at another time, priced as a search would price it today. */
export async function quoteRebooking(
  ctx: Ctx,
  bookingId: string,
  { date, time }: When,
): Promise<PricedAgain | Refusal> {
  const booking = await ctx.db
    .selectFrom('bookings.booking')
    .select(['status', 'unitId', 'move', 'paymentMethod'])
    .where('id', '=', bookingId)
    .where('customerId', '=', userIdOf(ctx.actor))
    .where('awaitingVerification', '=', false)
    .executeTakeFirst()
  if (!booking) return refuse(commonRefusals.notFound)
  const { unitId, move, paymentMethod } = booking
  // Who has no driver any more compares prices instead.
  if (!unitId || !isPast(booking.status)) return refuse(commonRefusals.conflict)
  const requestedMove = {
    ...move,
    routePoints: move.routePoints.map((point, index) => (index === 0 ? { ...point, date, time } : point)),
  }
  const prepared = await prepareMove(ctx, requestedMove)
  if (prepared instanceof Refusal) return named(prepared)
  const timedMove = timed(prepared)
  if (!timedMove) throw new Error('A move that needs a start was prepared without one')
  const charges = await listRoadCharges(ctx)
  const { offers, unitIds, outcomes } = await findOffers(ctx, timedMove, charges, {
    unitIds: [unitId],
    isAsChecked: false,
  })
  const offer = offers.find(({ unit }) => unit.id === unitId)
  if (!offer) {
    const outcome = outcomeOf(outcomes[unitIds.indexOf(unitId)] ?? 0)
    ctx.log.debug({ outcome: outcome && OUTCOME_TEXTS[outcome] }, 'not free for a re-booking')
    return refuse(notFree)
  }
  const { paymentMethods } = offer.unit.company
  const method = paymentMethods.includes(paymentMethod) ? paymentMethod : (paymentMethods[0] ?? paymentMethod)
  return {
    unitId,
    start: offer.move.start,
    end: offer.move.end,
    quote: { ...storedOffer(offer, charges), paymentMethod: method, move: requestedMove },
  }
}

/** Errors of the start are reported at the fields of this request. */
function named(refusal: Refusal): Refusal {
  if (!refusal.errors) return refusal
  const errors = Object.fromEntries(
    Object.entries(refusal.errors).map(([path, texts]) => [
      path.replace(/^route_points\.0\.(date|time)$/, '$1'),
      texts,
    ]),
  )
  return new Refusal(refusal.kind, {
    detail: refusal.detail,
    errors,
    ...(refusal.suggested ? { suggested: refusal.suggested } : {}),
  })
}

const rebookings = (ctx: Ctx, { unitId }: OwnUnit) =>
  ctx.db
    .selectFrom('bookings.rebooking as q')
    .innerJoin('bookings.booking as b', 'b.id', 'q.bookingId')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .where('q.unitId', '=', unitId)
    .where('q.status', '=', sql.lit('open'))

/** A page of those that are open: two statements, however many there are. */
export async function listRebookings(
  ctx: Ctx,
  unit: OwnUnit,
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const path = `/api/booking/working-unit/${unit.unitId}/re-bookings/`
  const columns = { 'q.start_at': 'timestamptz', 'q.booking_id': 'uuid' } as const
  const page = openPage(ctx, { list: path, direction: 'asc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const [count, found] = await Promise.all([
    countOf(ctx, page, rebookings(ctx, unit)),
    rebookings(ctx, unit)
      .select(['q.bookingId', 'q.startAt', 'q.endAt', 'q.respondBy', 'q.quote', 'u.firstName'])
      .select(commissionPercentOf(unit.companyId, ctx.clock.now()).as('commissionPercent'))
      .select('b.startAt as beforeAt')
      .select(sql<unknown[]>`${page.key}`.as('key'))
      .$call(page.cut)
      .execute(),
  ])
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  const isOwner = ctx.actor.kind === 'driver'
  return {
    ...answer,
    results: rows.flatMap(({ quote, ...row }) => {
      if (!quote) return []
      const { order, places } = quote.work
      const end = (index: number) => ({ outcode: places.at(index)?.outcode ?? '', place: places.at(index)?.town ?? '' })
      return {
        bookingId: row.bookingId,
        workingUnitId: unit.unitId,
        customer: { firstName: row.firstName },
        startAt: row.startAt.toISOString(),
        endAt: row.endAt.toISOString(),
        respondBy: row.respondBy.toISOString(),
        beforeAt: row.beforeAt.toISOString(),
        from: end(0),
        to: end(-1),
        vanCategory: quote.move.vanCategory,
        manPower: quote.move.manPower,
        totalTime: order.totalTime,
        trips: order.trips ?? 1,
        paymentMethod: quote.paymentMethod,
        totalPence: isOwner ? quote.totalPence : null,
        youKeepPence: isOwner ? payoutAfterCommission(quote, row.commissionPercent).keptPence : null,
        mayAnswer: mayAnswer(ctx.actor),
      }
    }),
  }
}
