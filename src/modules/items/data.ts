import type { FurnitureType } from '#modules/fleet/rules.ts'
import catalogue from './data.json' with { type: 'json' }

export type ItemCategory = { id: number; name: string }

export type Item = {
  /** Stable, because orders and stored drafts refer to it. The hundreds are the category. */
  id: number
  categoryId: number
  name: string
  /** What else people call it, or look for when they mean it. */
  alsoCalled: readonly string[]
  /** External size as carried: bed frames in parts, table legs off, rugs rolled up. */
  lengthCm: number
  widthCm: number
  heightCm: number
  weightKg: number
  /** Space the item takes up in a loaded van: its box, or less if it nests, stacks or compresses. */
  volumeM3: number
  furnitureType: FurnitureType | null
}

export const ITEM_CATEGORIES: readonly ItemCategory[] = [
  { id: 1, name: 'Living Room' },
  { id: 2, name: 'Dining Room' },
  { id: 3, name: 'Hobbies & Activities' },
  { id: 4, name: 'Office' },
  { id: 5, name: 'Kitchen / Hallway' },
  { id: 6, name: 'Storeroom' },
  { id: 7, name: 'Outdoor & Garage' },
  { id: 8, name: 'Boxes/Bags & Suitcases' },
  { id: 9, name: 'Bedroom' },
  { id: 10, name: 'Bathroom' },
]

type Row = [
  id: number,
  name: string,
  lengthCm: number,
  widthCm: number,
  heightCm: number,
  weightKg: number,
  more?: { volumeM3?: number; type?: FurnitureType; also?: readonly string[] },
]

const roundTo = (value: number, step: number) => Math.round(value / step) * step
/** Volume in m³, to two decimals, of a box measured in centimetres. */
export const boxVolumeM3 = (l: number, w: number, h: number): number =>
  Number(Math.max(0.01, roundTo((l * w * h) / 1e6, 0.01)).toFixed(2))

const toItem = ([id, name, lengthCm, widthCm, heightCm, weightKg, more]: Row): Item => ({
  id,
  categoryId: Math.floor(id / 100),
  name,
  alsoCalled: more?.also ?? [],
  lengthCm,
  widthCm,
  heightCm,
  weightKg,
  volumeM3: more?.volumeM3 ?? boxVolumeM3(lengthCm, widthCm, heightCm),
  furnitureType: more?.type ?? null,
})

// The list is data, so that pages can fetch it beside their script. In the browser it is empty until quote-flow/layout.tsx
// has filled it; everywhere else it is here from the start.
const items: Item[] = []
const itemsById = new Map<number, Item>()

/** In display order: by category, large items first. */
export const ITEMS: readonly Item[] = items

/** `rows` is the content of data.json, whose form data.test.ts checks. */
export function fillCatalogue(rows: unknown): void {
  items.push(...(rows as Row[]).map(toItem))
  for (const item of items) itemsById.set(item.id, item)
}

if (!import.meta.env || import.meta.env.SSR) fillCatalogue(catalogue)

export const findItem = (id: number): Item | undefined => itemsById.get(id)

/**
 * Kilograms of the heaviest part carried at once, for items that come in parts: slabs and files go one by one, a long
 * table by its sections.
 */
const heaviestParts = new Map([
  [309, 25], // weights
  [413, 40], // boardroom table, in sections
  [617, 20], // shelving with files, emptied
  [722, 12], // tyres
  [724, 30], // trampoline, taken apart
  [726, 30], // shed, in panels
  [728, 15], // paving slabs
])

/** What has to be lifted at once to carry a piece, in kilograms. */
export const heaviestPartKg = ({ id, weightKg }: { id: number | null; weightKg: number }): number =>
  (id === null ? undefined : heaviestParts.get(id)) ?? weightKg
