import { z } from 'zod'
import { markColour } from '#modules/companies/contract.ts'
import { HELP_LEVELS } from '#modules/fleet/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'
import { routePoint } from './stop/contract.ts'

/** The move as a page or another client asks it, and the quotes that answer it. Shapes: decisions.md, "Shapes that are fixed". */

export const vanCategory = z.enum(['small_van', 'medium_van', 'large_van', 'luton_van'], {
  error: 'Choose one of the four vans.',
})
export const helpLevel = z.enum(['no_help', 'driver_helps', 'one_porter', 'two_porters'], {
  error: 'Choose how many people help.',
})
/** The specification's `assembly_one_porter` is another name of the plain level, which is what is answered. */
const helpWith = (work: 'assembly' | 'disassembly') =>
  z
    .enum([...HELP_LEVELS, ...HELP_LEVELS.map((level) => `${work}_${level}` as const)], {
      error: 'Choose how many people help.',
    })
    .transform((code) => HELP_LEVELS.find((level) => code === level || code === `${work}_${level}`) ?? 'no_help')
export const paymentMethod = z.enum(['cash', 'card'])
export const precision = z.enum(['unit', 'outcode', 'area'])
/** hh:mm:ss */
export const duration = z.string().regex(/^\d{1,3}:[0-5]\d:[0-5]\d$/, 'Use hours, minutes and seconds: 01:30:00.')

const text = (length: number) => z.string().trim().max(length, `Keep this under ${length} characters.`)

export const moveItem = z.strictObject({
  moving_item: z.int().min(1),
  amount: z.int('Use a whole number.').min(1, 'At least one.').max(500, 'At most 500 of one thing.'),
  need_assembling: z.boolean().default(false),
  need_disassembling: z.boolean().default(false),
})

/** The quote payload (spec §3). What a client computes is optional and only compared. */
export const quotePayload = z.strictObject({
  route_points: z
    .array(routePoint)
    .min(2, 'A move has a pick-up and a drop-off.')
    .max(10, 'At most eight stops on the way.'),
  items: z.array(moveItem).max(200).default([]),
  job_kind: z.enum(['home_or_office', 'furniture']).default('home_or_office'),
  man_power: helpLevel,
  assembling_help: helpWith('assembly').nullish(),
  disassembling_help: helpWith('disassembly').nullish(),
  van_category: vanCategory,
  need_tail_lift: z.boolean().default(false),
  /** Time the customer adds for taking apart and putting together. */
  extra_time: duration.nullish(),
  customer_note: text(4000).nullish(),
  travel_time: duration.nullish(),
  load_unload_time: duration.nullish(),
  assembling_time: duration.nullish(),
  disassembling_time: duration.nullish(),
  total_time: duration.nullish(),
  distance: z.number().min(0).max(10_000_000).nullish(),
  is_ulez_charged: z.boolean().nullish(),
})
nameShape('Move', quotePayload)

export const priceLine = z.object({
  code: z.string(),
  label: z.string(),
  quantity: z.number(),
  unit_pence: z.int(),
  amount_pence: z.int(),
})
nameShape('PriceLine', priceLine)

export const toll = z.object({
  name: z.string(),
  /** Of all its passages by this van; null while it depends on the hour, and that is open. */
  amount_pence: z.int().nullable(),
  is_certain: z.boolean(),
})

export const order = z.object({
  /** metres */
  distance: z.int(),
  travel_time: duration,
  load_unload_time: duration,
  stairs_time: duration,
  stops_time: duration,
  assembling_time: duration,
  disassembling_time: duration,
  total_time: duration,
  is_ulez_charged: z.boolean(),
  is_congestion_charged: z.boolean(),
  /** The zones in which a point of the move lies, on its day. What a van pays there is a line of its receipt. */
  zones: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** A van below the standard of a ban is not offered. */
      kind: z.enum(['charge', 'ban']),
      /** Its edge may run through what is known of the place. */
      is_approximate: z.boolean(),
    }),
  ),
  /** What the roads cost: certain where a routing engine saw them, and then in price and ceiling; else what might be met, and in neither. */
  tolls: z.array(toll),
  precision,
  /** Whether anything the client sent differs from what the server computed. */
  recalculated: z.boolean(),
  /** Whether distance and time come from the model instead of a routing engine. */
  estimated: z.boolean(),
  start_at: z.iso.datetime().nullable(),
  end_at: z.iso.datetime().nullable(),
  /** Town of each point, in order. */
  places: z.array(z.string()),
})
nameShape('MoveOrder', order)

export const quote = z.object({
  quote_id: z.string(),
  valid_until: z.iso.datetime(),
  company: z.object({
    id: z.uuid(),
    name: z.string(),
    logo_url: z.string().nullable(),
    mark_colour: markColour,
    base_place: z.string(),
    rating: z.number().nullable(),
    reviews_count: z.int(),
    /** Share of bookings kept, 0 to 1, from five jobs on. */
    reliability: z.number().nullable(),
  }),
  payment_methods: z.array(paymentMethod),
  working_unit: z.object({
    id: z.uuid(),
    name: z.string(),
    van: z.object({
      category: vanCategory,
      make: z.string(),
      model: z.string(),
      registration: z.string(),
      has_tail_lift: z.boolean(),
      fuel: z.enum(['diesel', 'petrol', 'electric', 'hybrid']),
    }),
  }),
  total_pence: z.int(),
  ceiling_pence: z.int(),
  /** VAT contained in the total; 0 where the company is not registered. */
  vat_pence: z.int(),
  hourly_pence: z.int(),
  lines: z.array(priceLine),
})
nameShape('Quote', quote)

export const quotesAnswer = z.object({
  order,
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  /** Start instants at which somebody is free, nearest first; only where nobody is at the time asked for. */
  nearest_times: z.array(z.object({ start_at: z.iso.datetime(), companies: z.int(), from_pence: z.int() })),
  /** The cheapest days around; only where nobody is free. */
  cheapest_days: z.array(z.object({ date: z.iso.date(), start_at: z.iso.datetime(), from_pence: z.int() })),
  /** The next bigger van that somebody could do it with at this time, if any; only where nobody is free. */
  bigger_van: z.object({ van_category: vanCategory, companies: z.int(), from_pence: z.int() }).nullable(),
  results: z.array(quote),
})

export const unknownPlace = refusal('unknown_place', 422, 'We do not know one of these postcodes.')
export const seaCrossing = refusal('sea_crossing', 422, 'We cannot quote for moves that cross the sea.')

export const getRouteDetails = endpoint({
  id: 'getRouteDetails',
  method: 'POST',
  path: '/booking/route-details/',
  summary: 'Time and distance of a move, before any price',
  access: 'public',
  body: quotePayload,
  answer: z.object({ order }),
  refusals: [unknownPlace, seaCrossing],
  limit: { name: 'route-details', per: 'address', count: 120, seconds: 60 },
})

export const findQuotes = endpoint({
  id: 'findQuotes',
  method: 'POST',
  path: '/booking/companies-quotes/',
  summary: 'Whole prices from every company that can do the move',
  access: 'public',
  query: z.object({
    ordering: z.enum(['best', 'price', 'rating', 'earliest']).default('best'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    page_size: z.coerce.number().int().min(1).max(100).default(20),
    payment_method: paymentMethod.optional(),
    min_rating: z.coerce.number().min(1).max(5).optional(),
    min_reviews: z.coerce.number().int().min(0).max(100_000).optional(),
  }),
  body: quotePayload,
  answer: quotesAnswer,
  refusals: [unknownPlace, seaCrossing],
  limit: { name: 'quotes', per: 'address', count: 30, seconds: 60 },
})
