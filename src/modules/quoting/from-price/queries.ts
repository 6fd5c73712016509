import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { Place } from '#modules/geo/rules.ts'
import { listRoadCharges, cancellationPolicyAt } from '#modules/pricing/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ExpiringCache } from '#platform/caches.ts'
import { unitsOf } from '#platform/session.ts'
import { timeString } from '#shared/duration.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { prepareBetween, timed, prepareMove, type TimedMove, orderOf } from '../move/queries.ts'
import type { AskedMove } from '../move/rules.ts'
import { planSizeOf } from '../commands.ts'
import { findOffersAndPlans, needsPlan, refuseWithoutPlan, usualPlan } from '../plans/queries.ts'
import { atMost } from '../policy.ts'
import { findOffers, lowestOf, type Offer, type Offers } from '../queries.ts'
import { seenOutcomeOf, audienceText, type SeenOutcome } from '../insights/rules.ts'
import { offerOnWire, type Among } from '../search/queries.ts'
import type { FromPriceSize, getFromPrice, findLowestPrice, tryOutUnit } from './contract.ts'
import { NAMED_LOADS } from './data.ts'
import { withAssumedStart, type AssumedStart, districtPlace, FROM_PRICE_TIME, fromPriceDays } from './rules.ts'

type Answer = AnswerOf<typeof getFromPrice>
type Asked = InputOf<typeof getFromPrice>['query']

const KEPT_PAIRS = 2000
const KEPT_MS = 600_000
/** How many are worked out at the same time; each is a search. */
const AT_ONCE = 2

/** The price of a pair of districts, worked out once in ten minutes and once for all who wait for it. */
export function rememberedFromPrices(): (ctx: Ctx, asked: Asked) => Promise<Answer | Refusal> {
  const known = new ExpiringCache<Answer>(KEPT_PAIRS)
  const running = new Map<string, Promise<Answer | Refusal>>()
  const inTurn = atMost(AT_ONCE)
  return async (ctx, { from, to, size }) => {
    const ends = findEnds(from, to)
    if (ends instanceof Refusal) return ends
    const days = fromPriceDays(ctx.clock.now())
    const key = `${ends[0].outcode} ${ends[1].outcode} ${size} ${days[0]}`
    const cached = known.get(key) ?? running.get(key)
    if (cached) return cached
    const work = inTurn<Answer | Refusal>(
      () => findFromPrice(ctx, ends, size, days),
      refuse(commonRefusals.unavailable, { retryAfterSeconds: 1 }),
    ).finally(() => running.delete(key))
    running.set(key, work)
    const answer = await work
    if (!(answer instanceof Refusal)) known.set(key, answer, KEPT_MS)
    return answer
  }
}

type Ends = readonly [Place, Place]

function findEnds(from: string, to: string): Ends | Refusal {
  const [first, last] = [districtPlace(from), districtPlace(to)]
  const errors: FieldErrors = {}
  if (!first) errors.from = [unknownDistrict]
  if (!last) errors.to = [unknownDistrict]
  else if (first?.outcode === last.outcode)
    errors.to = ['Choose another district than the first. Within one the middle says nothing about the way.']
  return first && last && !errors.to ? [first, last] : refuse(commonRefusals.invalid, { errors })
}

const unknownDistrict = 'We don’t know this district. Enter the first half of a postcode, such as E17.'

async function findFromPrice(
  ctx: Ctx,
  ends: Ends,
  size: FromPriceSize,
  [soon, later]: readonly [LocalDay, LocalDay],
): Promise<Answer | Refusal> {
  const found = await priceOn(ctx, ends, size, soon)
  return found instanceof Refusal || found.fromPence !== null ? found : priceOn(ctx, ends, size, later)
}

/** Prices a move like a customer's search, without storing anything. */
async function priceOn(ctx: Ctx, ends: Ends, size: FromPriceSize, date: LocalDay): Promise<Answer | Refusal> {
  const load = NAMED_LOADS[size]
  const prepared = await prepareBetween(ctx, askedMove(ends, size, date), ends)
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that has a start was prepared without one')
  const { offers } = await findOffers(ctx, move, await listRoadCharges(ctx))
  const [from, to] = ends.map(({ outcode, town }) => ({ district: outcode, place: town }))
  if (!from || !to) throw new Error('A move has two ends')
  const { name, contents, vanCategory, manPower } = load
  const compare = new URLSearchParams({ from: from.district, to: to.district })
  return {
    from,
    to,
    load: { size, name, contents, vanCategory, manPower },
    startAt: move.start.toISOString(),
    distance: Math.round(move.metres),
    trips: move.trips,
    totalTime: timeString(move.work.rounded),
    fromPence: lowestOf(offers),
    companies: offers.length,
    countedAt: ctx.clock.now().toISOString(),
    compareUrl: `${ctx.config.publicUrl}/additional-services?${compare.toString()}`,
  }
}

function askedMove(ends: Ends, size: FromPriceSize, date: LocalDay): AskedMove {
  const { vanCategory, manPower, items } = NAMED_LOADS[size]
  return {
    routePoints: ends.map(({ postcode }, number) => ({
      number,
      postcode,
      stairs: 0,
      ...(number === 0 ? { date, time: FROM_PRICE_TIME } : {}),
    })),
    items: items.map((item) => ({ ...item, needAssembling: false, needDisassembling: false })),
    jobKind: 'home_or_office',
    manPower,
    vanCategory,
    needTailLift: false,
  }
}

/** The quotes' own search and prices, of which only the number and the lowest are answered and nothing is stored. */
export async function lowestPrice(ctx: Ctx, request: AskedMove): Promise<AnswerOf<typeof findLowestPrice> | Refusal> {
  const prepared = await prepareAssumed(ctx, request, { oneVan: false })
  if (prepared instanceof Refusal) return prepared
  const { move } = prepared
  const { offers } = await findOffersAndPlans(ctx, move, await listRoadCharges(ctx))
  const fromPence = lowestOf(offers)
  const refused = fromPence === null ? refuseWithoutPlan(move) : undefined
  if (refused) return refused
  const usual = fromPence === null && needsPlan(move) ? usualPlan(move) : undefined
  const plan = offers.find(({ price }) => price.totalPence === fromPence)?.plan
  return { ...startOnWire(prepared), companies: offers.length, fromPence, plan: plan ? planSizeOf(plan) : usual?.plan }
}

type Assumed = Omit<AssumedStart, 'move'> & { move: TimedMove }

/** A move, at the start that is assumed where none is chosen. */
export async function prepareAssumed(
  ctx: Ctx,
  request: AskedMove,
  needs?: Parameters<typeof prepareMove>[2],
): Promise<Assumed | Refusal> {
  const assumed = withAssumedStart(request, ctx.clock.now())
  const prepared = await prepareMove(ctx, assumed.move, { houses: false, ...needs })
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that needs a start was prepared without one')
  return { ...assumed, move }
}

export const startOnWire = ({ move, isDayAssumed, isTimeAssumed }: Assumed) => ({
  startAt: move.start.toISOString(),
  isDayAssumed,
  isTimeAssumed,
})

/** Up to the office, or to a colleague: then it is asked again without these. */
const APART: readonly SeenOutcome[] = ['not_operating', 'people', 'cheaper_colleague']

/** One unit held against a move by the statement, the rules and the prices of a customer's search. Writes nothing. */
export async function tryOut(
  ctx: Ctx,
  { unitId }: OwnUnit,
  request: InputOf<typeof tryOutUnit>['body'],
): Promise<AnswerOf<typeof tryOutUnit> | Refusal> {
  const prepared = await prepareMove(ctx, request, { houses: false, oneVan: false })
  if (prepared instanceof Refusal) return prepared
  const move = timed(prepared)
  if (!move) throw new Error('A move that needs a start was prepared without one')
  const charges = await listRoadCharges(ctx)
  const id = unitId.toLowerCase()
  // The unit is searched with the company's others: a search shows the cheapest of a company.
  const unitIds = [id, ...(unitsOf(ctx.actor)?.unitIds ?? [])]
  const searchAmong = (among: Among) => findOffersAndPlans(ctx, move, charges, { among })
  const seen = seenOf(await searchAmong({ unitIds, isAsChecked: false }), id)
  const ifChecked = APART.includes(seen.outcome)
    ? seenOf(await searchAmong({ unitIds: [id], isAsChecked: true }), id)
    : seen
  const { offer } = ifChecked
  return {
    order: orderOf(offer?.move ?? move, request, charges),
    ...describeOutcome(seen),
    otherwise: describeOutcome(ifChecked),
    offer: offer ? offerOnWire(offer, await cancellationPolicyAt(ctx, ctx.clock.now()), ctx.clock.now()) : null,
  }
}

/** What became of a unit among the offers; one that the search does not name works elsewhere. */
function seenOf({ offers, unitIds, outcomes }: Offers, id: string) {
  const outcome = seenOutcomeOf(outcomes[unitIds.indexOf(id)] ?? null)
  const hasUnit = ({ unit, plan }: Offer) => (plan?.stretches ?? [{ unit }]).some((one) => one.unit.id === id)
  return { outcome, offer: offers.find(hasUnit) }
}

const describeOutcome = ({ outcome }: { outcome: SeenOutcome }) => ({ outcome, reason: audienceText(outcome) })
