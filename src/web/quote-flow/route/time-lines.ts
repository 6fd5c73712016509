// The time of a move, line by line, as the server computed it.
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { flightsOf } from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import { EARLIEST_START_MINUTES, LATEST_START_DAYS } from '#modules/quoting/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatMiles } from '#shared/distance.ts'
import { addTimeStrings, formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import {
  addDays,
  addMinutes,
  formatTime,
  halfHoursOfDay,
  isRealDay,
  localDayOf,
  toInstant,
  toLocal,
  type LocalDay,
} from '#shared/local-time.ts'
import { tollNotes, expectedWaiting, tripsText } from '#web/kit/bookings/booking-texts.ts'
import type { RemoteData } from '../draft/draft.ts'
import type { Order } from '../draft/order.ts'

export type RouteDetails = RemoteData['routeDetails']

export interface TimeLine {
  label: string
  value: string
}

const most = 3

/** Every part that takes time; the others are left out. */
export function timeLines(details: RouteDetails, order: Order): TimeLine[] {
  const flights = order.routePoints.reduce((sum, { stairs }) => sum + flightsOf(stairs), 0)
  const stops = order.routePoints.length - 2
  const van = order.van ? `, ${VAN_DETAILS[order.van].name}` : ''
  const times = details.trips > 1 ? `, ${details.trips} times` : ''
  const parts: [label: string, time: string][] = [
    [`Driving${drivesText(details)}, ${formatMiles(details)}`, details.travelTime],
    [`Loading and unloading${van}${times}`, details.loadUnloadTime],
    [`Stairs, ${countOf(flights, 'flight')}${times}`, details.stairsTime],
    [`${countOf(stops, 'extra stop')}${times}`, details.stopsTime],
    [withNames('Taking apart', order.dismantlingItems), details.disassemblingTime],
    [assemblingLabel(order), details.assemblingTime],
    ['Driver’s breaks, not charged', details.breaksTime],
  ]
  return parts.flatMap(([label, time]) => {
    const minutes = minutesOfTimeString(time)
    return minutes > 0 ? [{ label, value: formatDuration(minutes) }] : []
  })
}

/** "3 trips and 2 drives back"; all of them are charged. */
const drivesText = ({ trips }: RouteDetails): string =>
  trips > 1 ? `, ${tripsText(trips)} and ${countOf(trips - 1, 'drive')} back` : ''

/** Time that is not part of the total: waiting that is held, and the drive home. */
export function besideLines(details: RouteDetails): TimeLine[] {
  const waiting = expectedWaiting(details)
  const home = minutesOfTimeString(details.returnTime)
  return [
    ...(waiting ? [{ label: 'Expected waiting, also reserved', value: waiting }] : []),
    ...(home > 0 ? [{ label: 'The driver’s return journey, not charged', value: formatDuration(home) }] : []),
  ]
}

/** The sum of the parts before rounding up. */
export const sumMinutes = (details: RouteDetails): number =>
  minutesOfTimeString(
    addTimeStrings(
      details.travelTime,
      details.loadUnloadTime,
      details.stairsTime,
      details.stopsTime,
      details.assemblingTime,
      details.disassemblingTime,
      details.breaksTime,
    ),
  )

/** Whether distance and time are estimates rather than route results. */
export const isApproximate = ({ precision, estimated }: RouteDetails): boolean => estimated || precision !== 'unit'

/** Notes on the zones and tolls along the way; the receipt has the amounts. */
export const chargeNotes = (details: RouteDetails): string[] => [
  ...details.zones.flatMap((zone) => zoneNote(zone, details)),
  ...tollNotes(details.tolls),
]

function zoneNote(
  { code, name, kind, isApproximate: isUnsure }: RouteDetails['zones'][number],
  { isCongestionCharged, startAt }: RouteDetails,
): string[] {
  if (code === 'congestion' && !isCongestionCharged) return []
  const enters = isUnsure
    ? `This route probably enters the ${name}: it passes close to the boundary.`
    : `This route enters the ${name}${code === 'congestion' && startAt !== null ? ' at a time when it is charged' : ''}.`
  return [`${enters} ${zoneRule(code, kind, startAt !== null)}`]
}

function zoneRule(code: string, kind: 'charge' | 'ban', hasStart: boolean): string {
  if (kind === 'ban') return 'We only show vans that are allowed there.'
  if (code !== 'congestion')
    return 'If a van has to pay, the charge is on its receipt. Cleaner vans pay less or nothing.'
  return hasStart ? 'It’s shown on each receipt.' : 'Whether it is charged depends on the day and the hour.'
}

// The customer's extra time is counted here, even if pieces are only dismantled.
const assemblingLabel = ({ assemblingItems }: Order): string =>
  assemblingItems.length > 0 ? withNames('Putting together', assemblingItems) : 'Extra time for furniture'

// "Taking apart: bed, wardrobe"; a long list is counted instead.
function withNames(task: string, ids: readonly number[]): string {
  const names = [...new Set(ids.flatMap((id) => findItem(id)?.furnitureType ?? []))]
  if (names.length === 0) return task
  return names.length <= most ? `${task}: ${names.join(', ')}` : `${task}: ${names.length} kinds of furniture`
}

// Days and half hours at which a move can start: from two hours ahead to 180 days (decisions §3).

/** The first and last day to choose from. Late in the evening the first one is tomorrow. */
export function bookableDays(now: Date): { first: LocalDay; last: LocalDay } {
  const first = localDayOf(addMinutes(now, EARLIEST_START_MINUTES))
  const isOver = startTimesOf(first, now).length === 0
  return { first: isOver ? addDays(first, 1) : first, last: addDays(localDayOf(now), LATEST_START_DAYS) }
}

/**
 * "HH:MM" of each half hour of a day that is far enough ahead; all of them while no day is chosen. Times skipped in spring are left
 * out.
 */
export function startTimesOf(day: LocalDay | null, now: Date): string[] {
  const earliest = addMinutes(now, EARLIEST_START_MINUTES)
  const isOffered = (on: LocalDay, minute: number) => {
    const start = toInstant(on, minute)
    return start >= earliest && toLocal(start).minute === minute
  }
  return halfHoursOfDay()
    .filter((minute) => day === null || !isRealDay(day) || isOffered(day, minute))
    .map(formatTime)
}
