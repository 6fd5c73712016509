import { paymentWay, PAYMENT_WAYS } from '#modules/pricing/commission-rules.ts'
import type { CustomerTerms } from '#modules/pricing/terms/rules.ts'
import { VAT_PERCENT, type PriceLine } from '#modules/pricing/rules.ts'
import { formatDateUk, localDayOf } from '#shared/local-time.ts'
import { formatPence, taxIncluded } from '#shared/money.ts'
import { referenceOf } from '../rules.ts'

/** What a receipt says, in words; the worker only lays it out. Pure. */
export interface ReceiptText {
  title: string
  at: Date
  seller: string[]
  buyer: string[]
  facts: [name: string, value: string][]
  lines: [label: string, amount: string][]
  total: [label: string, amount: string]
  notes: string[]
}

export interface ReceiptFacts {
  id: string
  companyName: string
  vatNumber: string | null
  terms: CustomerTerms | null
  customerName: string
  customerAddress: string
  from: string
  to: string
  start: Date
  issuedAt: Date
  registration: string | null
  lines: readonly PriceLine[]
  totalPence: number
  /** What its hours come to, which may be more than was agreed. */
  owedPence: number
  /** VAT in the agreed total. */
  vatPence: number
  paymentMethod: 'cash' | 'card'
  isByTransfer: boolean
}

export const receiptNumber = (id: string): string => `VF-${referenceOf(id)}`

export function receiptText(move: ReceiptFacts): ReceiptText {
  const { terms, totalPence, owedPence: owed } = move
  const more = owed - totalPence
  const number = receiptNumber(move.id)
  return {
    title: `Receipt ${number}`,
    at: move.issuedAt,
    seller: sellerOf(move),
    buyer: [move.customerName, move.customerAddress],
    facts: [
      ['Receipt number', number],
      ['Date of the move', formatDateUk(localDayOf(move.start))],
      ['Issued on', formatDateUk(localDayOf(move.issuedAt))],
      ['Move', `${move.from} to ${move.to}`],
      ...(move.registration ? [['Van', move.registration] satisfies [string, string]] : []),
    ],
    lines: [
      ...move.lines.map(({ label, amountPence }): [string, string] => [label, formatPence(amountPence)]),
      ...(more === 0
        ? []
        : [[more > 0 ? 'Extra time and changes' : 'Deductions', formatPence(more)] satisfies [string, string]]),
    ],
    total: [`Total, ${PAYMENT_WAYS[paymentWay(move)]}`, formatPence(owed)],
    notes: [
      move.vatPence > 0
        ? `VAT at ${VAT_PERCENT} % is included: ${formatPence(taxIncluded(owed, VAT_PERCENT))}.`
        : 'The company isn’t registered for VAT, so none is charged.',
      paidText(move, owed),
      `${terms?.trader.name ?? move.companyName} sells the move. Vanfare took the booking as their agent.`,
    ],
  }
}

const sellerOf = ({ companyName, terms, vatNumber, vatPence }: ReceiptFacts): string[] =>
  [
    terms?.trader.name ?? companyName,
    terms && terms.trader.name !== companyName ? `trading as ${companyName}` : '',
    terms?.trader.address ?? '',
    terms?.trader.companyNumber ? `Company number ${terms.trader.companyNumber}` : '',
    vatPence > 0 && vatNumber ? `VAT number ${vatNumber}` : '',
  ].filter(Boolean)

const paidText = (move: ReceiptFacts, owed: number): string =>
  `${formatPence(owed)} is paid ${PAYMENT_WAYS[paymentWay(move)]}.`
