import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { duration, helpLevel, moveRefusals, vanCategory } from '../contract.ts'

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
  /** What is moved. */
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
  /** The cheapest whole price that a company asks for it, VAT and road charges included; null where nobody is free. */
  from_pence: z.int().nullable(),
  /** How many companies could do it. */
  companies: z.int(),
  /** Kept for so long that a price may be ten minutes old. */
  counted_at: z.iso.datetime(),
  /** Where whoever reads it compares all prices for their own move. */
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
