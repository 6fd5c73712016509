import { job } from '#platform/jobs.ts'
import { loginLinkAsked, mailLoginLink } from './commands.ts'

export const mailLoginLinkJob = job({ ...loginLinkAsked, isUnhurried: true, handle: mailLoginLink })
