import { job } from '#platform/jobs.ts'
import { eraseInvitations } from './drivers/commands.ts'

export const fleetJobs = [job({ name: 'fleet.forget-invitations', cron: '55 3 * * *', handle: eraseInvitations })]
