import { modelLeg, type TravelPoint } from '#modules/geo/travel/rules.ts'
import { bannedClasses, vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { priceJob, type Price, type PricedJob, type Tariff } from '#modules/pricing/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localDayOf, minutesBetween, toLocal, type LocalDay } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import { tollsOf, type TimedMove } from './move/queries.ts'
import { compareBy, OUTCOMES, type Ordering } from './rules.ts'
import { searchUnits, type FoundPlace, type FreeUnit } from './search/queries.ts'

/** A company's offer: its cheapest unit that can do the job, and the price by it. */
export interface Offer {
  unit: FreeUnit
  price: Price
}

export interface Offers {
  offers: Offer[]
  /** What became of each unit of the area, shown or not (rules.ts names the numbers). */
  unitIds: string[]
  outcomes: number[]
}

/** Candidates → facts → price: every company that can really do the move at its time, each once. */
export async function findOffers(ctx: Ctx, move: TimedMove, charges: readonly RoadCharge[]): Promise<Offers> {
  const pickUp = move.places[0]
  if (!pickUp) throw new Error('A prepared move has a pick-up')
  const { free, notFree } = await searchUnits(ctx, {
    district: pickUp.outcode,
    area: pickUp.area,
    vanCategory: move.asked.vanCategory,
    needTailLift: move.asked.needTailLift,
    jobKind: move.asked.jobKind,
    help: move.asked.manPower,
    start: move.start,
    end: move.end,
  })
  const banned = ctx.config.guardOff.has('zone_bans') ? none : bannedClasses(charges, move.zoneVisits)
  const { offers, unitIds, outcomes } = await priceUnits(free, move, charges, banned)
  return { offers, unitIds: [...notFree.ids, ...unitIds], outcomes: [...notFree.outcomes, ...outcomes] }
}

const none: ReturnType<typeof bannedClasses> = new Map()

// At 20 µs a unit, a slice of the loop stays well below the 10 ms after which other requests would feel it.
const unitsPerTurn = 200

async function priceUnits(
  free: readonly FreeUnit[],
  move: TimedMove,
  charges: readonly RoadCharge[],
  banned: ReturnType<typeof bannedClasses>,
) {
  const best = new Map<string, Offer>()
  const outcomes = new Map<string, number>()
  const job = pricedJobOf(move)
  for (const [index, unit] of free.entries()) {
    if (index > 0 && index % unitsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
    if (banned.has(vehicleClassOf(unit.van))) {
      outcomes.set(unit.id, OUTCOMES.zone)
      continue
    }
    const offer = canDriveBetweenJobs(unit, move) ? priceUnit(unit, move, job, charges) : undefined
    if (!offer) {
      outcomes.set(unit.id, OUTCOMES.drive)
      continue
    }
    const rival = best.get(unit.company.id)
    const isCheaper = !rival || offer.price.totalPence < rival.price.totalPence
    outcomes.set(unit.id, isCheaper ? OUTCOMES.shown : OUTCOMES.cheaper_colleague)
    if (isCheaper && rival) outcomes.set(rival.unit.id, OUTCOMES.cheaper_colleague)
    if (isCheaper) best.set(unit.company.id, offer)
  }
  return { offers: [...best.values()], unitIds: [...outcomes.keys()], outcomes: [...outcomes.values()] }
}

export const pricedJobOf = (move: TimedMove): PricedJob => ({
  start: move.start,
  minutes: move.work.rounded,
  metres: move.metres,
  help: move.asked.manPower,
  nation: move.nation,
  zoneVisits: move.zoneVisits,
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
  return price && { unit, price }
}

/** What the unit has to charge for this move, with the one rate that counts. */
export function tariffFor({ tariff, pencePerHour }: FreeUnit, { asked }: TimedMove): Tariff {
  return { ...tariff, pencePerHour: { [asked.vanCategory]: { [asked.manPower]: pencePerHour } } }
}

/** The van has to get here from the job before, and from here to the one after. */
function canDriveBetweenJobs({ before, after }: FreeUnit, move: TimedMove): boolean {
  const first = move.places[0]
  const last = move.places.at(-1)
  if (!first || !last) return false
  if (before && minutesBetween(before.endsAt, move.start) < driveBetweenJobs(before.place, first)) return false
  return !after || minutesBetween(move.end, after.startsAt) >= driveBetweenJobs(last, after.place)
}

/** An end of a job as the drive model takes it: by its outcode, because that is all a hold keeps besides the position. */
export const travelPoint = ({ lat, lng, outcode }: FoundPlace): TravelPoint => ({
  postcode: outcode,
  outcode,
  area: areaOf(outcode) ?? outcode,
  lat,
  lng,
  precision: 'outcode',
  districtCode: null,
})

/** Minutes from where one job ends to where the next begins: the same for a search, its alternatives and a booking. */
export const driveBetweenJobs = (from: FoundPlace, to: FoundPlace): number =>
  modelLeg(travelPoint(from), travelPoint(to)).minutes

export interface OfferFilter {
  ordering: Ordering
  paymentMethod?: string
  minRating?: number
  minReviews?: number
}

/** Those that a filter leaves, in the order asked for, of a job that begins at `start`. */
export function arrangeOffers(offers: readonly Offer[], filter: OfferFilter, start: Date): Offer[] {
  const kept = offers.filter(
    ({ unit: { company } }) =>
      (!filter.paymentMethod || company.paymentMethods.includes(filter.paymentMethod)) &&
      (!filter.minRating || (company.rating ?? 0) >= filter.minRating) &&
      (!filter.minReviews || company.reviewsCount >= filter.minReviews),
  )
  const compare = compareBy(filter.ordering)
  const day = localDayOf(start)
  return kept
    .map((offer) => ({ offer, rank: rankOf(offer, day) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ offer }) => offer)
}

const rankOf = ({ unit, price }: Offer, day: LocalDay) => ({
  totalPence: price.totalPence,
  rating: unit.company.rating,
  reviewsCount: unit.company.reviewsCount,
  freeFrom: freeFromMinute(unit, day),
  id: unit.company.id,
})

/** The minute of the day from which the van is free: its opening hour, or the end of the job before on that same day. */
function freeFromMinute({ opensAt, before }: FreeUnit, day: LocalDay): number {
  const ended = before && toLocal(before.endsAt)
  return ended?.day === day ? Math.max(opensAt, ended.minute) : opensAt
}
