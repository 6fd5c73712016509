import { z } from 'zod'
import { VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { dayField, shortPeriod } from '#shared/schemas.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { MOST_DAYS, STEPS } from './rules.ts'

/** What an owner looks at. Dates are taken as DD/MM/YYYY and as ISO, both included, and answered as ISO. */

const dates = {
  start_date: dayField('Enter the first day as DD/MM/YYYY.'),
  end_date: dayField('Enter the last day as DD/MM/YYYY.'),
}

interface Dates {
  start_date: string
  end_date: string
}

const inOrder = ({ start_date: from, end_date: to }: Dates) => from <= to
const notInOrder = { path: ['end_date'], message: 'The last day comes before the first.' }
const inTime = shortPeriod(MOST_DAYS)

const period = z.object({ start_date: z.iso.date(), end_date: z.iso.date() })

/** Absent: what shows the period in one to three dozen parts. */
const step = z.enum(STEPS).optional()

export const figures = z.object({
  made: z.int(),
  made_pence: z.int(),
  confirmed: z.int(),
  completed: z.int(),
  cancelled: z.int(),
  accepted: z.int(),
  declined: z.int(),
  unanswered: z.int(),
  hot: z.int(),
  hot_taken: z.int(),
  /** No one took it. */
  untaken: z.int(),
  settled_pence: z.int(),
  commission_pence: z.int(),
  reply_median_minutes: z.int().nullable(),
  reply_ninety_minutes: z.int().nullable(),
  searches: z.int(),
  searches_without_offer: z.int(),
})

export const getFigures = endpoint({
  id: 'getFigures',
  method: 'GET',
  path: '/admin/figures/',
  summary: 'Bookings, money, answers and searches of a period, by its days, weeks or months, and of the period before',
  access: ['admin'],
  staff: ['owner', 'billing'],
  query: z
    .object({ ...dates, step })
    .refine(inOrder, notInOrder)
    .superRefine(inTime),
  answer: period.extend({
    step: z.enum(STEPS),
    before: period,
    /** Until then everything is counted; null as long as nothing is. */
    counted_until: z.iso.datetime().nullable(),
    total: figures,
    total_before: figures,
    parts: z.array(period.extend({ figures })),
  }),
})

export const getUnmetSearches = endpoint({
  id: 'getUnmetSearches',
  method: 'GET',
  path: '/admin/figures/searches-without-offer/',
  summary:
    'Searches for which nobody was free, by the district of the pick-up and the hour for which the van was wanted',
  access: ['admin'],
  staff: ['owner', 'billing'],
  query: z.object(dates).refine(inOrder, notInOrder).superRefine(inTime),
  answer: z.object({
    /** Hours of the whole day, 24. */
    hours: z.array(z.object({ hour: z.int(), searches: z.int(), without_offer: z.int() })),
    districts_count: z.int(),
    /** Districts with the most unmet searches. */
    districts: z.array(z.object({ district: z.string(), searches: z.int(), hours: z.array(z.int()) })),
  }),
})

export const getEarnings = endpoint({
  id: 'getEarnings',
  method: 'GET',
  path: '/earnings/',
  summary: 'Get what vans of a kind earned last month in a district: the median and the total',
  access: 'public',
  query: z.object({
    district: z.string().max(8, 'Enter a district, such as E17.'),
    van_category: z.enum(VAN_CATEGORIES),
  }),
  answer: period.extend({
    district: z.string(),
    van_category: z.enum(VAN_CATEGORIES),
    /** Active vans, with or without jobs. Below `least`, earnings are withheld. */
    vans: z.int(),
    least: z.int(),
    /** After our commission and its VAT. */
    median_pence: z.int().nullable(),
    median_jobs: z.int().nullable(),
    total_pence: z.int().nullable(),
    jobs: z.int().nullable(),
  }),
  limit: { name: 'earnings', per: 'address', count: 60, seconds: 60 },
  freshSeconds: 3600,
})

export const getSources = endpoint({
  id: 'getSources',
  method: 'GET',
  path: '/admin/figures/sources/',
  summary: 'Get where the customers who booked in a period came from, as far as their requests show',
  access: ['admin'],
  staff: ['owner', 'billing'],
  query: z.object(dates).refine(inOrder, notInOrder).superRefine(inTime),
  answer: z.object({
    sources_count: z.int(),
    /** Sources with the most bookings. */
    sources: z.array(
      z.object({
        host: z.string().nullable(),
        source: z.string().nullable(),
        medium: z.string().nullable(),
        campaign: z.string().nullable(),
        bookings: z.int(),
        total_pence: z.int(),
      }),
    ),
  }),
})

export const FIGURE_TABLES = ['bookings', 'money', 'answers', 'hot_jobs', 'searches', 'districts'] as const
export type FigureTable = (typeof FIGURE_TABLES)[number]

export const exportFigures = endpoint({
  id: 'exportFigures',
  method: 'GET',
  path: '/admin/figures/download-csv/',
  summary: 'One table of the figures as CSV; of districts every one and every hour',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'figures',
  query: z
    .object({ ...dates, step, table: z.enum(FIGURE_TABLES) })
    .refine(inOrder, notInOrder)
    .superRefine(inTime),
  answer: file('text/csv'),
})
