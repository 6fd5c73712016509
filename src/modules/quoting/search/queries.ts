import { sql } from 'kysely'
import { LONGEST_DRIVE_BETWEEN_JOBS_MINUTES } from '#modules/calendar/rules.ts'
import type { MarkColour } from '#modules/companies/rules.ts'
import { CREW_SIZE, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import type { Fuel } from '#modules/pricing/road-charges/rules.ts'
import type { Tariff } from '#modules/pricing/rules.ts'
import { tariffOf, type TariffColumns } from '#modules/pricing/tariffs/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import {
  addMinutes,
  dayOfWeek,
  hourMask,
  localDayOf,
  localPieces,
  type DayPiece,
  type LocalDay,
} from '#shared/local-time.ts'

/** What a search asks the database: the units of the area, what speaks against each, and the facts of those against whom nothing does. */
export interface SearchFor {
  /** The pick-up's district and its area: a unit that works in either is asked. */
  district: string
  area: string
  vanCategory: VanCategory
  needTailLift: boolean
  jobKind: string
  help: HelpLevel
  /** The end may be the start: then the calendar has nothing to say. */
  start: Date
  end: Date
}

export interface FoundPlace {
  lat: number
  lng: number
  outcode: string
}

export interface FreeUnit {
  id: string
  name: string
  company: {
    id: string
    name: string
    logoUrl: string | null
    markColour: MarkColour
    basePlace: string
    rating: number | null
    reviewsCount: number
    paymentMethods: ('cash' | 'card')[]
    commissionPercent: number
  }
  van: {
    category: VanCategory
    make: string
    model: string
    registration: string
    hasTailLift: boolean
    fuel: Fuel
    euroClass: number | null
  }
  pencePerHour: number
  tariff: Omit<Tariff, 'pencePerHour'>
  /** Minute of the day at which its hours begin. */
  opensAt: number
  /** The first day on which fewer of its people are checked than the job needs; null where there is none. */
  peopleUntil: LocalDay | null
  before: { endsAt: Date; place: FoundPlace } | null
  after: { startsAt: Date; place: FoundPlace } | null
}

export interface SearchResult {
  free: FreeUnit[]
  notFree: { ids: string[]; outcomes: number[] }
}

/**
 * The last hold of unit `u` that begins before an instant, and its first that begins then or later. A unit's holds never overlap, so
 * these two tell all, once those whose time to decide is over are left out. Compared as a pair, unit and beginning are one step into the index; the hold found may be another unit's.
 */
const lastHold = (before: Date, now: Date) => sql`
  (select * from calendar.hold where (unit_id, lower(during)) < (u.id, ${before}::timestamptz) and (decide_by is null or decide_by > ${now}) order by unit_id desc, lower(during) desc limit 1) h`
const nextHold = (from: Date, now: Date) => sql`
  (select * from calendar.hold where (unit_id, lower(during)) >= (u.id, ${from}::timestamptz) and (decide_by is null or decide_by > ${now}) order by unit_id, lower(during) limit 1) h`

/** Rows written out, not an unnested array: the planner knows how many there are, so one plan serves every search. */
const pieceRow = ({ day, fromMinute, toMinute }: DayPiece) =>
  sql`(${dayOfWeek(day)}::int, ${fromMinute}::int, ${toMinute}::int, ${day}::date, ${hourMask(fromMinute, toMinute)}::int)`

/** An empty time touches no day. */
const noPiece = sql`select null::int, null::int, null::int, null::date, null::int where false`

/**
 * One round trip, whatever the number of units: reasons are decided where the rows are, and only free units bring their facts along.
 * Each reason is asked of the units that still have none, by a subquery that can only be a step into an index: an `exists` may
 * become one scan of a whole table instead.
 */
export async function searchUnits(ctx: Ctx, search: SearchFor): Promise<SearchResult> {
  const pieces = localPieces(search.start, search.end)
  const [first, last] = [pieces[0]?.day ?? null, pieces.at(-1)?.day ?? null]
  const now = ctx.clock.now()
  // A search of any time asks only whether somebody is checked today.
  const peopleDay = last ?? localDayOf(now)
  const nearFrom = addMinutes(search.start, -LONGEST_DRIVE_BETWEEN_JOBS_MINUTES)
  const nearTo = addMinutes(search.end, LONGEST_DRIVE_BETWEEN_JOBS_MINUTES)
  const { rows } = await sql<Row>`/* quote-search */
    with piece (weekday, from_minute, to_minute, day, need) as materialized (
      ${pieces.length > 0 ? sql`values ${sql.join(pieces.map(pieceRow))}` : noPiece}
    ), area as materialized (
      select distinct unit_id from fleet.operating_district where district in (${search.district}, ${search.area})
    ), unit as materialized (
      select u.id, coalesce(
        case
          when u.status not in ('operating', 'insurance_expires_soon') then 1
          when v.category is distinct from ${search.vanCategory}::text then 2
          when ${search.needTailLift}::boolean and not v.has_tail_lift then 3
          when not ${search.jobKind}::text = any (u.job_kinds) then 4
          when not ${search.help}::text = any (u.help_levels) then 5
        end,
        case when (
          select true from pricing.hourly_rate r join pricing.tariff t using (company_id)
          where r.company_id = u.company_id and r.van_category = ${search.vanCategory}::text and r.help_level = ${search.help}::text limit 1) is null then 6 end,
        case when (u.people_until[${CREW_SIZE[search.help]}::int] > ${peopleDay}::date or u.people_grace_until > ${peopleDay}::date) is not true then 17 end,
        (select 7 from calendar.vacation o where o.unit_id = u.id and o.end_day >= ${first}::date and o.start_day <= ${last}::date limit 1),
        (select min(case when b.unit_id is null then 8 when b.start_minute > p.from_minute or b.end_minute < p.to_minute then 9 end)
          from piece p left join calendar.business_day b on b.unit_id = u.id and b.day_of_week = p.weekday and not b.day_off),
        (select 10 from piece p join calendar.availability a on a.unit_id = u.id and a.day = p.day where a.free_hours & p.need <> p.need limit 1),
        (select 11 from ${lastHold(search.end, now)} where h.unit_id = u.id and h.during && tstzrange(${search.start}, ${search.end})),
        0) as outcome
      from area
      join fleet.working_unit u on u.id = area.unit_id
      left join fleet.van v on v.unit_id = u.id
    ), free as (
      select u.id, u.name, nullif(greatest(u.people_until[${CREW_SIZE[search.help]}::int], u.people_grace_until), 'infinity') as "peopleUntil", c.id as "companyId", c.name as "companyName", c.logo_url as "logoUrl", c.mark_colour as "markColour", c.base_place as "basePlace", c.rating, c.reviews_count as "reviewsCount",
        c.payment_methods as "paymentMethods", c.commission_percent as "commissionPercent", c.vat_registered_from as "vatRegisteredFrom",
        v.category, v.make, v.model, v.registration, v.has_tail_lift as "hasTailLift", v.fuel, v.euro_class as "euroClass",
        r.pence_per_hour as "pencePerHour", t.minimum_minutes as "minimumMinutes", t.minimum_minutes_two_porters as "minimumMinutesTwoPorters", t.included_miles as "includedMiles", t.pence_per_mile as "pencePerMile", t.standard_hours as "standardHours",
        t.out_of_hours_percent as "outOfHoursPercent", t.waiting_pence_per_half_hour as "waitingPencePerHalfHour", t.free_waiting_minutes as "freeWaitingMinutes",
        (select b.start_minute from calendar.business_day b where b.unit_id = u.id and b.day_of_week = ${first && dayOfWeek(first)}::int) as "opensAt",
        (select json_build_object('at', upper(h.during), 'lat', h.end_lat, 'lng', h.end_lng, 'outcode', h.end_outcode)
          from ${lastHold(search.start, now)} where h.unit_id = u.id and upper(h.during) > ${nearFrom}) as before,
        (select json_build_object('at', lower(h.during), 'lat', h.start_lat, 'lng', h.start_lng, 'outcode', h.start_outcode)
          from ${nextHold(search.end, now)} where h.unit_id = u.id and lower(h.during) < ${nearTo}) as after
      from unit
      join fleet.working_unit u on u.id = unit.id
      join companies.company c on c.id = u.company_id
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
  /** With commas between them: hundreds are split many times faster than an array of PostgreSQL is read. */
  ids: string
  outcomes: string
}

interface Neighbour {
  at: string
  lat: number
  lng: number
  outcode: string
}

interface FreeRow extends TariffColumns {
  peopleUntil: LocalDay | null
  id: string
  name: string
  companyId: string
  companyName: string
  logoUrl: string | null
  markColour: MarkColour
  basePlace: string
  rating: number | null
  reviewsCount: number
  paymentMethods: ('cash' | 'card')[]
  commissionPercent: number
  vatRegisteredFrom: string | null
  category: VanCategory
  make: string
  model: string
  registration: string
  hasTailLift: boolean
  fuel: Fuel
  euroClass: number | null
  pencePerHour: number
  opensAt: number | null
  before: Neighbour | null
  after: Neighbour | null
}

const placeOf = ({ lat, lng, outcode }: Neighbour): FoundPlace => ({ lat, lng, outcode })

function toFreeUnit({ companyId, companyName, before, after, ...row }: FreeRow): FreeUnit {
  const { id, name, logoUrl, markColour, basePlace, rating, reviewsCount, paymentMethods, commissionPercent } = row
  const { category, make, model, registration, hasTailLift, fuel, euroClass, pencePerHour, vatRegisteredFrom } = row
  const shown = { logoUrl, markColour, basePlace, rating, reviewsCount, paymentMethods, commissionPercent }
  return {
    id,
    name,
    company: { id: companyId, name: companyName, ...shown },
    van: { category, make, model, registration, hasTailLift, fuel, euroClass },
    pencePerHour,
    tariff: { ...tariffOf(row), vatRegisteredFrom },
    opensAt: row.opensAt ?? 0,
    peopleUntil: row.peopleUntil,
    before: before && { endsAt: new Date(before.at), place: placeOf(before) },
    after: after && { startsAt: new Date(after.at), place: placeOf(after) },
  }
}
