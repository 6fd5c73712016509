import type { Pence } from '#shared/money.ts'
import type { statements } from '#modules/billing/documents/contract.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

export type BillingDocument = AnswerOf<typeof statements.get>

interface TotalRow {
  label: string
  pence: Pence
}

/** What a document comes to, above what is due. The rows add up to it; those that would say nothing are left out. */
export function totalRows({ kind, entriesCount, corrections, lines, totals }: BillingDocument): TotalRow[] {
  const { grossPence, heldByMoverPence: heldByCompanyPence, commissionPence, vatPence, correctionsPence } = totals
  const shown = (rows: TotalRow[]) => rows.filter(({ pence }, index) => index === 0 || pence !== 0)
  if (kind === 'invoice')
    return shown([
      { label: `Commission, ${countOf(entriesCount - corrections.length, 'line')}`, pence: commissionPence },
      { label: countOf(corrections.length, 'correction'), pence: correctionsPence },
      { label: 'VAT', pence: vatPence },
    ])
  if (kind === 'sales_credit')
    return shown([
      { label: `Compensation, ${countOf(lines.length, 'line')}`, pence: grossPence },
      { label: countOf(corrections.length, 'correction'), pence: correctionsPence },
    ])
  return shown([
    { label: `Prices and fees, ${countOf(lines.length, 'line')}`, pence: grossPence },
    { label: 'Commission', pence: -commissionPence },
    { label: 'VAT on the commission', pence: -vatPence },
    { label: 'Cash and transfers the company already holds', pence: -heldByCompanyPence },
    { label: 'Corrections and compensation', pence: correctionsPence },
  ])
}
