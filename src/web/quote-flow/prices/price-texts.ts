// Prices that are not quotes yet, in words.
import type { findLowestPrice } from '#modules/quoting/from-price/contract.ts'
import type { listDayPrices } from '#modules/quoting/alternatives/contract.ts'
import { countOf } from '#shared/count-of.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'

export type LowestPrice = AnswerOf<typeof findLowestPrice>
export type DayPrice = AnswerOf<typeof listDayPrices>['days'][number]

/** "27 companies, from £394.20", and for which start. */
export function lowestPriceWords({ companies, fromPence, startAt, isDayAssumed, isTimeAssumed }: LowestPrice) {
  const { day, minute } = toLocal(new Date(startAt))
  const at = `${formatDay(day)} at ${formatTime(minute)}`
  return {
    price:
      fromPence === null
        ? 'No driver is free'
        : `${countOf(companies, 'company', 'companies')}, from ${formatPence(fromPence)}`,
    start: isDayAssumed || isTimeAssumed ? `if it’s ${at}` : at,
  }
}
