import { z } from 'zod'
import { cover, markColour, trader } from '#modules/companies/contract.ts'
import { HELP_LEVELS } from '#modules/fleet/rules.ts'
import { OWN_ITEM_MOST } from '#modules/items/rules.ts'
import { seaCrossing, unknownPlace } from '#modules/geo/contract.ts'
import { waiting } from '#modules/pricing/terms/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { WARNING_CODES } from './load/rules.ts'
import { NOBODY_REASONS } from './rules.ts'
import { routePoint } from './move/contract.ts'

/** The move as a client asks for it, and the quotes in answer. Shapes: decisions.md, "Shapes that are fixed". */

export const vanCategory = z.enum(['small_van', 'medium_van', 'large_van', 'luton_van'], {
  error: 'Choose one of the four vans.',
})
export const helpLevel = z.enum(['no_help', 'driver_helps', 'one_porter', 'two_porters'], {
  error: 'Choose how many people help.',
})
/** The specification's `assembly_one_porter` is an alias of the plain level, which is what we answer. */
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

const declaredWaiting = z
  .string()
  .regex(/^(0?[0-3]:[03]0:00|0?4:00:00)$/, 'Choose half hours of waiting, up to four hours: 01:30:00.')

const text = (length: number) => z.string().trim().max(length, `Keep this under ${length} characters.`)

const measured = (most: number) => z.int('Use a whole number.').min(1, 'At least 1.').max(most, `At most ${most}.`)

/** A thing that the catalogue lacks: centimetres as carried, and kilograms. It counts in fit, room, weight and price as those of the list do. */
export const ownItem = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name for the item.')
    .max(OWN_ITEM_MOST.name, `Keep this under ${OWN_ITEM_MOST.name} characters.`),
  length: measured(OWN_ITEM_MOST.centimetres),
  width: measured(OWN_ITEM_MOST.centimetres),
  height: measured(OWN_ITEM_MOST.centimetres),
  weight: measured(OWN_ITEM_MOST.kilograms),
})
nameShape('OwnItem', ownItem)

export const moveItem = z.strictObject({
  /** Id in the catalogue; null for an own item. */
  moving_item: z.int().min(1).nullable().default(null),
  own_item: ownItem.nullish(),
  amount: z.int('Use a whole number.').min(1, 'At least one.').max(500, 'At most 500 of one item.'),
  need_assembling: z.boolean().default(false),
  need_disassembling: z.boolean().default(false),
})

/** The quote payload (spec §3). Values computed by the client are optional and only compared. */
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
  /** Extra time the customer allows for dismantling and assembling. */
  extra_time: duration.nullish(),
  /** Waiting to expect on the day, such as for keys: in the ceiling and in the time that is held, not in the total. */
  declared_waiting: declaredWaiting.nullish(),
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
  /** The van of a plan, from 1, and its day; left out where one van does it in a day. */
  van: z.int().optional(),
  day: z.int().optional(),
})
nameShape('PriceLine', priceLine)

export const toll = z.object({
  name: z.string(),
  /** Charge for all passages by this van; null while it depends on the hour, and the hour is open. */
  amount_pence: z.int().nullable(),
  is_certain: z.boolean(),
})

/** How many vans come, on how many days, and the people of the first day, drivers included. */
export const planSize = z.object({ vans: z.int(), days: z.int(), people: z.int() })
nameShape('PlanSize', planSize)

export const order = z.object({
  /** How often the van goes full from the pick-up to the drop-off. Each further trip is loaded, driven, carried and driven back for. */
  trips: z.int(),
  /** metres, of all trips and the drives back between them */
  distance: z.int(),
  travel_time: duration,
  load_unload_time: duration,
  stairs_time: duration,
  stops_time: duration,
  assembling_time: duration,
  disassembling_time: duration,
  /** Breaks that the law gives the driver: part of the total time, and free. */
  breaks_time: duration,
  total_time: duration,
  /** Waiting as sent: held beside the total time, not part of it. */
  declared_waiting: duration,
  /** Drive from the last point back to the first, which is not charged: for information, not part of the sum. */
  return_time: duration,
  is_ulez_charged: z.boolean(),
  is_congestion_charged: z.boolean(),
  /** The zones in which a point of the move lies, on its day. What a van pays there is a line of its receipt. */
  zones: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** A van below the standard of a ban is not offered. */
      kind: z.enum(['charge', 'ban']),
      /** The edge of the zone may run through the known area of the place. */
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
  /** The town of each point, in order. */
  places: z.array(z.string()),
  /** What to know before booking, in words: who lifts what, which vans could not do it. */
  warnings: z.array(z.object({ code: z.enum(WARNING_CODES), detail: z.string() })),
  /** Where one van cannot do it in a day: what the move calls for. The figures above are then those of the van that leads, on its first day. */
  plan: planSize.optional(),
  /** Well formed, in a known area, and not in the data that names all others: mistyped, or new. Placed by their outcode; ask. */
  unknown_postcodes: z.array(z.string()),
})
nameShape('MoveOrder', order)

/** What cancelling costs up to an instant, once a driver has confirmed; before that it costs nothing. The last step has no end. */
export const cancellationStep = z.object({ until: z.iso.datetime().nullable(), fee_pence: z.int() })
nameShape('CancellationStep', cancellationStep)

const quotedUnit = {
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
}

/** What one van of a plan does on one of its days. */
export const plannedUnit = z.object({
  /** 1 is the lead, whose driver runs the clock. */
  number: z.int(),
  /** 1, or 2 for the day after. */
  day: z.int(),
  ...quotedUnit,
  man_power: helpLevel,
  trips: z.int(),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  total_pence: z.int(),
  lines: z.array(priceLine),
})
nameShape('PlannedUnit', plannedUnit)

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
    /** Share of bookings kept, 0 to 1; shown from five jobs on. */
    reliability: z.number().nullable(),
    /** Median minutes to answer a booking; shown from five jobs on. */
    reply_minutes: z.int().nullable(),
    trader,
    cover,
  }),
  payment_methods: z.array(paymentMethod),
  /** Booked at this price, it is confirmed in the same moment: the company does not answer first. */
  confirms_at_once: z.boolean(),
  working_unit: z.object(quotedUnit),
  total_pence: z.int(),
  ceiling_pence: z.int(),
  /** VAT included in the total; 0 if the company is not registered. */
  vat_pence: z.int(),
  hourly_pence: z.int(),
  cancellation: z.array(cancellationStep),
  waiting,
  lines: z.array(priceLine),
  /** Trips of this van: one that carries more may need fewer than the order shows. */
  trips: z.int(),
  total_time: duration,
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  /** If one van cannot do it in a day. */
  plan: planSize.optional(),
  /** Each van of the plan on each of its days, the lead's first day first. */
  working_units: z.array(plannedUnit).optional(),
})
nameShape('Quote', quote)

export const quotesAnswer = z.object({
  order,
  count: z.int(),
  /** How many of them confirm at once. */
  at_once_count: z.int(),
  /** How many of them each filter would leave; ratings and reviews by the bounds of our own pages. */
  filter_counts: z.object({ cash: z.int(), card: z.int(), top_rated: z.int(), well_reviewed: z.int() }),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  /** Start times with a free driver, nearest first; only if none is free at the requested time. */
  nearest_times: z.array(z.object({ start_at: z.iso.datetime(), companies: z.int(), from_pence: z.int() })),
  /** Reasons why no van of the area can come then, with the number of vans for each; only if no driver is free. */
  why_nobody: z.array(z.object({ reason: z.enum(NOBODY_REASONS), vans: z.int() })),
  /**
   * Days within a week of the requested one with a free driver, each with the lowest whole price of all its hours:
   * cheapest first, then nearest. Only if no driver is free.
   */
  cheapest_days: z.array(z.object({ date: z.iso.date(), start_at: z.iso.datetime(), from_pence: z.int() })),
  /** Next bigger van available at this time, if any; only if no driver is free. */
  bigger_van: z.object({ van_category: vanCategory, companies: z.int(), from_pence: z.int() }).nullable(),
  results: z.array(quote),
})

export const pieceDoesNotFit = refusal('piece_does_not_fit', 422, 'A piece doesn’t fit into this van.')
export const pieceNeedsTwoPeople = refusal('piece_needs_two_people', 422, 'A piece is too heavy for one person.')
export const tooMuchForOneVan = refusal('too_much_for_one_van', 422, 'This is too much for one van in three trips.')
export const beyondDriversHours = refusal('beyond_drivers_hours', 422, 'This is more than one driver may do in a day.')
/** Whatever keeps a move from being priced; each names its fields, and `suggested` a bigger van where one would do. */
export const moveRefusals = [
  unknownPlace,
  seaCrossing,
  pieceDoesNotFit,
  pieceNeedsTwoPeople,
  tooMuchForOneVan,
  beyondDriversHours,
]

export const getRouteDetails = endpoint({
  id: 'getRouteDetails',
  method: 'POST',
  path: '/booking/route-details/',
  summary: 'Time and distance of a move, before any price',
  access: 'public',
  body: quotePayload,
  answer: z.object({ order }),
  refusals: moveRefusals,
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
    /** Only offers that confirm at once. */
    at_once: z.literal('true', { error: 'Send true, or leave it out.' }).optional(),
    /** The most vans and days, where one van cannot do it in a day. */
    max_vans: z.coerce.number().int().min(1).max(3).optional(),
    max_days: z.coerce.number().int().min(1).max(2).optional(),
    /** Limits the search to this unit, as for an expired price: no other units or times are looked for. */
    working_unit: z.uuid().optional(),
  }),
  body: quotePayload,
  answer: quotesAnswer,
  refusals: moveRefusals,
  limit: { name: 'quotes', per: 'address', count: 30, seconds: 60 },
})
