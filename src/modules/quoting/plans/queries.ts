/** The plans that companies can offer for a move which none of their vans does alone in a day (ADR 0071). */
import { sql } from 'kysely'
import {
  calendarSql,
  toCalendar,
  type CalendarRow,
  type HoldPlace,
  type UnitCalendar,
} from '#modules/calendar/queries.ts'
import { reasonNotFree } from '#modules/calendar/rules.ts'
import { CREW_SIZE, VAN_CATEGORIES, type HelpLevel } from '#modules/fleet/rules.ts'
import { coversJob, type UnitCover } from '#modules/fleet/units/rules.ts'
import { bannedClasses, vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { priceJob, type Price, type PricedJob, type PriceLine } from '#modules/pricing/rules.ts'
import { remembered } from '#platform/caches.ts'
import type { Ctx } from '#platform/ctx.ts'
import { turnsOf } from '#platform/loop-turns.ts'
import type { Refusal } from '#shared/endpoint.ts'
import {
  addDays,
  addMinutes,
  lastDayOf,
  localDayOf,
  minutesBetween,
  toInstant,
  toLocal,
  type LocalDay,
} from '#shared/local-time.ts'
import { sumPence } from '#shared/money.ts'
import { driversHoursOf, isAllowed, refuseIfImpossible, usualTrips } from '../load/queries.ts'
import { MOST_TRIPS } from '../load/rules.ts'
import type { PlanSize } from '../commands.ts'
import { inTrips, laidOutIn, moveAt, moveOf, timed, type PreparedMove, type TimedMove } from '../move/queries.ts'
import { jobOf, type AskedMove } from '../move/rules.ts'
import {
  driveBetweenJobs,
  findOffers,
  lowestOf,
  pricedJobOf,
  tariffFor,
  type Offer,
  type Offers,
  type PlannedStretch,
} from '../queries.ts'
import { EARLIEST_START_MINUTES, OUTCOMES } from '../rules.ts'
import { toFreeUnit, type FreeRow, type FreeUnit } from '../schedule/unit-availability-queries.ts'
import { workTime } from '../schedule/rules.ts'
import { shownColumns, type Among } from '../search/queries.ts'
import {
  ANY_PLAN,
  cheapestPlan,
  linesToDivide,
  MOST_VANS,
  PLAN_DAYS,
  type Plan,
  type PlanDay,
  type PlanPrice,
  type PlanVan,
  type PlanWish,
} from './rules.ts'

/** Longer than any day's work in three trips, with its breaks and the waiting that can be declared. */
const LONGEST_DAY_MINUTES = 24 * 60
/** Between the end of a driver's day and the start of the next (decisions §12). */
const REST_MINUTES = 11 * 60

/** A van of the area that may come with others. */
interface PlanUnit extends PlanVan {
  unit: Omit<FreeUnit, 'pencePerHour'>
  cover: UnitCover
  rates: Partial<Record<HelpLevel, number>>
  helpLevels: readonly HelpLevel[]
  /** Who are checked until after that day; undefined where each van brings its own. */
  peopleOn: (lastDay: LocalDay) => string[] | undefined
  calendar: () => UnitCalendar
}

interface PlanRow extends Omit<
  FreeRow,
  'pencePerHour' | 'trips' | 'before' | 'after' | 'day' | 'coveredUntil' | 'opensAt'
> {
  payloadKg: number | null
  papersUntil: string
  peopleUntil: string[]
  peopleGraceUntil: string | null
  /** Who work with the van, with the first day that their checks do not cover. */
  people: { id: string; until: string | null }[] | null
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
            where k.person_id = up.person_id and k.status = 'approved'))) from fleet.unit_person up
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

/** As though the office had checked the unit and its people. */
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
    peopleOn: (lastDay) =>
      peopleGraceUntil !== null && peopleGraceUntil > lastDay
        ? undefined
        : (people ?? []).flatMap(({ id, until }) => (until !== null && until > lastDay ? [id] : [])),
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
 * What the move calls for where one van is not enough, by usual vans of the size asked for or Lutons: how many, on how many days, and what
 * the lead does. By people's hours, so that nobody's prices count. Undefined where not even three vans do it in two days.
 */
export function usualPlan(move: PreparedMove, wish = ANY_PLAN): { plan: PlanSize; lead: PreparedMove } | undefined {
  const { request, legs } = move
  const categories = [...new Set([request.vanCategory, ...VAN_CATEGORIES.slice(-1)])]
  const vans = categories.flatMap((category) =>
    Array.from({ length: MOST_VANS }, (_, index) => ({ id: `${category} ${index}`, category, payloadKg: null })),
  )
  const asked = (van: PlanVan, help: HelpLevel): AskedMove => ({
    ...request,
    vanCategory: van.category,
    manPower: help,
  })
  const minutes: PlanPrice<PlanVan> = (van, help, trips) => {
    const own = asked(van, help)
    const days = trips.filter((count) => count > 0)
    if (!days.every((count) => isAllowed(own, legs, count))) return undefined
    return days.reduce(
      (sum, count) => sum + Math.max(LEAST_MINUTES, workTime(jobOf(own, legs, count)).rounded) * (1 + CREW_SIZE[help]),
      0,
    )
  }
  const lines = linesToDivide(request.items)
  const plan = cheapestPlan(vans, { lines, asked: request.manPower, wish }, minutes)
  const lead = plan?.vans[0]
  if (!plan || !lead) return undefined
  const { places, onceMetres: metres, precision, isEstimated, zones, tolls } = move
  const own = moveOf(asked(lead.van, lead.help), places, { legs, metres, precision, isEstimated }, { zones, tolls })
  const people = plan.vans.reduce((sum, { help, trips }) => sum + (trips[0] > 0 ? CREW_SIZE[help] : 0), 0)
  return { plan: { vans: plan.vans.length, days: plan.days, people }, lead: laidOutIn(own, lead.trips[0]) }
}

/**
 * Why a move cannot be priced that no van with that payload can do, by default the most of its size; or undefined where several vans or days
 * can: then it is only a matter of who is free. Where a bigger van could do it alone, that is said instead.
 */
export function refuseWithoutPlan(
  move: PreparedMove,
  { wish = ANY_PLAN, payloadKg }: { wish?: PlanWish; payloadKg?: number | null } = {},
): Refusal | undefined {
  const refused = refuseIfImpossible(move.request, move.legs, payloadKg)
  return refused && (refused.suggested !== undefined || !usualPlan(move, wish)) ? refused : undefined
}

/** What one van does on one day of a plan, before it is known what it carries. */
interface DayWork {
  move: TimedMove
  job: PricedJob
  banned: ReturnType<typeof bannedClasses>
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

const endOfPlans = (start: Date, { mostDays }: PlanWish): Date =>
  addMinutes(startsOf(start)[mostDays === 1 ? 0 : 1], LONGEST_DAY_MINUTES)

async function offersOf(
  units: readonly PlanUnit[],
  move: TimedMove,
  charges: readonly RoadCharge[],
  wish: PlanWish,
): Promise<Offer[]> {
  const lines = linesToDivide(move.request.items)
  if (lines.length === 0) return []
  const lastDay = localDayOf(endOfPlans(move.start, wish))
  const workOf = dayWorks(move, charges, startsOf(move.start))
  const turn = turnsOf()
  const offers: Offer[] = []
  for (const own of Map.groupBy(units, ({ unit }) => unit.company.id).values()) {
    const price = pricesOf(workOf, charges)
    const staffed = own.map((unit) => ({ ...unit, people: unit.peopleOn(lastDay) }))
    const plan = cheapestPlan(staffed, { lines, asked: move.request.manPower, wish }, price.ofTrips)
    if (plan) offers.push(offerOf(move, plan, price.ofDay))
    await turn()
  }
  return offers
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

const startsOf = (start: Date): [first: Date, second: Date] => {
  const { day, minute } = toLocal(start)
  return [start, toInstant(addDays(day, 1), minute)]
}

interface AskedWork {
  category: AskedMove['vanCategory']
  help: HelpLevel
  trips: number
  day: PlanDay
  isLead: boolean
  isLastDay: boolean
}

/** The work of a van's day; undefined where it is more than a driver may do. The same for every company. */
function dayWorks(move: TimedMove, charges: readonly RoadCharge[], starts: readonly [Date, Date]) {
  const { places, legs, onceMetres: metres, precision, isEstimated, zones, tolls } = move
  const known = new Map<string, DayWork | null>()
  const workOf = ({ category, help, trips, day, isLead, isLastDay }: AskedWork): DayWork | null => {
    const request: AskedMove = {
      ...move.request,
      vanCategory: category,
      manPower: help,
      items: move.request.items.map((item) => ({
        ...item,
        needDisassembling: isLead && day === 1 && item.needDisassembling,
        needAssembling: isLead && isLastDay && item.needAssembling,
      })),
      extraTime: isLead && isLastDay ? move.request.extraTime : null,
      declaredWaiting: day === 1 ? move.request.declaredWaiting : null,
    }
    if (!isAllowed(request, legs, trips)) return null
    const laid = timed(moveOf(request, places, { legs, metres, precision, isEstimated }, { zones, tolls }))
    if (!laid) throw new Error('A plan is laid out for a move with a start')
    const own = inTrips(moveAt(laid, starts[day - 1] ?? laid.start), trips)
    return { move: own, job: pricedJobOf(own), banned: bannedClasses(charges, own.zoneVisits) }
  }
  return (asked: AskedWork): DayWork | undefined => {
    const key = Object.values(asked).join()
    const cached = known.get(key) ?? workOf(asked)
    known.set(key, cached)
    return cached ?? undefined
  }
}

interface PricedDay {
  move: TimedMove
  price: Price
}

type DayPrice = (unit: PlanUnit, asked: AskedWork) => PricedDay | undefined

/** Prices of one company: vans of one kind and class cost the same, so each is worked out once. */
function pricesOf(workOf: ReturnType<typeof dayWorks>, charges: readonly RoadCharge[]) {
  const prices = new Map<string, Price | undefined>()
  const free = new Map<string, boolean>()
  const isFree = (unit: PlanUnit, asked: AskedWork, { move }: DayWork): boolean => {
    const key = `${unit.id} ${Object.values(asked).join()}`
    const known = free.get(key) ?? comesOn(unit, asked.help, move)
    free.set(key, known)
    return known
  }
  const ofDay: DayPrice = (unit, asked) => {
    const pencePerHour = unit.helpLevels.includes(asked.help) ? unit.rates[asked.help] : undefined
    const work = pencePerHour === undefined ? undefined : workOf(asked)
    if (!work || pencePerHour === undefined) return undefined
    const vehicleClass = vehicleClassOf(unit.unit.van)
    if (work.banned.has(vehicleClass) || !isFree(unit, asked, work)) return undefined
    const key = `${vehicleClass} ${Object.values(asked).join()}`
    if (!prices.has(key)) {
      const rated = { ...unit.unit, pencePerHour }
      prices.set(key, priceJob(tariffFor(rated, work.move), unit.unit.van, work.job, charges))
    }
    const price = prices.get(key)
    return price && { move: work.move, price }
  }
  const ofTrips: PlanPrice<PlanUnit> = (unit, help, trips, isLead) => {
    const days = daysOf(unit, { help, trips, isLead }, ofDay)
    return days && sumPence(days.map(({ price }) => price.totalPence))
  }
  return { ofDay, ofTrips }
}

interface Coming {
  help: HelpLevel
  trips: readonly [number, number]
  isLead: boolean
}

/** What the van does on each of its days, with the rest between them; undefined if it cannot. */
function daysOf(unit: PlanUnit, { help, trips, isLead }: Coming, ofDay: DayPrice) {
  const lastDay = trips[1] > 0 ? 2 : 1
  const days: (PricedDay & { day: PlanDay })[] = []
  for (const day of PLAN_DAYS) {
    const own = trips[day - 1] ?? 0
    if (own === 0) continue
    if (own > MOST_TRIPS) return undefined
    const asked = { category: unit.category, help, trips: own, day, isLead, isLastDay: day === lastDay }
    const priced = ofDay(unit, asked)
    if (!priced) return undefined
    days.push({ ...priced, day })
  }
  const [first, second] = days
  if (first && second && minutesBetween(first.move.heldUntil, second.move.start) < REST_MINUTES) return undefined
  return days
}

/** Whether the van, its driver and so many checked people can come for that day's work. */
function comesOn(unit: PlanUnit, help: HelpLevel, move: TimedMove): boolean {
  const [startPlace, endPlace] = [move.places[0], move.places.at(-1)]
  if (!startPlace || !endPlace) throw new Error('A prepared move has two places')
  if (!coversJob(unit.cover, help, lastDayOf(move.start, move.heldUntil))) return false
  const stay = {
    start: move.start,
    end: move.heldUntil,
    startPlace,
    endPlace,
    ...driversHoursOf(move.request, move.work),
  }
  return reasonNotFree<HoldPlace>(unit.calendar(), stay, driveBetweenJobs) === null
}

/** The plan as an offer: its lead's van and first day stand for it, its price is that of all vans and days. */
function offerOf(move: TimedMove, { vans, days }: Plan<PlanUnit>, ofDay: DayPrice): Offer {
  const stretches = vans.flatMap(({ van: unit, help, trips, share }, index): PlannedStretch[] =>
    (daysOf(unit, { help, trips, isLead: index === 0 }, ofDay) ?? []).map(({ day, move: own, price }) => ({
      van: index + 1,
      day,
      unit: { ...unit.unit, trips: own.trips, pencePerHour: unit.rates[help] ?? 0 },
      move: own,
      share: [...share].map(([line, amount]) => ({ index: line, amount })).sort((a, b) => a.index - b.index),
      price: { ...price, lines: linesOf(price, { van: index + 1, day }, vans.length) },
    })),
  )
  const lead = stretches[0]
  if (!lead) throw new Error('A plan has a lead')
  const people = stretches
    .filter(({ day }) => day === 1)
    .reduce((sum, one) => sum + CREW_SIZE[one.move.request.manPower], 0)
  return {
    unit: lead.unit,
    move: { ...lead.move, request: move.request },
    price: priceOfAll(stretches.map((one) => one.price)),
    plan: { stretches, vans: vans.length, days, people },
  }
}

/** Lines that name their van and day, in words where there is more than one. */
function linesOf({ lines }: Price, { van, day }: { van: number; day: PlanDay }, vans: number): PriceLine[] {
  const which = [...(vans > 1 ? [`van ${van}`] : []), ...(day > 1 ? [`day ${day}`] : [])].join(', ')
  const prefix = which && `${which.charAt(0).toUpperCase()}${which.slice(1)}: `
  return lines.map((line) => ({ ...line, van, day, label: prefix + line.label }))
}

function priceOfAll(prices: readonly Price[]): Price {
  const sum = (of: (price: Price) => number) => sumPence(prices.map(of))
  return {
    lines: prices.flatMap(({ lines }) => lines),
    totalPence: sum((price) => price.totalPence),
    ceilingPence: sum((price) => price.ceilingPence),
    commissionablePence: sum((price) => price.commissionablePence),
    vatPence: sum((price) => price.vatPence),
    minimumTimePence: sum((price) => price.minimumTimePence),
    chargedMinutes: prices[0]?.chargedMinutes ?? 0,
    isMinimumTime: prices.every((price) => price.isMinimumTime),
  }
}
