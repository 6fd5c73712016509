// The weight and volume of an order, and which van holds it (decisions §3).
import { VAN_DETAILS, VANS } from '#modules/fleet/data.ts'
import { VAN_CATEGORIES } from '#modules/fleet/rules.ts'
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

/** Why a van does not hold a load. `length`: the longest item is too long; `shape`: an item is too wide or too high. */
export type Shortfall = 'room' | 'weight' | 'length' | 'shape'

export type Fit = {
  /** Share of the van's volume; 1 is full. Not capped: above 1 the load does not fit. */
  room: number
  /** Share of the low end of the payload range, which every van in the category can carry. Not capped. */
  weight: number
  shortfalls: Shortfall[]
  fits: boolean
}

export type VanSuggestion = { category: VanCategory; trips: number }

export type VanWarning = {
  suggestion: VanSuggestion
  shortfalls: Shortfall[]
  /** A sentence for the screen. */
  text: string
}

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

const shortfallsOf = (load: Load, van: VanDetails): Shortfall[] => {
  const inside = sidesOf({ ...van, lengthCm: van.lengthCm + van.overCabLengthCm })
  const shortfalls: Shortfall[] = []
  if (litres(load.volumeM3) > litres(van.volumeM3)) shortfalls.push('room')
  if (load.weightKg > van.payloadMinKg) shortfalls.push('weight')
  if (load.longestCm > longestInsideCm(van)) shortfalls.push('length')
  if (load.secondCm > inside.second || load.thirdCm > inside.third) shortfalls.push('shape')
  return shortfalls
}

/** How a load fits a van of this category in one trip. */
export function fitOf(load: Load, category: VanCategory): Fit {
  const van = VAN_DETAILS[category]
  const shortfalls = shortfallsOf(load, van)
  return {
    room: load.volumeM3 / van.volumeM3,
    weight: load.weightKg / van.payloadMinKg,
    shortfalls,
    fits: shortfalls.length === 0,
  }
}

/**
 * The smallest van that holds the load in one trip; otherwise the Luton van with as many trips as volume and weight require. An item
 * too large for every van still gives a number of trips: the catalogue has none, as a test ensures.
 */
export function suggestVan(load: Load): VanSuggestion {
  const smallest = VANS.find((van) => fitOf(load, van.category).fits)
  if (smallest) return { category: smallest.category, trips: 1 }
  const { room, weight } = fitOf(load, 'luton_van')
  return { category: 'luton_van', trips: Math.max(2, Math.ceil(room), Math.ceil(weight)) }
}

const cubicMetres = (m3: number) => `${Number(m3.toFixed(1))} m³`
const kilograms = (kg: number) => `${kg.toLocaleString('en-GB')} kg`
const metres = (cm: number) => `${(cm / 100).toFixed(2)} m`

const shortfallTexts: Record<Shortfall, (load: Load, van: VanDetails) => string> = {
  room: (load, van) => `your load takes ${cubicMetres(load.volumeM3)} and it holds ${cubicMetres(van.volumeM3)}`,
  weight: (load, van) => `your load weighs ${kilograms(load.weightKg)} and it carries ${kilograms(van.payloadMinKg)}`,
  length: (load, van) =>
    `your longest piece is ${metres(load.longestCm)} and it is ${metres(longestInsideCm(van))} inside`,
  shape: () => 'one of your pieces is too wide or too high for it',
}

const adviceText = ({ category, trips }: VanSuggestion): string => {
  const name = VAN_DETAILS[category].name
  return trips === 1 ? `A ${name} takes it all in one go.` : `A ${name} needs ${trips} trips.`
}

/**
 * The warning for a customer who picked a van that does not hold the load; undefined if it does. Such a van may still be picked
 * (decisions §3).
 */
export function vanWarning(load: Load, picked: VanCategory): VanWarning | undefined {
  const { shortfalls } = fitOf(load, picked)
  if (shortfalls.length === 0) return undefined
  const van = VAN_DETAILS[picked]
  const suggestion = suggestVan(load)
  const reasons = shortfalls.map((shortfall) => shortfallTexts[shortfall](load, van)).join('; ')
  return { suggestion, shortfalls, text: `${van.name}: ${reasons}. ${adviceText(suggestion)}` }
}

/** Smaller than the suggested van, whether by category or by the number of trips. */
export const isSmallerThanSuggested = (picked: VanCategory, { category }: VanSuggestion): boolean =>
  VAN_CATEGORIES.indexOf(picked) < VAN_CATEGORIES.indexOf(category)
