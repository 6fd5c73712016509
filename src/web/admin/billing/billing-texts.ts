import { countOf } from '#shared/texts.ts'
import { periodText } from '#web/kit/billing/billing-texts.ts'
import { FAMILIES, type Summary } from './families.ts'

/** Warning about VAT invoices that are made too late. */
export const LATE_INVOICES =
  'This ended more than 14 days ago, and its VAT invoices were due within 14 days. Their tax point is the day they are saved, or the day that card money came before it. Ask your VAT adviser if they cross a VAT quarter.'

/** "LK72 VNF, Pennant & Daughters"; empty for an invoice run. */
export const subjectText = ({ registration, company, client }: Summary): string =>
  [registration, company?.name, client?.name].filter(Boolean).join(', ')

/** How a list names one document: its number, or what it is as long as it has none. */
export function nameOf({ kind, number, status, documentsCount }: Summary): string {
  if (kind === 'invoice') {
    const count = countOf(documentsCount, 'invoice')
    return status === 'draft' ? `Draft of ${count}` : count
  }
  return number ?? 'Draft'
}

/** The heading of a document’s page. */
export function titleOf(document: Summary): string {
  const { one, noun } = FAMILIES[document.kind]
  if (document.kind === 'invoice')
    return document.status === 'draft' ? 'Draft invoices' : `Invoices of ${periodText(document)}`
  return document.number ? `${one} ${document.number}` : `Draft ${noun}`
}

/** What saving does, said before it is done. */
export function savingText({ kind, documentsCount }: Summary): string {
  const numbered =
    kind === 'invoice' && documentsCount > 1
      ? `Its ${documentsCount} invoices get the next numbers of this tax year`
      : 'It gets the next number of this tax year'
  return `${numbered}. After that nothing changes it: no line, no correction, no figure. It can’t be undone.`
}
