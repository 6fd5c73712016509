import { job } from '#platform/jobs.ts'
import { endResponseTime, endWithoutDriver } from './commands.ts'
import { noOneTookDue, responseDue } from './life/commands.ts'
import { forgetOld } from './retention/commands.ts'

export const bookingsJobs = [
  job({ ...responseDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endResponseTime(tx, bookingId)) }),
  job({ ...noOneTookDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endWithoutDriver(tx, bookingId)) }),
  job({ name: 'bookings.forget-old', cron: '10 4 * * *', handle: forgetOld }),
]
