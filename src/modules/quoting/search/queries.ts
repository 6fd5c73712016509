import { sql, type RawBuilder } from 'kysely'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES } from '#modules/calendar/rules.ts'
import { CREW_SIZE, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { confirmsAtOnce } from '#modules/fleet/units/rules.ts'
import { cancellationSteps, stepsOnWire, type CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { timeString } from '#shared/duration.ts'
import {
  addMinutes,
  dayOfWeek,
  endOfDay,
  hourMask,
  localDayOf,
  localPieces,
  startOfDay,
  type DayPiece,
  type LocalDay,
} from '#shared/local-time.ts'
import { MOST_TRIPS } from '../load/rules.ts'
import type { Offer, OfferedPlan } from '../queries.ts'
import { QUOTE_MINUTES } from '../rules.ts'
import { toFreeUnit, type FreeRow, type FreeUnit } from '../schedule/unit-availability-queries.ts'

/** The search's database query: the units of the area, the reason against each, and details of those with none. */
export interface SearchFor {
  /** The pick-up's district and its area: units that work in either are considered. */
  district: string
  area: string
  vanCategory: VanCategory
  needTailLift: boolean
  jobKind: string
  help: HelpLevel
  start: Date
  /** Facts of the load that decide the number of trips. */
  load: SearchedLoad
  /** Each number of trips that a van may need, with what it means. A van that needs another cannot do it. */
  spans: readonly Span[]
  /** Omitted: every unit of the area in its present state. */
  among?: Among
}

/** Only these units, and if wanted as though the office had checked them and their people: what a try-out asks. */
export interface Among {
  unitIds: readonly string[]
  isAsChecked: boolean
}

export interface SearchedLoad {
  /** Trips by room alone, which are the category's. */
  tripsByVolume: number
  weightKg: number
  /** Weight of the crew, which a van carries too. */
  crewKg: number
  /** Payload assumed for a van whose own is unknown. */
  usualPayloadKg: number
}

export interface Span {
  trips: number
  /** The end of the time that is held. It may be the start: then the calendar has nothing to say. */
  until: Date
  /** Whether one driver may do this number in a day. */
  isAllowed: boolean
}

export interface SearchResult {
  free: FreeUnit[]
  notFree: { ids: string[]; outcomes: number[] }
}

/**
 * The last hold of unit `u` that begins before an instant, and the first that begins at or after it. A unit's holds never overlap,
 * so these two suffice once lapsed provisional holds are left out. Comparing (unit, start) as a pair takes one index lookup; the row
 * found may belong to another unit.
 */
const lastHold = (before: RawBuilder<unknown>, now: Date) => sql`
  (select * from calendar.hold where (unit_id, lower(during)) < (u.id, ${before}) and (decide_by is null or decide_by > ${now}) order by unit_id desc, lower(during) desc limit 1) h`
const nextHold = (from: RawBuilder<unknown>, now: Date) => sql`
  (select * from calendar.hold where (unit_id, lower(during)) >= (u.id, ${from}) and (decide_by is null or decide_by > ${now}) order by unit_id, lower(during) limit 1) h`

/** All its holds that begin from one instant until another, as many as a day can have; the same step into the index. */
const MOST_HOLDS_A_DAY = 48
const holdsBetween = (from: Date, until: Date, now: Date) => sql`
  (select * from calendar.hold where (unit_id, lower(during)) >= (u.id, ${from}::timestamptz) and (unit_id, lower(during)) < (u.id, ${until}::timestamptz)
    and (decide_by is null or decide_by > ${now}) order by unit_id, lower(during) limit ${MOST_HOLDS_A_DAY}::int) h`

/** Rows written out, not an unnested array: the planner knows how many there are, so one plan serves every search. */
const pieceRow = ({ trips, day, fromMinute, toMinute }: DayPiece & { trips: number }) =>
  sql`(${trips}::int, ${dayOfWeek(day)}::int, ${fromMinute}::int, ${toMinute}::int, ${day}::date, ${hourMask(fromMinute, toMinute)}::int)`

const spanRow = ({ trips, until, isAllowed, lastDay }: Span & { lastDay: LocalDay | null }) =>
  sql`(${trips}::int, ${until}::timestamptz, ${lastDay}::date, ${isAllowed}::boolean)`
/** More than any van may need. */
const noSpan = sql`select null::int, null::timestamptz, null::date, null::boolean where false`

/**
 * Trips of the van \`v\` (quoting/load/rules.ts: tripsFor, without its limit). If the crew is all that it can carry,
 * the number is above the limit.
 */
const tripsNeeded = ({ tripsByVolume, weightKg, crewKg, usualPayloadKg }: SearchedLoad) => sql`
  greatest(${tripsByVolume}::int, case when ${weightKg}::float8 = 0 then 1
    when coalesce(v.payload_kg, ${usualPayloadKg}::int) <= ${crewKg}::int then ${MOST_TRIPS + 1}::int
    else least(ceil(${weightKg}::float8 / (coalesce(v.payload_kg, ${usualPayloadKg}::int) - ${crewKg}::int)), ${MOST_TRIPS + 1}::int)::int end)`

const unitsAmong = ({ among }: SearchFor) => (among ? sql`and unit_id = any (${[...among.unitIds]}::uuid[])` : sql``)

/** An empty time touches no day. */
const noPiece = sql`select null::int, null::int, null::int, null::int, null::date, null::int where false`

const longestDrive = `${LONGEST_DRIVE_BETWEEN_JOBS_MINUTES} minutes`

/** What is shown of a unit `u`, its company `c` with its reliability `k`, its van `v` and its tariff `t`. */
export const shownColumns = sql.raw(`
  u.confirms_from_hours as "confirmsFromHours",
  c.id as "companyId", c.name as "companyName", c.logo_url as "logoUrl", c.mark_colour as "markColour", c.base_place as "basePlace", c.rating, c.reviews_count as "reviewsCount", k.reliability, k.reply_minutes as "replyMinutes",
  c.payment_methods as "paymentMethods", c.vat_registered_from as "vatRegisteredFrom",
  c.vat_deregistered_from as "vatDeregisteredFrom",
  c.legal_name as "legalName", c.company_number as "companyNumber", c.cover_pence as "coverPence", c.cover_per_item_pence as "coverPerItemPence",
  v.category, v.make, v.model, v.registration, v.has_tail_lift as "hasTailLift", v.fuel, v.euro_class as "euroClass", v.gross_weight_kg as "grossWeightKg",
  t.minimum_minutes as "minimumMinutes", t.minimum_minutes_two_porters as "minimumMinutesTwoPorters", t.included_miles as "includedMiles", t.pence_per_mile as "pencePerMile", t.standard_hours as "standardHours",
  t.out_of_hours_percent as "outOfHoursPercent", t.waiting_pence_per_half_hour as "waitingPencePerHalfHour", t.free_waiting_minutes as "freeWaitingMinutes"`)

/**
 * One round trip, however many units there are: reasons are found in SQL, and only free units return their details. Each reason is a
 * scalar subquery, evaluated only for units without one so far, which the planner can only answer from an index; an `exists` could
 * become a scan of the whole table.
 */
export async function searchUnits(ctx: Ctx, search: SearchFor): Promise<SearchResult> {
  const { start } = search
  const spans = search.spans.map((span) => {
    const pieces = localPieces(start, span.until).map((piece) => ({ ...piece, trips: span.trips }))
    return { ...span, pieces, lastDay: pieces.at(-1)?.day ?? null }
  })
  const pieces = spans.flatMap((span) => span.pieces)
  const day = localDayOf(start)
  const first = pieces.length > 0 ? day : null
  const at = sql`${start}::timestamptz`
  const now = ctx.clock.now()
  // A search of any time asks only who and what counts today.
  const coverDay = sql`coalesce(s.last_day, ${localDayOf(now)}::date)`
  const isAsChecked = search.among?.isAsChecked ?? false
  const nearFrom = addMinutes(start, -LONGEST_DRIVE_BETWEEN_JOBS_MINUTES)
  const { rows } = await sql<Row>`/* quote-search */
    with span (trips, until, last_day, is_allowed) as materialized (
      ${spans.length > 0 ? sql`values ${sql.join(spans.map(spanRow))}` : noSpan}
    ), piece (trips, weekday, from_minute, to_minute, day, need) as materialized (
      ${pieces.length > 0 ? sql`values ${sql.join(pieces.map(pieceRow))}` : noPiece}
    ), area as materialized (
      select distinct unit_id from fleet.operating_district where district in (${search.district}, ${search.area}) ${unitsAmong(search)}
    ), unit as materialized (
      select u.id, s.trips, s.until, coalesce(
        case
          when not ${isAsChecked}::boolean and u.status not in ('operating', 'insurance_expires_soon') then 1
          when v.category is distinct from ${search.vanCategory}::text then 2
          when ${search.needTailLift}::boolean and not v.has_tail_lift then 3
          when not ${search.jobKind}::text = any (u.job_kinds) then 4
          when not ${search.help}::text = any (u.help_levels) then 5
        end,
        case when (
          select true from pricing.hourly_rate r join pricing.tariff t using (company_id)
          where r.company_id = u.company_id and r.van_category = ${search.vanCategory}::text and r.help_level = ${search.help}::text limit 1) is null then 6 end,
        case when s.trips is null then 14 when not s.is_allowed then 15 end,
        case when not ${isAsChecked}::boolean and (u.people_until[${CREW_SIZE[search.help]}::int] > ${coverDay} or u.people_grace_until > ${coverDay}) is not true then 17
          when u.papers_until <= ${coverDay} and not (${isAsChecked}::boolean and u.papers_until = '-infinity') then 18 end,
        (select 7 from calendar.vacation o where o.unit_id = u.id and o.end_day >= ${first}::date and o.start_day <= s.last_day limit 1),
        (select min(case when b.unit_id is null then 8 when b.start_minute > p.from_minute or b.end_minute < p.to_minute then 9 end)
          from piece p left join calendar.business_day b on b.unit_id = u.id and b.day_of_week = p.weekday and not b.day_off
          where p.trips = s.trips),
        (select 10 from piece p join calendar.availability a on a.unit_id = u.id and a.day = p.day where p.trips = s.trips and a.free_hours & p.need <> p.need limit 1),
        (select 11 from ${lastHold(sql`s.until`, now)} where h.unit_id = u.id and h.during && tstzrange(${at}, s.until)),
        0) as outcome
      from area
      join fleet.working_unit u on u.id = area.unit_id
      left join fleet.van v on v.unit_id = u.id
      left join span s on s.trips = ${tripsNeeded(search.load)}
    ), free as (
      select u.id, u.name, unit.trips, nullif(least(u.papers_until, greatest(u.people_until[${CREW_SIZE[search.help]}::int], u.people_grace_until)), 'infinity') as "coveredUntil", ${shownColumns},
        r.pence_per_hour as "pencePerHour",
        (select b.start_minute from calendar.business_day b where b.unit_id = u.id and b.day_of_week = ${first && dayOfWeek(day)}::int) as "opensAt",
        (select json_build_object('at', upper(h.during), 'lat', h.end_lat, 'lng', h.end_lng, 'outcode', h.end_outcode)
          from ${lastHold(at, now)} where h.unit_id = u.id and upper(h.during) > ${nearFrom}) as before,
        (select json_build_object('at', lower(h.during), 'lat', h.start_lat, 'lng', h.start_lng, 'outcode', h.start_outcode)
          from ${nextHold(sql`unit.until`, now)} where h.unit_id = u.id and lower(h.during) < unit.until + ${longestDrive}::interval) as after,
        (select json_agg(json_build_object('at', lower(h.during), 'drivingMinutes', h.driving_minutes, 'dutyMinutes', h.duty_minutes,
            'start', json_build_object('lat', h.start_lat, 'lng', h.start_lng, 'outcode', h.start_outcode),
            'end', json_build_object('lat', h.end_lat, 'lng', h.end_lng, 'outcode', h.end_outcode)))
          from ${holdsBetween(startOfDay(day), endOfDay(day), now)}) as day
      from unit
      join fleet.working_unit u on u.id = unit.id
      join companies.company c on c.id = u.company_id
      left join companies.reliability k on k.company_id = c.id
      join fleet.van v on v.unit_id = u.id
      join pricing.tariff t on t.company_id = c.id
      join pricing.hourly_rate r on r.company_id = c.id and r.van_category = ${search.vanCategory}::text and r.help_level = ${search.help}::text
      where unit.outcome = 0
    )
    select coalesce((select json_agg(free) from free), '[]')::text as free,
      coalesce(string_agg(id::text, ','), '') as ids, coalesce(string_agg(outcome::text, ','), '') as outcomes
    from unit where outcome <> 0`.execute(ctx.db)
  const row = rows[0]
  const none = { ids: [], outcomes: [] }
  if (!row) return { free: [], notFree: none }
  const free: FreeRow[] = JSON.parse(row.free)
  return {
    free: free.map(toFreeUnit),
    notFree: row.ids ? { ids: row.ids.split(','), outcomes: row.outcomes.split(',').map(Number) } : none,
  }
}

interface Row {
  free: string
  /** Ids joined by commas: splitting hundreds of them is much faster than parsing a PostgreSQL array. */
  ids: string
  outcomes: string
}

/** Whether a booking of this offer confirms itself, however late it is booked while its price is held. */
export const isConfirmedAtOnce = ({ unit, move, plan }: Pick<Offer, 'unit' | 'move' | 'plan'>, now: Date): boolean =>
  confirmsAtOnce(
    (plan?.stretches ?? [{ unit }]).map((stretch) => stretch.unit.confirmsFromHours),
    addMinutes(now, QUOTE_MINUTES),
    move.start,
  )

/** What a customer is shown of an offer: in a quote, and to its driver who tries it out. */
export const offerOnWire = ({ unit, move, price, plan }: Offer, policy: CancellationPolicy, now: Date) => ({
  company: {
    id: unit.company.id,
    name: unit.company.name,
    logoUrl: unit.company.logoUrl,
    markColour: unit.company.markColour,
    basePlace: unit.company.basePlace,
    rating: unit.company.rating,
    reviewsCount: unit.company.reviewsCount,
    reliability: unit.company.reliability,
    replyMinutes: unit.company.replyMinutes,
    trader: unit.company.trader,
    cover: unit.company.cover,
  },
  paymentMethods: unit.company.paymentMethods,
  confirmsAtOnce: isConfirmedAtOnce({ unit, move, plan }, now),
  workingUnit: unitOnWire(unit),
  totalPence: price.totalPence,
  ceilingPence: price.ceilingPence,
  vatPence: price.vatPence,
  hourlyPence: unit.pencePerHour,
  cancellation: stepsOnWire(cancellationSteps(move.start, price.minimumTimePence, policy)),
  waiting: {
    waitingPencePerHalfHour: unit.tariff.waitingPencePerHalfHour,
    freeWaitingMinutes: unit.tariff.freeWaitingMinutes,
  },
  lines: price.lines,
  trips: move.trips,
  totalTime: timeString(move.work.rounded),
  startAt: move.start.toISOString(),
  endAt: move.end.toISOString(),
  ...(plan && planOnWire(plan)),
})

const unitOnWire = ({ id, name, van }: Offer['unit']) => ({
  id,
  name,
  van: {
    category: van.category,
    make: van.make,
    model: van.model,
    registration: van.registration,
    hasTailLift: van.hasTailLift,
    fuel: van.fuel,
  },
})

const planOnWire = ({ stretches, ...plan }: OfferedPlan) => ({
  plan,
  workingUnits: stretches.map(({ van, day, unit, move, price }) => ({
    number: van,
    day,
    ...unitOnWire(unit),
    manPower: move.request.manPower,
    trips: move.trips,
    startAt: move.start.toISOString(),
    endAt: move.end.toISOString(),
    totalPence: price.totalPence,
    lines: price.lines,
  })),
})
