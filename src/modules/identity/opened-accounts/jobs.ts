import { job } from '#platform/jobs.ts'
import { claimCodeAsked, textClaimCode } from './claim-by-phone-commands.ts'

export const textClaimCodeJob = job({ ...claimCodeAsked, isUnhurried: true, handle: textClaimCode })
