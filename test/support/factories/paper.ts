import type { PdfLine, PdfParty, SheetFacts } from '#modules/billing/pdf-documents/layout-rules.ts'
import { percentOf, sumPence } from '#shared/money.ts'

export const anIssuer: PdfParty = {
  name: 'Vanfare Ltd',
  legalName: null,
  address: '12 Kingsland Basin, London N1 5BA',
  companyNumber: '14829307',
  vatNumber: 'GB412776508',
  email: 'office@vanfare.test',
}

export const aParty: PdfParty = {
  name: 'Smith & Sons',
  legalName: 'Đặng Łódź Ōe Ltd',
  address: '14 Wood Street, London E17 3HX',
  companyNumber: '12345678',
  vatNumber: null,
  email: 'smith@example.test',
}

/** A job paid by card at £200, with a commission of £30 and its VAT. */
export const aPaperLine = (more: Partial<PdfLine> = {}): PdfLine => {
  const pricePence = more.pricePence ?? 20_000
  const isFee = more.kind !== 'correction' && more.kind !== 'compensation'
  const commissionPence = isFee ? percentOf(pricePence, 15) : 0
  const vatPence = percentOf(commissionPence, 20)
  return {
    entryId: '0190a000-0000-7000-8000-000000000001',
    kind: 'booking',
    day: '2026-11-28',
    bookingId: '0190a000-0000-7000-8000-0000abcdef12',
    unitId: 'unit',
    companyId: 'company',
    reference: 'ABCDEF12',
    from: 'Walthamstow E17',
    to: 'Brighton BN1',
    startAt: '2026-11-28T09:00:00.000Z',
    registration: 'LJ20 PDX',
    paidBy: 'card',
    pricePence,
    roadChargesPence: 0,
    commissionPercent: 15,
    moverChargesVat: false,
    commissionPence,
    vatPence,
    correctedPence: more.kind === 'correction' ? (more.balancePence ?? 0) : 0,
    payablePence: more.kind === 'correction' ? (more.balancePence ?? 0) : 0,
    balancePence: pricePence - commissionPence - vatPence,
    madeOn: '2026-11-28',
    creditNumber: null,
    collectedOn: null,
    original: null,
    ...more,
  }
}

const common = {
  id: 'sheet',
  startDay: '2026-11-01',
  endDay: '2026-11-30',
  issuedOn: '2026-12-02',
  issuer: anIssuer,
  party: aParty,
  suppliers: [],
  registration: 'LJ20 PDX',
  edition: 2,
  invoices: [],
  notCollected: [],
} satisfies Partial<SheetFacts>

const sumOf = (lines: readonly PdfLine[], of: (line: PdfLine) => number) => sumPence(lines.map(of))

export function aStatement(lines: readonly PdfLine[] = [aPaperLine()], more: Partial<SheetFacts> = {}): SheetFacts {
  const jobs = lines.filter(({ kind }) => kind === 'booking' || kind === 'cancellation')
  return {
    ...common,
    kind: 'statement',
    number: 'STM-2026/27-00001',
    unitLines: [],
    lines,
    totals: {
      grossPence: sumOf(jobs, ({ pricePence }) => pricePence),
      heldByMoverPence: sumOf(
        jobs.filter(({ paidBy }) => paidBy !== 'card'),
        ({ pricePence }) => pricePence,
      ),
      commissionPence: sumOf(jobs, ({ commissionPence }) => commissionPence),
      vatPence: sumOf(jobs, ({ vatPence }) => vatPence),
      correctionsPence: sumOf(
        lines.filter((line) => !jobs.includes(line)),
        ({ balancePence }) => balancePence,
      ),
      balancePence: sumOf(lines, ({ balancePence }) => balancePence),
    },
    ...more,
  }
}

/** Of jobs, and of corrections whose balance has the VAT within. */
export function anInvoice(lines: readonly PdfLine[] = [aPaperLine()], more: Partial<SheetFacts> = {}): SheetFacts {
  const jobs = lines.filter(({ kind }) => kind !== 'correction')
  const netPence = sumOf(jobs, ({ commissionPence }) => commissionPence)
  const correctionsPence = sumOf(
    lines.filter(({ kind }) => kind === 'correction'),
    (line) => line.balancePence - line.vatPence,
  )
  const vatPence = percentOf(netPence + correctionsPence, 20)
  return {
    ...common,
    kind: 'invoice',
    number: 'INV-2026/27-00001',
    lines,
    unitLines: [
      {
        unitId: 'unit',
        registration: 'LJ20 PDX',
        bookings: jobs.length,
        basePence: sumOf(jobs, (line) => line.pricePence - line.roadChargesPence),
        netPence,
        vatPence: percentOf(netPence, 20),
      },
    ],
    totals: {
      grossPence: sumOf(jobs, ({ pricePence }) => pricePence),
      heldByMoverPence: 0,
      commissionPence: netPence,
      vatPence,
      correctionsPence,
      balancePence: netPence + vatPence + correctionsPence,
    },
    ...more,
  }
}

/** Compensation by a mover without VAT, a price that another with VAT lowered, and something of our own. */
export function aCredit(more: Partial<SheetFacts> = {}): SheetFacts {
  const lines = [
    aPaperLine({ kind: 'compensation', vatPence: 0, balancePence: 12_400 }),
    aPaperLine({
      kind: 'correction',
      companyId: 'registered',
      moverChargesVat: true,
      reason: 'Billed twice',
      vatPence: 200,
      balancePence: 1200,
    }),
    aPaperLine({
      kind: 'correction',
      companyId: null,
      unitId: null,
      bookingId: null,
      reference: '',
      reason: 'Goodwill',
      vatPence: 0,
      balancePence: 500,
    }),
  ]
  return {
    ...common,
    kind: 'sales_credit',
    number: 'SCN-2026/27-00001',
    party: { ...aParty, name: 'Łucja Đặng', legalName: null, companyNumber: null },
    suppliers: [
      { ...aParty, companyId: 'company' },
      { ...aParty, name: 'Harbour Vans', legalName: null, vatNumber: 'GB318442091', companyId: 'registered' },
    ],
    unitLines: [],
    lines,
    totals: {
      grossPence: 12_400,
      heldByMoverPence: 0,
      commissionPence: 0,
      vatPence: 200,
      correctionsPence: 1700,
      balancePence: 14_100,
    },
    ...more,
  }
}

/** Commission of two bookings that one invoice billed: £2.09 and £2.08 less, with 42p and 42p VAT. */
export function aCommissionCredit(more: Partial<SheetFacts> = {}): SheetFacts {
  const original = { number: 'INV-2026/27-00396', issuedOn: '2026-12-02' }
  const line = (netPence: number, reason: string) =>
    aPaperLine({
      kind: 'correction',
      reason,
      original,
      commissionPence: -netPence,
      vatPence: -42,
      balancePence: -netPence - 42,
    })
  const totals = { grossPence: 0, heldByMoverPence: 0, commissionPence: -417, vatPence: -83, correctionsPence: 0 }
  return {
    ...common,
    kind: 'commission_credit',
    number: 'CRN-2026/27-00012',
    unitLines: [],
    lines: [line(209, 'Price cut'), line(208, 'Rate')],
    totals: { ...totals, balancePence: -500 },
    ...more,
  }
}
