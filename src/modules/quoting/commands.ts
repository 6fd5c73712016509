import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DriversHours } from '#modules/calendar/drivers-hours-rules.ts'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { deleteInBatches } from '#platform/housekeeping.ts'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs.ts'
import { newSecret } from '#platform/secrets.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { addDays, addMinutes, localDayOf, startOfDay } from '#shared/local-time.ts'
import { driversHoursOf } from './load/queries.ts'
import { orderOf, type ClientFigures, type TimedMove } from './move/queries.ts'
import type { AskedMove } from './move/rules.ts'
import type { Offer, OfferedPlan, Offers, PlannedStretch } from './queries.ts'
import { cheapestTwo, replayedMove } from './replay/queries.ts'
import { KEPT_DAYS, QUOTE_MINUTES, quoteIdParts } from './rules.ts'
import { eraseOfficePlans } from './office-plans/commands.ts'
import { eraseKeptMoves } from './saved-moves/commands.ts'

export interface KeptQuote {
  quoteId: string
  validUntil: Date
  offer: Offer
}

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.offer_page.move': AskedMove
    'quoting.offer_page.work': OfferedWork
    /** Frozen quotes, by the second half of their ids. */
    'quoting.offer_page.quotes': Record<string, FrozenQuote>
    /** Outcode and town of each place. */
    'quoting.search.places': [outcode: string, town: string][]
  }
}

export interface FoundSearch extends Offers {
  charges: readonly RoadCharge[]
}

/**
 * Stores the page's offers as quotes for as long as they can be booked and, if `isRemembered`, the search with every unit's outcome
 * for thirty days. One statement.
 */
export async function saveSearch(
  ctx: Ctx,
  move: TimedMove,
  found: FoundSearch,
  page: readonly Offer[],
  isRemembered: boolean,
): Promise<KeptQuote[]> {
  const now = ctx.clock.now()
  const validUntil = addMinutes(now, QUOTE_MINUTES)
  const pages = pagesOf(move, page)
  const savedQuotes = page.map((offer) => {
    const stored = pages.get(offer.move.start.getTime())
    if (!stored) throw new Error('Every offer is on the page of its start')
    const { key } = quoteIdParts(newSecret())
    stored.quotes[key] = frozen(offer, found.charges)
    return { quoteId: stored.id + key, validUntil, offer }
  })
  if (!isRemembered && savedQuotes.length === 0) return []
  const { places, metres, request } = move
  const units = isRemembered ? askedUnits(found) : noUnits
  const today = localDayOf(now)
  const cheapest = cheapestTwo(found.offers)
  await sql`/* quote-keep */
    with list as (
      insert into quoting.unit_list (digest, unit_ids, last_day)
      select ${units.digest}::bytea, ${`{${units.ids.join(',')}}`}::uuid[], ${today}::date
      where ${isRemembered}::boolean
        and not exists (select from quoting.unit_list where digest = ${units.digest}::bytea and last_day >= ${today}::date)
      on conflict (digest) do update set last_day = excluded.last_day
    ), search as (
      insert into quoting.search (created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, job_kind,
        need_tail_lift, metres, places, offers, cheapest_pence, asked, outcomes, replay, cheapest_company, next_pence)
      select ${now}, ${places[0]?.outcode}, ${places[0]?.area}, ${move.start}, ${move.end}, ${request.vanCategory}, ${request.manPower}, ${request.jobKind},
        ${request.needTailLift}::boolean, ${Math.round(metres)}::int, ${JSON.stringify(places.map(({ outcode, town }) => [outcode, town]))}::json,
        ${found.offers.length}::int, ${cheapest.pence}::bigint, ${units.digest}::bytea, ${units.outcomes}::bytea,
        ${isRemembered ? JSON.stringify(replayedMove(move)) : null}::json, ${cheapest.company}::uuid, ${cheapest.next}::bigint
      where ${isRemembered}::boolean
    )
    insert into quoting.offer_page (id, valid_until, start_at, end_at, move, work, quotes)
    ${pages.size > 0 ? sql.join([...pages.values()].map(pageRow(validUntil, found.charges)), sql` union all `) : noPage}`.execute(
    ctx.db,
  )
  return savedQuotes
}

interface StoredPage {
  id: string
  move: TimedMove
  offers: Offer[]
  quotes: Record<string, FrozenQuote>
}

/**
 * Pages by start: nearly always the requested one, and further ones if companies are listed that are free at another
 * time.
 */
function pagesOf(requestedMove: TimedMove, page: readonly Offer[]): Map<number, StoredPage> {
  const pages = new Map<number, StoredPage>()
  for (const [at, offers] of Map.groupBy(page, ({ move }) => move.start.getTime())) {
    const move = at === requestedMove.start.getTime() ? requestedMove : (offers[0]?.move ?? requestedMove)
    pages.set(at, { id: quoteIdParts(newSecret()).pageId, move, offers, quotes: {} })
  }
  return pages
}

const pageRow =
  (validUntil: Date, charges: readonly RoadCharge[]) =>
  ({ id, move, offers, quotes }: StoredPage) =>
    sql`select ${id}::text, ${validUntil}::timestamptz, ${move.start}::timestamptz, ${move.end}::timestamptz, ${JSON.stringify(move.request)}::json,
      ${JSON.stringify(offeredWork(move, offers, charges))}::json, ${JSON.stringify(quotes)}::json`
const noPage = sql`select null::text, null::timestamptz, null::timestamptz, null::timestamptz, null::json, null::json, null::json where false`

interface AskedUnits {
  digest: Buffer
  ids: readonly string[]
  outcomes: Buffer
}

const noUnits: AskedUnits = { digest: Buffer.alloc(0), ids: [], outcomes: Buffer.alloc(0) }

/** In a fixed order, so that all searches of the same units share one stored list. */
function askedUnits({ unitIds, outcomes }: Offers): AskedUnits {
  const outcomeOfUnit = new Map(unitIds.map((id, index) => [id, outcomes[index] ?? 0]))
  const ids = unitIds.toSorted()
  return {
    digest: createHash('sha256').update(ids.join()).digest(),
    ids,
    outcomes: Buffer.from(ids.map((id) => outcomeOfUnit.get(id) ?? 0)),
  }
}

/** A quote within its page, by its key. */
export interface FrozenQuote {
  unitId: string
  /** Left out in those of an earlier version: once. */
  trips?: number
  totalPence: number
  ceilingPence: number
  commissionablePence: number
  vatPence: number
  minimumTimePence: number
  lines: PriceLine[]
  /** If one van does not do it alone in a day. */
  plan?: FrozenPlan
}

export interface FrozenPlan extends PlanSize {
  /** Each van on each of its days, the lead's first day first. */
  stretches: FrozenStretch[]
  /** What the lead does on all of its days. */
  order: Order
}

/** How many vans come, on how many days, and the people of the first day, drivers included. */
export interface PlanSize {
  vans: number
  days: number
  people: number
}

export const planSizeOf = ({ vans, days, people }: PlanSize): PlanSize => ({ vans, days, people })

/** What one van of a plan does on one day, as it is booked. */
export interface FrozenStretch extends DriversHours {
  van: number
  day: 1 | 2
  unitId: string
  start: string
  end: string
  heldUntil: string
  trips: number
  help: HelpLevel
  /** What it takes of the order on all of its days: lines by their place in the move. Null if the load is not divided. */
  share: { index: number; amount: number }[] | null
  totalPence: number
  commissionablePence: number
  minimumTimePence: number
  lines: PriceLine[]
}

const frozenStretch = ({ van, day, unit, move, share, price }: PlannedStretch): FrozenStretch => ({
  van,
  day,
  unitId: unit.id,
  start: move.start.toISOString(),
  end: move.end.toISOString(),
  heldUntil: move.heldUntil.toISOString(),
  trips: move.trips,
  help: move.request.manPower,
  share,
  ...driversHoursOf(move.request, move.work),
  totalPence: price.totalPence,
  commissionablePence: price.commissionablePence,
  minimumTimePence: price.minimumTimePence,
  lines: price.lines,
})

const frozenPlan = ({ stretches, ...size }: OfferedPlan, charges: readonly RoadCharge[]): FrozenPlan => ({
  ...size,
  stretches: stretches.map(frozenStretch),
  order: orderOfDays(
    stretches.filter(({ van }) => van === 1).map(({ move }) => move),
    charges,
  ),
})

/** What one van does on all of its days. */
function orderOfDays(days: readonly TimedMove[], charges: readonly RoadCharge[]): Order {
  const [first, ...others] = days.map((move) => orderOf(move, {}, charges))
  if (!first) throw new Error('A lead comes on one day at least')
  return others.reduce((sum, day) => ({ ...sum, ...addedOrders(sum, day) }), first)
}

function addedOrders(a: Order, b: Order) {
  const time = (of: (order: Order) => string) => timeString(minutesOfTimeString(of(a)) + minutesOfTimeString(of(b)))
  return {
    trips: a.trips + b.trips,
    distance: a.distance + b.distance,
    travelTime: time((order) => order.travelTime),
    loadUnloadTime: time((order) => order.loadUnloadTime),
    stairsTime: time((order) => order.stairsTime),
    stopsTime: time((order) => order.stopsTime),
    assemblingTime: time((order) => order.assemblingTime),
    disassemblingTime: time((order) => order.disassemblingTime),
    breaksTime: time((order) => order.breaksTime),
    totalTime: time((order) => order.totalTime),
    endAt: b.endAt,
  }
}

const frozen = ({ unit, move, price, plan }: Offer, charges: readonly RoadCharge[]): FrozenQuote => ({
  unitId: unit.id,
  trips: move.trips,
  totalPence: price.totalPence,
  ceilingPence: price.ceilingPence,
  commissionablePence: price.commissionablePence,
  vatPence: price.vatPence,
  minimumTimePence: price.minimumTimePence,
  lines: price.lines,
  ...(plan && { plan: frozenPlan(plan, charges) }),
})

/** What a booking stores about the work, so that it need not be computed again. */
export interface KeptWork {
  order: KeptOrder
  places: KeptPlace[]
}

type Order = ReturnType<typeof orderOf>
type AddedLater =
  | 'trips'
  | 'breaksTime'
  | 'declaredWaiting'
  | 'returnTime'
  | 'warnings'
  | 'zones'
  | 'tolls'
  | 'unknownPostcodes'
/** Bookings made before loads, zones and tolls counted do not mention them: one trip, without breaks and waiting. */
export type KeptOrder = Omit<Order, AddedLater> & Partial<Pick<Order, AddedLater>>

interface KeptPlace {
  postcode: string
  outcode: string
  lat: number
  lng: number
  town: string
}

/** The work of a page's offers: one order for each number of trips among them. */
export interface OfferedWork {
  orders: Record<number, Order>
  places: KeptPlace[]
}

function offeredWork(move: TimedMove, page: readonly Offer[], charges: readonly RoadCharge[]): OfferedWork {
  const none: ClientFigures = {}
  const alone = page.filter(({ plan }) => !plan)
  const moves = new Map(alone.map((offer) => [offer.move.trips, offer.move]))
  return {
    orders: Object.fromEntries([...moves].map(([trips, own]) => [trips, orderOf(own, none, charges)])),
    places: keptPlaces(move),
  }
}

/** One offer as a booking keeps it, where no search has to be kept with it. */
export function storedOffer(offer: Offer, charges: readonly RoadCharge[]): FrozenQuote & { work: KeptWork } {
  const { orders, places } = offeredWork(offer.move, [offer], charges)
  const order = offer.plan ? frozenPlan(offer.plan, charges).order : orders[offer.move.trips]
  if (!order) throw new Error('An offer is laid out in its trips')
  return { ...frozen(offer, charges), work: { order, places } }
}

const keptPlaces = ({ places }: TimedMove): KeptPlace[] =>
  places.map(({ postcode, outcode, lat, lng, town }) => ({ postcode, outcode, lat, lng, town }))

/** The work of a move that is booked without a quote. */
export const workOfMove = (move: TimedMove, charges: readonly RoadCharge[]): KeptWork => ({
  order: orderOf(move, {}, charges),
  places: keptPlaces(move),
})

/** Deletes offers that can no longer be booked, searches after thirty days, and unit lists that no search refers to. */
export async function eraseSearches(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const firstDay = addDays(localDayOf(now), -KEPT_DAYS)
  await deleteInBatches(ctx, 'quoting.offer_page', 'valid_until', now)
  await deleteInBatches(ctx, 'quoting.search', 'created_at', startOfDay(firstDay))
  await deleteInBatches(ctx, 'quoting.unit_list', 'last_day', firstDay)
}

export const quotingJobs = [
  job({ name: 'quoting.drop-old-searches', cron: '*/10 * * * *', handle: eraseSearches }),
  job({ name: 'quoting.drop-kept-moves', cron: '*/10 * * * *', handle: eraseKeptMoves }),
  job({ name: 'quoting.drop-office-plans', cron: '*/10 * * * *', handle: eraseOfficePlans }),
]
