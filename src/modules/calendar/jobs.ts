import { job } from '#platform/jobs.ts'
import { holdLapses, releaseLapsed } from './commands.ts'

export const calendarJobs = [
  job({ ...holdLapses, handle: (ctx, { heldFor }) => ctx.tx((tx) => releaseLapsed(tx, heldFor)) }),
]
