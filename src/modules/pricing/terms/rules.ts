/** Waiting and cover in the words of pages, mails and files. Pure. */
import type { Cover } from '#modules/companies/rules.ts'
import { addMinutes, formatDayTime, localDayOf, toLocal, type LocalDay } from '#shared/local-time.ts'
import { formatPence, formatPounds, type Pence } from '#shared/money.ts'
import type { Trader } from '#shared/trader.ts'

export interface WaitingRule {
  freeWaitingMinutes: number
  waitingPencePerHalfHour: Pence
}

/** Terms that a booking stores of a company: its text, its waiting rule, its cover, and its identity. */
export interface CustomerTerms extends WaitingRule {
  terms: string
  cover: Cover
  trader: Trader & { address: string | null }
}

/** "The first 30 minutes are free, then £15.00 for each half hour." */
export function waitingText({ freeWaitingMinutes: free, waitingPencePerHalfHour: pence }: WaitingRule): string {
  if (pence === 0) return 'Waiting costs nothing.'
  const price = `${formatPence(pence)} for each half hour`
  return free === 0
    ? `${price} that the crew waits for you.`
    : `The first ${free} minutes are free, then ${price} that the crew waits for you.`
}

/** "Insured up to £20,000 for the whole move and £2,500 for any one item. We’ve checked the policy." */
export function coverText({ totalPence, perItemPence, source }: Cover): string {
  const limits = `${formatPounds(totalPence)} for the whole move and ${formatPounds(perItemPence)} for any one item`
  return source === 'policy'
    ? `Insured up to ${limits}. We’ve checked the policy.`
    : `Insured for at least ${limits}, the least we ask of every company.`
}

/** "Cover £20,000, £2,500 an item". */
export const coverLimits = ({ totalPence, perItemPence }: Cover): string =>
  `Cover ${formatPounds(totalPence)}, ${formatPounds(perItemPence)} an item`

/** What it costs to cancel (decisions §5): one policy for the price, the booking, the mail and the bill. Pure. */

/** Hours before the start, as they pass, whatever the clocks do in between. */
export interface CancellationPolicy {
  /**
   * Hours before the start until which cancelling is free; then a part of the minimum time is due, in whole per cent.
   */
  freeUntilHours: number
  partUntilHours: number
  partPercent: number
}

/** The office changes it from a day on; what was booked before keeps its own. */
export interface DatedPolicy extends CancellationPolicy {
  fromDay: LocalDay
  /** It counts from when it was made, on its first day too. */
  createdAt: Date
}

/** Policy of a new installation (migration 0082), and of the bookings made before it. */
export const FIRST_POLICY: CancellationPolicy = { freeUntilHours: 48, partUntilHours: 24, partPercent: 50 }

/** The policy in force at an instant, by the day in London. */
export function policyAt(policies: readonly DatedPolicy[], at: Date): CancellationPolicy {
  const day = localDayOf(at)
  const found = policies
    .filter(({ fromDay, createdAt }) => fromDay <= day && createdAt <= at)
    .reduce<DatedPolicy | undefined>((a, b) => (a && a.fromDay > b.fromDay ? a : b), undefined)
  const { freeUntilHours, partUntilHours, partPercent } = found ?? FIRST_POLICY
  return { freeUntilHours, partUntilHours, partPercent }
}

/** "half", "40%": of the minimum time. */
export const partText = ({ partPercent }: CancellationPolicy): string =>
  partPercent === 50 ? 'half' : `${partPercent}%`

const HOUR = 60

interface CancellationStep {
  /** The step holds up to this instant and no longer; null for the last one. */
  until: Date | null
  feePence: Pence
}

/** Minutes after a booking has confirmed itself in which cancelling is free; never in the last hours before the start (decisions §12). */
const FREE_MINUTES_AT_ONCE = 30
const NEVER_FREE_HOURS = 4

/** Until when a booking that confirms itself now costs nothing to cancel; null if its start is too near. */
export function freeAfterBooking(now: Date, start: Date): Date | null {
  const until = cappedFree(addMinutes(now, FREE_MINUTES_AT_ONCE), start)
  return until > now ? until : null
}

const cappedFree = (until: Date, start: Date): Date => {
  const last = addMinutes(start, -NEVER_FREE_HOURS * HOUR)
  return until < last ? until : last
}

/**
 * Steps of a confirmed booking: free, a part of the minimum time, all of it. The odd penny is the customer's. None is below the fee that
 * the booking had reached when its move was last changed; `freeUntil` is that of a booking that confirmed itself.
 */
export function cancellationSteps(
  start: Date,
  minimumTimePence: Pence,
  { freeUntilHours, partUntilHours, partPercent }: CancellationPolicy,
  { feeFloorPence: floor = 0, freeUntil = null }: { feeFloorPence?: Pence; freeUntil?: Date | null } = {},
): CancellationStep[] {
  const usual = addMinutes(start, -freeUntilHours * HOUR)
  const own = freeUntil && cappedFree(freeUntil, start)
  return [
    { until: own && own > usual ? own : usual, feePence: floor },
    {
      until: addMinutes(start, -partUntilHours * HOUR),
      feePence: Math.max(floor, Math.floor((minimumTimePence * partPercent) / 100)),
    },
    { until: null, feePence: Math.max(floor, minimumTimePence) },
  ]
}

/**
 * Text of the last step, "24 hours": within that time before the start all of it is owed, by either side that cancels.
 */
export function lastHoursText(steps: readonly WireStep[], startAt: string): string {
  const until = steps.at(-2)?.until
  return hoursText(until ? Math.round((Date.parse(startAt) - Date.parse(until)) / 3_600_000) : 0)
}

export const hoursText = (hours: number): string => (hours === 1 ? 'hour' : `${hours} hours`)

/** A step as a contract writes it, and as a page reads it again. */
export interface WireStep {
  until: string | null
  feePence: Pence
}
export const stepsOnWire = (steps: readonly CancellationStep[]): WireStep[] =>
  steps.map(({ until, feePence }) => ({ until: until?.toISOString() ?? null, feePence }))
export const stepsFromWire = (steps: readonly WireStep[]): CancellationStep[] =>
  steps.map(({ until, feePence }) => ({ until: until === null ? null : new Date(until), feePence }))

/** Cost of cancelling at an instant; 0 while the job is not confirmed. A company that cancels late owes the same. */
export function cancellationFee(steps: readonly CancellationStep[], at: Date, isConfirmed: boolean): Pence {
  if (!isConfirmed) return 0
  return steps.find(({ until }) => until === null || at < until)?.feePence ?? 0
}

interface CancellationRow {
  when: string
  cost: string
}

/** A booking that is confirmed, one that waits for its driver, or an offer that confirms itself. */
export type Confirmation = boolean | 'at_once'

export const confirmationOf = (
  { confirmsAtOnce, startAt }: { confirmsAtOnce: boolean; startAt: string },
  now: Date,
): Confirmation => (confirmsAtOnce && freeAfterBooking(now, new Date(startAt)) ? 'at_once' : confirmsAtOnce)

/** The steps in words, with their times; those that have passed are left out, and "until a driver confirms" where one has. */
export function cancellationRows(
  steps: readonly CancellationStep[],
  now: Date,
  isConfirmed: Confirmation,
): CancellationRow[] {
  const free = steps[0]?.until ?? now
  // A free time after booking may outlast the next step.
  const remainingSteps = steps.filter(
    ({ until, feePence }) => until === null || (until > now && (feePence === 0 || until > free)),
  )
  return [
    ...(isConfirmed === true
      ? []
      : [
          {
            when: isConfirmed ? `For ${FREE_MINUTES_AT_ONCE} minutes after booking` : 'Until a driver confirms',
            cost: 'Free',
          },
        ]),
    ...remainingSteps.map(({ until, feePence }) => ({
      when: until
        ? `Until ${timeText(until)}`
        : remainingSteps.length > 1 || isConfirmed === 'at_once'
          ? 'After that'
          : isConfirmed
            ? 'Now'
            : 'Once confirmed',
      cost: feePence === 0 ? 'Free' : formatPence(feePence),
    })),
  ]
}

/** Time of an instant; the hour that the clocks of autumn show twice is distinguished. */
function timeText(instant: Date): string {
  const { minute } = toLocal(instant)
  const isFirst = toLocal(addMinutes(instant, HOUR)).minute === minute
  const isSecond = toLocal(addMinutes(instant, -HOUR)).minute === minute
  return `${formatDayTime(instant)}${isFirst ? ' BST' : isSecond ? ' GMT' : ''}`
}
