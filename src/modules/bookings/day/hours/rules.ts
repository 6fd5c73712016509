import type { PriceLine } from '#modules/pricing/rules.ts'
import { countOf } from '#shared/texts.ts'
import { minutesOfTimeString, roundUpToHalfHour, type Minutes } from '#shared/duration.ts'
import { addMinutes, minutesBetween } from '#shared/local-time.ts'
import { formatPence, multiplyPence, sumPence, type Pence } from '#shared/money.ts'
import type { DayClock } from '../clock/rules.ts'
import type { CashState, ClockState } from '../rules.ts'

/** What a day costs (decisions §11). Pure. Only time over, waiting and agreed changes raise a price, the first two never above the ceiling. */

const STEP_MINUTES = 30
/** Silence for so long after the finish confirms the hours. */
export const SILENCE_HOURS = 24

/** Deadline to confirm, counted from the notice to the customer, however long the phone has kept the finish. */
export const confirmBy = (notifiedAt: Date): Date => addMinutes(notifiedAt, SILENCE_HOURS * 60)

export interface AgreedPrice {
  lines: readonly PriceLine[]
  totalPence: Pence
  ceilingPence: Pence
  /** `hh:mm:ss`, the driver's breaks included. */
  totalTime: string
  /** What changes that both agreed to add to it. Their lines are in the total. */
  changeMinutes: Minutes
  /** The company's terms at the time of booking; null costs nothing. */
  waiting: WaitingTerms | null
  /** Vans of the price that the lead has sent home, or that never came; never the lead. */
  sentHome?: readonly SentHome[]
}

/** A van that is not there to the end, with what the clock had come to until then. */
export interface SentHome extends DayTimes {
  van: number
}

export interface DayTimes {
  workedMinutes: Minutes
  waitedMinutes: Minutes
}

const isLabour = ({ code }: PriceLine) => code === 'labour' || code === 'labour_out_of_hours'
/** The lead's, whose clock counts for a plan of several vans. */
const isLeadsLabour = (line: PriceLine) => isLabour(line) && (line.van ?? 1) === 1

/**
 * What the price was agreed for: the total time with what agreed changes add, by the half hours that they are priced in; or the minimum time
 * that was charged instead.
 */
export function agreedMinutes({
  lines,
  totalTime,
  changeMinutes,
}: Pick<AgreedPrice, 'lines' | 'totalTime' | 'changeMinutes'>): Minutes {
  const charged = lines.filter(isLeadsLabour).reduce((sum, { quantity }) => sum + quantity * 60, 0)
  const booked = minutesOfTimeString(totalTime)
  const work = changeMinutes > 0 ? roundUpToHalfHour(booked + changeMinutes) : booked
  return Math.max(work, Math.round(charged))
}

export interface Booked {
  minutes: Minutes
  pence: Pence
  /** What both sides agreed to since, each by its own line. */
  changes: PriceLine[]
}

/** What was booked, and what agreed changes have added to it. */
export function bookedOf({
  lines,
  totalPence,
  totalTime,
}: Pick<AgreedPrice, 'lines' | 'totalPence' | 'totalTime'>): Booked {
  const changes = lines.filter(({ code }) => code === 'agreed_change')
  return {
    minutes: agreedMinutes({ lines, totalTime, changeMinutes: 0 }),
    pence: changes.reduce((sum, { amountPence }) => sum - amountPence, totalPence),
    changes,
  }
}

/** The vans of the price that are still there: one, unless it is a plan's. */
const vansThere = ({ lines, sentHome = [] }: Pick<AgreedPrice, 'lines' | 'sentHome'>): number[] =>
  [...new Set(lines.filter(isLabour).map(({ van }) => van ?? 1))].filter(
    (van) => !sentHome.some((one) => one.van === van),
  )

/** Time over costs the hourly rate in which the agreed time of each van ended: its last line of labour. */
const rateOf = ({ lines }: Pick<AgreedPrice, 'lines'>, vans: readonly number[]): Pence =>
  sumPence(vans.map((one) => lines.findLast((line) => isLabour(line) && (line.van ?? 1) === one)?.unitPence ?? 0))

const hourlyRate = (agreed: Pick<AgreedPrice, 'lines' | 'sentHome'>): Pence => rateOf(agreed, vansThere(agreed))

const halfHours = (minutes: Minutes): number => Math.ceil(Math.max(0, minutes) / STEP_MINUTES)

/**
 * Minutes over that cost nothing; beyond them every half hour begun is charged. Waiting has free minutes of its own.
 */
export const GRACE_MINUTES = 10
const halfHoursOver = (minutes: Minutes): number => (minutes > GRACE_MINUTES ? halfHours(minutes) : 0)

export interface WaitingTerms {
  freeWaitingMinutes: Minutes
  waitingPencePerHalfHour: Pence
}

/** What waiting has come to: the half hours begun once the free minutes are used, and their price, up to what room is left for it. */
export function waitingOf(
  { freeWaitingMinutes, waitingPencePerHalfHour }: WaitingTerms,
  waitedMinutes: Minutes,
  roomPence: Pence = Infinity,
): { freeLeftMinutes: Minutes; halfHours: number; amountPence: Pence } {
  const count = halfHours(waitedMinutes - freeWaitingMinutes)
  return {
    freeLeftMinutes: Math.max(0, freeWaitingMinutes - waitedMinutes),
    halfHours: count,
    amountPence: Math.min(count * waitingPencePerHalfHour, roomPence),
  }
}

/** Each van waits at the lead's rate. */
function waitingTermsOf(agreed: AgreedPrice, vans: number = Math.max(1, vansThere(agreed).length)): WaitingTerms {
  const { freeWaitingMinutes, waitingPencePerHalfHour } = agreed.waiting ?? {
    freeWaitingMinutes: 0,
    waitingPencePerHalfHour: 0,
  }
  return { freeWaitingMinutes, waitingPencePerHalfHour: waitingPencePerHalfHour * vans }
}

/** Time over and waiting of the vans that are there to the end, and of each that was sent home until then, before the ceiling. */
function uncappedLines(agreed: AgreedPrice, times: DayTimes): { over: PriceLine[]; waits: PriceLine[] } {
  const agreedFor = agreedMinutes(agreed)
  const lineFor = (prefix: string, rate: Pence, terms: WaitingTerms, { workedMinutes, waitedMinutes }: DayTimes) => {
    const over = halfHoursOver(workedMinutes - agreedFor)
    const waits = waitingOf(terms, waitedMinutes)
    const name = (text: string) => (prefix ? `${prefix}: ${text.toLowerCase()}` : text)
    return {
      over: lineOf('time_over', name('Time over'), over, rate, multiplyPence(rate, over * STEP_MINUTES, 60)),
      waits: lineOf('waiting', name('Waiting'), waits.halfHours, 2 * terms.waitingPencePerHalfHour, waits.amountPence),
    }
  }
  const all = [
    lineFor('', hourlyRate(agreed), waitingTermsOf(agreed), times),
    ...(agreed.sentHome ?? []).map(({ van, ...until }) => {
      const own = lineFor(`Van ${van}`, rateOf(agreed, [van]), waitingTermsOf(agreed, 1), {
        workedMinutes: Math.min(until.workedMinutes, times.workedMinutes),
        waitedMinutes: Math.min(until.waitedMinutes, times.waitedMinutes),
      })
      return { over: { ...own.over, van }, waits: { ...own.waits, van } }
    }),
  ]
  return { over: all.map(({ over }) => over), waits: all.map(({ waits }) => waits) }
}

export interface Bill {
  lines: PriceLine[]
  toPayPence: Pence
  /** The most that waiting can cost: what is left under the ceiling by the time over. */
  waitingRoomPence: Pence
}

/** Finishing early lowers nothing. What does not fit under the ceiling is not charged: first the waiting, then the time over. */
export function billOf(agreed: AgreedPrice, times: DayTimes): Bill {
  const { totalPence, ceilingPence } = agreed
  const { over, waits } = uncappedLines(agreed, times)
  const overPence = sumPence(over.map(({ amountPence }) => amountPence))
  const charged: PriceLine[] = []
  let room = Math.max(0, ceilingPence - totalPence)
  const waitingRoomPence = Math.max(0, room - overPence)
  for (const line of [...over, ...waits]) {
    const amountPence = Math.min(line.amountPence, room)
    room -= amountPence
    if (amountPence > 0)
      charged.push({
        ...line,
        amountPence,
        label: amountPence < line.amountPence ? `${line.label}, up to the ceiling` : line.label,
      })
  }
  const toPayPence = charged.reduce((sum, { amountPence }) => sum + amountPence, totalPence)
  return { lines: charged, toPayPence, waitingRoomPence }
}

/** What the most that a customer pays still has room for, once the waiting so far is in it. */
export interface CeilingRoom {
  /** Minutes of work that it pays for in all. */
  coveredMinutes: Minutes
  /** Room left below the ceiling, for charging time over. */
  roomPence: Pence
  halfHourPence: Pence
}

/** Null where time over costs nothing, so that no ceiling is ever reached by it. */
export function ceilingRoomOf(agreed: AgreedPrice, waitedMinutes: Minutes): CeilingRoom | null {
  const halfHourPence = multiplyPence(hourlyRate(agreed), STEP_MINUTES, 60)
  if (halfHourPence <= 0) return null
  const all = Math.max(0, agreed.ceilingPence - agreed.totalPence)
  // The time over of the vans that were sent home is over, and no longer grows.
  const { over, waits } = uncappedLines(agreed, { workedMinutes: Infinity, waitedMinutes })
  const ofSentHome = over.filter(({ van }) => van !== undefined)
  const roomPence = Math.max(0, all - sumPence([...waits, ...ofSentHome].map(({ amountPence }) => amountPence)))
  const coveredMinutes = agreedMinutes(agreed) + Math.floor((roomPence * STEP_MINUTES) / halfHourPence)
  return { coveredMinutes, roomPence, halfHourPence }
}

/** What time over by these minutes leaves of it: it is charged by the half hours begun. */
export const roomLeftPence = (
  { roomPence, halfHourPence }: Pick<CeilingRoom, 'roomPence' | 'halfHourPence'>,
  overMinutes: Minutes,
): Pence => Math.max(0, roomPence - halfHoursOver(overMinutes) * halfHourPence)

/**
 * The most that agreeing to a start before the agreed one can add: every minute of it may have been worked or waited, in the dearest way, and
 * the time over has its free minutes already. Never more than is left under the ceiling.
 */
export function mostForEarlyStart(agreed: AgreedPrice, startedAt: Date, start: Date): Pence {
  const early = Math.max(0, Math.ceil((start.getTime() - startedAt.getTime()) / 60_000))
  const step = multiplyPence(hourlyRate(agreed), STEP_MINUTES, 60)
  const waitingStep = waitingTermsOf(agreed).waitingPencePerHalfHour
  const costs = Array.from({ length: early + 1 }, (_, worked) => {
    const over = worked > 0 ? halfHours(worked + GRACE_MINUTES) : 0
    return over * step + halfHours(early - worked) * waitingStep
  })
  return Math.min(Math.max(0, ...costs), Math.max(0, agreed.ceilingPence - agreed.totalPence))
}

/** A start that is earlier by less is worth no question. */
const LEAST_EARLY_MINUTES = 5

export interface EarlyStart {
  startedAt: Date
  /** The most that counting it adds. */
  mostPence: Pence
}

/** The start before the agreed one that the customer is asked about: until the finish, and only where counting it can cost something. */
export function earlyStartToAgree(
  { startedAt, earlyFrom, finishedAt }: DayClock,
  agreed: AgreedPrice,
  start: Date,
): EarlyStart | null {
  if (!startedAt || earlyFrom || finishedAt || minutesBetween(startedAt, start) < LEAST_EARLY_MINUTES) return null
  const mostPence = mostForEarlyStart(agreed, startedAt, start)
  return mostPence > 0 ? { startedAt, mostPence } : null
}

function lineOf(code: string, what: string, steps: number, unitPence: Pence, amountPence: Pence): PriceLine {
  const half = countOf(steps, 'half hour')
  return {
    code,
    label: `${what}, ${half} at ${formatPence(unitPence)} an hour`,
    quantity: (steps * STEP_MINUTES) / 60,
    unitPence,
    amountPence,
  }
}

/** What was paid in cash at the end of a day. Pure. It is kept and shown; billing is not done from it. */

/** Cash on the driver's phone: the amount shown as due, the amount paid, and why that is less. */
export interface CashGiven {
  duePence: Pence
  takenPence: Pence
  reason: string
}

/** The field that is wrong, and what to do. What there is to take is our own figure, whatever the phone showed. */
export function faultInCash(
  duePence: Pence,
  { takenPence, reason }: Pick<CashGiven, 'takenPence' | 'reason'>,
): [field: 'taken_pence' | 'reason', text: string] | undefined {
  if (takenPence > duePence)
    return ['taken_pence', `Enter at most ${formatPence(duePence)}, which is what there is to take.`]
  if (takenPence < duePence && reason === '') return ['reason', `Enter why it’s less than ${formatPence(duePence)}.`]
  return undefined
}

type Paid = 'full' | 'less' | 'none'

export function paidOf(takenPence: Pence, duePence: Pence): Paid {
  if (takenPence >= duePence) return 'full'
  return takenPence === 0 ? 'none' : 'less'
}

/** Cash can be recorded and corrected until the customer disputes it. */
export const mayRecordCash = (clock: ClockState, state: CashState): boolean =>
  clock === 'finished' && (state === 'open' || state === 'recorded')

export const mayDisputeCash = (state: CashState): boolean => state === 'recorded'
