/** The start that a move is priced for while its customer has not chosen all of it (ADR 0053). Pure. */
import { addMinutes, halfHoursOfDay, formatTime, isRealDay, parseTime, toInstant } from '#shared/local-time.ts'
import { FROM_PRICE_TIME, fromPriceDays } from '../from-price/rules.ts'
import type { AskedMove } from '../move/rules.ts'
import { EARLIEST_START_MINUTES } from '../rules.ts'

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
