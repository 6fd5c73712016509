import { BREAK_MINUTES, breaksIn } from '#modules/calendar/drivers-hours-rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import { hoursOfOrder, waitingOfOrder } from '#modules/quoting/load/rules.ts'
import { MINUTES_PER_EXTRA_STOP, MINUTES_PER_FLIGHT } from '#modules/quoting/schedule/rules.ts'
import { formatDuration, roundUpToHalfHour, type Minutes } from '#shared/duration.ts'
import { addMinutes, isHalfHour, toLocal, addDays, endOfDay, localDayOf } from '#shared/local-time.ts'
import { formatPence, type Pence, multiplyPence } from '#shared/money.ts'
import { CODE_LETTERS } from '#shared/typed-code.ts'

/** `move`: the whole move as it was made, priced by the server; the others are described in words. */
export const CHANGE_KINDS = ['item', 'stop', 'floor', 'time', 'other', 'move'] as const
export const WORDED_KINDS = ['item', 'stop', 'floor', 'time', 'other'] as const
export type WordedKind = (typeof WORDED_KINDS)[number]
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_STATES = ['open', 'agreed', 'refused', 'withdrawn', 'expired'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

export type Side = 'mover' | 'customer'

/** The most that one change may cost; a bigger one is another booking. */
export const MOST_CHANGE_PENCE: Pence = 1_000_000
/** Time that one change may add, in half hours. */
export const MOST_EXTRA_MINUTES = 480
export const MOST_FLIGHTS = 9

const DAY_ANSWER_MINUTES = 60
const SHORTEST_ANSWER_MINUTES = 20
const LONGEST_ANSWER_MINUTES = 24 * 60

interface Dates {
  now: Date
  start: Date
  isInProgress: boolean
  newStart: Date | null
}

/**
 * Until when a proposal can be answered: an hour on the day; before it a day, at most until the job begins, at the old time or the new one,
 * but always 20 minutes.
 */
export function changeExpiry({ now, start, isInProgress, newStart }: Dates): Date {
  if (isInProgress) return addMinutes(now, DAY_ANSWER_MINUTES)
  const ends = [addMinutes(now, LONGEST_ANSWER_MINUTES), start, ...(newStart ? [newStart] : [])]
  const earliest = Math.min(...ends.map((end) => end.getTime()))
  return new Date(Math.max(earliest, addMinutes(now, SHORTEST_ANSWER_MINUTES).getTime()))
}

/** The soonest that a driver may offer, as for a booking: two hours from now. */
export const earliestOffer = (now: Date): Date => addMinutes(now, 120)

const OFFER_MARGIN_MINUTES = 60

/**
 * Until when a customer can take another time that the driver of a new booking offers: an hour before the driver's own time to answer
 * ends, or halfway to it if that is later, so that the driver can still answer afterwards. Never after the offered start.
 */
export function offerExpiry({ now, respondBy, newStart }: { now: Date; respondBy: Date; newStart: Date }): Date {
  const halfway = new Date((now.getTime() + respondBy.getTime()) / 2)
  const inTime = Math.max(addMinutes(respondBy, -OFFER_MARGIN_MINUTES).getTime(), halfway.getTime())
  return new Date(Math.min(inTime, newStart.getTime()))
}

/** Once the work is done, what is open waits a day at most for its answer. */
export const changeExpiryOnceDone = (finishedAt: Date): Date => addMinutes(finishedAt, LONGEST_ANSWER_MINUTES)

export const newStartFlaws = ['passed', 'too_late', 'not_half_hour', 'same', 'begun'] as const
export type NewStartFlaw = (typeof newStartFlaws)[number]

const LATEST_MINUTES = 180 * 24 * 60

/** Reason why a job cannot be moved to that time, regardless of who is free then. */
export function newStartFlaw({ now, start, isInProgress, newStart }: Dates & { newStart: Date }): NewStartFlaw | null {
  if (isInProgress) return 'begun'
  if (newStart <= now) return 'passed'
  if (newStart > addMinutes(now, LATEST_MINUTES)) return 'too_late'
  if (newStart.getTime() === start.getTime()) return 'same'
  const isWhole = newStart.getTime() % 60_000 === 0
  return isWhole && isHalfHour(toLocal(newStart).minute) ? null : 'not_half_hour'
}

/** Side that has to answer a proposal; an unpriced one goes to the company, whose owner prices it. */
export const sideToAnswer = (proposedBy: Side, isPriced: boolean): Side =>
  proposedBy === 'mover' && isPriced ? 'customer' : 'mover'

export interface StandingChange {
  state: ChangeState
  version: number
  awaits: Side
}

/** Whether this side may answer what it read: `again` if it was answered so before. */
export function answerable(
  change: StandingChange,
  answer: { side: Side; version: number; as: 'agreed' | 'refused' },
): 'yes' | 'again' | 'gone' {
  if (change.version !== answer.version) return 'gone'
  if (change.awaits !== answer.side) return 'gone'
  if (change.state === 'open') return 'yes'
  return change.state === answer.as ? 'again' : 'gone'
}

/** Why a typed price of a change is refused: it is at most the price of the move, for anything more is another booking. */
export const overPrice = (totalPence: Pence, amountPence: Pence): string | undefined =>
  amountPence > totalPence ? `Enter at most ${formatPence(totalPence)}, the price of the move.` : undefined

/** What an agreed change makes of the price: total and most rise by its own line, and by nothing else. */
export const raisedBy = (
  { totalPence, ceilingPence }: { totalPence: Pence; ceilingPence: Pence },
  amountPence: Pence,
): { totalPence: Pence; ceilingPence: Pence } => ({
  totalPence: totalPence + amountPence,
  ceilingPence: ceilingPence + amountPence,
})

/** Figures that a customer without signal signs on their own phone: the booking's present price and ceiling, and the amount on top. */
export interface SignedConsent {
  bookingId: string
  totalPence: Pence
  ceilingPence: Pence
  amountPence: Pence
  /** Minutes since 1970. */
  minute: number
}

/** Minutes between the signature and the typing of its code: the clocks of two phones, and the way from one to the other. */
export const CONSENT_MINUTES = 15

export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)

export const consentText = ({ bookingId, totalPence, ceilingPence, amountPence, minute }: SignedConsent): string =>
  ['consent', bookingId, totalPence, ceilingPence, amountPence, minute].join(' ')

export const CONSENT_LENGTH = 10

/** Some fifty bits of an HMAC-SHA-256, to be read from one phone and typed into another. */
export const consentCodeOf = (mac: Uint8Array): string =>
  [...mac.subarray(0, CONSENT_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')

/** What a change costs by the rates that were agreed when it was booked. Pure. */

/** The work as booked, with the changes agreed since. */
export interface BookedWork {
  lines: readonly PriceLine[]
  order: Parameters<typeof hoursOfOrder>[0] & { trips?: number }
  /** Agreed since, beside the order. */
  agreedMinutes: Minutes
}

export interface AskedChange {
  kind: ChangeKind
  /** Flights of stairs beyond those booked, for a `floor` change. */
  flights?: number | undefined
  /** Time that it adds, as its proposer thinks. */
  extraMinutes?: Minutes | undefined
  newStartAt?: Date | undefined
}

export interface Figure {
  label: string
  amountPence: Pence
  extraMinutes: Minutes
}

/** Minutes of work that a change adds; undefined if neither the request nor a rule gives them. */
function addedMinutes({ kind, flights, extraMinutes }: AskedChange, trips: number): Minutes | undefined {
  const extra = extraMinutes ?? 0
  if (kind === 'floor') return flights ? flights * MINUTES_PER_FLIGHT * trips + extra : (extraMinutes ?? undefined)
  if (kind === 'stop') return Math.max(MINUTES_PER_EXTRA_STOP * trips, extra)
  return extraMinutes
}

/** Labour of the van that leads, which is the only one but for a plan. */
const isLeadsLabour = ({ code, van }: PriceLine): boolean =>
  (code === 'labour' || code === 'labour_out_of_hours') && (van ?? 1) === 1

/**
 * The hourly rate of the booking. Where it has two, the lower: which hours count as late was not kept with the price, and a doubt is not the
 * customer's to pay for.
 */
const rateOf = (lines: readonly PriceLine[]): Pence | undefined => {
  const rates = lines.filter(isLeadsLabour).map(({ unitPence }) => unitPence)
  return rates.length > 0 ? Math.min(...rates) : undefined
}

const chargedMinutes = (lines: readonly PriceLine[]): Minutes =>
  lines.filter(isLeadsLabour).reduce((sum, { quantity }) => sum + Math.round(quantity * 60), 0)

/** Minutes of labour for this duty: started half hours, without the driver's breaks, as a quote counts it. */
const labourOf = (duty: Minutes): Minutes => {
  const breaks = breaksIn(duty) * BREAK_MINUTES
  return roundUpToHalfHour(duty + breaks) - breaks
}

/**
 * The line that the agreed rates make of a change: only the half hours begun beyond what is paid for already, so that time within the
 * minimum costs nothing. Undefined where the rates say nothing of it.
 */
export function figureOf(booked: BookedWork, requested: AskedChange): Figure | undefined {
  if (requested.newStartAt) return { label: 'New start time', amountPence: 0, extraMinutes: 0 }
  const pence = rateOf(booked.lines)
  const added = addedMinutes(requested, booked.order.trips ?? 1)
  if (pence === undefined || added === undefined) return undefined
  const before = hoursOfOrder(booked.order).dutyMinutes - waitingOfOrder(booked.order) + booked.agreedMinutes
  const paid = Math.max(chargedMinutes(booked.lines), labourOf(before))
  const more = Math.max(0, labourOf(before + added) - paid)
  const amountPence = multiplyPence(pence, more, 60)
  return {
    label:
      more > 0 ? `${formatDuration(more)} at ${formatPence(pence)}` : `${formatDuration(added)}, within what is paid`,
    amountPence,
    extraMinutes: added,
  }
}

const LATEST_DAYS = 1

/** Maximum number of links for one booking, withdrawn ones included. */
export const MOST_KEYS_LINKS = 20

/** Characters of the name of a person or a firm. */
export const LONGEST_NAME = 80

/**
 * Expiry at the end of the day on which the job ends; a day later while it is still running, because keys come late.
 */
export const keysLinkExpiry = ({ end, isInProgress }: { end: Date; isInProgress: boolean }): Date =>
  endOfDay(isInProgress ? addDays(localDayOf(end), LATEST_DAYS) : localDayOf(end))

/** The code on a driver’s screen. Pure. */
export const CODE_LENGTH = 6
export const CODE_MINUTES = 15

interface Times {
  start: Date
  end: Date
}

/** What of a time lies outside of others, which do not overlap each other. */
export const timesOutside = ({ start, end }: Times, taken: readonly Times[]): Times[] =>
  taken.reduce<Times[]>(
    (left, other) =>
      left
        .flatMap((one) => [
          { start: one.start, end: other.start < one.end ? other.start : one.end },
          { start: other.end > one.start ? other.end : one.start, end: one.end },
        ])
        .filter((one) => one.start < one.end),
    [{ start, end }],
  )
