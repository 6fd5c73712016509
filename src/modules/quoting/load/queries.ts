/** Whether one van with one driver can do a move, in how many trips, and what to say where it cannot. */
import {
  isWithinDriversHours,
  MOST_DRIVING_MINUTES,
  MOST_DUTY_MINUTES,
  type DriversHours,
} from '#modules/calendar/drivers-hours-rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { canCarryCrew, VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import type { Leg } from '#modules/geo/osrm/rules.ts'
import { loadOfItems, type Load } from '#modules/items/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { refuse, type FieldErrors, type Refusal, type Suggested } from '#shared/endpoint.ts'
import { beyondDriversHours, pieceDoesNotFit, pieceNeedsTwoPeople, tooMuchForOneVan } from '../contract.ts'
import { jobOf, waitingMinutesOf, type AskedMove } from '../move/rules.ts'
import { drivesOf, workTime, type WorkTime } from '../schedule/rules.ts'
import {
  bestTripsFor,
  biggerVans,
  hoursOfWork,
  liftingWarning,
  MOST_TRIPS,
  pieceProblems,
  roomText,
  tripsByVolume,
  tripsFor,
  weightInText,
  type Warning,
} from './rules.ts'

type Legs = readonly Pick<Leg, 'minutes'>[]

/** A driver's hours of a move. */
export const driversHoursOf = (request: AskedMove, work: WorkTime): DriversHours =>
  hoursOfWork(work, waitingMinutesOf(request))

/** Whether one driver may do a move in this number of trips in a day. */
export const isAllowed = (request: AskedMove, legs: Legs, trips: number): boolean =>
  isWithinDriversHours(driversHoursOf(request, workTime(jobOf(request, legs, trips))))

/** In how many trips vans of the category may need to go, whatever their payload. More of them are for the weight alone. */
export function neededTrips({ items, vanCategory }: AskedMove): number[] {
  const load = loadOfItems(items)
  const fewest = tripsByVolume(load, vanCategory)
  const most = load.weightKg > 0 ? MOST_TRIPS : Math.min(fewest, MOST_TRIPS)
  return Array.from({ length: Math.max(0, most - fewest + 1) }, (_, index) => fewest + index)
}

/** Numbers of trips that one driver may do in a day, the fewest first. */
export const possibleTrips = (request: AskedMove, legs: Legs, load: Load): number[] => {
  const best = bestTripsFor(load, request.vanCategory, request.manPower) ?? Infinity
  return neededTrips(request).filter((trips) => trips >= best && isAllowed(request, legs, trips))
}

/** The trips of a van with the low end of its category's payload; undefined where such a van cannot do it in a day. */
export function usualTrips(request: AskedMove, legs: Legs, load: Load): number | undefined {
  const trips = tripsFor(load, { category: request.vanCategory, payloadKg: null }, request.manPower)
  return trips !== undefined && isAllowed(request, legs, trips) ? trips : undefined
}

/**
 * Why no van of the category can do it with this crew, or undefined where one with that payload can: by default the most that the
 * category carries, so that nothing is refused which some van could do.
 */
export function refuseIfImpossible(
  request: AskedMove,
  legs: Legs,
  payloadKg: number | null = VAN_DETAILS[request.vanCategory].payloadMaxKg,
): Refusal | undefined {
  const pieces = refuseUnfitPieces(request)
  if (pieces) return pieces
  const load = loadOfItems(request.items)
  const trips = tripsFor(load, { category: request.vanCategory, payloadKg }, request.manPower)
  if (trips === undefined) return refuseWith(tooMuchForOneVan, tooMuchText(request, legs, load), request, legs)
  if (isAllowed(request, legs, trips)) return undefined
  return refuseWith(beyondDriversHours, hoursText(request, legs, trips), request, legs)
}

/** Why a piece does not go into the van, or not without a second person. */
export function refuseUnfitPieces(request: AskedMove): Refusal | undefined {
  const problems = pieceProblems(request.items, request.vanCategory, request.manPower)
  const [first] = problems
  if (!first) return undefined
  const tooLarge = problems.filter(({ why }) => why === 'size')
  const errors: FieldErrors = {}
  for (const { index, text } of problems) errors[`items.${index}.moving_item`] = [text]
  if (tooLarge[0]) errors.van_category = [tooLarge[0].text]
  const heavy = problems.find(({ why }) => why === 'weight')
  if (heavy) errors.man_power = [heavy.text]
  if (!tooLarge[0]) return refuse(pieceNeedsTwoPeople, { detail: first.text, errors })
  const bigger = biggerVans(request.vanCategory).find((van) =>
    tooLarge.every((problem) => isAtLeast(van, problem.biggerVan)),
  )
  return refuse(pieceDoesNotFit, { detail: tooLarge[0].text, errors, ...suggesting(bigger) })
}

function suggesting(van: VanCategory | undefined): { suggested?: Suggested } {
  if (!van) return {}
  const suggested: Suggested = {}
  suggested.van_category = van
  return { suggested }
}

const isAtLeast = (van: VanCategory, minimum: VanCategory | undefined): boolean =>
  minimum !== undefined && VAN_DETAILS[van].value >= VAN_DETAILS[minimum].value

function refuseWith(
  kind: typeof tooMuchForOneVan | typeof beyondDriversHours,
  detail: string,
  request: AskedMove,
  legs: Legs,
) {
  const errors: FieldErrors = {}
  errors.van_category = [detail]
  return refuse(kind, { detail, errors, ...suggesting(biggerVanFor(request, legs)?.category) })
}

/** The smallest bigger van of which every one can do it in a day. */
function biggerVanFor(request: AskedMove, legs: Legs): { category: VanCategory; trips: number } | undefined {
  for (const vanCategory of biggerVans(request.vanCategory)) {
    const other = { ...request, vanCategory }
    if (!canCarryCrew(vanCategory, request.manPower) || refuseUnfitPieces(other)) continue
    const trips = usualTrips(other, legs, loadOfItems(request.items))
    if (trips !== undefined) return { category: vanCategory, trips }
  }
  return undefined
}

const tripsText = (trips: number) => (trips === 1 ? 'one trip' : `${trips} trips`)

function tooMuchText(request: AskedMove, legs: Legs, load: Load): string {
  const bigger = biggerVanFor(request, legs)
  return (
    `Your load takes ${roomText(load)} and weighs ${weightInText(load)}: more than a ${VAN_NAMES[request.vanCategory]} with its crew carries in three trips. ` +
    (bigger
      ? `A ${VAN_NAMES[bigger.category]} does it in ${tripsText(bigger.trips)}.`
      : 'One van can’t do it in a day. Move fewer things, or call us and we’ll plan it with several vans.')
  )
}

function hoursText(request: AskedMove, legs: Legs, trips: number): string {
  const work = workTime(jobOf(request, legs, trips))
  const { dutyMinutes } = driversHoursOf(request, work)
  const bigger = biggerVanFor(request, legs)
  const drives = drivesOf(trips)
  const what = trips === 1 ? 'This move takes' : `${trips} trips, with ${drives} drives, take`
  return (
    `${what} ${formatDuration(dutyMinutes)} of work, ${formatDuration(work.travel)} of it driving. ` +
    `In one day a driver may work ${MOST_DUTY_MINUTES / 60} hours and drive ${MOST_DRIVING_MINUTES / 60}. ` +
    (bigger ? `A ${VAN_NAMES[bigger.category]} does it in ${tripsText(bigger.trips)}. ` : '') +
    `${bigger ? 'Or move' : 'Move'} fewer things, split the move over two days, or call us and we’ll plan it with you.`
  )
}

/** Warnings to read before booking. */
export function warningsOf(request: AskedMove, legs: Legs, load: Load): Warning[] {
  const lifting = liftingWarning(request.items, request.manPower)
  const isUsual = usualTrips(request, legs, load) !== undefined
  const payload: Warning = {
    code: 'needs_more_payload',
    detail: `Your load weighs ${weightInText(load)}. Only a ${VAN_NAMES[request.vanCategory]} that carries more than most can do this in a day.`,
  }
  return [...(lifting ? [lifting] : []), ...(isUsual ? [] : [payload])]
}
