import type { LocalDay } from '#shared/local-time.ts'
import { sumPence, type Pence } from '#shared/money.ts'

/**
 * The quarterly updates of Making Tax Digital for Income Tax: each says the totals of the tax year until its quarter ends, and is due on
 * the 7th of the month after. A business that elects calendar quarters counts from 1 April; the due dates stay the same. Pure.
 */

export const PERIODS = ['standard', 'calendar'] as const
export type Periods = (typeof PERIODS)[number]

export interface Quarter {
  quarter: 1 | 2 | 3 | 4
  from: LocalDay
  to: LocalDay
  /** When HMRC has to have the update. */
  due: LocalDay
}

/** In which year of the tax year, month and day: first, last, due. */
type Bounds = readonly [number, string, number, string, number, string]

const BOUNDS: Record<Periods, readonly [Bounds, Bounds, Bounds, Bounds]> = {
  standard: [
    [0, '04-06', 0, '07-05', 0, '08-07'],
    [0, '07-06', 0, '10-05', 0, '11-07'],
    [0, '10-06', 1, '01-05', 1, '02-07'],
    [1, '01-06', 1, '04-05', 1, '05-07'],
  ],
  calendar: [
    [0, '04-01', 0, '06-30', 0, '08-07'],
    [0, '07-01', 0, '09-30', 0, '11-07'],
    [0, '10-01', 0, '12-31', 1, '02-07'],
    [1, '01-01', 1, '03-31', 1, '05-07'],
  ],
}

const NUMBERS = [1, 2, 3, 4] as const

/** Quarters of the tax year that begins in April of this year. */
export const quartersOf = (taxYear: number, periods: Periods): Quarter[] =>
  BOUNDS[periods].map(([fromYear, from, toYear, to, dueYear, due], index) => ({
    quarter: NUMBERS[index] ?? 4,
    from: `${taxYear + fromYear}-${from}`,
    to: `${taxYear + toYear}-${to}`,
    due: `${taxYear + dueYear}-${due}`,
  }))

/** The year in which the tax year of this day began. */
export const taxYearAt = (day: LocalDay, periods: Periods = 'standard'): number => {
  const year = Number(day.slice(0, 4))
  return day.slice(5) >= (periods === 'calendar' ? '04-01' : '04-06') ? year : year - 1
}

/** "2026/27" */
export const taxYearText = (taxYear: number): string => `${taxYear}/${String((taxYear + 1) % 100).padStart(2, '0')}`

/**
 * Figures of the ledger about a company's business, in the terms of a tax return. For a company registered for VAT,
 * turnover and commission exclude it, and the VAT is given beside them; for others they are the amounts paid.
 */
export interface Income {
  jobs: number
  /** Prices and cancellation fees, less the company's credits to customers. */
  turnoverPence: Pence
  /** Corrections by the office in the company's favour. */
  otherIncomePence: Pence
  /** Vanfare's. */
  commissionPence: Pence
  /** The company's debts to customers for cancelling, and corrections by the office against them. */
  otherExpensesPence: Pence
  /** Left out of turnover, and out of the commission. */
  salesVatPence: Pence
  commissionVatPence: Pence
}

export const NO_INCOME: Income = {
  jobs: 0,
  turnoverPence: 0,
  otherIncomePence: 0,
  commissionPence: 0,
  otherExpensesPence: 0,
  salesVatPence: 0,
  commissionVatPence: 0,
}

export const sumOfIncome = (parts: readonly Income[]): Income => ({
  jobs: parts.reduce((sum, { jobs }) => sum + jobs, 0),
  turnoverPence: sumPence(parts.map(({ turnoverPence }) => turnoverPence)),
  otherIncomePence: sumPence(parts.map(({ otherIncomePence }) => otherIncomePence)),
  commissionPence: sumPence(parts.map(({ commissionPence }) => commissionPence)),
  otherExpensesPence: sumPence(parts.map(({ otherExpensesPence }) => otherExpensesPence)),
  salesVatPence: sumPence(parts.map(({ salesVatPence }) => salesVatPence)),
  commissionVatPence: sumPence(parts.map(({ commissionVatPence }) => commissionVatPence)),
})

/** A row of an update, by the categories of HMRC's self-employment figures. */
export const CATEGORIES: readonly { name: string; of: string; amountOf: (income: Income) => Pence }[] = [
  { name: 'Turnover', of: 'Jobs and cancellation fees', amountOf: ({ turnoverPence }) => turnoverPence },
  {
    name: 'Any other business income',
    of: 'Corrections in your favour',
    amountOf: ({ otherIncomePence }) => otherIncomePence,
  },
  { name: 'Other business expenses', of: 'Vanfare’s commission', amountOf: ({ commissionPence }) => commissionPence },
  {
    name: 'Other business expenses',
    of: 'Compensation and corrections against you',
    amountOf: ({ otherExpensesPence }) => otherExpensesPence,
  },
]

/** What is left, of what went through Vanfare. */
export const profitOf = ({ turnoverPence, otherIncomePence, commissionPence, otherExpensesPence }: Income): Pence =>
  turnoverPence + otherIncomePence - commissionPence - otherExpensesPence

/** The update that is due next. */
export function nextDue(today: LocalDay, periods: Periods): { taxYear: number; quarter: Quarter['quarter'] } {
  const year = taxYearAt(today, periods)
  const last = quartersOf(year - 1, periods).find(({ due }) => due >= today)
  if (last) return { taxYear: year - 1, quarter: last.quarter }
  return { taxYear: year, quarter: quartersOf(year, periods).find(({ due }) => due >= today)?.quarter ?? 4 }
}
