import { literals } from '#platform/db.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  listUnitCalendars,
  type HoldPlace,
  type UnitCalendar,
  calendarSql,
  toCalendar,
  type CalendarRow,
} from '#modules/calendar/queries.ts'
import { reasonNotFree } from '#modules/calendar/rules.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { coversJob, type UnitCover } from '#modules/fleet/units/rules.ts'
import { modelLeg } from '#modules/geo/osrm/rules.ts'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import { loadOfItems, type AskedItem } from '#modules/items/rules.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { bannedClasses, vehicleClassOf, type Fuel, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import { hoursOfOrder, tripsFor, waitingOfOrder } from '#modules/quoting/load/rules.ts'
import { driveBetweenJobs, travelPoint } from '#modules/quoting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addMinutes, lastDayOf, type LocalDay, endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { NOT_BEGUN, UNANSWERED, noOneTookAt } from '../rules.ts'
import { worthOf, type Around } from './rules.ts'

/** A job, and a unit of its area with such a van and crew. */
export interface Pair extends UnitCover {
  bookingId: string
  unitId: string
  companyId: string
  start: Date
  end: Date
  work: KeptWork
  items: AskedItem[]
  help: HelpLevel
  isHot: boolean
  /** Booked as several vans or days: the unit leads its company's. */
  isPlanned: boolean
  category: VanCategory
  payloadKg: number | null
  fuel: Fuel
  euroClass: number | null
  grossWeightKg: number | null
  totalPence: number
  paymentMethod: 'cash' | 'card'
}

/** More than one unit is ever offered at a time. */
const MOST_PAIRS = 2000

/**
 * Pairs of hot jobs and units that could do them, by facts that rarely change: area, van, crew, kinds of job and of
 * payment. A unit that gave the job back is left out, as is the customer's own.
 */
export function hotPairs(ctx: Ctx, { bookingId, unitIds, jobs = 'hot' }: Asked): RawBuilder<Pair> {
  /**
   * The condition is repeated for every table of units: the planner does not take it from one to the next, and would
   * pair each job with each van first.
   */
  const isAsked = (column: 'd.unit_id' | 'v.unit_id' | 'u.id') =>
    unitIds ? sql`${sql.ref(column)} = any (${[...unitIds]}::uuid[])` : sql`true`
  return sql<Pair>`select b.id as booking_id, u.id as unit_id, u.company_id, b.start_at as start, b.end_at as end, b.work, b.move -> 'items' as items,
      b.move ->> 'manPower' as help, b.is_hot, b.plan is not null as is_planned, u.papers_until, u.people_grace_until, to_json(u.people_until) as people_until,
      v.category, v.payload_kg, v.fuel, v.euro_class, v.gross_weight_kg, b.total_pence, b.payment_method
    from bookings.booking b
    join fleet.working_unit u on u.id in (
      select d.unit_id from fleet.operating_district d
      where d.district in (b.work #>> '{places,0,outcode}', substring(b.work #>> '{places,0,outcode}' from '^[A-Z]{1,2}'))
        and ${isAsked('d.unit_id')})
    join companies.company c on c.id = u.company_id
    join fleet.van v on v.unit_id = u.id
    where ${JOBS[jobs](ctx.clock.now())}
      and ${bookingId ? sql`b.id = ${bookingId}` : sql`true`}
      and ${isAsked('u.id')} and ${isAsked('v.unit_id')}
      and u.status in ('operating', 'insurance_expires_soon')
      and case when b.plan is null then v.category = b.move ->> 'vanCategory' and b.move ->> 'manPower' = any (u.help_levels)
        else ${PLANNED[jobs]} end
      and (v.has_tail_lift or not coalesce((b.move ->> 'needTailLift')::boolean, false))
      and b.move ->> 'jobKind' = any (u.job_kinds)
      and b.payment_method = any (c.payment_methods)
      and c.owner_user_id is distinct from b.customer_id
      and not exists (select from bookings.lost_job l where l.booking_id = b.id and l.unit_id = u.id)
    order by b.start_at, b.id, u.id limit ${MOST_PAIRS}::int`
}

/** Jobs that are hot now, that were hot at any time, or that the office can give to another unit `u`. */
const JOBS = {
  hot: (now: Date) => sql`b.is_hot and b.status in ${literals(UNANSWERED)} and b.start_at > ${addMinutes(now, 1)}`,
  once_hot: () => sql`exists (select from bookings.event e where e.booking_id = b.id and e.kind = 'became_hot')`,
  movable: () =>
    sql`b.status in ${literals(NOT_BEGUN)} and not b.awaiting_verification and u.id is distinct from b.unit_id`,
}

/** Plans go to companies for which a search found one, by the unit that would lead it (`offerHotJob`); the office gives no plan to one unit. */
const PLANNED = {
  hot: sql`exists (select from bookings.hot_offer o where o.booking_id = b.id and o.unit_id = u.id)`,
  once_hot: sql`true`,
  movable: sql`false`,
}

const listPairs = async (ctx: Ctx, scope: Asked): Promise<Pair[]> =>
  (await sql<Pair>`/* hot-pairs */ ${hotPairs(ctx, scope)}`.execute(ctx.db)).rows

interface Asked {
  bookingId?: string
  unitIds?: readonly string[]
  jobs?: keyof typeof JOBS
}

export interface FitUnit {
  bookingId: string
  unitId: string
  companyId: string
  start: Date
  /** The end includes the waiting that is held. */
  end: Date
  startPlace: HoldPlace
  endPlace: HoldPlace
  totalPence: number
  paymentMethod: 'cash' | 'card'
}

/**
 * Pairs of hot jobs and units that fit: for one job its units, or for one unit its jobs. One rule for the list, for the
 * notices and for taking a job. Three statements at most.
 */
export const listFit = async (
  ctx: Ctx,
  scope: Omit<Asked, 'once'>,
  readCalendars?: CalendarsReader,
): Promise<FitUnit[]> => listFitOf(ctx, await listPairs(ctx, scope), readCalendars)

/** Reads the calendars for a caller that needs more of the same units and times in one statement. */
type CalendarsReader = (unitIds: readonly string[], from: Date, until: Date) => Promise<Map<string, UnitCalendar>>

/** Filters pairs that were read already: two statements at most, none without a pair. */
export async function listFitOf(
  ctx: Ctx,
  found: readonly Pair[],
  readCalendars: CalendarsReader = (...args) => listUnitCalendars(ctx, ...args),
): Promise<FitUnit[]> {
  const now = ctx.clock.now()
  const pairs = found.filter((pair) => noOneTookAt(pair.start) > now && (pair.isPlanned || isCapable(pair)))
  const [first] = pairs
  if (!first) return []
  const from = pairs.reduce((soonest, { start }) => (start < soonest ? start : soonest), first.start)
  const until = pairs.reduce((latest, pair) => (heldUntil(pair) > latest ? heldUntil(pair) : latest), heldUntil(first))
  const [calendars, charges] = await Promise.all([
    readCalendars([...new Set(pairs.map(({ unitId }) => unitId))], from, until),
    pairs.some(hasBan) ? listRoadCharges(ctx) : [],
  ])
  const isFit = (pair: Pair) => isFreeFor(pair, calendars.get(pair.unitId)) && !isKeptOut(pair, charges)
  // Whether all vans of a plan are free is found out when it is taken.
  return pairs.filter((pair) => pair.isPlanned || isFit(pair)).flatMap(fitOf)
}

function fitOf(pair: Pair): FitUnit[] {
  const { bookingId, unitId, companyId, start, totalPence, paymentMethod, work } = pair
  const [startPlace, endPlace] = [work.places[0], work.places.at(-1)]
  if (!startPlace || !endPlace) return []
  return [
    { bookingId, unitId, companyId, start, end: heldUntil(pair), startPlace, endPlace, totalPence, paymentMethod },
  ]
}

/** Whether a unit could have had a job that another one has now: its driver is told that they are too late. */
export async function wasOffered(ctx: Ctx, bookingId: string, unitId: string): Promise<boolean> {
  return (await listPairs(ctx, { bookingId, unitIds: [unitId], jobs: 'once_hot' })).length > 0
}

const heldUntil = ({ end, work }: Pick<Pair, 'end' | 'work'>): Date => addMinutes(end, waitingOfOrder(work.order))

/** The unit’s documents and crew are valid on the day, and its van needs no more trips than agreed. */
function isCapable(pair: Pair): boolean {
  const { start, work, items, help, category, payloadKg } = pair
  const lastDay: LocalDay = lastDayOf(start, heldUntil(pair))
  const trips = tripsFor(loadOfItems(items), { category, payloadKg }, help)
  return coversJob(pair, help, lastDay) && trips !== undefined && trips <= (work.order.trips ?? 1)
}

function isFreeFor(pair: Pair, calendar: UnitCalendar | undefined): boolean {
  const [startPlace, endPlace] = [pair.work.places[0], pair.work.places.at(-1)]
  if (!calendar || !startPlace || !endPlace) return false
  const stay = { start: pair.start, end: heldUntil(pair), startPlace, endPlace, ...hoursOfOrder(pair.work.order) }
  return reasonNotFree(calendar, stay, driveBetweenJobs) === null
}

const bansOf = ({ work }: Pick<Pair, 'work'>) => work.order.zones?.filter(({ kind }) => kind === 'ban') ?? []
const hasBan = (pair: Pick<Pair, 'work'>): boolean => bansOf(pair).length > 0

function isKeptOut(pair: Pair, charges: readonly RoadCharge[]): boolean {
  const visits = bansOf(pair).map(({ code }) => ({ zone: code, start: pair.start, end: pair.end }))
  return visits.length > 0 && bannedClasses(charges, visits).has(vehicleClassOf(pair))
}

/** A place with the name of its town. */
export type TownPlace = HoldPlace & { town: string }

interface HeldRow {
  start: string
  end: string
  startLat: number
  startLng: number
  startOutcode: string
  startTown: string | null
  endLat: number
  endLng: number
  endOutcode: string
  endTown: string | null
}

interface Row {
  basePostcode: string | null
  calendar: CalendarRow | null
  holds: HeldRow[]
}

/** What a unit has on some days, and where it starts from otherwise. */
export interface Surroundings {
  base: TownPlace | undefined
  others: Around<TownPlace>[]
}

export const NOWHERE: Surroundings = { base: undefined, others: [] }

interface Span {
  from: Date
  until: Date
}

/** On the days of these jobs. One statement. */
export async function findAround(
  ctx: Ctx,
  { unitId }: Pick<OwnUnit, 'unitId'>,
  jobs: readonly Pick<Around<HoldPlace>, 'start' | 'end'>[],
): Promise<Surroundings> {
  const times = jobs.flatMap(({ start, end }) => [start, end]).toSorted((a, b) => a.getTime() - b.getTime())
  const [from, until] = [times[0], times.at(-1)]
  if (!from || !until) return NOWHERE
  return surroundingsOf(await readRow(ctx, unitId, { from, until }, sql`null::json`))
}

/** The same between two times, with the unit's calendar for them in the same statement. */
export async function findAroundAndCalendar(
  ctx: Ctx,
  { unitId }: Pick<OwnUnit, 'unitId'>,
  span: Span,
): Promise<{ surroundings: Surroundings; calendar: UnitCalendar | undefined }> {
  const row = await readRow(ctx, unitId, span, calendarSql(span.from, span.until, ctx.clock.now()))
  return { surroundings: surroundingsOf(row), calendar: row?.calendar ? toCalendar(row.calendar) : undefined }
}

async function readRow(
  ctx: Ctx,
  unitId: string,
  { from, until }: Span,
  calendar: RawBuilder<CalendarRow | null>,
): Promise<Row | undefined> {
  const [first, last] = [localDayOf(from), localDayOf(until)]
  const { rows } = await sql<Row>`/* hot-around */
    select coalesce(u.area_base_postcode, c.base_postcode) as base_postcode, ${calendar} as calendar,
      coalesce((select json_agg(json_build_object('start', lower(h.during), 'end', upper(h.during),
          'startLat', h.start_lat, 'startLng', h.start_lng, 'startOutcode', h.start_outcode, 'startTown', b.work #>> '{places,0,town}',
          'endLat', h.end_lat, 'endLng', h.end_lng, 'endOutcode', h.end_outcode, 'endTown', b.work #>> '{places,-1,town}'))
        from calendar.hold h left join bookings.booking b on b.id = h.booking_id
        where h.unit_id = u.id and h.during && tstzrange(${startOfDay(first)}, ${endOfDay(last)})
          and (h.decide_by is null or h.decide_by > ${ctx.clock.now()})), '[]') as holds
    from fleet.working_unit u join companies.company c on c.id = u.company_id where u.id = ${unitId}`.execute(ctx.db)
  return rows[0]
}

const surroundingsOf = (row: Row | undefined): Surroundings => ({
  base: baseOf(row?.basePostcode ?? null),
  others: (row?.holds ?? []).map(aroundOf),
})

/** The middle of its outcode: near enough to say how far away a job is. */
function baseOf(postcode: string | null): TownPlace | undefined {
  const outcode = postcode === null ? undefined : outcodeOf(postcode)
  const place = outcode ? outcodes.get(outcode) : undefined
  return place && { lat: place.lat, lng: place.lng, outcode: place.code, town: place.name }
}

const aroundOf = ({ start, end, ...hold }: HeldRow): Around<TownPlace> => ({
  start: new Date(start),
  end: new Date(end),
  startPlace: {
    lat: hold.startLat,
    lng: hold.startLng,
    outcode: hold.startOutcode,
    town: hold.startTown ?? hold.startOutcode,
  },
  endPlace: { lat: hold.endLat, lng: hold.endLng, outcode: hold.endOutcode, town: hold.endTown ?? hold.endOutcode },
})

/** What a job is worth to the unit with these surroundings, as the wire has it. */
export function worthOnWire(
  { startAt, endAt, youKeepPence }: { startAt: string; endAt: string; youKeepPence: number | null },
  { places }: Pick<KeptWork, 'places'>,
  { base, others }: Surroundings,
) {
  const [startPlace, endPlace] = [places[0], places.at(-1)]
  if (!startPlace || !endPlace) return null
  const job = { start: new Date(startAt), end: new Date(endAt), startPlace, endPlace, keptPence: youKeepPence }
  const worth = worthOf<TownPlace>(job, others, base, driveBetween)
  return worth
    ? {
        ...worth,
        outAt: worth.outAt.toISOString(),
        backAt: worth.backAt.toISOString(),
        otherJobs: worth.otherJobs.map((other) => ({
          startAt: other.start.toISOString(),
          endAt: other.end.toISOString(),
          from: other.startPlace.town,
          to: other.endPlace.town,
        })),
      }
    : null
}

export const driveBetween = (from: TownPlace, to: TownPlace) => modelLeg(travelPoint(from), travelPoint(to))
