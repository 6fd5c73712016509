/** What the office sets from a day on, in words and in time. Pure. */
import { cancellationFee, cancellationSteps, type CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import { countOf } from '#shared/texts.ts'
import { percentOf, formatPence, type Pence } from '#shared/money.ts'
import { addDays, addMinutes, daysBetween, formatDateUk, lateDayProblem, type LocalDay } from '#shared/local-time.ts'

export const PARTS = ['commission', 'road_charges', 'tolls', 'cancellation'] as const
export type Part = (typeof PARTS)[number]

export type RowState = 'over' | 'in_force' | 'to_come'

/** Days ahead after which a change may no longer start. */
export const MOST_DAYS_AHEAD = 800

/** The notice that the terms for companies promise. */
export const NOTICE_DAYS = 15

/** The first of the next month; for commission, the next one that leaves companies the promised notice. */
export function usualFromDay(today: LocalDay, part: Part): LocalDay {
  const next = firstAfter(today)
  return part === 'commission' && noticeProblem(next, today) !== undefined ? firstAfter(next) : next
}

const firstAfter = (day: LocalDay): LocalDay => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`

/** Why a change cannot start on that day; undefined if it can. */
export function dayProblem(fromDay: LocalDay, today: LocalDay): string | undefined {
  if (fromDay < today) return `${formatDateUk(fromDay)} is over. Choose today or a later day.`
  return lateDayProblem(fromDay, addDays(today, MOST_DAYS_AHEAD))
}

/** Why a row that holds from a day, or that is checked today, is not to be checked again by that one: within the same time as a change may start. */
export const checkProblem = (
  checkBy: LocalDay,
  from: LocalDay,
  when = 'the first day of the change',
): string | undefined =>
  checkBy <= from ? `Choose a day after ${when}.` : lateDayProblem(checkBy, addDays(from, MOST_DAYS_AHEAD))

export interface Dated {
  subject: string
  fromDay: LocalDay
  /** Last day as entered: a charge may end without a successor. */
  toDay?: LocalDay | null
}

export type Placed<Row> = Row & { toDay: LocalDay | null; state: RowState }

/**
 * Each row with the day it ends on, and its place relative to today. A row ends when the next of its subject begins.
 */
export function inTime<Row extends Dated>(rows: readonly Row[], today: LocalDay): Placed<Row>[] {
  return rows.map((row) => {
    const next = rows
      .filter(({ subject, fromDay }) => subject === row.subject && fromDay > row.fromDay)
      .map(({ fromDay }) => addDays(fromDay, -1))
      .toSorted()[0]
    const own = row.toDay ?? null
    const toDay = next !== undefined && (own === null || next < own) ? next : own
    return { ...row, toDay, state: stateOf(row.fromDay, toDay, today) }
  })
}

function stateOf(fromDay: LocalDay, toDay: LocalDay | null, today: LocalDay): RowState {
  if (fromDay > today) return 'to_come'
  return toDay !== null && toDay < today ? 'over' : 'in_force'
}

/** The row that applies on a day, among rows of one subject. */
export const holdingOn = <Row extends { fromDay: LocalDay; toDay: LocalDay | null }>(
  rows: readonly Row[],
  day: LocalDay,
): Row | undefined => rows.find(({ fromDay, toDay }) => fromDay <= day && (toDay === null || day <= toDay))

export interface Example {
  what: string
  beforePence: Pence
  afterPence: Pence
}

/** Round numbers that are easy to check in one's head. */
const EXAMPLE_PRICE: Pence = 30_000
const EXAMPLE_MINIMUM: Pence = 10_000

export function commissionExamples(before: number, after: number): Example[] {
  const what = `Commission on a price of ${formatPence(EXAMPLE_PRICE)} before road charges`
  return [{ what, beforePence: percentOf(EXAMPLE_PRICE, before), afterPence: percentOf(EXAMPLE_PRICE, after) }]
}

/** Examples at the hours where one of the two policies takes another step, and a day that is free by both. */
export function cancellationExamples(before: CancellationPolicy, after: CancellationPolicy): Example[] {
  const start = new Date(0)
  const hours = [before, after].flatMap(({ freeUntilHours, partUntilHours }) => [freeUntilHours, partUntilHours])
  return [...new Set(hours)]
    .toSorted((a, b) => b - a)
    .map((hoursBefore) => {
      const at = addMinutes(start, -hoursBefore * 60)
      const fee = (policy: CancellationPolicy) =>
        cancellationFee(cancellationSteps(start, EXAMPLE_MINIMUM, policy), at, true)
      return {
        what: `Cancelled ${hoursBefore} hours before, minimum time ${formatPence(EXAMPLE_MINIMUM)}`,
        beforePence: fee(before),
        afterPence: fee(after),
      }
    })
}

export const policyText = ({ freeUntilHours, partUntilHours, partPercent }: CancellationPolicy): string =>
  `free until ${freeUntilHours} h before, ${partPercent}% until ${partUntilHours} h, then all`

export const percentText = (percent: number | null): string => (percent === null ? 'the standard rate' : `${percent}%`)

/** "£2.50, £6.50" */
export const amountsText = (amounts: readonly (Pence | null)[]): string =>
  [...new Set(amounts.map((amount) => (amount === null ? 'no entry' : formatPence(amount))))].join(', ')

/** Warnings about the notice promised to companies for changes that cost them more. */
export function noticeWarnings(fromDay: LocalDay, today: LocalDay, isDearer: boolean): string[] {
  const days = daysBetween(today, fromDay)
  if (!isDearer || days >= NOTICE_DAYS) return []
  return [
    `The terms for companies promise ${NOTICE_DAYS} days’ notice by email. From ${formatDateUk(fromDay)} it would be ${countOf(days, 'day')}: agree on it with them first, or start on ${formatDateUk(addDays(today, NOTICE_DAYS))} or later.`,
  ]
}

/**
 * Reason why the companies' charges cannot be raised on that day: without the promised notice the raise would be void.
 */
export function noticeProblem(fromDay: LocalDay, today: LocalDay): string | undefined {
  const first = addDays(today, NOTICE_DAYS)
  if (fromDay >= first) return undefined
  return `Choose ${formatDateUk(first)} or a later day: the terms promise companies ${NOTICE_DAYS} days’ notice by email before it costs them more.`
}
