import { job } from '#platform/jobs.ts'
import { endNoShow, noShowDue } from './answers/commands.ts'
import { changeJobs } from './changes/jobs.ts'
import { askReconfirmation, endResponseTime, endWithoutDriver, offerHotJob } from './commands.ts'
import { noOneTookDue, reconfirmationDue, responseDue } from './lifecycle/commands.ts'
import { hotJobOffered } from './notices/commands.ts'
import { dayJobs } from './day/jobs.ts'
import { claimDue, passToOffice } from './claims/commands.ts'
import { lostUnitJobs } from './waiting/jobs.ts'
import { endRebooking, rebookDue } from './replacement/rebooking-commands.ts'
import { forgetOld } from './personal-data/commands.ts'

export const bookingsJobs = [
  job({ ...responseDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endResponseTime(tx, bookingId)) }),
  job({ ...noOneTookDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endWithoutDriver(tx, bookingId)) }),
  job({ ...reconfirmationDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => askReconfirmation(tx, bookingId)) }),
  job({ ...hotJobOffered, handle: (ctx, { bookingId }) => ctx.tx((tx) => offerHotJob(tx, bookingId)) }),
  ...lostUnitJobs,
  ...changeJobs,
  job({ ...rebookDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endRebooking(tx, bookingId)) }),
  job({ ...claimDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => passToOffice(tx, bookingId)) }),
  job({ name: 'bookings.forget-old', cron: '10 4 * * *', handle: forgetOld }),
  job({ ...noShowDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endNoShow(tx, bookingId)) }),
  ...dayJobs,
]
