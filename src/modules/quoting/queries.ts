import { fitsDriversDay } from '#modules/calendar/drivers-hours-rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { CREW_SIZE } from '#modules/fleet/rules.ts'
import { modelLeg, type TravelPoint } from '#modules/geo/osrm/rules.ts'
import { bannedClasses, vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { priceJob, type Price, type PricedJob, type Tariff } from '#modules/pricing/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { minutesBetween } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import { driversHoursOf, isAllowed, neededTrips } from './load/queries.ts'
import { PERSON_KG, tripsByVolume } from './load/rules.ts'
import { inTrips, tollsOf, type TimedMove } from './move/queries.ts'
import { waitingMinutesOf } from './move/rules.ts'
import { compareBy, MANY_REVIEWS, TOP_RATING, type Ordering } from './search/rules.ts'
import { isShownBefore, OUTCOMES } from './rules.ts'
import type { FoundPlace, FreeUnit } from './schedule/unit-availability-queries.ts'
import { isConfirmedAtOnce, searchUnits, type Among, type SearchFor } from './search/queries.ts'

/** A company's offer: its cheapest available unit, and the price with it. */
export interface Offer {
  unit: FreeUnit
  /** The move in the trips that this unit's van needs. */
  move: TimedMove
  price: Price
  /** If several vans or days are needed: then unit and move are the lead's on the first day, and the price is that of all. */
  plan?: OfferedPlan
}

export interface OfferedPlan {
  /** Each van on each of its days, the lead's first day first. */
  stretches: PlannedStretch[]
  vans: number
  days: number
  /** Who come on the first day, drivers included. */
  people: number
}

/** What one van of a plan does on one day, with its share of the load and its own price. */
export interface PlannedStretch {
  van: number
  day: 1 | 2
  unit: FreeUnit
  /** The work of its day; what it carries is its share. */
  move: TimedMove
  /** Lines of the order by their place, with the pieces that the van takes on all of its days. */
  share: { index: number; amount: number }[]
  price: Price
}

export interface Offers {
  offers: Offer[]
  /** The outcome for each unit of the area, shown or not (numbered in rules.ts). */
  unitIds: string[]
  outcomes: number[]
}

/** Candidates → facts → price: every company that can do the move at its time, each once. */
export async function findOffers(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  among?: Among,
): Promise<Offers> {
  const pickUp = move.places[0]
  if (!pickUp) throw new Error('A prepared move has a pick-up')
  const { free, notFree } = await searchUnits(ctx, { ...searchFor(move), among })
  const banned = ctx.config.guardOff.has('zone_bans') ? none : bannedClasses(charges, move.zoneVisits)
  const { offers, unitIds, outcomes } = await priceUnits(free, move, charges, banned)
  return { offers, unitIds: [...notFree.ids, ...unitIds], outcomes: [...notFree.outcomes, ...outcomes] }
}

/** The lowest whole price among them; null where there is none. */
export const lowestOf = (offers: readonly Offer[]): number | null =>
  offers.length > 0 ? offers.reduce((lowest, { price }) => Math.min(lowest, price.totalPence), Infinity) : null

/** What the database is asked for a move. */
export function searchFor(move: TimedMove): SearchFor {
  const { request, legs, load, places, start } = move
  return {
    district: places[0]?.outcode ?? '',
    area: places[0]?.area ?? '',
    vanCategory: request.vanCategory,
    needTailLift: request.needTailLift,
    jobKind: request.jobKind,
    help: request.manPower,
    start,
    load: {
      tripsByVolume: tripsByVolume(load, request.vanCategory),
      weightKg: load.weightKg,
      crewKg: PERSON_KG * CREW_SIZE[request.manPower],
      usualPayloadKg: VAN_DETAILS[request.vanCategory].payloadMinKg,
    },
    spans: neededTrips(request).map((trips) => ({
      trips,
      until: inTrips(move, trips).heldUntil,
      isAllowed: isAllowed(request, legs, trips),
    })),
  }
}

/** The move in each number of trips, laid out when it is first asked for. */
export function byTrips(move: TimedMove): (trips: number) => { move: TimedMove; job: PricedJob } {
  const known = new Map<number, { move: TimedMove; job: PricedJob }>()
  return (trips) => {
    const cached = known.get(trips)
    if (cached) return cached
    const own = inTrips(move, trips)
    const found = { move: own, job: pricedJobOf(own) }
    known.set(trips, found)
    return found
  }
}

const none: ReturnType<typeof bannedClasses> = new Map()

// Units priced in one turn of the loop: at 20 µs each, it takes well below the 10 ms after which other requests would
// feel it.
const unitsPerTurn = 200

async function priceUnits(
  free: readonly FreeUnit[],
  move: TimedMove,
  charges: readonly RoadCharge[],
  banned: ReturnType<typeof bannedClasses>,
) {
  const best = new Map<string, Offer>()
  const outcomes = new Map<string, number>()
  const inOwnTrips = byTrips(move)
  for (const [index, unit] of free.entries()) {
    if (index > 0 && index % unitsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
    if (banned.has(vehicleClassOf(unit.van))) {
      outcomes.set(unit.id, OUTCOMES.zone)
      continue
    }
    const own = inOwnTrips(unit.trips)
    const why = findDriveProblem(unit, own.move)
    const offer = why ? undefined : priceUnit(unit, own.move, own.job, charges)
    if (!offer) {
      outcomes.set(unit.id, OUTCOMES[why ?? 'rate'])
      continue
    }
    const rival = best.get(unit.company.id)
    const isCheaper = !rival || isShownBefore(rankedAs(offer), rankedAs(rival))
    outcomes.set(unit.id, isCheaper ? OUTCOMES.shown : OUTCOMES.cheaper_colleague)
    if (isCheaper && rival) outcomes.set(rival.unit.id, OUTCOMES.cheaper_colleague)
    if (isCheaper) best.set(unit.company.id, offer)
  }
  return { offers: [...best.values()], unitIds: [...outcomes.keys()], outcomes: [...outcomes.values()] }
}

const rankedAs = ({ unit: { id }, price: { totalPence } }: Offer) => ({ id, totalPence })

export const pricedJobOf = (move: TimedMove): PricedJob => ({
  start: move.start,
  minutes: move.work.labour,
  trips: move.trips,
  metres: move.metres,
  help: move.request.manPower,
  nation: move.nation,
  zoneVisits: move.zoneVisits,
  declaredWaitingMinutes: waitingMinutesOf(move.request),
  tolls: tollsOf(move).flatMap(({ amountPence, isCertain, ...toll }) =>
    isCertain && amountPence ? [{ ...toll, amountPence }] : [],
  ),
})

export function priceUnit(
  unit: FreeUnit,
  move: TimedMove,
  job: PricedJob,
  charges: readonly RoadCharge[],
): Offer | undefined {
  const price = priceJob(tariffFor(unit, move), unit.van, job, charges)
  return price && { unit, move, price }
}

/** The unit's tariff for this move, reduced to the one rate that applies. */
export function tariffFor({ tariff, pencePerHour }: FreeUnit, { request }: TimedMove): Tariff {
  return { ...tariff, pencePerHour: { [request.vanCategory]: { [request.manPower]: pencePerHour } } }
}

/** The van has to get here from the job before and from here to the one after, and its driver may not work too long a day. */
function findDriveProblem({ before, after, day }: FreeUnit, move: TimedMove): 'drive' | 'drivers_hours' | undefined {
  const [startPlace, endPlace] = [move.places[0], move.places.at(-1)]
  if (!startPlace || !endPlace) throw new Error('A prepared move has two places')
  if (before && minutesBetween(before.endsAt, move.start) < driveBetweenJobs(before.place, startPlace)) return 'drive'
  if (after && minutesBetween(move.heldUntil, after.startsAt) < driveBetweenJobs(endPlace, after.place)) return 'drive'
  const job = { start: move.start, startPlace, endPlace, ...driversHoursOf(move.request, move.work) }
  return fitsDriversDay<FoundPlace>(day, job, driveBetweenJobs) ? undefined : 'drivers_hours'
}

/** An end of a job as the drive model needs it: by outcode, because a hold stores only that and the position. */
export const travelPoint = ({ lat, lng, outcode }: FoundPlace): TravelPoint => ({
  postcode: outcode,
  outcode,
  area: areaOf(outcode) ?? outcode,
  lat,
  lng,
  precision: 'outcode',
  districtCode: null,
})

/** Driving minutes from the end of one job to the start of the next; the same for a search, its alternatives and a booking. */
export const driveBetweenJobs = (from: FoundPlace, to: FoundPlace): number =>
  modelLeg(travelPoint(from), travelPoint(to)).minutes

export interface OfferFilter {
  ordering: Ordering
  paymentMethod?: 'cash' | 'card'
  minRating?: number
  minReviews?: number
  /** Only those that confirm themselves. */
  atOnce?: 'true'
}

/** Offers that match the filter, in the requested order, for a job that was asked for at `start`. */
export function arrangeOffers(offers: readonly Offer[], filter: OfferFilter, start: Date, now: Date): Offer[] {
  const matching = offers.filter(
    ({ unit: { company } }) =>
      (!filter.paymentMethod || company.paymentMethods.includes(filter.paymentMethod)) &&
      (!filter.minRating || (company.rating ?? 0) >= filter.minRating) &&
      (!filter.minReviews || company.reviewsCount >= filter.minReviews),
  )
  const shown = filter.atOnce ? matching.filter((offer) => isConfirmedAtOnce(offer, now)) : matching
  const compare = compareBy(filter.ordering)
  return shown
    .map((offer) => ({ offer, rank: rankOf(offer, start) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ offer }) => offer)
}

/** How many of the offers each filter of the pages would leave; one that leaves all or none need not be shown. */
export function filterCountsOf(offers: readonly Offer[]) {
  const counts = { cash: 0, card: 0, topRated: 0, wellReviewed: 0 }
  for (const { unit } of offers) {
    const { paymentMethods, rating, reviewsCount } = unit.company
    if (paymentMethods.includes('cash')) counts.cash++
    if (paymentMethods.includes('card')) counts.card++
    if ((rating ?? 0) >= TOP_RATING) counts.topRated++
    if (reviewsCount >= MANY_REVIEWS) counts.wellReviewed++
  }
  return counts
}

const rankOf = ({ unit, move, price }: Offer, requestedStart: Date) => ({
  totalPence: price.totalPence,
  rating: unit.company.rating,
  reviewsCount: unit.company.reviewsCount,
  reliability: unit.company.reliability,
  minutesAway: Math.abs(minutesBetween(requestedStart, move.start)),
  id: unit.company.id,
})
