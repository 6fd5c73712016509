import { expect, test } from 'vitest'
import { DOCUMENT_KINDS } from '#modules/billing/documents/rules.ts'
import { sumPence } from '#shared/money.ts'
import { dueOf } from './billing-texts.ts'
import { totalRows, type BillingDocument } from './total-rows.ts'

const totals = {
  statement: {
    grossPence: 63630,
    heldByMoverPence: 41250,
    commissionPence: 9545,
    vatPence: 1909,
    correctionsPence: -800,
  },
  invoice: { grossPence: 63630, heldByMoverPence: 0, commissionPence: 9545, vatPence: 1809, correctionsPence: -500 },
  sales_credit: { grossPence: 5000, heldByMoverPence: 0, commissionPence: 0, vatPence: 200, correctionsPence: 1200 },
}
const balances = { statement: 10126, invoice: 10854, sales_credit: 6200 }

const documentOf = (kind: BillingDocument['kind']) =>
  ({
    kind,
    entriesCount: 3,
    lines: [{}, {}],
    corrections: [{}],
    totals: { ...totals[kind], balancePence: balances[kind] },
  }) as unknown as BillingDocument

test.each(DOCUMENT_KINDS)('the rows of a %s add up to what is due', (kind) => {
  const rows = totalRows(documentOf(kind))
  expect(sumPence(rows.map(({ pence }) => pence))).toBe(balances[kind])
  expect(rows.every(({ pence }) => pence !== 0)).toBe(true)
})

test.each([
  [12, { label: 'Vanfare pays Tamar Moves', pence: 12 }],
  [0, { label: 'Nothing is due', pence: 0 }],
  [-32508, { label: 'Due to Vanfare', pence: 32508 }],
])('a balance of %i says who pays whom', (pence, due) => {
  expect(dueOf('statement', pence, 'Tamar Moves')).toEqual(due)
})
