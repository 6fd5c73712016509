// What an order weighs, how much room it takes and which pieces enter which van; in how many trips it goes is quoting/load's.
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import type { VanDetails } from '#modules/fleet/data.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { findItem } from './data.ts'
import type { Item } from './data.ts'

export type ItemMeasures = Pick<Item, 'lengthCm' | 'widthCm' | 'heightCm' | 'weightKg' | 'volumeM3'>
export type LoadLine = { item: ItemMeasures; amount: number }

/**
 * The totals of an order. The three lengths are the largest of all items, each turned so that its longest side is its length: a van
 * holds every item exactly if it holds these three.
 */
export type Load = {
  pieces: number
  volumeM3: number
  weightKg: number
  longestCm: number
  secondCm: number
  thirdCm: number
}

export const EMPTY_LOAD: Load = { pieces: 0, volumeM3: 0, weightKg: 0, longestCm: 0, secondCm: 0, thirdCm: 0 }

const sidesOf = ({ lengthCm, widthCm, heightCm }: { lengthCm: number; widthCm: number; heightCm: number }) => {
  const [longest = 0, second = 0, third = 0] = [lengthCm, widthCm, heightCm].toSorted((a, b) => b - a)
  return { longest, second, third }
}

// Summed in litres, which are whole numbers, to avoid floating-point errors.
const litres = (m3: number) => Math.round(m3 * 1000)

/** Adds up an order. Amounts below one are ignored. */
export function loadOf(lines: readonly LoadLine[]): Load {
  let volumeLitres = 0
  const load = { ...EMPTY_LOAD }
  for (const { item, amount } of lines) {
    if (!(amount > 0)) continue
    const sides = sidesOf(item)
    volumeLitres += litres(item.volumeM3) * amount
    load.pieces += amount
    load.weightKg += item.weightKg * amount
    load.longestCm = Math.max(load.longestCm, sides.longest)
    load.secondCm = Math.max(load.secondCm, sides.second)
    load.thirdCm = Math.max(load.thirdCm, sides.third)
  }
  return { ...load, volumeM3: volumeLitres / 1000 }
}

/** The load of catalogue items by id; unknown ids are ignored. */
export function loadOfCatalogueItems(items: ReadonlyArray<{ id: number; amount: number }>): Load {
  return loadOf(
    items.flatMap(({ id, amount }) => {
      const item = findItem(id)
      return item ? [{ item, amount }] : []
    }),
  )
}

/** The longest item that fits: a Luton's box extends over the cab, 4.00 + 0.80 m (spec §9). */
export const longestInsideCm = (van: VanDetails): number =>
  Math.max(van.lengthCm + van.overCabLengthCm, van.heightCm, van.widthCm)

/** Whether a piece goes in by its sides, turned as it best fits; no leaning it into a corner. */
export function entersVan(
  item: Pick<ItemMeasures, 'lengthCm' | 'widthCm' | 'heightCm'>,
  category: VanCategory,
): boolean {
  const van = VAN_DETAILS[category]
  const [piece, inside] = [sidesOf(item), sidesOf({ ...van, lengthCm: van.lengthCm + van.overCabLengthCm })]
  return piece.longest <= inside.longest && piece.second <= inside.second && piece.third <= inside.third
}
