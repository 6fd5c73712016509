import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { moveRefusals, quotePayload } from '../contract.ts'
import { pricedStart } from '../from-price/contract.ts'

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
