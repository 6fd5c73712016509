import { commissionPercentOf } from '#modules/companies/queries.ts'
import { type HelpLevel, type VanCategory, VAN_NAMES } from '#modules/fleet/rules.ts'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { payoutAfterCommission } from '#modules/pricing/commission-rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { type Fuel, bannedClasses, vehicleClassOf } from '#modules/pricing/road-charges/rules.ts'
import { priceJob, type Price, type Tariff } from '#modules/pricing/rules.ts'
import { getTariff } from '#modules/pricing/tariffs/queries.ts'
import { hoursFromWire, hoursProblems, rateProblems, ratesOf } from '#modules/pricing/tariffs/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import {
  commonRefusals,
  invalidField,
  refuse,
  Refusal,
  type AnswerOf,
  type FieldErrors,
  type InputOf,
} from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import { neededTrips, refuseIfImpossible } from '../load/queries.ts'
import { tripsFor } from '../load/rules.ts'
import { inTrips, zonesOn, type TimedMove, orderOf, prepareMove, timed } from '../move/queries.ts'
import { stairsOf, waitingMinutesOf } from '../move/rules.ts'
import { pricedJobOf, type Offer } from '../queries.ts'
import type { simulatePrice } from './contract.ts'
import type { ReplayedMove, ReplayedPlace, StoredSearch } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.search.replay': ReplayedMove | null
  }
}

/** What a search stores of its move. */
export function replayedMove(move: TimedMove): ReplayedMove {
  const { request, legs, work, load, start } = move
  const waiting = waitingMinutesOf(request)
  const zones = zonesOn(move.zones, localDayOf(start))
  return {
    legs: legs.map(({ minutes }) => minutes),
    metres: Math.round(move.onceMetres),
    stairs: stairsOf(request),
    furniture: [work.dismantling, work.assembling],
    load: [load.weightKg, load.volumeM3],
    nation: move.nation,
    ...(waiting > 0 ? { waiting } : {}),
    ...(zones.length > 0
      ? { zones: zones.map(({ zone, isInside }) => [zone.code, isInside.map(flagOf), zone.edgeMinutes]) }
      : {}),
    ...(move.tolls.some(({ isCertain }) => isCertain) ? { tolls: tollPence(move) } : {}),
  }
}

const flagOf = (isInside: boolean) => (isInside ? 1 : 0)

/** Pence of the certain tolls, by the number of trips from one on. */
function tollPence(move: TimedMove): number[] {
  const needed = neededTrips(move.request)
  return Array.from({ length: Math.max(0, ...needed) }, (_, index) => {
    const trips = index + 1
    const { tolls = [] } = needed.includes(trips) ? pricedJobOf(inTrips(move, trips)) : {}
    return tolls.reduce((sum, { amountPence, passages }) => sum + amountPence * passages, 0)
  })
}

/** The cheapest company, and the price of the next: what a company's own offer has to beat. */
export function cheapestTwo(offers: readonly Offer[]): {
  company: string | null
  pence: number | null
  next: number | null
} {
  let [first, second]: (Offer | undefined)[] = []
  for (const offer of offers)
    if (!first || offer.price.totalPence < first.price.totalPence) [first, second] = [offer, first]
    else if (!second || offer.price.totalPence < second.price.totalPence) second = offer
  return {
    company: first?.unit.company.id ?? null,
    pence: first?.price.totalPence ?? null,
    next: second?.price.totalPence ?? null,
  }
}

/** A row of quoting.search, as far as a replay reads it. */
export interface SearchRow {
  district: string
  area: string
  vanCategory: VanCategory
  helpLevel: HelpLevel
  jobKind: string
  needTailLift: boolean
  startAt: Date
  places: [outcode: string, town: string][]
  /** Null in those stored before there were replays. */
  replay: ReplayedMove | null
  rivalPence: number | null
}

/** Undefined where nothing was stored to replay it. */
export function storedSearch(row: SearchRow): StoredSearch | undefined {
  const { district, area, vanCategory, helpLevel: help, jobKind, needTailLift, startAt: start, rivalPence } = row
  const [startPlace, endPlace] = [placeOf(row.places[0]), placeOf(row.places.at(-1))]
  if (!row.replay || !startPlace || !endPlace) return undefined
  const criteria = { district, area, vanCategory, help, jobKind, needTailLift }
  return { ...criteria, start, startPlace, endPlace, move: row.replay, rivalPence }
}

/** A search keeps outcodes only: the middle of one, or of the area of one that is not in the table. */
function placeOf([outcode]: readonly string[] = []): ReplayedPlace | undefined {
  if (outcode === undefined) return undefined
  const found = outcodes.get(outcode) ?? areas.get(areaOf(outcode) ?? '')
  return found && { lat: found.lat, lng: found.lng, outcode }
}

type Asked = InputOf<typeof simulatePrice>['body']
type Answer = AnswerOf<typeof simulatePrice>
type Prices = NonNullable<Asked['prices']>

/** What the company would quote for a job: the same rules as a search, with prices that may differ from the saved ones. */
export async function simulate(ctx: Ctx, companyId: string, request: Asked): Promise<Answer | Refusal> {
  const problems = priceProblems(request.prices ?? {})
  if (Object.keys(problems).length > 0) return refuse(commonRefusals.invalid, { errors: problems })
  const van = await findVan(ctx, companyId, request)
  if (van instanceof Refusal) return van
  const prepared = await prepareMove(ctx, request)
  if (prepared instanceof Refusal) return prepared
  const usual = timed(prepared)
  if (!usual) throw new Error('A move that needs a start was prepared without one')
  const move = inOwnVan(usual, van?.payloadKg ?? null)
  if (move instanceof Refusal) return move
  const { tariff: saved } = await getTariff(ctx, companyId)
  const tariff = withPrices(saved, request.prices ?? {})
  const charges = await listRoadCharges(ctx)
  const pricedVan = { category: request.vanCategory, ...(van ?? assumedVan) }
  const keptOutOf = bannedClasses(charges, move.zoneVisits).get(vehicleClassOf(pricedVan)) ?? null
  const price = keptOutOf ? undefined : priceJob(tariff, pricedVan, pricedJobOf(move), charges)
  const hourlyPence = tariff.pencePerHour[request.vanCategory]?.[request.manPower]
  return {
    order: orderOf(move, request, charges),
    price: price && hourlyPence ? { hourlyPence, ...(await shownPrice(ctx, companyId, price)) } : null,
    van: van && { registration: van.registration, fuel: van.fuel, euroClass: van.euroClass },
    keptOutOf,
  }
}

/** In as many trips as this van needs, or why it cannot do it. */
function inOwnVan(move: TimedMove, payloadKg: number | null): TimedMove | Refusal {
  const { request, legs, load } = move
  const refused = refuseIfImpossible(request, legs, payloadKg)
  if (refused) return refused
  return inTrips(move, tripsFor(load, { category: request.vanCategory, payloadKg }, request.manPower) ?? move.trips)
}

/** Van assumed if the company has none of this kind yet. It pays no ULEZ charge, like nearly every van on offer. */
const assumedVan = { fuel: 'diesel', euroClass: 6 } as const

function priceProblems({ rates, standardHours }: Prices): FieldErrors {
  const errors = { ...rateProblems(rates ?? []), ...hoursProblems(standardHours ?? []) }
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [`prices.${path}`, messages]))
}

function withPrices(saved: Tariff, { rates, standardHours, ...others }: Prices): Tariff {
  const sent = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return {
    ...saved,
    ...sent,
    ...(rates ? { pencePerHour: ratesOf(rates) } : {}),
    ...(standardHours ? { standardHours: hoursFromWire(standardHours) } : {}),
  }
}

interface FoundVan {
  registration: string
  fuel: Fuel
  euroClass: number | null
  payloadKg: number | null
  grossWeightKg: number | null
}

/** The van of the named unit, or of the company's first unit that has such a van. */
async function findVan(
  ctx: Ctx,
  companyId: string,
  { unitId, vanCategory }: { unitId?: string | null; vanCategory: VanCategory },
): Promise<FoundVan | Refusal | null> {
  const row = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .select(['v.category', 'v.registration', 'v.fuel', 'v.euroClass', 'v.payloadKg', 'v.grossWeightKg'])
    .where('u.companyId', '=', companyId)
    .where((eb) => (unitId ? eb('u.id', '=', unitId) : eb('v.category', '=', vanCategory)))
    .orderBy('u.createdAt')
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return unitId ? refuse(commonRefusals.notFound) : null
  if (!row.category || !row.registration || !row.fuel) return null
  if (row.category !== vanCategory) return invalidField('unit_id', `This unit drives a ${VAN_NAMES[row.category]}.`)
  const { registration, fuel, euroClass, payloadKg, grossWeightKg } = row
  return { registration, fuel, euroClass, payloadKg, grossWeightKg }
}

async function shownPrice(ctx: Ctx, companyId: string, price: Price) {
  const { percent } = await ctx.db
    .selectNoFrom(commissionPercentOf(companyId, ctx.clock.now()).as('percent'))
    .executeTakeFirstOrThrow()
  return {
    lines: price.lines,
    totalPence: price.totalPence,
    ceilingPence: price.ceilingPence,
    vatPence: price.vatPence,
    ...payoutAfterCommission(price, percent),
    chargedMinutes: price.chargedMinutes,
    isMinimumTime: price.isMinimumTime,
  }
}
