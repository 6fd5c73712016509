// A price in the words of the screens, offered or agreed.
import type { HelpLevel } from '#modules/fleet/rules.ts'
import { formatPence, formatPounds } from '#shared/money.ts'
import type { ReceiptLine } from '#web/ui/receipt.tsx'

const crewLines: Record<HelpLevel, string> = {
  no_help: 'Driver only',
  driver_helps: 'Driver, who helps',
  one_porter: 'Driver and 1 helper',
  two_porters: 'Driver and 2 helpers',
}

/** The lines of a quote for the receipt; the first labour line names the crew. */
export function receiptLines(lines: readonly ReceiptLine[], help: HelpLevel): ReceiptLine[] {
  const labour = lines.findIndex(({ code }) => code.startsWith('labour'))
  return lines.map(({ code, label, amountPence }, index) => ({
    code,
    label,
    amountPence,
    ...(index === labour ? { detail: crewLines[help] } : {}),
  }))
}

/** "VAT of £75.52 is in this price." */
export const vatText = (vatPence: number): string =>
  vatPence > 0 ? `VAT of ${formatPence(vatPence)} is in this price.` : 'This company charges no VAT.'

/** "The first 30 minutes are free, then £15.00 for each half hour." */
export function waitingText({ freeWaitingMinutes: free, waitingPencePerHalfHour: pence }: WaitingRule): string {
  if (pence === 0) return 'Waiting costs nothing.'
  const price = `${formatPence(pence)} for each half hour`
  return free === 0
    ? `${price} that the crew waits for you.`
    : `The first ${free} minutes are free, then ${price} that the crew waits for you.`
}

/** "Insured up to £20,000 for the move and £2,500 for one item, by a policy that we have checked." */
export function coverText({ totalPence, perItemPence, source }: ShownCover): string {
  const limits = `up to ${formatPounds(totalPence)} for the whole move and ${formatPounds(perItemPence)} for any one item`
  return source === 'policy'
    ? `Insured ${limits}. We’ve checked the policy.`
    : `Insured at least ${limits}: the least we ask of every mover.`
}

/** "Cover £20,000, £2,500 an item". */
export const coverLimits = ({ totalPence, perItemPence }: ShownCover): string =>
  `Cover ${formatPounds(totalPence)}, ${formatPounds(perItemPence)} an item`

export interface ShownCover {
  totalPence: number
  perItemPence: number
  source: 'policy' | 'minimum'
}

export interface WaitingRule {
  freeWaitingMinutes: number
  waitingPencePerHalfHour: number
}
