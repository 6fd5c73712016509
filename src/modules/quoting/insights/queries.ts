import { createHash } from 'node:crypto'
import { Delaunay } from 'd3-delaunay'
import { sql } from 'kysely'
import { calendarSql, toCalendar, type CalendarRow } from '#modules/calendar/queries.ts'
import { timeToWire } from '#modules/calendar/rules.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { keptTariffOf, tariffRow, type TariffRow } from '#modules/pricing/tariffs/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ExpiringCache } from '#platform/caches.ts'
import { haversineMetres } from '#shared/distance.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import { driveBetweenJobs } from '../queries.ts'
import { storedSearch, type SearchRow } from '../replay/queries.ts'
import { toReplay, type ReplayedSearch, type ReplayedUnit, type Snapshot } from '../replay/rules.ts'
import { KEPT_DAYS, LATEST_START_DAYS } from '../rules.ts'
import type { getUnitGains } from './contract.ts'
import {
  changesFor,
  countReplay,
  MOST_SEARCHES,
  MOST_SEARCHES_NEARBY,
  noCounts,
  withChange,
  worthSaying,
  type Change,
  type Counts,
  type Gain,
} from './rules.ts'

type Answer = AnswerOf<typeof getUnitGains>

const CACHED_UNITS = 1000
const CACHED_MILLISECONDS = 10 * 60_000
/** Fewer are replayed again each time: that takes a few milliseconds, and a driver sees every new one. */
const LEAST_REMEMBERED = 200

/**
 * The gains of a unit, kept for ten minutes where there are many searches: new searches count after that, a change of the unit, its company's prices or its calendar
 * at once, because what they are is part of the key.
 */
export function rememberedGains(least = LEAST_REMEMBERED): (ctx: Ctx, unit: OwnUnit) => Promise<Answer> {
  const known = new ExpiringCache<Answer>(CACHED_UNITS)
  return async (ctx, unit) => {
    const { snapshot, charges, text } = await readSnapshot(ctx, unit)
    const key = `${unit.unitId} ${createHash('sha256').update(text).digest('base64')}`
    const cached = known.get(key)
    if (cached) return cached
    const answer = await findGains(ctx, snapshot, charges)
    if (answer.searches >= least) known.set(key, answer, CACHED_MILLISECONDS)
    return answer
  }
}

async function findGains(ctx: Ctx, snapshot: Snapshot, charges: readonly RoadCharge[]): Promise<Answer> {
  const { since, searches, nearby } = await listSearches(ctx, snapshot)
  const askedFor = Map.groupBy(nearby, ({ district }) => district)
  const districts = [...askedFor].toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
  const changes = changesFor(
    snapshot,
    districts.map(([district]) => district),
  )
  const counts = await countGains(charges, snapshot, changes, [...searches, ...nearby])
  return { ...counts, since: since.toISOString(), gains: worthSaying(counts.gains).map(gainOnWire) }
}

/**
 * Searches replayed in one turn of the loop: at some 50 µs each, it takes well below the 10 ms after which other
 * requests would feel it.
 */
const SEARCHES_PER_TURN = 20

/** Counts the effect of each change, replayed in slices so that other requests are not blocked. */
export async function countGains(
  charges: readonly RoadCharge[],
  snapshot: Snapshot,
  changes: readonly Change[],
  searches: readonly ReplayedSearch[],
): Promise<Counts> {
  const surroundings = { charges, drive: driveBetweenJobs }
  const changed = changes.map((change) => withChange(snapshot, change))
  const counts = noCounts(changes)
  for (const [index, search] of searches.entries()) {
    if (index > 0 && index % SEARCHES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
    countReplay(counts, { snapshot, changed }, search, surroundings)
  }
  return counts
}

function gainOnWire({ change, moreShown, moreCheapest }: Gain): Answer['gains'][number] {
  return { change: changeOnWire(change), moreShown, moreCheapest }
}

function changeOnWire(change: Change): Answer['gains'][number]['change'] {
  if (change.kind === 'add_district') return { ...change, town: outcodes.get(change.district)?.name ?? '' }
  if (!('dayOfWeek' in change)) return change
  const { kind, dayOfWeek, startMinute, endMinute } = change
  return {
    kind,
    dayOfWeek: String(dayOfWeek % 7),
    startTime: timeToWire(startMinute),
    endTime: timeToWire(endMinute),
  }
}

type UnitRow = Omit<ReplayedUnit, 'districts' | 'calendar'> & { districts: string[]; calendar: CalendarRow }

interface Read {
  snapshot: Snapshot
  charges: readonly RoadCharge[]
  /** All of it, to tell whether anything has changed. */
  text: string
}

/** The unit, its colleagues with such a van and their tariff in one statement, and the road charges. */
export async function readSnapshot(ctx: Ctx, { unitId, companyId }: OwnUnit): Promise<Read> {
  const now = ctx.clock.now()
  const today = localDayOf(now)
  const [from, to] = [startOfDay(addDays(today, -KEPT_DAYS)), endOfDay(addDays(today, LATEST_START_DAYS + 1))]
  const { rows } = await sql<TariffRow & { units: string }>`/* gains-units */
    select ${tariffRow}, (
      select json_agg(json_build_object('id', u.id, 'status', u.status, 'jobKinds', u.job_kinds, 'helpLevels', u.help_levels,
        'people', json_build_object('until', u.people_until, 'graceUntil', u.people_grace_until), 'papersUntil', u.papers_until,
        'districts', array(select district from fleet.operating_district d where d.unit_id = u.id order by 1),
        'van', case when v.unit_id is not null then json_build_object('category', v.category, 'hasTailLift', v.has_tail_lift,
          'payloadKg', v.payload_kg, 'fuel', v.fuel, 'euroClass', v.euro_class, 'grossWeightKg', v.gross_weight_kg) end,
        'calendar', ${calendarSql(from, to, now)}) order by u.id)
      from fleet.working_unit u left join fleet.van v on v.unit_id = u.id
      where u.company_id = c.id
        and (u.id = ${unitId} or v.category = (select own.category from fleet.van own where own.unit_id = ${unitId})))::text as units
    from companies.company c left join pricing.tariff t on t.company_id = c.id where c.id = ${companyId}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('A company that was found is gone')
  const { version, tariff } = keptTariffOf(row)
  const charges = await listRoadCharges(ctx)
  const found: UnitRow[] = JSON.parse(row.units)
  const units = found.map(unitOf)
  const unit = units.find(({ id }) => id === unitId.toLowerCase())
  if (!unit) throw new Error('A unit that was found is gone')
  return {
    snapshot: {
      unit,
      colleagues: units.filter((one) => one !== unit),
      // A search finds no rate without a saved tariff.
      tariff: version === 0 ? { ...tariff, pencePerHour: {} } : tariff,
    },
    charges,
    text: JSON.stringify([tariff, charges, row.units]),
  }
}

const unitOf = ({ districts, calendar, ...row }: UnitRow): ReplayedUnit => ({
  ...row,
  districts: new Set(districts),
  calendar: toCalendar(calendar),
})

interface Row extends SearchRow {
  createdAt: Date
  isNear: boolean
}

/** The newest stored searches that can be replayed: of the unit's area, and of the districts beside it. */
export async function listSearches(
  ctx: Ctx,
  { unit }: Snapshot,
): Promise<{ since: Date; searches: ReplayedSearch[]; nearby: ReplayedSearch[] }> {
  const first = startOfDay(addDays(localDayOf(ctx.clock.now()), -KEPT_DAYS))
  const { rows } = await sql<Row>`/* gains-searches */
    with asked as materialized (
      (${newestOf([...unit.districts], false, first, MOST_SEARCHES)})
      union all (${newestOf(districtsBeside(unit.districts), true, first, MOST_SEARCHES_NEARBY)})
    )
    select r.created_at, a.is_near, r.pick_up_district as district, r.pick_up_area as area, r.van_category, r.help_level, r.job_kind,
      r.need_tail_lift, r.start_at, r.places, r.replay,
      case when r.cheapest_company = (select company_id from fleet.working_unit where id = ${unit.id}) then r.next_pence
        else r.cheapest_pence end as rival_pence
    from asked a join quoting.search r using (created_at, id)
    order by r.created_at desc, r.id desc`.execute(ctx.db)
  const own = rows.filter(({ isNear }) => !isNear)
  const left = own.find(({ replay }) => replay === null) ?? (own.length === MOST_SEARCHES ? own.at(-1) : undefined)
  return {
    since: left?.createdAt ?? first,
    searches: replayed(own),
    nearby: replayed(rows.filter(({ isNear }) => isNear)),
  }
}

const replayed = (rows: readonly Row[]): ReplayedSearch[] =>
  rows.flatMap((row) => {
    const stored = storedSearch(row)
    return stored ? [toReplay(stored)] : []
  })

/** Newest searches by the index on area and time, like the list of searches: at most `limit` rows for each area. */
const newestOf = (districts: readonly string[], isNear: boolean, first: Date, limit: number) => {
  const areas = [...new Set(districts.map((district) => areaOf(district) ?? district))]
  return sql`
    select r.created_at, r.id, ${isNear}::boolean as is_near from unnest(${areas}::text[]) area, lateral (
      select r.created_at, r.id from quoting.search r
      where r.pick_up_area = area and (r.pick_up_district = any (${[...districts]}::text[]) or area = any (${[...districts]}::text[]))
        and r.created_at >= ${first}
      order by r.created_at desc, r.id desc limit ${limit}::int
    ) r order by 1 desc, 2 desc limit ${limit}::int`
}

/** Distance in metres above which cells may touch across water and do not count as neighbours. */
const MOST_METRES = 40_000
/** Length of a degree of longitude relative to one of latitude, in the middle of Great Britain. */
const LONGITUDE = 0.6

const places = [...outcodes.values()]
let cells: Delaunay<unknown> | undefined

/** Drawn on first use, so that it does not slow the start. */
const drawn = () =>
  (cells ??= Delaunay.from(
    places,
    ({ lng }) => lng * LONGITUDE,
    ({ lat }) => lat,
  ))

/** Districts whose cells on the map touch one of an operating area, and which are not in it. */
export function districtsBeside(districts: ReadonlySet<string>): string[] {
  const isOwn = (code: string) => districts.has(code) || districts.has(areaOf(code) ?? '')
  const adjacent = new Set<string>()
  for (const [index, place] of places.entries()) {
    if (!isOwn(place.code)) continue
    for (const other of drawn().neighbors(index)) {
      const near = places[other]
      if (near && !isOwn(near.code) && haversineMetres(place, near) <= MOST_METRES) adjacent.add(near.code)
    }
  }
  return [...adjacent]
}
