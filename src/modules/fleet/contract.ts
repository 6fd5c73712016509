import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { VAN_CATEGORIES } from './rules.ts'

/** Vans: the four categories (spec §3, §9) and the makes and models to choose from. Complete lists, not paged. */

const lookups = { name: 'catalogue', per: 'address', count: 300, seconds: 60 } as const

export const vanCategoryDetails = z.object({
  category: z.enum(VAN_CATEGORIES),
  /** 0 to 3, smallest first. */
  value: z.int(),
  name: z.string(),
  example_vehicles: z.array(z.string()),
  /** Kilograms. */
  payload_range: z.object({ min: z.int(), max: z.int() }),
  seats: z.int(),
  capacity: z.int(),
  /** hh:mm:ss */
  loading_unloading_time: z.string(),
  /** Metres, the volume in cubic metres. A Luton's box reaches over the cab by `over_cab_length`. */
  inside_dimensions: z.object({
    length: z.number(),
    over_cab_length: z.number(),
    height: z.number(),
    width: z.number(),
    volume: z.number(),
  }),
  has_tail_lift_option: z.boolean(),
  suitability: z.string(),
  description: z.string(),
})

export const vehicleMaker = z.object({
  id: z.int(),
  name: z.string(),
  models: z.array(z.object({ name: z.string(), van_categories: z.array(z.enum(VAN_CATEGORIES)) })),
})

export const listVanCategories = endpoint({
  id: 'listVanCategories',
  method: 'GET',
  path: '/company/van-category/',
  summary: 'The four kinds of van, with everything known about them',
  access: 'public',
  answer: z.array(vanCategoryDetails),
  limit: lookups,
})

export const listVehicleMakers = endpoint({
  id: 'listVehicleMakers',
  method: 'GET',
  path: '/company/vehicle-makers/',
  summary: 'Makers of vans and their models',
  access: ['driver'],
  answer: z.array(vehicleMaker),
})

/** The bookings are named in `detail`, and individually in `errors`. */
export const bookingsHeld = refusal('bookings_held', 409, 'This unit has bookings in that time.')
