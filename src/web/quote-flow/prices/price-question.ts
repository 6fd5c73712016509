// What is asked for a price while the move is still being put together (ADR 0053).
import type { findLowestPrice, listDayPrices } from '#modules/quoting/from-price/contract.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, dayOfWeek, daysFromTo, type LocalDay, formatDay, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { planText } from '#web/kit/bookings/booking-texts.ts'
import { loadAdvice, loadOfOrder } from '#web/kit/bookings/load.ts'
import { toQuoteRequest, type QuoteRequest } from '../draft/draft-request.ts'
import type { Order } from '../draft/order.ts'

/**
 * The move without names, numbers and notes, in the van that is chosen or suggested; undefined until there is one and both places are
 * known. What it lacks of its start is assumed by the server.
 */
export function toPriceQuestion(order: Order): QuoteRequest | undefined {
  if (order.routePoints.some(({ postcode }) => normalisePostcode(postcode) === null)) return undefined
  const orderLoad = loadOfOrder(order)
  const { van, help, load, tooHeavy } = orderLoad
  // What no van of the kind can do has no price; what is too much for any may have that of several.
  if (load.pieces > 0 && (tooHeavy || loadAdvice(orderLoad)?.isImpossible)) return undefined
  const request = toQuoteRequest({ ...order, van, helpLevel: help })
  if (!request) return undefined
  const { date, time } = order
  return {
    ...request,
    routePoints: request.routePoints.map(({ number, postcode, stairs, flatAndHouse }) => ({
      number,
      postcode,
      stairs,
      // Two addresses of one postcode are told apart by it.
      flatAndHouse,
      ...(number === 0 ? { date, time } : {}),
    })),
    customerNote: null,
  }
}

// The days of a month's page, and what of them is worth saying.

/** "Flexible by three days" (issue of the customer's side). */
export const FLEXIBLE_DAYS = 3

const firstOf = (day: LocalDay): LocalDay => `${day.slice(0, 7)}-01`
export const nextMonth = (day: LocalDay): LocalDay => firstOf(addDays(firstOf(day), 31))
export const monthBefore = (day: LocalDay): LocalDay => firstOf(addDays(firstOf(day), -1))

/** Every day of the month, and before them as many places as the week has days already. */
export function monthPage(day: LocalDay): { days: LocalDay[]; placesBefore: number } {
  const first = firstOf(day)
  return { days: daysFromTo(first, addDays(nextMonth(day), -1)), placesBefore: dayOfWeek(first) - 1 }
}

/** What is asked for a month: its days, and those around the chosen one where they are beyond its edge. */
export function monthWindow(month: LocalDay, chosen: LocalDay | null): { from: LocalDay; to: LocalDay } {
  const { days } = monthPage(month)
  const [first = month, last = month] = [days[0], days.at(-1)]
  if (!chosen || firstOf(chosen) !== first) return { from: first, to: last }
  const [early, late] = [addDays(chosen, -FLEXIBLE_DAYS), addDays(chosen, FLEXIBLE_DAYS)]
  return { from: early < first ? early : first, to: late > last ? late : last }
}

/**
 * The cheapest day within FLEXIBLE_DAYS of the chosen one, the nearest if several cost the same; undefined if no driver
 * is free.
 */
export function cheapestAround(days: readonly DayPrice[], chosen: LocalDay): DayPrice | undefined {
  const far = ({ date }: DayPrice) => Math.abs(Date.parse(date) - Date.parse(chosen)) / 86_400_000
  return days
    .filter((day) => day.fromPence !== null && far(day) <= FLEXIBLE_DAYS)
    .toSorted((a, b) => (a.fromPence ?? 0) - (b.fromPence ?? 0) || far(a) - far(b))[0]
}

// Prices that are not quotes yet, in words.

export type LowestPrice = AnswerOf<typeof findLowestPrice>
export type DayPrice = AnswerOf<typeof listDayPrices>['days'][number]

/** "27 companies, from £394.20", and for which start. */
export function lowestPriceTexts({ companies, fromPence, startAt, isDayAssumed, isTimeAssumed, plan }: LowestPrice) {
  const { day, minute } = toLocal(new Date(startAt))
  const at = `${formatDay(day)} at ${formatTime(minute)}`
  return {
    price:
      fromPence === null
        ? 'No driver is free'
        : `${countOf(companies, 'company', 'companies')}, from ${formatPence(fromPence)}`,
    start: [planText({ plan }), isDayAssumed || isTimeAssumed ? `if it’s ${at}` : at].filter(Boolean).join(', '),
  }
}
