import { job } from '#platform/jobs.ts'
import { forgetInvitations } from './drivers/commands.ts'

export const fleetJobs = [job({ name: 'fleet.forget-invitations', cron: '55 3 * * *', handle: forgetInvitations })]
