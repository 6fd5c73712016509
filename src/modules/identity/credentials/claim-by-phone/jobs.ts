import { job } from '#platform/jobs.ts'
import { claimCodeAsked, textClaimCode } from './commands.ts'

export const textClaimCodeJob = job({ ...claimCodeAsked, isUnhurried: true, handle: textClaimCode })
