/** Waiting and cover in the words of pages, mails and files. Pure. */
import { formatPence, formatPounds, type Pence } from '#shared/money.ts'
import type { Trader } from '#shared/trader.ts'
import type { Cover } from '#modules/companies/rules.ts'

export interface WaitingRule {
  freeWaitingMinutes: number
  waitingPencePerHalfHour: Pence
}

/** What a booking keeps of a company as it stood: its words, its waiting rule, its cover, and who it is. */
export interface CustomerTerms extends WaitingRule {
  terms: string
  cover: Cover
  trader: Trader & { address: string | null }
}

/** "The first 30 minutes are free, then £15.00 for each half hour." */
export function waitingText({ freeWaitingMinutes: free, waitingPencePerHalfHour: pence }: WaitingRule): string {
  if (pence === 0) return 'Waiting costs nothing.'
  const price = `${formatPence(pence)} for each half hour`
  return free === 0
    ? `${price} that the crew waits for you.`
    : `The first ${free} minutes are free, then ${price} that the crew waits for you.`
}

/** "Insured up to £20,000 for the whole move and £2,500 for any one item. We’ve checked the policy." */
export function coverText({ totalPence, perItemPence, source }: Cover): string {
  const limits = `${formatPounds(totalPence)} for the whole move and ${formatPounds(perItemPence)} for any one item`
  return source === 'policy'
    ? `Insured up to ${limits}. We’ve checked the policy.`
    : `Insured for at least ${limits}, the least we ask of every company.`
}

/** "Cover £20,000, £2,500 an item". */
export const coverLimits = ({ totalPence, perItemPence }: Cover): string =>
  `Cover ${formatPounds(totalPence)}, ${formatPounds(perItemPence)} an item`
