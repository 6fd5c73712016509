import { describe, expect, it } from 'vitest'
import type { BookingMoney } from '../ledger/rules.ts'
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
} from './rules.ts'

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
