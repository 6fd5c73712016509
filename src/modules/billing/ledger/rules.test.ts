import { describe, expect, it } from 'vitest'
import { percentOf, sumPence, taxIncluded } from '#shared/money.ts'
import { casesOf } from '#test/support/cases.ts'
import { ledgerEntry, randomBooking, randomHistory, randomPlan, type BookingHistory } from '#test/support/histories.ts'
import { totalsOf, type DocumentKind } from '../documents/rules.ts'
import {
  ACCOUNTS,
  movedOn,
  NO_CUT,
  postingsOfCharge,
  postingsOfCompensation,
  postingsOfCorrection,
  postingsOfFee,
  postingsOfRefund,
  reversed,
  type Posting,
} from './rules.ts'

const balances = (postings: readonly Posting[]): boolean =>
  postings.length >= 2 && sumPence(postings.map(({ amountPence }) => amountPence)) === 0

describe('what a job does to the ledger', () => {
  const fee = { pricePence: 22_380, commissionablePence: 20_880, commissionPercent: 15 }
  // Commission 15 % of £208.80 is £31.32; its VAT £6.26.
  it.each([
    ['card', { mover: -22_380 + 3132 + 626, customer: 22_380 }],
    ['cash', { mover: 3132 + 626, customer: 0 }],
    ['bank_transfer', { mover: 3132 + 626, customer: 0 }],
  ] as const)('paid by %s', (paidBy, { mover: company, customer }) => {
    const postings = postingsOfFee({ ...fee, paidBy })
    expect(balances(postings)).toBe(true)
    expect({
      mover: movedOn(postings, 'mover'),
      customer: movedOn(postings, 'customer'),
      commission: movedOn(postings, 'commission'),
      vat: movedOn(postings, 'vat'),
    }).toEqual({ mover: company, customer, commission: -3132, vat: -626 })
  })

  it('a charge settles what is owed by card, a refund brings it back', () => {
    const owed = postingsOfFee({ ...fee, paidBy: 'card' })
    const paid = [...owed, ...postingsOfCharge(22_380)]
    expect(movedOn(paid, 'customer')).toBe(0)
    expect(movedOn([...paid, ...postingsOfRefund(22_380)], 'customer')).toBe(22_380)
  })
})

const KINDS: DocumentKind[] = ['statement', 'invoice', 'sales_credit']

const isRoundedOnce = (kind: DocumentKind, key: string) =>
  (key === 'vatPence' && kind !== 'statement') || (key === 'balancePence' && kind === 'invoice')

/** `npm run histories` takes 100,000. */
describe('random histories', () => {
  const histories = Number(process.env['HISTORIES'] ?? casesOf(2000, 10_000))

  it(`${histories}: every entry balances, totals are those of their lines, and what is taken back leaves nothing`, () => {
    const wrongSeeds: number[] = []
    for (let seed = 1; seed <= histories; seed += 1) {
      const history = randomHistory(seed)
      const all = history.flatMap(({ postings }) => postings)
      const wrong = history.filter(({ postings }) => !balances(postings))
      const total = sumPence(all.map(({ amountPence }) => amountPence))
      const statement = totalsOf('statement', history)
      const invoice = totalsOf('invoice', history)
      const credit = totalsOf('sales_credit', history)
      const taken = [...history, ...history.map((one) => ({ ...one, postings: reversed(one.postings) }))]
      const problems = [
        wrong.length === 0,
        total === 0,
        // By the words of the document, worked out another way.
        statement.balancePence ===
          statement.grossPence -
            statement.heldByMoverPence -
            statement.commissionPence -
            statement.vatPence +
            statement.correctionsPence,
        invoice.vatPence === percentOf(-movedOn(all, 'commission'), 20),
        invoice.balancePence === -movedOn(all, 'commission') + invoice.vatPence,
        Math.abs(invoice.vatPence + movedOn(all, 'vat')) <= history.length / 2,
        credit.balancePence === credit.grossPence + credit.correctionsPence,
        // In another order, and line by line, it is the same.
        ...KINDS.flatMap((kind) => {
          const totals = totalsOf(kind, history)
          const lines = history.map((one) => totalsOf(kind, [one]))
          return (Object.keys(totals) as (keyof typeof totals)[]).flatMap((key) => [
            // VAT of an invoice is worked out once for all of it, that within a credit once for each company.
            isRoundedOnce(kind, key)
              ? Math.abs(totals[key] - sumPence(lines.map((line) => line[key]))) <= history.length / 2
              : totals[key] === sumPence(lines.map((line) => line[key])),
            totals[key] === totalsOf(kind, history.toReversed())[key],
            kind === 'sales_credit' || totalsOf(kind, taken)[key] === 0,
          ])
        }),
      ]
      if (problems.includes(false)) wrongSeeds.push(seed)
    }
    expect(wrongSeeds).toEqual([])
  })

  /** What the statements of a booking's vans may never come to. */
  const planProblems = ({ booking, vans }: ReturnType<typeof randomPlan>): string[] => {
    const statements = vans.map((entries) => totalsOf('statement', entries))
    const bookingTotals = totalsOf('statement', [booking])
    const ofAll = vans.flat().flatMap(({ postings }) => postings)
    return [
      ...(Object.keys(bookingTotals) as (keyof typeof bookingTotals)[]).flatMap((key) =>
        sumPence(statements.map((totals) => totals[key])) === bookingTotals[key]
          ? []
          : [`${key} of the vans is not the booking’s`],
      ),
      ...(vans.flat().every(({ postings }) => sumPence(postings.map(({ amountPence }) => amountPence)) === 0)
        ? []
        : ['an entry does not balance']),
      ...ACCOUNTS.filter((account) => movedOn(ofAll, account) !== movedOn(booking.postings, account)),
      ...statements.flatMap(({ grossPence, heldByMoverPence }) =>
        grossPence >= 0 && (heldByMoverPence === 0 || heldByMoverPence === grossPence)
          ? []
          : ['cash is counted elsewhere'],
      ),
    ]
  }

  it(`${histories} bookings of several vans: their statements come to the booking, in cash, commission and VAT, to the penny`, () => {
    const wrong: string[] = []
    for (let seed = 1; seed <= histories; seed += 1)
      wrong.push(...planProblems(randomPlan(seed)).map((problem) => `${seed}: ${problem}`))
    expect(wrong).toEqual([])
  })

  it('the control: a part that is not taken off the lead is found', () => {
    const { booking, vans } = randomPlan(7)
    expect(planProblems({ booking, vans: [[booking], ...vans.slice(1)] })).toContain(
      'grossPence of the vans is not the booking’s',
    )
  })

  /** What a booking may never have, whatever the office corrects. */
  const problemsOf = ({
    entries,
    money,
    isCard,
    hasOwnCommission,
    bornePence,
    statementPence,
  }: BookingHistory): string[] => {
    const postings = entries.flatMap((one) => one.postings)
    const { chargedPence, basePence, commissionPercent } = money
    const credited = -movedOn(postings, 'customer', ['correction'])
    const commission = -movedOn(postings, 'commission')
    const vat = -movedOn(postings, 'vat')
    const rate = percentOf(Math.max(0, basePence), commissionPercent)
    const paidOut = -movedOn(postings, 'mover')
    const collected = isCard ? movedOn(postings, 'money') : 0
    return [
      ...(balances(postings) ? [] : ['an entry does not balance']),
      ...(credited >= 0 && credited <= chargedPence ? [] : ['more is credited than was charged']),
      ...(credited + Math.max(0, -statementPence) <= chargedPence ? [] : ['the price is taken twice']),
      ...(hasOwnCommission || commission === rate ? [] : ['commission is not the rate of the final price']),
      ...(commission >= 0 && vat === percentOf(commission, 20) ? [] : ['VAT is not that of the commission']),
      ...(paidOut <= collected + bornePence ? [] : ['more is paid out than was collected or is borne by us']),
    ]
  }

  it(`${histories} bookings: credited within the charge, commission and VAT of the final price, paid out of what was collected`, () => {
    const wrong: string[] = []
    for (let seed = 1; seed <= histories; seed += 1)
      wrong.push(...problemsOf(randomBooking(seed)).map((problem) => `${seed}: ${problem}`))
    expect(wrong).toEqual([])
  })

  it('the control: a credit beyond the charge and commission that stays are found', () => {
    const { entries, ...more } = randomBooking(7)
    const beyond = postingsOfCorrection({
      of: 'sales_credit',
      corrects: 'price',
      borneBy: 'platform',
      amountPence: more.money.chargedPence + 1,
      cut: { netPence: 1, vatPence: 1 },
    })
    const withIt = [...entries, ledgerEntry('correction', beyond)]
    expect(problemsOf({ ...more, hasOwnCommission: false, entries: withIt })).toEqual(
      expect.arrayContaining(['more is credited than was charged', 'commission is not the rate of the final price']),
    )
  })

  it('the control: a price that is taken off a statement and credited is found', () => {
    const { entries, ...more } = randomBooking(7)
    const wholePrice = postingsOfCorrection({
      of: 'sales_credit',
      corrects: 'goodwill',
      borneBy: 'platform',
      amountPence: more.money.chargedPence - more.money.givenBackPence,
      cut: NO_CUT,
    })
    const withIt = { ...more, statementPence: -1, entries: [...entries, ledgerEntry('correction', wholePrice)] }
    expect(problemsOf(withIt)).toContain('the price is taken twice')
  })

  it('the control: one penny more on one side is found', () => {
    const [first] = randomHistory(7)
    const postings = first?.postings.map((posting, index) =>
      index === 0 ? { ...posting, amountPence: posting.amountPence + 1 } : posting,
    )
    expect(balances(postings ?? [])).toBe(false)
  })
})

it('VAT within a credit is the registered company’s; compensation has none', () => {
  const correction = postingsOfCorrection({
    of: 'sales_credit',
    corrects: 'price',
    borneBy: 'company',
    amountPence: 2400,
    cut: NO_CUT,
  })
  const credit = [
    ledgerEntry('compensation', postingsOfCompensation(12_400)),
    ledgerEntry('correction', correction, { moverChargesVat: true }),
  ]
  expect(totalsOf('sales_credit', credit)).toMatchObject({
    grossPence: 12_400,
    correctionsPence: 2400,
    vatPence: taxIncluded(2400, 20),
    balancePence: 14_800,
  })
})
