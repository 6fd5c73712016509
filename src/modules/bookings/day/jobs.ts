import { job } from '#platform/jobs.ts'
import { eveningDue, latenessDue, outcomeDue } from '../lifecycle/commands.ts'
import { hoursDue } from './actions/commands.ts'
import { correctionExpires, expireCorrections } from './hours/corrections-commands.ts'
import { askOutcome, lookAtLateness, remindOfDay, queueMissingDays } from './clock/commands.ts'
import { endSilence } from './hours/commands.ts'
import { forgetPositions } from './actions/position-commands.ts'

export const dayJobs = [
  job({ ...eveningDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => remindOfDay(tx, bookingId)) }),
  job({ ...latenessDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => lookAtLateness(tx, bookingId)) }),
  job({ ...outcomeDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => askOutcome(tx, bookingId)) }),
  job({ ...hoursDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => endSilence(tx, bookingId)) }),
  job({ ...correctionExpires, handle: (ctx, { bookingId }) => ctx.tx((tx) => expireCorrections(tx, bookingId)) }),
  job({ name: 'bookings.queue-missing-days', cron: '35 * * * *', handle: queueMissingDays }),
  job({ name: 'bookings.forget-positions', cron: '25 * * * *', handle: forgetPositions }),
]
