import { formatPence } from '#shared/money.ts'
import type { SheetKind } from '../documents/rules.ts'
import { note, vatText, type Block, type Paper, type PaperParty, type SheetFacts } from './layout-blocks/rules.ts'
import { commissionCreditBlocks } from './commission-credit/rules.ts'
import { creditBlocks } from './credit-note/rules.ts'
import { firstCreditBlocks } from './first-edition/credit/rules.ts'
import { firstInvoiceBlocks, firstStatementBlocks } from './first-edition/rules.ts'
import { invoiceBlocks } from './invoice/rules.ts'
import { payerText, statementBlocks } from './statement/rules.ts'

/**
 * What a sheet of a document says on paper, in words and tables; the worker only lays it out (field research 3.4; VAT regulations 14 and
 * 15C). Pure.
 */

const NOUNS: Record<SheetKind, string> = {
  statement: 'Statement',
  invoice: 'VAT invoice',
  sales_credit: 'Credit note',
  commission_credit: 'Credit note',
}

type Blocks = Record<SheetKind, (sheet: SheetFacts) => Block[]>

const BLOCKS: Blocks = {
  statement: statementBlocks,
  invoice: invoiceBlocks,
  sales_credit: creditBlocks,
  commission_credit: commissionCreditBlocks,
}
const FIRST_BLOCKS: Blocks = {
  ...BLOCKS,
  statement: firstStatementBlocks,
  invoice: firstInvoiceBlocks,
  sales_credit: firstCreditBlocks,
}

export function paperOf(sheet: SheetFacts): Paper {
  const { kind, edition, number, issuer, party, registration } = sheet
  const name = number ?? 'Draft'
  return {
    title: `${NOUNS[kind]} ${name}`,
    heading: NOUNS[kind],
    under: kind === 'statement' ? 'Not a VAT document' : name,
    author: issuer.name,
    foot:
      kind === 'statement'
        ? [party.name, registration].filter(Boolean).join(', ')
        : issuer.vatNumber
          ? `VAT ${vatText(issuer.vatNumber)}`
          : '',
    blocks: onFirst((edition === 1 ? FIRST_BLOCKS : BLOCKS)[kind](sheet), [
      ...(number ? [] : [note(DRAFT)]),
      note(`Questions: ${issuer.email ?? ''}. ${officeOf(issuer)}`),
    ]),
  }
}

/** Before the pages of bookings, if there are any. */
function onFirst(blocks: Block[], notes: Block[]): Block[] {
  const page = blocks.findIndex(({ kind }) => kind === 'page')
  return page < 0 ? [...blocks, ...notes] : blocks.toSpliced(page, 0, ...notes)
}

const DRAFT = 'This is a draft. It has no number, it may still change, and it is no VAT document.'

const officeOf = ({ name, address, companyNumber }: PaperParty) =>
  companyNumber ? `${name}. Registered office: ${address}. Company number ${companyNumber}.` : `${name}, ${address}.`

/** What a mail says of a paper: who pays whom, and how much. */
export function summaryText({ kind, totals }: SheetFacts): string {
  const { balancePence } = totals
  const amount = formatPence(Math.abs(balancePence))
  if (kind === 'statement') return balancePence === 0 ? payerText(0) : `${payerText(balancePence)} ${amount}`
  if (kind === 'commission_credit') return `Commission credited to you: ${formatPence(-balancePence)}`
  return kind === 'invoice'
    ? `Our commission with VAT: ${formatPence(balancePence)}`
    : `Credited to you: ${formatPence(balancePence)}`
}
