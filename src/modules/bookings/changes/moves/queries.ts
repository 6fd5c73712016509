import { isDeepStrictEqual } from 'node:util'
import { bannedClasses, vehicleClassOf } from '#modules/pricing/road-charges/rules.ts'
import { listRoadChargesAt } from '#modules/pricing/queries.ts'
import { priceJob, type PriceLine } from '#modules/pricing/rules.ts'
import { workOfMove, type KeptWork } from '#modules/quoting/commands.ts'
import { refuseIfImpossible } from '#modules/quoting/load/queries.ts'
import { tripsFor } from '#modules/quoting/load/rules.ts'
import { inTrips, prepareMove, timed, type TimedMove } from '#modules/quoting/move/queries.ts'
import { startOf, type AskedMove } from '#modules/quoting/move/rules.ts'
import { pricedJobOf } from '#modules/quoting/queries.ts'
import { moveAgainOf, type MoveAgain } from '#modules/quoting/saved-moves/queries.ts'
import { namesOf } from '#modules/quoting/saved-moves/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { Pence } from '#shared/money.ts'
import { addMinutes, formatTime, toLocal } from '#shared/local-time.ts'
import { notTheLead, vanKeptOut } from '../../contract.ts'
import { completePoints, pointProblems, type BookedPoint } from '../../create/rules.ts'
import { hashOf } from '../../gateway.ts'
import { pointsOf } from '../../lists/rules.ts'
import { changeMinutes, findBooking, placeInBooking, type BookingNow } from '../../queries.ts'
import { hasDay, isAgreed, isUnanswered, isUnderWay } from '../../rules.ts'
import { bookingOver } from '../editing/contract.ts'
import { sideOf } from '../queries.ts'
import type { Side } from '../rules.ts'
import {
  anotherVan,
  belowFee,
  needsDescription,
  crewNotOffered,
  moveChanged,
  nothingChanged,
  notConfirmedYet,
  type changeMove,
  type getBookedMove,
} from './contract.ts'
import { durationOf, feeAt, isBelowFee, newPrice, type BookedTerms } from './rules.ts'

/** A move with its price and time, as a booking has it. */
export interface PricedMove {
  move: AskedMove
  routePoints: BookedPoint[]
  work: KeptWork
  startAt: string
  endAt: string
  totalPence: Pence
  ceilingPence: Pence
  commissionablePence: Pence
  vatPence: Pence
  minimumTimePence: Pence
  lines: PriceLine[]
}

/** A proposed move, and the one that it replaces. */
export interface ProposedMove {
  from: PricedMove
  to: PricedMove
}

export type AskedChange = Omit<InputOf<typeof changeMove>['body'], 'totalPence' | 'words' | 'agreedByCustomer'>

/** Which side the caller acts for: the office for the customer, on the phone. */
export const sideInChange = (ctx: Ctx, booking: BookingNow): Side | undefined =>
  ctx.actor.kind === 'admin' ? (booking.awaitingVerification ? undefined : 'customer') : sideOf(ctx, booking)

/** A booking with all that a change of its move is worked out from. */
export interface BookedMove {
  booking: BookingNow
  side: Side
  now: PricedMove
  terms: BookedTerms | null
  /** What was agreed in words beside the move. */
  agreedMinutes: number
  customerNote: string
  companyName: string | null
  unit: { payloadKg: number | null; hasTailLift: boolean; helpLevels: readonly string[]; allowsAtOnce: boolean } | null
}

/** Reads without a lock, because places and roads are looked up before a transaction begins. */
export async function findBookedMove(ctx: Ctx, bookingId: string): Promise<BookedMove | Refusal> {
  const booking = await findBooking(ctx, bookingId)
  const side = booking && sideInChange(ctx, booking)
  if (!booking || !side) return refuse(commonRefusals.notFound)
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .leftJoin('fleet.working_unit as u', 'u.id', 'b.unitId')
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['b.move', 'b.routePoints', 'b.work', 'b.lines', 'b.commissionablePence', 'b.vatPence', 'b.bookedTerms'])
    .select([
      'b.customerNote',
      'u.helpLevels',
      'v.payloadKg',
      'v.hasTailLift',
      'c.changesAtOnce',
      'c.name as companyName',
    ])
    .select(changeMinutes('b').as('agreedMinutes'))
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const { move, routePoints, work, lines, commissionablePence, vatPence, helpLevels } = row
  const { totalPence, ceilingPence, minimumTimePence } = booking
  const times = { startAt: booking.start.toISOString(), endAt: booking.end.toISOString() }
  const pence = { totalPence, ceilingPence, commissionablePence, vatPence, minimumTimePence }
  return {
    booking,
    side,
    now: { move, routePoints, work, lines, ...times, ...pence },
    terms: row.bookedTerms,
    agreedMinutes: row.agreedMinutes,
    customerNote: row.customerNote,
    companyName: row.companyName,
    unit: helpLevels && {
      helpLevels,
      payloadKg: row.payloadKg,
      hasTailLift: row.hasTailLift ?? false,
      allowsAtOnce: row.changesAtOnce ?? false,
    },
  }
}

/** How a booking can be changed. */
export function wayToChange({ booking, terms }: Pick<BookedMove, 'booking' | 'terms'>) {
  if (isUnanswered(booking.status)) return 'quotes' as const
  if (!isAgreed(booking.status)) return 'closed' as const
  return booking.isPlanned || !terms ? ('words' as const) : ('move' as const)
}

const REFUSED = { quotes: notConfirmedYet, closed: bookingOver, words: needsDescription }

export async function readBookedMove(ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof getBookedMove> | Refusal> {
  const booked = await findBookedMove(ctx, bookingId)
  if (booked instanceof Refusal) return booked
  const { booking, now, side, customerNote } = booked
  // Streets and contacts are the driver’s once they have confirmed.
  if (side === 'mover' && !hasDay(booking.status)) return refuse(commonRefusals.notFound)
  const { day, minute } = toLocal(booking.start)
  const move: MoveAgain = await moveAgainOf(ctx, {
    ...now.move,
    names: namesOf(now.move),
    routePoints: now.routePoints.map(({ address, ...point }) => ({
      ...point,
      city: address?.city,
      location: address?.location,
    })),
    date: day,
    time: formatTime(minute),
  })
  const seesPrices = ctx.actor.kind !== 'hired'
  return {
    version: booking.version,
    move,
    routePoints: pointsOf(now.routePoints, now.work),
    customerNote,
    booked: {
      hash: ctx.actor.kind === 'customer' ? hashOf(ctx, booking.id) : null,
      companyName: booked.companyName,
      startAt: now.startAt,
      endAt: now.endAt,
      totalPence: seesPrices ? now.totalPence : null,
      ceilingPence: seesPrices ? now.ceilingPence : null,
    },
    way: wayToChange(booked),
  }
}

/** Why the caller may not change this booking’s move, whatever they ask for. */
export function findObstacle(ctx: Ctx, booked: BookedMove, version: number | null): Refusal | undefined {
  const { booking, side } = booked
  const way = wayToChange(booked)
  if (side === 'mover' && placeInBooking(ctx, booking) === 'other') return refuse(notTheLead)
  if (way !== 'move') return refuse(REFUSED[way])
  return version !== null && booking.version !== version ? refuse(moveChanged) : undefined
}

/** The move as it would be, with its price at the terms booked. Works out, and changes nothing. */
export async function planMove(
  ctx: Ctx,
  booked: BookedMove,
  requested: AskedChange,
  knownPoints: readonly BookedPoint[] = booked.now.routePoints,
): Promise<PricedMove | Refusal> {
  const { booking, now, terms, unit, agreedMinutes } = booked
  if (!terms || !unit) return refuse(needsDescription)
  const move = askedMove(booked, requested)
  if (move.vanCategory !== now.move.vanCategory || (move.needTailLift && !unit.hasTailLift)) return refuse(anotherVan)
  const points = bookedPoints(knownPoints, move)
  if (points instanceof Refusal) return points
  if (isSame(now, { move, routePoints: points })) return refuse(nothingChanged)
  const start = startOf(move.routePoints[0])
  const isOtherStart = start?.getTime() !== booking.start.getTime()
  const prepared = await prepareMove(ctx, move, { bookedAt: isOtherStart ? undefined : booking.start })
  if (prepared instanceof Refusal) return prepared
  const usual = timed(prepared)
  if (!usual) throw new Error('A move that needs a start was prepared without one')
  if (isOtherStart && isUnderWay(booking.status))
    return refuse(commonRefusals.invalid, {
      errors: { 'route_points.0.time': ['The job has begun, so it has no other start.'] },
    })
  const own = inOwnVan(usual, unit.payloadKg)
  if (own instanceof Refusal) return own
  const charges = await listRoadChargesAt(ctx, booking.createdAt)
  if (bannedClasses(charges, own.zoneVisits).has(vehicleClassOf(terms.van)))
    return refuse(vanKeptOut, {
      detail: 'This van may not enter a low emission zone on that way. Compare fresh prices for another van.',
    })
  const price = unit.helpLevels.includes(move.manPower)
    ? priceJob(terms.tariff, terms.van, pricedJobOf(own), charges)
    : undefined
  if (!price) return refuse(crewNotOffered)
  const to: PricedMove = {
    move,
    routePoints: points,
    work: workOfMove(own, charges),
    startAt: own.start.toISOString(),
    endAt: addMinutes(own.end, agreedMinutes).toISOString(),
    ...newPrice(now, price, isUnderWay(booking.status)),
  }
  return isBelowFee(to.totalPence, feeOfBooking(ctx, booking)) ? refuse(belowFee) : to
}

export const feeOfBooking = (ctx: Ctx, booking: BookingNow): number =>
  feeAt({ ...booking, isConfirmed: isAgreed(booking.status) && !isUnderWay(booking.status) }, ctx.clock.now())

/** What was sent in the shape of a booked move; notes of items and what no field asks for stay. */
function askedMove({ now }: BookedMove, { version: _version, ...requested }: AskedChange): AskedMove {
  const noteOf = (item: AskedMove['items'][number]) =>
    now.move.items.find(
      ({ movingItem, ownItem }) =>
        movingItem === item.movingItem && isDeepStrictEqual(ownItem ?? null, item.ownItem ?? null),
    )?.note
  return {
    ...now.move,
    ...requested,
    items: requested.items.map((item) => ({ ...item, note: noteOf(item) ?? null })),
  }
}

/** What is not sent of a stop that was there before stays as it was. */
function bookedPoints(known: readonly BookedPoint[], move: AskedMove): BookedPoint[] | Refusal {
  const routePoints = move.routePoints.map((point) => {
    const before = known.find(({ postcode }) => postcode === point.postcode)
    if (!before) return point
    const sent = Object.fromEntries(Object.entries(point).filter(([, value]) => value !== undefined))
    const { formattedAddress, ...unchanged } = before
    const address = unchanged.address ?? (formattedAddress ? { formattedAddress } : null)
    return { ...unchanged, address, ...sent, number: point.number, postcode: point.postcode, stairs: point.stairs }
  })
  const [first] = known
  const points = completePoints({ ...move, routePoints }, [], {
    name: first?.contactName ?? null,
    number: first?.contactNumber ?? null,
  })
  if (points === 'requote') return refuse(commonRefusals.invalid)
  const errors = pointProblems(points)
  return Object.keys(errors).length > 0 ? refuse(commonRefusals.invalid, { errors }) : points
}

/** Whether nothing of the price, the time or the places is another. */
function isSame(now: PricedMove, { move, routePoints }: Pick<PricedMove, 'move' | 'routePoints'>): boolean {
  const facts = (of: AskedMove, points: readonly BookedPoint[]) => [
    points,
    of.items.map(({ note: _note, movingItem, ownItem, ...item }) => [movingItem ?? null, ownItem ?? null, item]),
    [of.manPower, of.assemblingHelp ?? of.manPower, of.disassemblingHelp ?? of.manPower, of.needTailLift],
    [durationOf(of.extraTime), durationOf(of.declaredWaiting)],
    startOf(of.routePoints[0])?.getTime(),
  ]
  return isDeepStrictEqual(facts(now.move, now.routePoints), facts(move, routePoints))
}

interface EditedMove {
  move: Pick<AskedMove, 'items'>
  routePoints: readonly { postcode: string }[]
}

/** The proposed move with the streets, contacts and notes that were edited after it was proposed. */
export function withEdits<Move extends AskedMove, Point extends { postcode: string }>(
  to: { move: Move; routePoints: readonly Point[] },
  from: EditedMove,
  current: EditedMove,
): { move: Move; routePoints: Point[] } {
  const atPostcode = (postcode: string) => (point: { postcode: string }) => point.postcode === postcode
  const isOfItem = (item: AskedMove['items'][number]) => (other: AskedMove['items'][number]) =>
    isDeepStrictEqual([other.movingItem, other.ownItem], [item.movingItem, item.ownItem])
  return {
    routePoints: to.routePoints.map((point) => {
      const isSame = atPostcode(point.postcode)
      return { ...point, ...editsOf(from.routePoints.find(isSame), current.routePoints.find(isSame)) }
    }),
    move: {
      ...to.move,
      items: to.move.items.map((item) => {
        const isSame = isOfItem(item)
        const edits: { note?: string | null } = editsOf(from.move.items.find(isSame), current.move.items.find(isSame))
        return 'note' in edits ? { ...item, note: edits.note } : item
      }),
    },
  }
}

const editsOf = (before: object | undefined, now: object | undefined) =>
  before && now
    ? Object.fromEntries(
        Object.entries(now).filter(
          ([key, value]) => !isDeepStrictEqual(value, (before as Record<string, unknown>)[key]),
        ),
      )
    : {}

/** In as many trips as this van needs, or why it cannot do it. */
function inOwnVan(move: TimedMove, payloadKg: number | null): TimedMove | Refusal {
  const { request, legs, load } = move
  const refused = refuseIfImpossible(request, legs, payloadKg)
  if (refused) return refused
  return inTrips(move, tripsFor(load, { category: request.vanCategory, payloadKg }, request.manPower) ?? move.trips)
}
