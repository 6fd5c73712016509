import { z } from 'zod'
import { endpoint, file } from '#shared/endpoint.ts'
import { PERIODS } from './rules.ts'

/** What a company earned by quarters, as Making Tax Digital for Income Tax asks for it; from the ledger alone. */

const query = {
  /** The year in which the tax year begins; without it the one of today. */
  tax_year: z.coerce.number().int().min(2020).max(2100).optional(),
  periods: z.enum(PERIODS).default('standard'),
}

const income = z.object({
  jobs: z.int(),
  turnover_pence: z.int(),
  other_income_pence: z.int(),
  commission_pence: z.int(),
  other_expenses_pence: z.int(),
  sales_vat_pence: z.int(),
  commission_vat_pence: z.int(),
})

export const getIncome = endpoint({
  id: 'getIncome',
  method: 'GET',
  path: '/billing/income/',
  summary: 'The quarters of a tax year: what each came to, and the year until its end',
  access: ['driver'],
  query: z.object(query),
  answer: z.object({
    tax_year: z.int(),
    periods: z.enum(PERIODS),
    quarters: z.array(
      z.object({
        quarter: z.int(),
        from: z.iso.date(),
        to: z.iso.date(),
        /** When HMRC has to have the update. */
        due: z.iso.date(),
        income,
        /** Figures from the first day of the tax year, as an update reports them. */
        until_then: income,
      }),
    ),
  }),
})

const quarter = z.coerce.number().int().min(1).max(4).default(4)

export const exportIncome = endpoint({
  id: 'exportIncome',
  method: 'GET',
  path: '/billing/income/download-csv/',
  summary: 'A quarterly update as CSV: the totals of the quarter and of the year until its end',
  access: ['driver'],
  query: z.object({ ...query, quarter }),
  answer: file('text/csv'),
})

export const exportRecords = endpoint({
  id: 'exportIncomeRecords',
  method: 'GET',
  path: '/billing/income/records-csv/',
  summary: 'The digital records behind it as CSV: day, amount and category of everything until a quarter’s end',
  access: ['driver'],
  query: z.object({ ...query, quarter }),
  answer: file('text/csv'),
})
