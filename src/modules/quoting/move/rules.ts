import { canCarryCrew, canHaveTailLift, type HelpLevel, type Stairs, type VanCategory } from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import {
  addDays,
  clockChangeAt,
  isRealDay,
  localDayOf,
  parseTime,
  skippedTimeText,
  toInstant,
} from '#shared/local-time.ts'
import { EARLIEST_START_MINUTES, LATEST_START_DAYS, LONGEST_FURNITURE_MINUTES } from '../rules.ts'
import type { AskedPoint } from '../stop/contract.ts'
import { assemblingMinutes, disassemblingMinutes, type FurnitureWork } from '../work/rules.ts'

/** The move as it was asked, checked: what a search, a price and a booking are made of. camelCase of the quote payload. */
export interface AskedMove {
  routePoints: AskedPoint[]
  items: { movingItem: number; amount: number; needAssembling: boolean; needDisassembling: boolean }[]
  jobKind: 'home_or_office' | 'furniture'
  manPower: HelpLevel
  assemblingHelp?: HelpLevel | null
  disassemblingHelp?: HelpLevel | null
  vanCategory: VanCategory
  needTailLift: boolean
  extraTime?: string | null
  customerNote?: string | null
}

/** What makes no sense together, by field path as on the wire. Empty when all is well. `now` bounds the start. */
export function moveProblems(move: AskedMove, now: Date, needsStart: boolean): FieldErrors {
  return {
    ...pointProblems(move.routePoints),
    ...crewProblems(move),
    ...itemProblems(move),
    ...furnitureProblems(move),
    ...(needsStart || move.routePoints[0]?.date ? startProblems(move.routePoints[0], now) : {}),
  }
}

function pointProblems(points: readonly AskedPoint[]): FieldErrors {
  const errors: FieldErrors = {}
  points.forEach((point, index) => {
    if (point.number !== index)
      errors[`route_points.${index}.number`] = ['Number the points 0, 1, 2 … in the order of the route.']
    const before = points[index - 1]
    const isSame = before?.postcode === point.postcode && (before.flatAndHouse ?? '') === (point.flatAndHouse ?? '')
    if (isSame && !point.flatAndHouse) {
      errors[`route_points.${index}.postcode`] = [
        'This is the same postcode as the point before. If you are moving within it, add the house or flat at both.',
      ]
    }
  })
  return errors
}

function crewProblems(move: AskedMove): FieldErrors {
  const errors: FieldErrors = {}
  if (move.needTailLift && !canHaveTailLift(move.vanCategory)) {
    errors.need_tail_lift = ['Only a Luton van has a tail-lift. Choose the Luton van, or do without.']
  }
  if (!canCarryCrew(move.vanCategory, move.manPower)) {
    errors.man_power = [
      'A small van has two seats, so three men cannot travel in it. Choose a bigger van or fewer men.',
    ]
  }
  return errors
}

function itemProblems({ items }: AskedMove): FieldErrors {
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  items.forEach(({ movingItem, needAssembling, needDisassembling }, index) => {
    const item = findItem(movingItem)
    if (!item) errors[`items.${index}.moving_item`] = ['We do not know this item.']
    else if (seen.has(movingItem))
      errors[`items.${index}.moving_item`] = ['This item is listed twice. Use its amount instead.']
    else if ((needAssembling || needDisassembling) && !item.furnitureType) {
      errors[`items.${index}.need_assembling`] = ['Only sofas, beds, wardrobes and tables can be taken apart.']
    }
    seen.add(movingItem)
  })
  return errors
}

/** Every part of a move but this one is bounded by its own fields. */
function furnitureProblems(move: AskedMove): FieldErrors {
  const added = addedMinutesOf(move)
  const job = furnitureJobOf(move)
  if (assemblingMinutes(job) + disassemblingMinutes(job) <= LONGEST_FURNITURE_MINUTES) return {}
  return {
    [added > LONGEST_FURNITURE_MINUTES ? 'extra_time' : 'items']: [
      'Taking apart and putting together would take more than seven days. Choose fewer pieces or less time.',
    ],
  }
}

function startProblems(first: AskedPoint | undefined, now: Date): FieldErrors {
  if (!first?.date) return { 'route_points.0.date': ['Choose a day.'] }
  if (!isRealDay(first.date)) return { 'route_points.0.date': ['This day does not exist.'] }
  if (first.date < localDayOf(now)) return { 'route_points.0.date': ['This day is over. Choose a later one.'] }
  if (!first.time) return { 'route_points.0.time': ['Choose a time.'] }
  const start = startOf(first)
  if (!start) return { 'route_points.0.time': ['Choose a time on the hour or half hour.'] }
  const minute = parseTime(first.time) ?? 0
  if (clockChangeAt(first.date, minute) === 'skipped')
    return { 'route_points.0.time': [skippedTimeText(first.date, minute)] }
  if (start.getTime() < now.getTime() + EARLIEST_START_MINUTES * 60_000) {
    return { 'route_points.0.time': ['Choose a time at least two hours from now.'] }
  }
  if (first.date > addDays(localDayOf(now), LATEST_START_DAYS)) {
    return { 'route_points.0.date': ['Choose a day within the next 180 days.'] }
  }
  return {}
}

/** The instant the move begins; undefined while the day or the time is open. */
export function startOf(first: AskedPoint | undefined): Date | undefined {
  const minute = first?.time ? parseTime(first.time) : undefined
  return first?.date && isRealDay(first.date) && minute !== undefined ? toInstant(first.date, minute) : undefined
}

/** The pieces that are taken apart or put together. */
export function furnitureOf({ items }: AskedMove): FurnitureWork[] {
  return items.flatMap(({ movingItem, amount, needAssembling, needDisassembling }) => {
    const furnitureType = findItem(movingItem)?.furnitureType
    if (!furnitureType || !(needAssembling || needDisassembling)) return []
    return [{ furnitureType, amount, needsAssembling: needAssembling, needsDisassembling: needDisassembling }]
  })
}

const addedMinutesOf = ({ extraTime }: AskedMove) => (extraTime ? minutesOfTimeString(extraTime) : 0)

/** The part of a job that its furniture makes. */
export const furnitureJobOf = (move: AskedMove) => ({
  manPower: move.manPower,
  furniture: furnitureOf(move),
  assemblingHelp: move.assemblingHelp ?? undefined,
  disassemblingHelp: move.disassemblingHelp ?? undefined,
  addedAssemblingMinutes: addedMinutesOf(move),
})

export const stairsOf = (move: AskedMove): Stairs[] => move.routePoints.map(({ stairs }) => stairs as Stairs)
