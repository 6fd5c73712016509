import { nationOf } from '#modules/geo/outcodes/rules.ts'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import type { Place } from '#modules/geo/rules.ts'
import {
  addDays,
  dayOfWeek,
  localDayOf,
  type LocalDay,
  addMinutes,
  halfHoursOfDay,
  formatTime,
  isRealDay,
  parseTime,
  toInstant,
} from '#shared/local-time.ts'
import { areaOf, normaliseOutcode } from '#shared/uk-postcode.ts'
import type { AskedMove } from '../move/rules.ts'
import { EARLIEST_START_MINUTES } from '../rules.ts'

/** "From £x" between two districts: on which day, and from where to where (ADR 0049). Pure. */

const DAYS_AHEAD = 3
/** Ten in the morning, on London's clocks. */
export const FROM_PRICE_TIME = '10:00'

/**
 * The first day to price, a Tuesday, Wednesday or Thursday soon, and the same weekday a week later for when no driver
 * is free.
 */
export function fromPriceDays(now: Date): [LocalDay, LocalDay] {
  let day = addDays(localDayOf(now), DAYS_AHEAD)
  while (dayOfWeek(day) < 2 || dayOfWeek(day) > 4) day = addDays(day, 1)
  return [day, addDays(day, 7)]
}

/** A district as an end of a move: the middle of it. Null for what is no district of ours. */
export function districtPlace(text: string): Place | null {
  const outcode = normaliseOutcode(text)
  const found = outcode === null ? undefined : outcodes.get(outcode)
  const area = outcode === null ? null : areaOf(outcode)
  if (outcode === null || !found || area === null || !areas.has(area)) return null
  return {
    postcode: outcode,
    outcode,
    area,
    lat: found.lat,
    lng: found.lng,
    precision: 'outcode',
    town: found.name,
    nation: nationOf(outcode, null),
    districtCode: null,
    isUnlisted: false,
  }
}

/** The start that a move is priced for while its customer has not chosen all of it (ADR 0053). Pure. */

export interface AssumedStart {
  move: AskedMove
  isDayAssumed: boolean
  isTimeAssumed: boolean
}

/** A working day soon where none is chosen, ten in the morning where no time is; later if ten is too soon by then. */
export function withAssumedStart(move: AskedMove, now: Date): AssumedStart {
  const [first, ...rest] = move.routePoints
  const [isDayAssumed, isTimeAssumed] = [!first?.date, !first?.time]
  if (!first || !(isDayAssumed || isTimeAssumed)) return { move, isDayAssumed: false, isTimeAssumed: false }
  const date = first.date ?? fromPriceDays(now)[0]
  const time = first.time ?? usualTimeOn(date, now)
  return { move: { ...move, routePoints: [{ ...first, date, time }, ...rest] }, isDayAssumed, isTimeAssumed }
}

function usualTimeOn(day: string, now: Date): string {
  if (!isRealDay(day)) return FROM_PRICE_TIME
  const earliest = addMinutes(now, EARLIEST_START_MINUTES)
  const usual = parseTime(FROM_PRICE_TIME) ?? 0
  const minute = halfHoursOfDay().find((each) => each >= usual && toInstant(day, each) >= earliest)
  return minute === undefined ? FROM_PRICE_TIME : formatTime(minute)
}
