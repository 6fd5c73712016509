import type { z } from 'zod'
import { isBankHoliday } from '#modules/pricing/bank-holidays-rules.ts'
import type { RoadCharge, VehicleClass } from '#modules/pricing/road-charges/rules.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { capitalise } from '#shared/texts.ts'
import { addDays, dayOfWeek, type LocalDay } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import type { Camel } from '#shared/wire.ts'
import type { locationFigures } from '../contract.ts'
import type { TypicalMove } from '../rules.ts'
import { TYPICAL_LOADS } from './data.ts'

/** What is counted for a location (ADR 0047). Pure. */

export type Figures = Camel<z.output<typeof locationFigures>>

/**
 * Number of facts that a page can take from the data, up to five: companies, the lowest price, typical moves, how soon
 * they answer, road charges.
 */
export const factsIn = (figures: Figures): number =>
  [
    figures.companies > 0,
    figures.fromPencePerHour !== null,
    figures.moves.length > 0,
    figures.replyMinutes !== null,
    figures.roadCharges.length > 0,
  ].filter(Boolean).length

const ENOUGH = 3

/** Whether the page of a location tells a stranger enough for a search engine to list it. */
export const isEnough = (figures: Figures | null): boolean => figures !== null && factsIn(figures) >= ENOUGH

/** Bookings picked up in an outcode, by the minutes until the answer; null for those without one. */
export interface Happened {
  outcode: string
  replyMinutes: number | null
  bookings: number
  started: number
  onTime: number
  reviews: number
  /** Sum of the three marks of each review. */
  marks: number
}

/** Fewer say nothing of a place. */
const FEWEST = 5

/** All that happened in its outcodes, where that is enough to speak of. */
export function sumOf(
  happened: readonly Happened[],
): Pick<Figures, 'replyMinutes' | 'started' | 'onTime' | 'reviews' | 'rating'> {
  const sum = (count: (one: Happened) => number) => happened.reduce((total, one) => total + count(one), 0)
  const [started, reviews] = [sum((one) => one.started), sum((one) => one.reviews)]
  const isReported = started >= FEWEST
  return {
    replyMinutes: middleMinutes(happened),
    started: isReported ? started : 0,
    onTime: isReported ? sum((one) => one.onTime) : 0,
    reviews,
    rating: reviews > 0 ? Math.round((sum((one) => one.marks) / reviews / 3) * 10) / 10 : null,
  }
}

/** The minutes within which half of the answers came. */
function middleMinutes(happened: readonly Happened[]): number | null {
  const answered = happened
    .flatMap(({ replyMinutes, bookings }) => (replyMinutes === null ? [] : [{ replyMinutes, bookings }]))
    .toSorted((a, b) => a.replyMinutes - b.replyMinutes)
  const all = answered.reduce((total, { bookings }) => total + bookings, 0)
  if (all < FEWEST) return null
  let seen = 0
  return answered.find(({ bookings }) => (seen += bookings) >= all / 2)?.replyMinutes ?? null
}

/** Median of sorted prices, to the penny. */
export function middleOfPence(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2
  return Math.round(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2)
}

/** The first Wednesday at least two weeks ahead that is no holiday: it has no surcharge, and most vans are free. */
export function typicalDay(today: LocalDay): LocalDay {
  const first = addDays(today, 14)
  const day = addDays(first, (3 - dayOfWeek(first) + 7) % 7)
  return (['england', 'scotland', 'northern_ireland'] as const).some((nation) => isBankHoliday(day, nation))
    ? typicalDay(addDays(today, 7))
    : day
}

/** A move at ten in the morning, from one outcode's middle to another's. */
export function askedOf({ size, from, to }: TypicalMove, day: LocalDay): AskedMove {
  const { vanCategory, manPower, stairs, items } = TYPICAL_LOADS[size]
  const point = (number: number, outcode: string, inward: string) => ({
    number,
    postcode: `${outcode} ${inward}`,
    stairs,
  })
  return {
    routePoints: [{ ...point(0, from.outcode, '1AA'), date: day, time: '10:00' }, point(1, to.outcode, '2AA')],
    items: items.map(([movingItem, amount]) => ({
      movingItem,
      amount,
      needAssembling: false,
      needDisassembling: false,
    })),
    jobKind: 'home_or_office',
    manPower,
    vanCategory,
    needTailLift: false,
  }
}

const CLASSES: readonly (readonly [VehicleClass, string])[] = [
  ['noncompliant', 'a van below its standard'],
  ['heavy_noncompliant', 'one above 3.5 tonnes below its standard'],
  ['other', 'any other van'],
  ['electric', 'an electric van'],
]

/** "£12.50 a day for a van below its standard": what the charges of one zone ask on a day; empty if nothing. */
export function chargeText(charges: readonly RoadCharge[], day: LocalDay): string {
  const today = charges.filter(({ fromDay, toDay }) => fromDay <= day && (toDay === null || day <= toDay))
  const rowOf = (vehicleClass: VehicleClass) => today.filter((charge) => charge.vehicleClass === vehicleClass).at(-1)
  // The Congestion Charge has no emission standard: its vans all pay the same.
  const isSameForVans = rowOf('noncompliant')?.amountPence === rowOf('other')?.amountPence
  const parts = CLASSES.flatMap(([vehicleClass, name]) => {
    const row = rowOf(vehicleClass)
    if (!row || (vehicleClass === 'noncompliant' && isSameForVans)) return []
    const who = vehicleClass === 'other' && isSameForVans ? 'a van' : name
    return [row.amountPence === null ? `no entry for ${who}` : `${formatPounds(row.amountPence)} a day for ${who}`]
  })
  const text = parts.join(', ')
  return text && `${capitalise(text)}.`
}
