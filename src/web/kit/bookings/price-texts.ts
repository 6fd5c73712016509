// Texts about a price, offered or agreed.
import type { HelpLevel } from '#modules/fleet/rules.ts'
import { formatPence } from '#shared/money.ts'
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

/** "This price includes VAT of £75.52." */
export const vatText = (vatPence: number): string =>
  vatPence > 0 ? `This price includes VAT of ${formatPence(vatPence)}.` : 'Not VAT-registered.'
