import { cancellationFee, cancellationSteps, type CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import { freeCancelFrom, mayCancelFree } from '../day/clock/rules.ts'
import { isCancelled, isConfirmed, type BookingStatus } from '../rules.ts'

/** What follows if a driver gives a job back (decisions §5): said before, and done afterwards. */
export interface ReturnTerms {
  /** Whether other drivers are offered the job at the same price; false if the customer refused others. */
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

/** A company that hands back a confirmed job when the customer would owe the full fee owes the customer that fee. */
export function returnConsequences({
  status,
  allowHotJob,
  start,
  minimumTimePence,
  cancellation,
}: ReturnedJob): ReturnTerms {
  const wasConfirmed = isConfirmed(status)
  return {
    othersAreAsked: allowHotJob,
    owesFrom: wasConfirmed ? addMinutes(start, -cancellation.partUntilHours * 60) : null,
    owedPence: wasConfirmed ? minimumTimePence : 0,
  }
}

export const compensationAt = ({ owesFrom, owedPence }: ReturnTerms, at: Date): Pence =>
  owesFrom !== null && at >= owesFrom ? owedPence : 0

interface Reported {
  status: BookingStatus
  claimedFeePence?: Pence | null
  disputedAt?: Date | null
}

/**
 * The company reports that the customer has cancelled a confirmed job, and the customer has not answered; the job goes
 * ahead until they do.
 */
export const isReportOpen = ({ status, claimedFeePence, disputedAt }: Reported): boolean =>
  isConfirmed(status) && typeof claimedFeePence === 'number' && !disputedAt

/** The driver has said that the customer cancelled, who has not answered. */
export const isReported = (booking: Reported & { cancelledBy?: 'customer' | 'driver' | 'office' | null }): boolean =>
  isCancelled(booking.status) ? booking.cancelledBy === 'driver' : isReportOpen(booking)

const LEAST_QUESTION_HOURS = 24

/** Until when the link answers whether the customer cancelled: as long as the office waits for them (`freeCancelFrom`), and at least a day. */
export const questionExpiry = (start: Date, now: Date): Date =>
  new Date(Math.max(freeCancelFrom(start).getTime(), addMinutes(now, LEAST_QUESTION_HOURS * 60).getTime()))

/** The customer has told this company that they did not cancel. */
export const isReportDenied = ({ confirmedAt, disputedAt }: { confirmedAt: Date | null; disputedAt: Date | null }) =>
  disputedAt !== null && confirmedAt !== null && disputedAt >= confirmedAt

/**
 * Hours in which a company can contradict a reported no-show, even after a time without signal, before money is posted.
 */
export const NO_SHOW_HOURS = 24

/** Cancellation fee for the customer now: nothing if the company is more than half an hour late. */
export const cancellationFeeNow = (
  {
    status,
    start,
    minimumTimePence,
    cancellation,
    feeFloorPence,
    freeUntil,
  }: Omit<ReturnedJob, 'allowHotJob'> & { feeFloorPence: Pence; freeUntil: Date | null },
  now: Date,
): Pence =>
  mayCancelFree({ status, start }, now)
    ? 0
    : // The job is not confirmed yet, has begun or is over.
      isConfirmed(status)
      ? cancellationFee(
          cancellationSteps(start, minimumTimePence, cancellation, { feeFloorPence, freeUntil }),
          now,
          true,
        )
      : 0
