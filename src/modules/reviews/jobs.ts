import { job } from '#platform/jobs.ts'
import { requestDue, requestReview } from './commands.ts'
import { countFigures, figuresDue } from './figures/commands.ts'

export const reviewsJobs = [
  job({ ...requestDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => requestReview(tx, bookingId)) }),
  job({ ...figuresDue, handle: (ctx, { unitId }) => ctx.tx((tx) => countFigures(tx, { unitId })) }),
]
