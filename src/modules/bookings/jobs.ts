import { job } from '#platform/jobs.ts'
import { askReconfirmation, endResponseTime, endWithoutDriver, offerHotJob } from './commands.ts'
import { noOneTookDue, reconfirmationDue, responseDue } from './life/commands.ts'
import { hotJobOffered } from './notices/commands.ts'
import { forgetOld } from './retention/commands.ts'

export const bookingsJobs = [
  job({ ...responseDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endResponseTime(tx, bookingId)) }),
  job({ ...noOneTookDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endWithoutDriver(tx, bookingId)) }),
  job({ ...reconfirmationDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => askReconfirmation(tx, bookingId)) }),
  job({ ...hotJobOffered, handle: (ctx, { bookingId }) => ctx.tx((tx) => offerHotJob(tx, bookingId)) }),
  job({ name: 'bookings.forget-old', cron: '10 4 * * *', handle: forgetOld }),
]
