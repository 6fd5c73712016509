/** One company's cheapest plan as an offer: what each of its vans does on each day, and for how much. */
import type { HoldPlace, UnitCalendar } from '#modules/calendar/queries.ts'
import { reasonNotFree } from '#modules/calendar/rules.ts'
import { CREW_SIZE, type HelpLevel } from '#modules/fleet/rules.ts'
import { coversJob, type UnitCover } from '#modules/fleet/units/rules.ts'
import { bannedClasses, vehicleClassOf, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { priceJob, type Price, type PricedJob, type PriceLine } from '#modules/pricing/rules.ts'
import { turnsOf } from '#platform/loop-turns.ts'
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
import { driversHoursOf, isAllowed } from '../load/queries.ts'
import { MOST_TRIPS } from '../load/rules.ts'
import { inTrips, moveAt, moveOf, timed, type TimedMove } from '../move/queries.ts'
import type { AskedMove } from '../move/rules.ts'
import { driveBetweenJobs, pricedJobOf, tariffFor, type Offer, type PlannedStretch } from '../queries.ts'
import type { FreeUnit } from '../schedule/unit-availability-queries.ts'
import {
  cheapestPlan,
  linesToDivide,
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
export interface PlanUnit extends PlanVan {
  unit: Omit<FreeUnit, 'pencePerHour'>
  cover: UnitCover
  rates: Partial<Record<HelpLevel, number>>
  helpLevels: readonly HelpLevel[]
  /** Who are checked until after that day and on no other job from that start on; undefined where each van brings its own. */
  peopleOn: (lastDay: LocalDay, start: Date) => string[] | undefined
  calendar: () => UnitCalendar
}

/** The latest end that a plan with this start can have. */
export const endOfPlans = (start: Date, { mostDays }: PlanWish): Date =>
  addMinutes(startsOf(start)[mostDays === 1 ? 0 : 1], LONGEST_DAY_MINUTES)

/** Each company's cheapest plan with those of its units. */
export async function offersOf(
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
    const staffed = own.map((unit) => ({ ...unit, people: unit.peopleOn(lastDay, move.start) }))
    const plan = cheapestPlan(staffed, { lines, helpLevel: move.request.manPower, wish }, price.ofTrips)
    if (plan) offers.push(offerOf(move, plan, price.ofDay))
    await turn()
  }
  return offers
}

/** What one van does on one day of a plan, before it is known what it carries. */
interface DayWork {
  move: TimedMove
  job: PricedJob
  banned: ReturnType<typeof bannedClasses>
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
    const scheduledMove = timed(moveOf(request, places, { legs, metres, precision, isEstimated }, { zones, tolls }))
    if (!scheduledMove) throw new Error('A plan is scheduledMove out for a move with a start')
    const own = inTrips(moveAt(scheduledMove, starts[day - 1] ?? scheduledMove.start), trips)
    return { move: own, job: pricedJobOf(own), banned: bannedClasses(charges, own.zoneVisits) }
  }
  return (task: AskedWork): DayWork | undefined => {
    const key = Object.values(task).join()
    const cached = known.get(key) ?? workOf(task)
    known.set(key, cached)
    return cached ?? undefined
  }
}

interface PricedDay {
  move: TimedMove
  price: Price
}

type DayPrice = (unit: PlanUnit, task: AskedWork) => PricedDay | undefined

/** Prices of one company: vans of one kind and class cost the same, so each is worked out once. */
function pricesOf(workOf: ReturnType<typeof dayWorks>, charges: readonly RoadCharge[]) {
  const prices = new Map<string, Price | undefined>()
  const free = new Map<string, boolean>()
  const isFree = (unit: PlanUnit, task: AskedWork, { move }: DayWork): boolean => {
    const key = `${unit.id} ${Object.values(task).join()}`
    const known = free.get(key) ?? comesOn(unit, task.help, move)
    free.set(key, known)
    return known
  }
  const ofDay: DayPrice = (unit, task) => {
    const pencePerHour = unit.helpLevels.includes(task.help) ? unit.rates[task.help] : undefined
    const work = pencePerHour === undefined ? undefined : workOf(task)
    if (!work || pencePerHour === undefined) return undefined
    const vehicleClass = vehicleClassOf(unit.unit.van)
    if (work.banned.has(vehicleClass) || !isFree(unit, task, work)) return undefined
    const key = `${vehicleClass} ${Object.values(task).join()}`
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
    const task = { category: unit.category, help, trips: own, day, isLead, isLastDay: day === lastDay }
    const priced = ofDay(unit, task)
    if (!priced) return undefined
    days.push({ ...priced, day })
  }
  const [first, second] = days
  if (first && second && minutesBetween(first.move.heldUntil, second.move.start) < REST_MINUTES) return undefined
  return days
}

/** True where the van, its driver and enough checked people can come for that day's work. */
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
