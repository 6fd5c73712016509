// What is asked for a price while the move is still being put together (ADR 0053).
import type { findLowestPrice, listDayPrices } from '#modules/quoting/from-price/contract.ts'
import { CREW_SIZE, VAN_NAMES } from '#modules/fleet/rules.ts'
import { pieceOf } from '#modules/items/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, dayOfWeek, daysFromTo, type LocalDay, formatDay, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { planText } from '#web/kit/bookings/booking-texts.ts'
import { liftingText, loadAdvice, loadOfOrder } from '#web/kit/bookings/load.ts'
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

/** A price with the move that it was for. */
export interface PricedMove {
  question: QuoteRequest
  pence: number
}

/** "£22.00 more for 3 men, Upright piano": the answers that raised the price since the last one; nothing if it is no higher. */
export function raisedText(before: PricedMove | null, after: PricedMove): string {
  const pence = after.pence - (before?.pence ?? after.pence)
  const causes = before ? causesOf(before.question, after.question) : []
  return pence > 0 && causes.length > 0 ? `${formatPence(pence)} more for ${causes.join(', ')}` : ''
}

function causesOf(before: QuoteRequest, after: QuoteRequest): string[] {
  const differ = (of: (move: QuoteRequest) => unknown) => JSON.stringify(of(before)) !== JSON.stringify(of(after))
  const itemsOf = ({ items = [] }: QuoteRequest) =>
    new Map(
      items.map((item) => [
        pieceOf({ movingItem: item.movingItem ?? null, ownItem: item.ownItem })?.name ?? '',
        item.amount,
      ]),
    )
  const listed = itemsOf(before)
  const added = [...itemsOf(after)].filter(([name, amount]) => amount > (listed.get(name) ?? 0))
  const needing = (need: 'needAssembling' | 'needDisassembling') => (move: QuoteRequest) =>
    move.items?.map((item) => [item.movingItem, item[need]]).filter(([, isNeeded]) => isNeeded)
  const first = added[0]?.[0] ?? ''
  const causes: [boolean, string][] = [
    [added.length > 0, added.length === 1 ? first : countOf(added.length, 'more thing')],
    [differ((move) => move.vanCategory), `a ${VAN_NAMES[after.vanCategory]}`],
    [differ((move) => move.manPower), liftingText(after.manPower)],
    [differ((move) => move.needTailLift), 'a tail-lift'],
    [differ(needing('needDisassembling')), 'taking furniture apart'],
    [differ(needing('needAssembling')), 'putting furniture together'],
    [differ((move) => move.extraTime), 'extra time for furniture'],
    [before.routePoints.length < after.routePoints.length, 'another stop'],
    [
      before.routePoints.length === after.routePoints.length &&
        differ((move) => move.routePoints.map((point) => point.postcode)),
      'the new place',
    ],
    [differ((move) => move.routePoints.map(({ stairs }) => stairs ?? 0).filter(Boolean)), 'stairs'],
    [differ((move) => [move.routePoints[0]?.date, move.routePoints[0]?.time]), 'that day and time'],
  ]
  return causes.flatMap(([isCause, text]) => (isCause ? [text] : []))
}

/** "two people, one Luton Van", or of a plan "two vans, one day, four people". */
function crewText({ plan }: Pick<LowestPrice, 'plan'>, { vanCategory, manPower }: QuoteRequest): string {
  const people = (count: number) => (count === 1 ? 'one person' : `${NUMBERS[count] ?? count} people`)
  if (plan) return [planText({ plan }).toLowerCase(), people(plan.people)].filter(Boolean).join(', ')
  const crew = manPower === 'no_help' ? 'nobody to lift' : people(CREW_SIZE[manPower])
  return `${crew}, one ${VAN_NAMES[vanCategory]}`
}
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** "27 companies, from £394.20", for whom and which van, and for which start. */
export function lowestPriceTexts(answer: LowestPrice, question: QuoteRequest) {
  const { companies, fromPence, startAt, isDayAssumed, isTimeAssumed } = answer
  const { day, minute } = toLocal(new Date(startAt))
  const at = `${formatDay(day)} at ${formatTime(minute)}`
  return {
    price:
      fromPence === null
        ? 'No driver is free'
        : `${countOf(companies, 'company', 'companies')}, from ${formatPence(fromPence)}`,
    crew: crewText(answer, question),
    start: isDayAssumed || isTimeAssumed ? `if it’s ${at}` : at,
  }
}
