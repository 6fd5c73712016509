import { cancellationFee, cancellationSteps, type CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import { freeCancelFrom, mayCancelFree } from '../day/clock/rules.ts'
import type { BookingStatus } from '../rules.ts'

/** What follows if a driver gives a job back (decisions §5): said before, and done afterwards. */
export interface GivingBack {
  /** At the same price; not if the customer wants nobody else. */
  othersAreAsked: boolean
  /** From here on the company owes the customer `owedPence`; null while it has not confirmed. */
  owesFrom: Date | null
  owedPence: Pence
}

interface ReturnedJob {
  status: BookingStatus
  allowHotJob: boolean
  start: Date
  minimumTimePence: Pence
  cancellation: CancellationPolicy
}

/** Whoever gives a confirmed job back when a customer would owe all of it owes the customer the same. */
export function returnConsequences({
  status,
  allowHotJob,
  start,
  minimumTimePence,
  cancellation,
}: ReturnedJob): GivingBack {
  const isConfirmed = status === 'confirmed'
  return {
    othersAreAsked: allowHotJob,
    owesFrom: isConfirmed ? addMinutes(start, -cancellation.partUntilHours * 60) : null,
    owedPence: isConfirmed ? minimumTimePence : 0,
  }
}

export const compensationAt = ({ owesFrom, owedPence }: GivingBack, at: Date): Pence =>
  owesFrom !== null && at >= owesFrom ? owedPence : 0

interface Reported {
  status: BookingStatus
  claimedFeePence?: Pence | null
  disputedAt?: Date | null
}

/** The mover says that the customer has cancelled a confirmed job, and the customer has not answered: it stands until they do. */
export const isReportOpen = ({ status, claimedFeePence, disputedAt }: Reported): boolean =>
  status === 'confirmed' && typeof claimedFeePence === 'number' && !disputedAt

/** The driver has said that the customer cancelled, who has not answered. */
export const isReported = (booking: Reported & { cancelledBy?: 'customer' | 'driver' | 'office' | null }): boolean =>
  booking.status === 'canceled_by_customer' ? booking.cancelledBy === 'driver' : isReportOpen(booking)

const LEAST_QUESTION_HOURS = 24

/** Until when the link answers whether the customer cancelled: as long as the office waits for them (`freeCancelFrom`), and at least a day. */
export const questionExpiry = (start: Date, now: Date): Date =>
  new Date(Math.max(freeCancelFrom(start).getTime(), addMinutes(now, LEAST_QUESTION_HOURS * 60).getTime()))

/** The customer has said to this mover that they did not cancel. */
export const isReportDenied = ({ confirmedAt, disputedAt }: { confirmedAt: Date | null; disputedAt: Date | null }) =>
  disputedAt !== null && confirmedAt !== null && disputedAt >= confirmedAt

/** A mover who was said not to have come has so long to say otherwise, from a phone without signal too, before money is posted. */
export const NO_SHOW_HOURS = 24

/** What cancelling costs the customer now: nothing if the mover is more than half an hour late. */
export const cancellationFeeNow = (
  { status, start, minimumTimePence, cancellation }: Omit<ReturnedJob, 'allowHotJob'>,
  now: Date,
): Pence =>
  mayCancelFree({ status, start }, now)
    ? 0
    : // Nobody has confirmed yet, or it has begun or is over.
      status === 'confirmed'
      ? cancellationFee(cancellationSteps(start, minimumTimePence, cancellation), now, true)
      : 0
