import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { duration, helpLevel, moveRefusals, planSize, vanCategory, quotePayload, order, quote } from '../contract.ts'
import { SEEN_OUTCOMES } from '../insights/rules.ts'

export const FROM_PRICE_SIZES = ['room', 'flat', 'house'] as const
export type FromPriceSize = (typeof FROM_PRICE_SIZES)[number]

/** "From £x" between two districts, for other people's pages (ADR 0049). Nothing is stored. */

const district = z
  .string({ error: 'Enter a district, such as E17.' })
  .max(8, 'Enter a district, such as E17: the first half of a postcode.')

const end = z.object({ district: z.string(), place: z.string() })

export const fromPrice = z.object({
  from: end,
  to: end,
  /** Load of the move. */
  load: z.object({
    size: z.enum(FROM_PRICE_SIZES),
    name: z.string(),
    contents: z.string(),
    van_category: vanCategory,
    man_power: helpLevel,
  }),
  /** When the price is for. */
  start_at: z.iso.datetime(),
  /** Metres, between the middles of the districts; this, the trips and the time are those of a van with the usual payload. */
  distance: z.int(),
  trips: z.int(),
  total_time: duration,
  /** Cheapest whole price of a company, VAT and road charges included; null if no driver is free. */
  from_pence: z.int().nullable(),
  /** How many companies could do it. */
  companies: z.int(),
  /** Kept for so long that a price may be ten minutes old. */
  counted_at: z.iso.datetime(),
  /** Page on which a reader compares all prices for their own move. */
  compare_url: z.url(),
})

export const getFromPrice = endpoint({
  id: 'getFromPrice',
  method: 'GET',
  path: '/booking/from-price/',
  summary: 'The cheapest whole price of a typical move between two districts, for other people’s pages',
  access: 'public',
  query: z.object({ from: district, to: district, size: z.enum(FROM_PRICE_SIZES).default('flat') }),
  answer: fromPrice,
  refusals: moveRefusals,
  limit: { name: 'from-price', per: 'address', count: 60, seconds: 60 },
  freshSeconds: 600,
  isForOtherSites: true,
})

/** What a move costs at least, while it is still being put together (ADR 0053). Nothing is stored. */

/** The start that a price is for. What is not chosen yet is assumed, and said to be. */
const pricedStart = z.object({
  start_at: z.iso.datetime(),
  is_day_assumed: z.boolean(),
  is_time_assumed: z.boolean(),
})

export const findLowestPrice = endpoint({
  id: 'findLowestPrice',
  method: 'POST',
  path: '/booking/from-price/',
  summary: 'How many companies can do a move and the lowest whole price, as the quotes would say; no quote is made',
  access: 'public',
  body: quotePayload,
  answer: z.object({
    ...pricedStart.shape,
    companies: z.int(),
    /** Price in pence; null if no driver is free then. */
    from_pence: z.int().nullable(),
    /** If one van cannot do it in a day: of the lowest price, or what the move calls for where there is none. */
    plan: planSize.optional(),
  }),
  refusals: moveRefusals,
  limit: { name: 'lowest-price', per: 'address', count: 120, seconds: 60 },
})

/** "Would this van be shown for this job?": the search itself, asked of one unit. Nothing is stored. */

const verdict = z.object({
  outcome: z.enum(SEEN_OUTCOMES),
  /** The outcome in words. */
  reason: z.string(),
})

const unitTryOut = z.object({
  order,
  /** Verdict of a customer’s search made now. */
  ...verdict.shape,
  /** Apart from what the office has still to check, of the unit, its documents and its people, and from cheaper units of the company. */
  otherwise: verdict,
  /** Offer that a customer would see; null unless it is shown, or would be but for the checks. */
  offer: quote.omit({ quote_id: true, valid_until: true }).nullable(),
})
nameShape('UnitTryOut', unitTryOut)

export const tryOutUnit = endpoint({
  id: 'tryOutUnit',
  method: 'POST',
  path: '/company/working-unit/{id}/try-out/',
  summary: 'Whether a unit would be shown for a move and at what price, or the first reason why not',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  body: quotePayload,
  answer: unitTryOut,
  refusals: moveRefusals,
  limit: { name: 'unit-try-out', per: 'user', count: 30, seconds: 60 },
})

/** The lowest whole price of each day around a move (ADR 0053). Nothing is stored. */

/** Six weeks of a month's page, and the days around the one asked for. */
export const MOST_DAYS = 49

const day = z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' })

export const dayPrice = z.object({
  date: z.iso.date(),
  /** Start that has the price, nearest to the hour requested; null if no driver is free that day. */
  start_at: z.iso.datetime().nullable(),
  from_pence: z.int().nullable(),
})

export const listDayPrices = endpoint({
  id: 'listDayPrices',
  method: 'POST',
  path: '/booking/day-prices/',
  summary: 'The lowest whole price of each day, by everybody who is free at any time of it; no quote is made',
  access: 'public',
  /** Both included. Without them, the day asked for and a week on both sides. Days that cannot be booked are left out. */
  query: z.object({ from: day.optional(), to: day.optional() }),
  body: quotePayload,
  answer: z.object({ ...pricedStart.shape, days: z.array(dayPrice) }),
  refusals: moveRefusals,
  limit: { name: 'day-prices', per: 'address', count: 30, seconds: 60 },
})
