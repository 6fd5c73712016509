import { literals } from '#platform/db.ts'
import { FINISHED } from '#modules/bookings/rules.ts'
import { sql } from 'kysely'
import { locate } from '#modules/geo/rules.ts'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { holdsOn, zoneAt, zonesOfJourney } from '#modules/geo/charges/rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { moveOf, timed, type TimedMove } from '#modules/quoting/move/queries.ts'
import { refuseIfImpossible } from '#modules/quoting/load/queries.ts'
import { tollsMet } from '#modules/quoting/move/rules.ts'
import { findOffers } from '#modules/quoting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, localDayOf, startOfDay, type LocalDay } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import type { FactsOf, TypicalMove } from '../rules.ts'
import { TYPICAL_LOADS } from './data.ts'
import { askedOf, chargeText, middleOfPence, typicalDay, type Figures, type Happened } from './rules.ts'

type Location = FactsOf<'location'>

/** Minimum number of prices before a median is published. */
const FEWEST_PRICES = 3

const isAtWork = sql`u.status in ('operating', 'insurance_expires_soon')`

interface Priced {
  companies: number
  fromPencePerHour: number | null
  rates: Figures['rates']
}

/** Who picks up there, and what an hour of them costs: the vans at work with the crews that they offer. */
export async function findPriced({ db }: Ctx, { districts }: Location): Promise<Priced> {
  const codes = districts.flatMap(({ outcode }) => [outcode, areaOf(outcode) ?? outcode])
  const { rows } = await sql<Priced>`/* location-prices */
    with unit as (
      select u.company_id, v.category, u.help_levels from fleet.working_unit u join fleet.van v on v.unit_id = u.id
      where ${isAtWork} and u.id in (select d.unit_id from fleet.operating_district d where d.district = any (${codes}::text[]))
    ), rate as (
      select distinct r.company_id, r.van_category, r.help_level, r.pence_per_hour from unit u join pricing.hourly_rate r
        on r.company_id = u.company_id and r.van_category = u.category and r.help_level = any (u.help_levels)
    ), middle as (
      select van_category, help_level, percentile_disc(0.5) within group (order by pence_per_hour) as pence from rate
      group by van_category, help_level having count(*) >= ${FEWEST_PRICES}
    )
    select (select count(distinct company_id)::int from unit) as companies,
      (select min(pence_per_hour) from rate) as from_pence_per_hour,
      coalesce((select json_agg(json_build_object('vanCategory', van_category, 'manPower', help_level, 'pencePerHour', pence)
        order by van_category, help_level) from middle), '[]') as rates`.execute(db)
  return rows[0] ?? { companies: 0, fromPencePerHour: null, rates: [] }
}

/** What happened to the bookings picked up in some outcodes between two moments, counted by outcode and by minutes to the answer. */
export async function listHappened(
  { db }: Ctx,
  codes: readonly string[],
  from: Date,
  until: Date,
): Promise<Happened[]> {
  const { rows } = await sql<Happened>`/* location-happened */
    select outcode, reply_minutes, count(started_at)::int as started,
      (count(*) filter (where started_at <= start_at + interval '15 minutes'))::int as on_time,
      count(*)::int as bookings, count(marks)::int as reviews, coalesce(sum(marks), 0)::int as marks
    from (
      select b.start_at, split_part(b.route_points -> 0 ->> 'postcode', ' ', 1) as outcode, r.marks,
        case when b.status in ${literals(FINISHED)} then coalesce(
          (select coalesce(d.proved_start_at, d.started_at) from bookings.day d where d.booking_id = b.id),
          (select min(s.at) from bookings.event s where s.booking_id = b.id and s.kind = 'started')) end as started_at,
        (select floor(extract(epoch from min(a.at) - max(q.at)) / 60)::int from bookings.event q join bookings.event a
            on a.booking_id = q.booking_id and a.unit_id = q.unit_id and a.kind in ('confirmed', 'rejected') and a.data -> 'atOnce' is null
            and a.at > q.at
          where q.booking_id = b.id and q.kind in ('created', 'verified')) as reply_minutes
      from bookings.booking b left join reviews.review r on r.booking_id = b.id and r.hidden_at is null
      where b.start_at >= ${from} and b.start_at < ${until}
    ) happened where outcode = any (${codes}::text[]) group by outcode, reply_minutes`.execute(db)
  return rows
}

/** Prices the typical moves with every free unit of the location; a move that fewer than three do is left out. */
export async function priceMoves(ctx: Ctx, { moves }: Location): Promise<Figures['moves']> {
  const charges = await listRoadCharges(ctx)
  const day = typicalDay(localDayOf(ctx.clock.now()))
  const priced: Figures['moves'] = []
  for (const typical of moves) {
    const move = await prepare(ctx, typical, day)
    const { offers } = move ? await findOffers(ctx, move, charges) : { offers: [] }
    const prices = offers.map(({ price }) => price.totalPence).toSorted((a, b) => a - b)
    const cheapest = prices[0]
    if (!move || cheapest === undefined || prices.length < FEWEST_PRICES) continue
    const { vanCategory, manPower } = TYPICAL_LOADS[typical.size]
    priced.push({
      from: typical.from.name,
      to: typical.to.name,
      size: typical.size,
      vanCategory,
      manPower,
      metres: Math.round(move.onceMetres),
      minutes: move.work.rounded,
      medianPence: middleOfPence(prices),
      cheapestPence: cheapest,
    })
  }
  return priced
}

/** Prepares the move between the middles of two outcodes, because a district is no address. */
async function prepare(ctx: Ctx, typical: TypicalMove, day: LocalDay): Promise<TimedMove | undefined> {
  const request = askedOf(typical, day)
  const places = request.routePoints.flatMap(({ postcode }) => locate(postcode, { outcodes, areas }) ?? [])
  if (places.length < request.routePoints.length) return undefined
  const [zones, tolls] = [await ctx.services.zones.get(), await ctx.services.tolls.get()]
  const journey = await ctx.services.routing.journey(places, tolls)
  if (refuseIfImpossible(request, journey.legs)) return undefined
  const roads = { zones: zonesOfJourney(zones, places), tolls: tollsMet(tolls, places, journey.passages) }
  return timed(moveOf(request, places, journey, roads))
}

/** The zones in which one of its districts lies, with what they ask of a van today. */
export async function listZoneCharges(ctx: Ctx, { districts }: Location): Promise<Figures['roadCharges']> {
  const today = localDayOf(ctx.clock.now())
  const places = districts.flatMap(({ outcode }) => locate(`${outcode} 1AA`, { outcodes, areas }) ?? [])
  const [zones, charges] = [await ctx.services.zones.get(), await listRoadCharges(ctx)]
  return zones
    .filter((zone) => holdsOn(zone, today) && places.some((place) => zoneAt(zone, place).isInside))
    .flatMap(({ code, name }) => {
      const text = chargeText(
        charges.filter(({ zone }) => zone === code),
        today,
      )
      return text ? [{ name, words: text }] : []
    })
}

/** A year up to now, in weeks: each is read quickly. */
export function weeksUntil(now: Date): { from: Date; until: Date }[] {
  const today = localDayOf(now)
  return Array.from({ length: 53 }, (_, index) => ({
    from: startOfDay(addDays(today, (index - 53) * 7 + 1)),
    until: startOfDay(addDays(today, (index - 52) * 7 + 1)),
  }))
}
