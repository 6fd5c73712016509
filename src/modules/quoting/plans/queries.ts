/** The plans that companies can offer for a move which none of their vans does alone in a day (ADR 0071). */
import { sql } from 'kysely'
import { calendarSql, toCalendar, type CalendarRow } from '#modules/calendar/queries.ts'
import { CREW_SIZE, VAN_CATEGORIES, type HelpLevel } from '#modules/fleet/rules.ts'
import type { RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { remembered } from '#platform/caches.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Refusal } from '#shared/endpoint.ts'
import { addMinutes, toInstant, toLocal, type LocalDay } from '#shared/local-time.ts'
import { isAllowed, refuseIfImpossible, usualTrips } from '../load/queries.ts'
import { MOST_TRIPS } from '../load/rules.ts'
import type { PlanSize } from '../commands.ts'
import { scheduleInTrips, moveAt, moveOf, type PreparedMove, type TimedMove } from '../move/queries.ts'
import { jobOf, type AskedMove } from '../move/rules.ts'
import { findOffers, lowestOf, type Offer, type Offers } from '../queries.ts'
import { EARLIEST_START_MINUTES, OUTCOMES } from '../rules.ts'
import { toFreeUnit, type FreeRow } from '../schedule/unit-availability-queries.ts'
import { workTime } from '../schedule/rules.ts'
import { shownColumns, type Among } from '../search/queries.ts'
import { endOfPlans, offersOf, type PlanUnit } from './offers-queries.ts'
import {
  ANY_PLAN,
  cheapestPlan,
  linesToDivide,
  MOST_VANS,
  type PlanPrice,
  type PlanVan,
  type PlanWish,
} from './rules.ts'

interface PlanRow extends Omit<
  FreeRow,
  'pencePerHour' | 'trips' | 'before' | 'after' | 'day' | 'coveredUntil' | 'opensAt'
> {
  payloadKg: number | null
  papersUntil: string
  peopleUntil: string[]
  peopleGraceUntil: string | null
  /** Who work with the van, with the first day that their checks do not cover, and their jobs in that time. */
  people: { id: string; until: string | null; busy: [from: string, until: string][] }[] | null
  rates: Partial<Record<HelpLevel, number>> | null
  helpLevels: HelpLevel[]
  calendar: CalendarRow
}

/** Every van at work in the area of companies that offer nothing yet, with all that decides whether and for how much it comes. */
async function searchPlanUnits(
  ctx: Ctx,
  { places, request }: TimedMove,
  { offering, from, until, among }: { offering: readonly string[]; from: Date; until: Date; among?: Among | undefined },
): Promise<PlanUnit[]> {
  const units = among ? sql`and unit_id = any (${[...among.unitIds]}::uuid[])` : sql``
  const isAsChecked = among?.isAsChecked ?? false
  const { rows } = await sql<{ units: string }>`/* plan-search */
    with area as materialized (
      select distinct unit_id from fleet.operating_district where district in (${places[0]?.outcode ?? ''}, ${places[0]?.area ?? ''}) ${units}
    ), unit as (
      select u.id, u.name, ${shownColumns}, v.payload_kg as "payloadKg",
        (select json_agg(json_build_object('id', up.person_id, 'until', (select max(coalesce(k.expires_on, 'infinity'::date)) from fleet.person_check k
            where k.person_id = up.person_id and k.status = 'approved'), 'busy', array(select json_build_array(lower(j.during), upper(j.during))
            from fleet.person_time j where j.person_id = up.person_id and j.during && tstzrange(${from}, ${until})))) from fleet.unit_person up
          join fleet.person p on p.id = up.person_id and p.checked_first_name is not null where up.unit_id = u.id) as people,
        u.papers_until as "papersUntil", u.people_until as "peopleUntil", u.people_grace_until as "peopleGraceUntil", u.help_levels as "helpLevels",
        (select json_object_agg(r.help_level, r.pence_per_hour) from pricing.hourly_rate r where r.company_id = c.id and r.van_category = v.category) as rates,
        ${calendarSql(from, until, ctx.clock.now())} as calendar
      from area
      join fleet.working_unit u on u.id = area.unit_id
      join fleet.van v on v.unit_id = u.id
      join companies.company c on c.id = u.company_id
      join pricing.tariff t on t.company_id = c.id
      left join companies.reliability k on k.company_id = c.id
      where (${isAsChecked}::boolean or u.status in ('operating', 'insurance_expires_soon')) and not c.id = any (${[...offering]}::uuid[])
        and ${request.jobKind}::text = any (u.job_kinds) and (v.has_tail_lift or not ${request.needTailLift}::boolean)
      order by u.id
    )
    select coalesce((select json_agg(unit) from unit), '[]')::text as units`.execute(ctx.db)
  const found: PlanRow[] = JSON.parse(rows[0]?.units ?? '[]')
  return found.map((row) => toPlanUnit(isAsChecked ? { ...row, ...ALWAYS } : row))
}

/** The longest day of work that a plan has. */
const endOfFirstDay = (start: Date): Date => addMinutes(start, 12 * 60)

/** The cover of a unit that the office has checked, with its people. */
const ALWAYS = {
  papersUntil: 'infinity',
  peopleUntil: ['infinity', 'infinity', 'infinity'],
  peopleGraceUntil: 'infinity',
}

function toPlanUnit(row: PlanRow): PlanUnit {
  const { people, payloadKg, papersUntil, peopleUntil, peopleGraceUntil, rates, helpLevels, calendar, ...shown } = row
  const { pencePerHour: _, ...unit } = toFreeUnit({
    ...shown,
    pencePerHour: 0,
    trips: 0,
    before: null,
    after: null,
    day: null,
    coveredUntil: null,
    opensAt: null,
  })
  const read = remembered((_key: 'calendar') => toCalendar(calendar))
  return {
    id: unit.id,
    category: unit.van.category,
    payloadKg,
    // Until its people are checked, a new company's vans are taken to bring their own.
    peopleOn: (lastDay, start) => {
      const isFree = ([from, end]: [string, string]) => new Date(end) <= start || new Date(from) >= endOfFirstDay(start)
      return peopleGraceUntil !== null && peopleGraceUntil > lastDay
        ? undefined
        : (people ?? []).flatMap(({ id, until, busy }) =>
            until !== null && until > lastDay && busy.every(isFree) ? [id] : [],
          )
    },
    unit,
    cover: { papersUntil, peopleUntil, peopleGraceUntil },
    rates: rates ?? {},
    helpLevels,
    calendar: () => read('calendar'),
  }
}

/** Every company's offer: a van that does the move alone, or where a usual van cannot, the company's cheapest plan. */
export async function findOffersAndPlans(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  { wish = ANY_PLAN, among }: { wish?: PlanWish; among?: Among | undefined } = {},
): Promise<Offers> {
  const found = await findOffers(ctx, move, charges, among)
  if (!mayTakeSeveral(move)) return found
  const offering = found.offers.map(({ unit }) => unit.company.id)
  const plans = await findPlanOffers(ctx, move, charges, { offering, wish, among })
  const planned = new Set(plans.flatMap(({ plan }) => plan?.stretches.map(({ unit }) => unit.id) ?? []))
  const outcomes = found.unitIds.map((id, index) => (planned.has(id) ? OUTCOMES.shown : (found.outcomes[index] ?? 0)))
  return { offers: [...found.offers, ...plans], unitIds: found.unitIds, outcomes }
}

/** Whether a van with the payload that all of its size have cannot do the move alone in a day. */
export const needsPlan = ({ request, legs, load }: PreparedMove): boolean =>
  usualTrips(request, legs, load) === undefined

/** Whether such a van cannot, or has to go as often as a van may: then companies that have none may come with several. */
const mayTakeSeveral = ({ request, legs, load }: PreparedMove): boolean =>
  (usualTrips(request, legs, load) ?? MOST_TRIPS) >= MOST_TRIPS

/** As long as any tariff charges at least, in minutes: a second van is never for nothing. */
const LEAST_MINUTES = 120

/**
 * The plan of usual vans for a move that one of them cannot do, chosen by people's hours, not by anybody's prices. Undefined where three vans
 * on two days are not enough.
 */
export function usualPlan(move: PreparedMove, wish = ANY_PLAN): { plan: PlanSize; lead: PreparedMove } | undefined {
  const { request, legs } = move
  const categories = [...new Set([request.vanCategory, ...VAN_CATEGORIES.slice(-1)])]
  const vans = categories.flatMap((category) =>
    Array.from({ length: MOST_VANS }, (_, index) => ({ id: `${category} ${index}`, category, payloadKg: null })),
  )
  const requestFor = (van: PlanVan, help: HelpLevel): AskedMove => ({
    ...request,
    vanCategory: van.category,
    manPower: help,
  })
  const minutes: PlanPrice<PlanVan> = (van, help, trips) => {
    const own = requestFor(van, help)
    const days = trips.filter((count) => count > 0)
    if (!days.every((count) => isAllowed(own, legs, count))) return undefined
    return days.reduce(
      (sum, count) => sum + Math.max(LEAST_MINUTES, workTime(jobOf(own, legs, count)).rounded) * (1 + CREW_SIZE[help]),
      0,
    )
  }
  const lines = linesToDivide(request.items)
  const plan = cheapestPlan(vans, { lines, helpLevel: request.manPower, wish }, minutes)
  const lead = plan?.vans[0]
  if (!plan || !lead) return undefined
  const { places, onceMetres: metres, precision, isEstimated, zones, tolls } = move
  const own = moveOf(
    requestFor(lead.van, lead.help),
    places,
    { legs, metres, precision, isEstimated },
    { zones, tolls },
  )
  const people = plan.vans.reduce((sum, { help, trips }) => sum + (trips[0] > 0 ? CREW_SIZE[help] : 0), 0)
  return { plan: { vans: plan.vans.length, days: plan.days, people }, lead: scheduleInTrips(own, lead.trips[0]) }
}

/**
 * The refusal of a move that is too much for every van of that payload (by default the most of its size) and for any plan. Where a bigger van
 * could do it alone, the refusal says so.
 */
export function refuseWithoutPlan(
  move: PreparedMove,
  { wish = ANY_PLAN, payloadKg }: { wish?: PlanWish; payloadKg?: number | null } = {},
): Refusal | undefined {
  const refused = refuseIfImpossible(move.request, move.legs, payloadKg)
  return refused && (refused.suggested !== undefined || !usualPlan(move, wish)) ? refused : undefined
}

/**
 * Each company's cheapest plan, for companies that are not among those that offer a van alone. One statement. The furniture is the
 * lead's: taken apart on the first day, put together on the last; waiting that was declared is waited on the first.
 */
export async function findPlanOffers(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  { offering, wish, among }: { offering: readonly string[]; wish: PlanWish; among?: Among | undefined },
): Promise<Offer[]> {
  const until = endOfPlans(move.start, wish)
  const units = await searchPlanUnits(ctx, move, { offering, from: move.start, until, among })
  return offersOf(units, move, charges, wish)
}

/** The lowest price of each day at the time of the move, over every company's plans. One statement. */
export async function findPlanDays(
  ctx: Ctx,
  move: TimedMove,
  charges: readonly RoadCharge[],
  days: readonly LocalDay[],
): Promise<{ date: LocalDay; startAt: string | null; fromPence: number | null; companies: number }[]> {
  const { minute } = toLocal(move.start)
  const earliest = addMinutes(ctx.clock.now(), EARLIEST_START_MINUTES)
  const starts = days.map((date) => ({ date, start: toInstant(date, minute) }))
  const [first, last] = [starts[0], starts.at(-1)]
  if (!first || !last) return []
  const until = endOfPlans(last.start, ANY_PLAN)
  const units = await searchPlanUnits(ctx, move, { offering: [], from: first.start, until })
  const found: Awaited<ReturnType<typeof findPlanDays>> = []
  for (const { date, start } of starts) {
    const offers = start < earliest ? [] : await offersOf(units, moveAt(move, start), charges, ANY_PLAN)
    const fromPence = lowestOf(offers)
    found.push({ date, startAt: fromPence === null ? null : start.toISOString(), fromPence, companies: offers.length })
  }
  return found
}
