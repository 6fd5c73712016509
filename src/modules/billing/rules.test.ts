import { describe, expect, it } from 'vitest'
import { addDays } from '#shared/local-time.ts'
import {
  bearerOf,
  creditBounds,
  cutOf,
  documentBounds,
  faultOf,
  mayConfirm,
  needsSecondLook,
  overBounds,
  secondLookOf,
  type AskedCorrection,
} from './corrections/rules.ts'
import { isLate, isOver } from './documents/rules.ts'
import { nextDue, PERIODS, quartersOf, taxYearAt, taxYearText } from './income/rules.ts'
import type { BookingMoney } from './ledger/rules.ts'
import { daysOf, dueOf, monthsBefore, reopened, secondsLeft, statesDue, STEP_STATES } from './runs/rules.ts'
import { fourQuarters, missingOf, sumOfQuarters, yearToReport } from './sellers/rules.ts'

/** £280 of which £18 is a road charge: commission 15 % of £262.00 is £39.30, its VAT £7.86. */
const job: BookingMoney = {
  chargedPence: 28_000,
  givenBackPence: 0,
  takenPence: 0,
  basePence: 26_200,
  roadChargesPence: 1_800,
  commissionPercent: 15,
  commissionPence: 3_930,
  commissionVatPence: 786,
}

const aCorrection = (more: Partial<AskedCorrection>): AskedCorrection => ({
  of: 'sales_credit',
  amountPence: 1000,
  hasBooking: true,
  ...more,
})

describe('bearerOf', () => {
  it.each([
    ['a credit that says nothing', aCorrection({}), 'platform'],
    ['a credit of a price', aCorrection({ about: 'price' }), 'company'],
    ['a credit of a charge', aCorrection({ about: 'charge' }), 'company'],
    [
      'a credit of a price that the platform takes on',
      aCorrection({ about: 'price', borneBy: 'platform' }),
      'platform',
    ],
    ['a plus on a statement', aCorrection({ of: 'statement' }), 'platform'],
    ['a minus on a statement', aCorrection({ of: 'statement', amountPence: -1 }), 'company'],
    ['less on an invoice', aCorrection({ of: 'invoice', amountPence: -1, about: 'commission' }), 'platform'],
    ['more on an invoice', aCorrection({ of: 'invoice', about: 'commission' }), 'company'],
  ])('says who bears %s', (_, correction, bearer) => {
    expect(bearerOf(correction)).toBe(bearer)
  })
})

describe('faultOf', () => {
  it.each<[string, AskedCorrection, string | undefined]>([
    ['a credit of nothing', aCorrection({ amountPence: 0 }), 'amount_pence'],
    ['a negative credit', aCorrection({ amountPence: -1 }), 'amount_pence'],
    ['commission of a customer', aCorrection({ about: 'commission' }), 'about'],
    ['a price of no booking', aCorrection({ about: 'price', hasBooking: false }), 'booking'],
    ['a credit that nobody’s company bears', aCorrection({ borneBy: 'company', hasBooking: false }), 'booking'],
    ['commission of no booking', aCorrection({ of: 'statement', about: 'commission', hasBooking: false }), 'booking'],
    ['a price on an invoice', aCorrection({ of: 'invoice', about: 'price' }), 'about'],
    ['goodwill on an invoice', aCorrection({ of: 'invoice', about: 'goodwill' }), 'about'],
    ['an invoice that says nothing', aCorrection({ of: 'invoice', hasBooking: false }), undefined],
    ['a bearer against the sign', aCorrection({ of: 'statement', borneBy: 'company' }), 'borne_by'],
    ['goodwill without a booking', aCorrection({ hasBooking: false }), undefined],
    ['a minus on a statement', aCorrection({ of: 'statement', amountPence: -1, hasBooking: false }), undefined],
  ])('names the field of %s', (_, correction, field) => {
    expect(faultOf(correction)?.[0]).toBe(field)
  })
})

describe('the bounds of a correction', () => {
  const document = { worthPence: 50_000, correctedPence: 10_000 }
  it.each([
    ['a price', creditBounds('price', job, 100_000), 1, 28_000],
    ['a road charge', creditBounds('charge', job, 100_000), 1, 1_800],
    ['what is left', creditBounds('price', { ...job, givenBackPence: 20_000 }, 100_000), 1, 8_000],
    [
      'what no statement took',
      creditBounds('price', { ...job, givenBackPence: 8_000, takenPence: 3_000 }, 100_000),
      1,
      17_000,
    ],
    [
      'the price on a statement, less what was credited',
      documentBounds(
        { of: 'statement', about: 'price' },
        { worthPence: 90_000, correctedPence: 0 },
        { ...job, givenBackPence: 20_000 },
      ),
      -8_000,
      28_000,
    ],
    ['what is left of all bookings', creditBounds('goodwill', job, 500), 1, 500],
    ['nothing that is left', creditBounds('price', { ...job, givenBackPence: 28_000 }, 0), 1, 0],
    ['a statement', documentBounds({ of: 'statement' }, document, undefined), -60_000, 40_000],
    ['its commission', documentBounds({ of: 'statement', about: 'commission' }, document, job), -22_270, 3_930],
    ['an invoice', documentBounds({ of: 'invoice', about: 'commission' }, document, undefined), -60_000, 40_000],
  ])('are those of %s', (_, bounds, leastPence, mostPence) => {
    expect(bounds).toEqual({ leastPence, mostPence })
  })

  it.each([
    [28_000, undefined],
    [
      28_001,
      'Enter at most £280.00. That is what the customer was charged, less credits, refunds and what statements took off the price.',
    ],
  ])('of a credit of %d pence say', (amountPence, text) => {
    expect(overBounds('sales_credit', amountPence, creditBounds('price', job, 28_000))).toBe(text)
  })
})

describe('cutOf', () => {
  it.each([
    // 15 % of £212.00 is £31.80, its VAT £6.36.
    [
      'a price that the company lowers',
      aCorrection({ about: 'price', amountPence: 5_000 }),
      { netPence: 750, vatPence: 150 },
    ],
    ['the whole price', aCorrection({ about: 'price', amountPence: 28_000 }), { netPence: 3_930, vatPence: 786 }],
    ['a road charge', aCorrection({ about: 'charge', amountPence: 1_800 }), { netPence: 0, vatPence: 0 }],
    ['goodwill', aCorrection({}), { netPence: 0, vatPence: 0 }],
    [
      'a price that the platform bears',
      aCorrection({ about: 'price', borneBy: 'platform' }),
      { netPence: 0, vatPence: 0 },
    ],
    // £39.30 less £12.34 is £26.96, of which 20 % is £5.39.
    [
      'commission',
      aCorrection({ of: 'statement', about: 'commission', amountPence: 1_234 }),
      { netPence: 1_234, vatPence: 247 },
    ],
    [
      'a higher price',
      aCorrection({ of: 'statement', about: 'price', amountPence: 1_000 }),
      { netPence: -150, vatPence: -30 },
    ],
  ])('takes off the commission for %s', (_, correction, cut) => {
    expect(cutOf(correction, bearerOf(correction), job)).toEqual(cut)
  })
})

describe('a second look', () => {
  it.each([
    [25_000, 100_000, false],
    [25_001, 100_000, true],
    [5_000, 10_000, false],
    [5_001, 10_000, true],
  ])('at %d of %d pence is needed: %s', (sizePence, halfOfPence, isNeeded) => {
    expect(needsSecondLook(sizePence, halfOfPence)).toBe(isNeeded)
  })

  it.each([
    [100_000, 1, null, 'not_needed'],
    [100_001, 1, null, 'needed'],
    [100_001, 1, 1, 'done'],
    [100_001, 2, 1, 'needed'],
  ] as const)('by a second person at %d pence, %d entries, %s confirmed: %s', (sizePence, entries, confirmed, look) => {
    expect(secondLookOf(sizePence, entries, confirmed)).toBe(look)
  })

  it.each([
    [{ isAuthor: false, others: 0, hoursSinceLast: 0 }, 'yes'],
    [{ isAuthor: true, others: 1, hoursSinceLast: 48 }, 'another'],
    [{ isAuthor: true, others: 0, hoursSinceLast: 23 }, 'later'],
    [{ isAuthor: true, others: 0, hoursSinceLast: 24 }, 'yes'],
  ] as const)('by %o: %s', (confirming, answer) => {
    expect(mayConfirm(confirming)).toBe(answer)
  })
})

describe('income', () => {
  it('the quarters of a tax year, and when their updates are due', () => {
    const written = (periods: 'standard' | 'calendar') =>
      quartersOf(2026, periods).map(({ quarter, from, to, due }) => `${quarter}: ${from} to ${to}, due ${due}`)
    expect(written('standard')).toEqual([
      '1: 2026-04-06 to 2026-07-05, due 2026-08-07',
      '2: 2026-07-06 to 2026-10-05, due 2026-11-07',
      '3: 2026-10-06 to 2027-01-05, due 2027-02-07',
      '4: 2027-01-06 to 2027-04-05, due 2027-05-07',
    ])
    expect(written('calendar')).toEqual([
      '1: 2026-04-01 to 2026-06-30, due 2026-08-07',
      '2: 2026-07-01 to 2026-09-30, due 2026-11-07',
      '3: 2026-10-01 to 2026-12-31, due 2027-02-07',
      '4: 2027-01-01 to 2027-03-31, due 2027-05-07',
    ])
  })

  it.each(PERIODS)('%s quarters leave no day out and have none twice, from year to year', (periods) => {
    const all = [2026, 2027, 2028].flatMap((year) => quartersOf(year, periods))
    expect(all.every(({ from, to }) => from < to)).toBe(true)
    expect(all.slice(1).map(({ from }) => from)).toEqual(all.slice(0, -1).map(({ to }) => addDays(to, 1)))
  })

  it.each([
    ['2026-04-05', 2025, 2026],
    ['2026-04-06', 2026, 2026],
    ['2026-03-31', 2025, 2025],
    ['2027-01-01', 2026, 2026],
  ])('%s is in the tax year of %i, or with calendar quarters of %i', (day, standard, calendar) => {
    expect([taxYearAt(day), taxYearAt(day, 'calendar')]).toEqual([standard, calendar])
  })

  it('a tax year is called by both of its years', () => {
    expect([taxYearText(2026), taxYearText(2099)]).toEqual(['2026/27', '2099/00'])
  })

  it.each([
    ['2026-11-23', 2026, 3],
    ['2026-11-07', 2026, 2],
    ['2027-02-07', 2026, 3],
    ['2027-02-08', 2026, 4],
    ['2026-04-10', 2025, 4],
    ['2026-05-07', 2025, 4],
    ['2026-05-08', 2026, 1],
  ])('on %s the update of %i, quarter %i, is due next', (today, taxYear, quarter) => {
    for (const periods of PERIODS) expect(nextDue(today, periods)).toEqual({ taxYear, quarter })
  })
})

describe('billing runs', () => {
  describe('months', () => {
    it.each([
      ['2026-01', '2026-01-01', '2026-01-31'],
      ['2026-02', '2026-02-01', '2026-02-28'],
      ['2028-02', '2028-02-01', '2028-02-29'],
      ['2026-12', '2026-12-01', '2026-12-31'],
    ])('%s goes from %s to %s', (month, startDay, endDay) => expect(daysOf(month)).toEqual({ startDay, endDay }))

    it.each([
      ['2026-11', '2026-11-30', false],
      ['2026-11', '2026-12-01', true],
      ['2026-12', '2026-12-01', false],
      ['2025-12', '2026-01-01', true],
    ])('%s is over on %s: %s', (month, today, over) => expect(isOver(daysOf(month).endDay, today)).toBe(over))

    it.each([
      ['2026-09-30', '2026-10-14', false],
      ['2026-09-30', '2026-10-15', true],
      ['2026-12-31', '2027-01-14', false],
    ])('invoices of a period until %s are late on %s: %s', (lastDay, today, late) =>
      expect(isLate(lastDay, today)).toBe(late),
    )

    it('the last that are over', () =>
      expect(monthsBefore('2027-02-28', 4)).toEqual(['2027-01', '2026-12', '2026-11', '2026-10']))
  })

  describe('a step', () => {
    const drafts = { saves: false, sends: false }
    const saves = { saves: true, sends: false }
    const all = { saves: true, sends: true }
    it.each([
      ['waiting', 'make', 'make', 'make'],
      ['made', null, 'save', 'save'],
      ['saved', null, null, 'send'],
      ['sent', null, null, null],
      ['unaddressed', null, null, null],
      ['no_data', null, null, null],
      ['covered', null, null, null],
      ['failed', null, null, null],
    ] as const)('%s', (state, ofDrafts, ofSaves, ofAll) =>
      expect([dueOf(state, drafts), dueOf(state, saves), dueOf(state, all)]).toEqual([ofDrafts, ofSaves, ofAll]),
    )

    it('every state is in the table', () => expect(STEP_STATES).toHaveLength(8))

    it('what is taken next', () => {
      expect(statesDue(drafts, ['make', 'save'])).toEqual(['waiting'])
      expect(statesDue(all, ['make', 'save'])).toEqual(['waiting', 'made'])
      expect(statesDue(all, ['make', 'save', 'send'])).toEqual(['waiting', 'made', 'saved'])
    })

    it.each([
      ['waiting', null, 'waiting'],
      ['made', false, 'made'],
      ['saved', true, 'saved'],
      ['sent', true, 'sent'],
      ['unaddressed', true, 'saved'],
      ['no_data', null, 'waiting'],
      ['covered', true, 'waiting'],
      ['failed', null, 'waiting'],
      ['failed', false, 'made'],
      ['failed', true, 'saved'],
    ] as const)('%s, its document saved: %s, is looked at again as %s', (state, isSaved, reopenedAs) =>
      expect(reopened(state, isSaved)).toBe(reopenedAs),
    )
  })

  it('time left is that of the pace so far', () => {
    expect(secondsLeft(72, 20, 10)).toBe(36)
    expect(secondsLeft(1, 3, 10)).toBe(4)
    expect(secondsLeft(10, 0, 10)).toBeNull()
  })
})

describe('sellers', () => {
  const sole = {
    legalName: 'Jo Pennant',
    address: '14 Wood Street, London',
    companyNumber: null,
    taxNumber: null,
    dateOfBirth: null,
    accountTail: '1234',
  }

  it.each([
    [{}, ['date_of_birth', 'tax_number']],
    [{ companyNumber: '01234567' }, ['tax_number']],
    [{ taxNumber: 'AB123456C' }, ['date_of_birth']],
    [{ taxNumber: '1234567890', dateOfBirth: '1980-02-29' }, []],
    [{ companyNumber: '01234567', taxNumber: '1234567890' }, []],
    [
      { legalName: ' ', address: null, accountTail: null },
      ['legal_name', 'address', 'date_of_birth', 'tax_number', 'account'],
    ],
  ])('of a seller with %j is missing %j', (more, missing) => {
    expect(missingOf({ ...sole, ...more })).toEqual(missing)
  })

  it.each([
    ['2026-11-23', 2026],
    ['2027-01-31', 2026],
    ['2027-02-01', 2027],
  ])('on %s the report of %i comes next', (today, year) => {
    expect(yearToReport(today)).toBe(year)
  })

  it('a quarter without jobs is there, and the year is their sum', () => {
    const third = {
      quarter: 3,
      activities: 2,
      grossPence: 60_000,
      feesPence: 9000,
      taxesPence: 1800,
      considerationPence: 49_200,
    }
    const quarters = fourQuarters([third])
    expect(quarters.map(({ quarter, activities }) => [quarter, activities])).toEqual([
      [1, 0],
      [2, 0],
      [3, 2],
      [4, 0],
    ])
    const { quarter: _, ...sums } = third
    expect(sumOfQuarters(quarters)).toEqual(sums)
  })
})
