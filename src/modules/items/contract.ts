import { z } from 'zod'
import { FURNITURE_TYPES } from '#modules/fleet/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ITEM_CATEGORIES } from './data.ts'

/** The catalogue of things that can be moved (spec §3, §7). Complete lists, not paged. */

const lookups = { name: 'catalogue', per: 'address', count: 300, seconds: 60 } as const

const UNKNOWN_CATEGORY = 'Choose one of the item categories.'
/** A whole number in a path or a query, as digits. */
const idText = z.string().regex(/^[1-9]\d{0,8}$/)

export const itemCategory = z.object({ id: z.int(), name: z.string() })

export const item = z.object({
  id: z.int(),
  name: z.string(),
  /** Id of the category. */
  category: z.int(),
  /** Kilograms. */
  weight: z.int(),
  /** Length x width x height as text: "210 x 92 x 85 cm". */
  size: z.string(),
  /** Centimetres, as carried. */
  length: z.int(),
  width: z.int(),
  height: z.int(),
  /** Cubic metres it occupies in a van. */
  volume: z.number(),
  /** What it counts as for dismantling and assembly; null if it needs neither. */
  furniture_type: z.enum(FURNITURE_TYPES).nullable(),
})

export const listItemCategories = endpoint({
  id: 'listItemCategories',
  method: 'GET',
  path: '/booking/categories/',
  summary: 'The categories of things that can be moved',
  access: 'public',
  answer: z.array(itemCategory),
  limit: lookups,
})

export const listItems = endpoint({
  id: 'listItems',
  method: 'GET',
  path: '/booking/items/',
  summary: 'Everything that can be moved, or what is in one category',
  access: 'public',
  query: z.object({
    category: idText
      .transform(Number)
      .refine((id) => ITEM_CATEGORIES.some((category) => category.id === id), UNKNOWN_CATEGORY)
      .optional(),
  }),
  answer: z.array(item),
  limit: lookups,
})

export const getItem = endpoint({
  id: 'getItem',
  method: 'GET',
  path: '/booking/items/{id}/',
  summary: 'One thing that can be moved',
  access: 'public',
  params: z.object({ id: idText.transform(Number) }),
  answer: item,
  limit: lookups,
})
