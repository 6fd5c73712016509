import { EARLIEST_START_MINUTES } from '#modules/quoting/rules.ts'
import { timeString } from '#shared/duration.ts'
import { addMinutes, formatTime, minutesBetween, nextHalfHour, toLocal } from '#shared/local-time.ts'
import type { BookingState } from './lifecycle/rules.ts'

/** A booking's statuses, its reference and its deadlines. Its life is the table in lifecycle/rules.ts (decisions §5). */

export const STATUSES = [
  'new_booking',
  'confirmed',
  'in_progress',
  'completed',
  'canceled_by_customer',
  'no_one_took',
  'not_taken_by_driver',
  'rejected',
] as const
export type BookingStatus = (typeof STATUSES)[number]

/** Bookings without an answer: with a driver, hot, or waiting for the customer to verify them. */
export const UNANSWERED = ['new_booking'] as const satisfies readonly BookingStatus[]
export const CONFIRMED = ['confirmed'] as const satisfies readonly BookingStatus[]
export const UNDER_WAY = ['in_progress'] as const satisfies readonly BookingStatus[]
export const FINISHED = ['completed'] as const satisfies readonly BookingStatus[]
export const CANCELLED = ['canceled_by_customer'] as const satisfies readonly BookingStatus[]
export const UNTAKEN = ['no_one_took'] as const satisfies readonly BookingStatus[]
/** Statuses of a booking whose company gave it back, or did not answer. */
export const LOST = ['rejected', 'not_taken_by_driver'] as const satisfies readonly BookingStatus[]
/** Bookings whose work has not begun. */
export const NOT_BEGUN = [...UNANSWERED, ...CONFIRMED] as const satisfies readonly BookingStatus[]
/** Bookings that a driver has taken and that are not over. */
export const AGREED = [...CONFIRMED, ...UNDER_WAY] as const satisfies readonly BookingStatus[]
/** Bookings that are not over. */
export const AHEAD = [...UNANSWERED, ...AGREED] as const satisfies readonly BookingStatus[]
/** Bookings to which a driver comes, or came: both sides see the day, and each other's numbers and addresses. */
export const WITH_DAY = [...AGREED, ...FINISHED] as const satisfies readonly BookingStatus[]
/** Bookings of moves that will be, or were. */
export const ON_CALENDAR = [...AHEAD, ...FINISHED] as const satisfies readonly BookingStatus[]
/** Statuses in which a booking can end. */
export const PAST = [
  ...FINISHED,
  ...CANCELLED,
  ...UNTAKEN,
  'not_taken_by_driver',
  'rejected',
] as const satisfies readonly BookingStatus[]
export type PastStatus = (typeof PAST)[number]
export type LostStatus = (typeof LOST)[number]
export type AheadStatus = (typeof AHEAD)[number]

/** A predicate of a set, also for states of the life cycle: `hot` and `awaiting_verification` are in none. */
const among =
  <Some extends BookingStatus>(set: readonly Some[]) =>
  (status: BookingState): status is Some =>
    set.some((one) => one === status)

export const isUnanswered = among(UNANSWERED)
export const isConfirmed = among(CONFIRMED)
export const isUnderWay = among(UNDER_WAY)
export const isFinished = among(FINISHED)
export const isCancelled = among(CANCELLED)
export const isUntaken = among(UNTAKEN)
export const isLost = among(LOST)
export const isNotBegun = among(NOT_BEGUN)
export const isAgreed = among(AGREED)
export const isAhead = among(AHEAD)
export const hasDay = among(WITH_DAY)
export const isOnCalendar = among(ON_CALENDAR)
export const isPast = among(PAST)

interface Unanswered {
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
}

/** Whether any suitable driver may take a booking. */
export const isHotJob = ({ status, isHot }: Pick<Unanswered, 'status' | 'isHot'>): boolean =>
  isHot && isUnanswered(status)

/** Whether a booking still waits for its customer to verify it; one that has ended does not. */
export const awaitsCustomer = ({
  status,
  awaitingVerification,
}: Pick<Unanswered, 'status' | 'awaitingVerification'>): boolean => awaitingVerification && isUnanswered(status)

/** Whether a booking waits for the answer of its driver. */
export const awaitsDriver = (booking: Unanswered): boolean =>
  isUnanswered(booking.status) && !booking.isHot && !booking.awaitingVerification

/** In the specification's words, spelled as in Britain. */
export const STATUS_LABELS: Record<BookingStatus, string> = {
  new_booking: 'New booking',
  confirmed: 'Confirmed',
  in_progress: 'In progress',
  completed: 'Completed',
  canceled_by_customer: 'Cancelled by customer',
  no_one_took: 'No one took',
  not_taken_by_driver: 'Not taken by a driver',
  rejected: 'Rejected',
}

/** Short enough to read out over the phone. The end of the id: its beginning is the time, which many share. */
export const referenceOf = (id: string): string => id.slice(-8).toUpperCase()

const minutes = 60_000
const hours = 60 * minutes

/** A driver has until the earlier of 12 hours from now and 2 hours before the start, but always at least 20 minutes. */
export function respondBy(now: Date, start: Date): Date {
  const earlier = Math.min(now.getTime() + 12 * hours, start.getTime() - 2 * hours)
  return new Date(Math.max(earlier, now.getTime() + 20 * minutes))
}

/** Time at which a booking without a driver expires: an hour before its start. */
export const noOneTookAt = (start: Date): Date => new Date(start.getTime() - hours)

/** Companies for a plan that has lost its own are searched for as often as this. */
export const RESCUE_SEARCH_MINUTES = 60

/**
 * Deadline for the driver of a confirmed booking who is asked now: half a day before the start, and at least an hour
 * from now, because the question may come late. Undefined if no other driver could be found after that.
 */
export function reconfirmBy(start: Date, now: Date): Date | undefined {
  const by = new Date(Math.max(start.getTime() - 12 * hours, now.getTime() + hours))
  return by < noOneTookAt(start) ? by : undefined
}

/** When the driver is asked once more; undefined for what was booked within 36 hours of the start, or confirmed within the last day. */
export function reconfirmationAt(start: Date, createdAt: Date, confirmedAt: Date): Date | undefined {
  const askAt = start.getTime() - 24 * hours
  const isShort = createdAt.getTime() > start.getTime() - 36 * hours || confirmedAt.getTime() >= askAt
  return isShort ? undefined : new Date(askAt)
}

/** How many bookings of one customer may await a driver's answer. */
export const MOST_OPEN_BOOKINGS = 5
/** A second booking of the same move within this time is a double click, even with another Idempotency-Key. */
export const DOUBLE_SUBMIT_MINUTES = 10

/** What a caller may do with a booking, by the last part of its call's path (decisions §11). */
export const ACTIONS = [
  'confirm',
  'reject',
  'cancel',
  'agree_cancellation',
  'deny_cancellation',
  'take',
  'reconfirm',
  'set_off',
  'start',
  'pause',
  'resume',
  'finish',
  'late',
  'offer_time',
  'propose_change',
  'agree_change',
  'refuse_change',
  'confirm_hours',
  'arrived',
  'review',
  'ask_for_re_book',
  'claim',
] as const
export type Action = (typeof ACTIONS)[number]

export const CANCELLED_BY = ['customer', 'driver', 'office'] as const

/** How a booking left a company, by the event that its trail keeps; `became_hot` and `taken_away` are the office's doing. */
export const WAYS_TO_LEAVE = [
  'rejected',
  'given_up',
  'not_taken',
  'not_reconfirmed',
  'cancellation_denied',
  'became_hot',
  'taken_away',
] as const
export type WayToLeave = (typeof WAYS_TO_LEAVE)[number]

/** Why a driver gives a booking back; spelled as in the specification. */
export const REJECT_REASONS = ['broken_van', 'personal', 'due_to_prevoius_booking', 'canceled_by_customer'] as const
/** Reasons that a driver of a new booking gives by a link: a report that its customer cancelled asks for a log-in. */
export const LINK_REASONS = [
  'due_to_prevoius_booking',
  'broken_van',
  'personal',
] as const satisfies readonly RejectReason[]
export type RejectReason = (typeof REJECT_REASONS)[number]

/** Anchor of a customer's request for another date among the new bookings: messages link there. */
export const rebookingPlace = (bookingId: string): string => `re-book-${bookingId}`

/** How long a booking takes, as `hh:mm:ss`: what was booked, with what agreed changes add. */
export const timeTaken = ({ startAt, endAt }: { startAt: Date; endAt: Date }): string =>
  timeString(minutesBetween(startAt, endAt))

/** The soonest start that can be booked, as a move asks for it: a half hour, no sooner than any other booking (decisions §3). */
export function soonestStart(now: Date): { date: string; time: string } {
  const { day, minute } = toLocal(nextHalfHour(addMinutes(now, EARLIEST_START_MINUTES)))
  return { date: day, time: formatTime(minute) }
}

/** Companies shown: only the best, so that a customer at the door need not compare. */
export const MOST_SHOWN = 5

/**
 * Outcomes for a booking whose unit may take no more jobs: others are asked, it ends, or a driver who has begun goes
 * on.
 */
export const SUSPENSION_OUTCOMES = ['hot', 'ends', 'goes_on'] as const
export type AfterLoss = (typeof SUSPENSION_OUTCOMES)[number]

/** How the office stopped the unit that had a booking. */
export const STOPS = ['blocked', 'deactivated', 'owner_blocked'] as const
export type Stop = (typeof STOPS)[number]
