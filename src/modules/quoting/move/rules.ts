import { canCarryCrew, canHaveTailLift, type HelpLevel, type Stairs, type VanCategory } from '#modules/fleet/rules.ts'
import type { LngLat } from '#modules/geo/sketch/outlines-rules.ts'
import { mayMeet, type Passage, type Toll, holdsOn } from '#modules/geo/charges/rules.ts'
import type { Leg } from '#modules/geo/osrm/rules.ts'
import { pieceOf, type AskedItem } from '#modules/items/rules.ts'
import { tollPence } from '#modules/pricing/commission-rules.ts'
import type { LatLng } from '#shared/distance.ts'
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
  addMinutes,
} from '#shared/local-time.ts'
import { fromWire } from '#shared/wire.ts'
import { EARLIEST_START_MINUTES, LATEST_START_DAYS, LONGEST_FURNITURE_MINUTES } from '../rules.ts'
import {
  assemblingMinutes,
  dismantlingMinutes,
  type FurnitureWork,
  type Job,
  onClock,
  type Segment,
} from '../schedule/rules.ts'
import type { AskedPoint } from './contract.ts'

/**
 * The move as asked, validated: the basis of searches, prices and bookings. The camelCase form of the quote payload, also as stored
 * in offers and bookings; hence `manPower` and `needDisassembling`, the payload's words.
 */
export interface AskedMove {
  routePoints: AskedPoint[]
  items: (AskedItem & { needAssembling: boolean; needDisassembling: boolean; note?: string | null })[]
  jobKind: 'home_or_office' | 'furniture'
  manPower: HelpLevel
  assemblingHelp?: HelpLevel | null
  disassemblingHelp?: HelpLevel | null
  vanCategory: VanCategory
  needTailLift: boolean
  extraTime?: string | null
  declaredWaiting?: string | null
  customerNote?: string | null
}

/** What a move has to have. A price that is only looked at needs no house numbers, which tell two ends in one postcode apart. */
export interface MoveNeeds {
  start: boolean
  houses: boolean
}

/** Combinations that make no sense, by field path as on the wire; empty if all is well. `now` bounds the start. */
export function moveProblems(move: AskedMove, now: Date, needs: MoveNeeds): FieldErrors {
  return {
    ...pointProblems(move.routePoints, needs),
    ...crewAndItemProblems(move),
    ...(needs.start || move.routePoints[0]?.date ? startProblems(move.routePoints[0], now) : {}),
  }
}

/** Problems of everything but the places and the start. */
export const crewAndItemProblems = (move: AskedMove): FieldErrors => ({
  ...crewProblems(move),
  ...itemProblems(move),
  ...furnitureProblems(move),
})

function pointProblems(points: readonly AskedPoint[], { houses }: Pick<MoveNeeds, 'houses'>): FieldErrors {
  const errors: FieldErrors = {}
  points.forEach((point, index) => {
    if (point.number !== index)
      errors[`route_points.${index}.number`] = ['Number the points 0, 1, 2 … in the order of the route.']
    const before = points[index - 1]
    const isSame = before?.postcode === point.postcode && (before.flatAndHouse ?? '') === (point.flatAndHouse ?? '')
    if (houses && isSame && !point.flatAndHouse) {
      errors[`route_points.${index}.postcode`] = [
        'This postcode is the same as the previous one. If you’re moving within it, add the house or flat number at both.',
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
    errors.man_power = ['A small van has two seats, so three men can’t travel in it. Choose a bigger van or fewer men.']
  }
  return errors
}

function itemProblems({ items }: AskedMove): FieldErrors {
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  items.forEach((requestedItem, index) => {
    const { movingItem, ownItem, needAssembling, needDisassembling } = requestedItem
    const item = pieceOf(requestedItem)
    if (!item) errors[`items.${index}.moving_item`] = ['We don’t know this item.']
    else if (ownItem && movingItem !== null)
      errors[`items.${index}.own_item`] = ['Send an item of the list or one of your own, not both in one line.']
    else if (movingItem !== null && seen.has(movingItem))
      errors[`items.${index}.moving_item`] = ['This item is listed twice. Use its amount instead.']
    else if ((needAssembling || needDisassembling) && !item.furnitureType) {
      errors[`items.${index}.need_assembling`] = ['Only sofas, beds, wardrobes and tables can be taken apart.']
    }
    if (movingItem !== null) seen.add(movingItem)
  })
  return errors
}

/** The only part of a move whose size is not bounded by its individual fields. */
function furnitureProblems(move: AskedMove): FieldErrors {
  const added = addedMinutesOf(move)
  const job = furnitureJobOf(move)
  if (assemblingMinutes(job) + dismantlingMinutes(job) <= LONGEST_FURNITURE_MINUTES) return {}
  return {
    [added > LONGEST_FURNITURE_MINUTES ? 'extra_time' : 'items']: [
      'Taking apart and putting together would take more than seven days. Choose fewer pieces or less time.',
    ],
  }
}

function startProblems(first: AskedPoint | undefined, now: Date): FieldErrors {
  if (!first?.date) return { 'route_points.0.date': ['Choose a day.'] }
  if (!isRealDay(first.date)) return { 'route_points.0.date': ['This day doesn’t exist.'] }
  if (first.date < localDayOf(now)) return { 'route_points.0.date': ['This day has passed. Choose a later one.'] }
  if (first.date > addDays(localDayOf(now), LATEST_START_DAYS))
    return { 'route_points.0.date': [`Choose a day within the next ${LATEST_START_DAYS} days.`] }
  if (!first.time) return { 'route_points.0.time': ['Choose a time.'] }
  const start = startOf(first)
  if (!start) return { 'route_points.0.time': ['Choose a time on the hour or half hour.'] }
  const minute = parseTime(first.time) ?? 0
  if (clockChangeAt(first.date, minute) === 'skipped')
    return { 'route_points.0.time': [skippedTimeText(first.date, minute)] }
  if (start.getTime() < now.getTime() + EARLIEST_START_MINUTES * 60_000) {
    return { 'route_points.0.time': ['Choose a time at least two hours from now.'] }
  }
  return {}
}

/** The instant the move begins; undefined until day and time are chosen. */
export function startOf(first: AskedPoint | undefined): Date | undefined {
  const minute = first?.time ? parseTime(first.time) : undefined
  return first?.date && isRealDay(first.date) && minute !== undefined ? toInstant(first.date, minute) : undefined
}

/** The pieces to dismantle or assemble. */
export function furnitureOf({ items }: AskedMove): FurnitureWork[] {
  return items.flatMap((requestedItem) => {
    const { amount, needAssembling, needDisassembling } = requestedItem
    const furnitureType = pieceOf(requestedItem)?.furnitureType
    if (!furnitureType || !(needAssembling || needDisassembling)) return []
    return [{ furnitureType, amount, needsAssembling: needAssembling, needsDismantling: needDisassembling }]
  })
}

const addedMinutesOf = ({ extraTime }: AskedMove) => (extraTime ? minutesOfTimeString(extraTime) : 0)

/** The part of a job that depends on its furniture. */
export const furnitureJobOf = (move: AskedMove) => ({
  helpLevel: move.manPower,
  furniture: furnitureOf(move),
  assemblingHelp: move.assemblingHelp ?? undefined,
  dismantlingHelp: move.disassemblingHelp ?? undefined,
  addedAssemblingMinutes: addedMinutesOf(move),
})

/** What was declared; such waiting is held and in the ceiling, never in the work. */
export const waitingMinutesOf = ({ declaredWaiting }: AskedMove): number =>
  declaredWaiting ? minutesOfTimeString(declaredWaiting) : 0

export const jobOf = (request: AskedMove, legs: readonly Pick<Leg, 'minutes'>[], trips: number): Job => ({
  ...furnitureJobOf(request),
  van: request.vanCategory,
  trips,
  stairs: stairsOf(request),
  legMinutes: legs.map(({ minutes }) => minutes),
})

export const stairsOf = (move: AskedMove): Stairs[] => move.routePoints.map(({ stairs }) => stairs as Stairs)

/**
 * Texts about a stop that do not affect the price, by wire name, with their maximum length. Everything that asks for, completes,
 * stores, shows or erases them uses this list: a new text is a line here and a field on the screen (docs/one-field.md).
 */
export const STOP_TEXTS = { flat_and_house: 120, contact_name: 100 } as const

/** The same, by camelCase name. */
export const stopTexts = fromWire(STOP_TEXTS)

export type StopTexts = Record<keyof typeof stopTexts, string | null>

/** Which tolls a move meets or might meet, when, and what they cost its van. */

/** A passage of a toll: certain where a routing engine saw the road, else one that a route between these places might have. */
export interface MetToll extends Omit<Passage, 'code'> {
  toll: Toll
  isCertain: boolean
  /** Met on the drive back along this leg, between two trips. */
  isOnReturn: boolean
}

/** `passages` is null where no engine saw the roads. */
export function tollsMet(
  tolls: readonly Toll[],
  places: readonly LatLng[],
  passages: readonly Passage[] | null,
): MetToll[] {
  const there = passages
    ? passages.flatMap(({ code, ...where }) =>
        tolls.filter((toll) => toll.code === code).map((toll) => ({ toll, ...where, isCertain: true })),
      )
    : places.slice(1).flatMap((to, legIndex) => {
        const from = places[legIndex]
        const near = from ? tolls.filter((toll) => mayMeet(toll, from, to)) : []
        return near.map((toll) => ({ toll, legIndex, share: 0.5, isCertain: false }))
      })
  return [
    ...there.map((one) => ({ ...one, isOnReturn: false })),
    ...there.flatMap(({ toll, share, ...one }) =>
      tolls
        .filter((back) => isSameRoadBack(toll, back))
        .map((back) => ({ ...one, toll: back, share: 1 - share, isOnReturn: true })),
    ),
  ]
}

/** Whether a toll for one direction has a row for the other, with the same gates reversed. */
function isSameRoadBack(toll: Toll, back: Toll): boolean {
  if (!toll.isOneWay) return back === toll
  const [[a, b] = []] = toll.gates
  return back.isOneWay && back.gates.some(([c, d]) => isAt(c, b) && isAt(d, a))
}

const isAt = (one: LngLat, other: LngLat | undefined) => one[0] === other?.[0] && one[1] === other[1]

export interface TollOfJob {
  code: string
  name: string
  /** Charge of one passage; null while it depends on the hour, and the hour is open. */
  amountPence: number | null
  passages: number
  isCertain: boolean
}

/**
 * What is met on each drive of the job's work (`scheduleWork`), those back between trips included, at its time. A toll that is free then is none. One that might be met is named once, however often;
 * certain ones are added up where they cost the same.
 */
export function tollsOfJob(
  met: readonly MetToll[],
  van: VanCategory,
  segments: readonly Segment[],
  start: Date | undefined,
): TollOfJob[] {
  const found: TollOfJob[] = []
  for (const drive of segments.filter(({ kind }) => kind === 'driving' || kind === 'returning')) {
    for (const { toll, legIndex, share, isCertain, isOnReturn } of met) {
      if (isOnReturn !== (drive.kind === 'returning')) continue
      const at = start && addMinutes(start, minuteOf(drive, share))
      if (legIndex !== drive.index || (at && !holdsOn(toll, localDayOf(at)))) continue
      const amountPence = tollPence(toll, van, at)
      const same = found.find(({ code, ...other }) => code === toll.code && other.amountPence === amountPence)
      if (same && isCertain) same.passages += 1
      if (!same && amountPence !== 0)
        found.push({ code: toll.code, name: toll.name, amountPence, passages: 1, isCertain })
    }
  }
  return found
}

/** The minute of the job, breaks included, at which this share of the drive is done. */
function minuteOf({ from, to }: Segment, share: number): number {
  const driven = from + Math.floor(share * (to - from))
  return onClock({ from: driven, to: driven }).from
}
