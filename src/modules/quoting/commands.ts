import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { deleteInBatches } from '#platform/batches.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newSecret } from '#platform/secrets.ts'
import { addDays, addMinutes, localDayOf, startOfDay } from '#shared/local-time.ts'
import { orderOf, type ClientFigures, type TimedMove } from './move/queries.ts'
import type { AskedMove } from './move/rules.ts'
import type { Offer, Offers } from './queries.ts'
import { KEPT_DAYS, QUOTE_MINUTES, quoteIdParts } from './rules.ts'

export interface KeptQuote {
  quoteId: string
  validUntil: Date
  offer: Offer
}

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'quoting.offer_page.move': AskedMove
    'quoting.offer_page.work': KeptWork
    /** By the second half of their ids. */
    'quoting.offer_page.quotes': Record<string, FrozenQuote>
    /** Outcode and town of each place. */
    'quoting.search.places': [outcode: string, town: string][]
  }
}

export interface FoundSearch extends Offers {
  charges: readonly RoadCharge[]
}

/**
 * The offers of this page as quotes, frozen, for as long as they can be booked; and where it `isRemembered`, the search with what
 * became of every unit, for thirty days. One statement.
 */
export async function keepSearch(
  ctx: Ctx,
  move: TimedMove,
  found: FoundSearch,
  page: readonly Offer[],
  isRemembered: boolean,
): Promise<KeptQuote[]> {
  const now = ctx.clock.now()
  const validUntil = addMinutes(now, QUOTE_MINUTES)
  const { pageId } = quoteIdParts(newSecret())
  const keyed = page.map((offer) => ({ key: quoteIdParts(newSecret()).key, offer }))
  const kept = keyed.map(({ key, offer }) => ({ quoteId: pageId + key, validUntil, offer }))
  if (!isRemembered && kept.length === 0) return []
  const { places, metres, asked } = move
  const units = isRemembered ? askedUnits(found) : noUnits
  const today = localDayOf(now)
  await sql`/* quote-keep */
    with list as (
      insert into quoting.unit_list (digest, unit_ids, last_day)
      select ${units.digest}::bytea, ${`{${units.ids.join(',')}}`}::uuid[], ${today}::date
      where ${isRemembered}::boolean
        and not exists (select from quoting.unit_list where digest = ${units.digest}::bytea and last_day >= ${today}::date)
      on conflict (digest) do update set last_day = excluded.last_day
    ), search as (
      insert into quoting.search (created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, job_kind,
        need_tail_lift, metres, places, offers, cheapest_pence, asked, outcomes)
      select ${now}, ${places[0]?.outcode}, ${places[0]?.area}, ${move.start}, ${move.end}, ${asked.vanCategory}, ${asked.manPower}, ${asked.jobKind},
        ${asked.needTailLift}::boolean, ${Math.round(metres)}::int, ${JSON.stringify(places.map(({ outcode, town }) => [outcode, town]))}::json,
        ${found.offers.length}::int, ${cheapestOf(found.offers)}::bigint, ${units.digest}::bytea, ${units.outcomes}::bytea
      where ${isRemembered}::boolean
    )
    insert into quoting.offer_page (id, valid_until, start_at, end_at, move, work, quotes)
    select ${pageId}, ${validUntil}, ${move.start}, ${move.end}, ${JSON.stringify(asked)}::json, ${JSON.stringify(keptWork(move, found.charges))}::json,
      ${JSON.stringify(Object.fromEntries(keyed.map(({ key, offer }) => [key, frozen(offer)])))}::json
    where ${kept.length > 0}::boolean`.execute(ctx.db)
  return kept
}

interface AskedUnits {
  digest: Buffer
  ids: readonly string[]
  outcomes: Buffer
}

const noUnits: AskedUnits = { digest: Buffer.alloc(0), ids: [], outcomes: Buffer.alloc(0) }

/** In one order whatever the database found first, so that all searches that ask the same units share one list of them. */
function askedUnits({ unitIds, outcomes }: Offers): AskedUnits {
  const outcomeOfUnit = new Map(unitIds.map((id, index) => [id, outcomes[index] ?? 0]))
  const ids = unitIds.toSorted()
  return {
    digest: createHash('sha256').update(ids.join()).digest(),
    ids,
    outcomes: Buffer.from(ids.map((id) => outcomeOfUnit.get(id) ?? 0)),
  }
}

const cheapestOf = (offers: readonly Offer[]): number | null =>
  offers.length > 0 ? Math.min(...offers.map(({ price }) => price.totalPence)) : null

/** A quote as its page keeps it, by its key. */
export interface FrozenQuote {
  unitId: string
  totalPence: number
  ceilingPence: number
  commissionablePence: number
  vatPence: number
  lines: PriceLine[]
}

const frozen = ({ unit, price }: Offer): FrozenQuote => ({
  unitId: unit.id,
  totalPence: price.totalPence,
  ceilingPence: price.ceilingPence,
  commissionablePence: price.commissionablePence,
  vatPence: price.vatPence,
  lines: price.lines,
})

type Order = ReturnType<typeof orderOf>
/** Bookings made before zones and tolls were rows say nothing of them. */
export type KeptOrder = Omit<Order, 'zones' | 'tolls'> & Partial<Pick<Order, 'zones' | 'tolls'>>

/** What a booking needs to know of the work without computing it again. */
export interface KeptWork {
  order: KeptOrder
  places: { postcode: string; outcode: string; lat: number; lng: number; town: string }[]
}

function keptWork(move: TimedMove, charges: readonly RoadCharge[]): KeptWork {
  const none: ClientFigures = {}
  return {
    order: orderOf(move, none, charges),
    places: move.places.map(({ postcode, outcode, lat, lng, town }) => ({ postcode, outcode, lat, lng, town })),
  }
}

/** Offers go when they can no longer be booked, searches after thirty days, and lists of units when no search points at them. */
export async function forgetSearches(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const firstDay = addDays(localDayOf(now), -KEPT_DAYS)
  await deleteInBatches(ctx, 'quoting.offer_page', 'valid_until', now)
  await deleteInBatches(ctx, 'quoting.search', 'created_at', startOfDay(firstDay))
  await deleteInBatches(ctx, 'quoting.unit_list', 'last_day', firstDay)
}
