import { job, type AnyJob } from '#platform/jobs.ts'
import { endNoShow, noShowDue } from './answers/commands.ts'
import { changeExpires, expireChange } from './changes/commands.ts'
import { claimDue, escalateClaim } from './claims/commands.ts'
import { askReconfirmation, endResponseTime, endWithoutDriver, offerHotJob } from './commands.ts'
import { hoursDue } from './day/actions/commands.ts'
import { eraseOldPhoneData } from './day/actions/phone-commands.ts'
import { askOutcome, checkLateStart, sendEveningReminder, queueMissingDays } from './day/clock/commands.ts'
import { confirmHoursByDefault } from './day/hours/commands.ts'
import { correctionExpires, expireCorrections } from './day/hours/corrections-commands.ts'
import { checkLaterJobs, laterJobsAtRisk } from './day/lateness/commands.ts'
import {
  noOneTookDue,
  reconfirmationDue,
  responseDue,
  eveningDue,
  latenessDue,
  outcomeDue,
} from './lifecycle/commands.ts'
import { hotJobOffered } from './notices/commands.ts'
import { eraseExpiredData } from './personal-data/commands.ts'
import { endRebooking, rebookDue } from './replacement/commands.ts'
import { reassignJobs, reassignJobsOfOwner, ownerBlocked, unitSuspended } from './waiting/commands.ts'

export const dayJobs = [
  job({ ...eveningDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => sendEveningReminder(tx, bookingId)) }),
  job({ ...latenessDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => checkLateStart(tx, bookingId)) }),
  job({ ...outcomeDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => askOutcome(tx, bookingId)) }),
  job({ ...hoursDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => confirmHoursByDefault(tx, bookingId)) }),
  job({ ...correctionExpires, handle: (ctx, { bookingId }) => ctx.tx((tx) => expireCorrections(tx, bookingId)) }),
  job({ name: 'bookings.queue-missing-days', cron: '35 * * * *', handle: queueMissingDays }),
  job({ name: 'bookings.forget-positions', cron: '25 * * * *', handle: eraseOldPhoneData }),
]

const changeJobs = [
  job({ ...changeExpires, handle: (ctx, { bookingId }) => ctx.tx((tx) => expireChange(tx, bookingId)) }),
  job({ ...laterJobsAtRisk, handle: (ctx, { bookingId }) => ctx.tx((tx) => checkLaterJobs(tx, bookingId)) }),
]

const lostUnitJobs: readonly AnyJob[] = [
  job({ ...unitSuspended, handle: (ctx, { unitId }) => reassignJobs(ctx, [unitId]) }),
  job({ ...ownerBlocked, handle: (ctx, { userId }) => reassignJobsOfOwner(ctx, userId) }),
]

export const bookingsJobs = [
  job({ ...responseDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endResponseTime(tx, bookingId)) }),
  job({ ...noOneTookDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endWithoutDriver(tx, bookingId)) }),
  job({ ...reconfirmationDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => askReconfirmation(tx, bookingId)) }),
  job({ ...hotJobOffered, handle: offerHotJob }),
  ...lostUnitJobs,
  ...changeJobs,
  job({ ...rebookDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endRebooking(tx, bookingId)) }),
  job({ ...claimDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => escalateClaim(tx, bookingId)) }),
  job({ name: 'bookings.forget-old', cron: '10 4 * * *', handle: eraseExpiredData }),
  job({ ...noShowDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endNoShow(tx, bookingId)) }),
  ...dayJobs,
]
