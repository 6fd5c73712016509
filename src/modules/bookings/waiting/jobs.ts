import { job, type AnyJob } from '#platform/jobs.ts'
import { giveAwayJobs, giveAwayJobsOfOwner, ownerLost, unitLost } from './commands.ts'

export const lostUnitJobs: readonly AnyJob[] = [
  job({ ...unitLost, handle: (ctx, { unitId }) => giveAwayJobs(ctx, [unitId]) }),
  job({ ...ownerLost, handle: (ctx, { userId }) => giveAwayJobsOfOwner(ctx, userId) }),
]
