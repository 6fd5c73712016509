// What an order weighs, how much room it takes and which pieces enter which van; in how many trips it goes is quoting/load's.
import { VAN_DETAILS, type VanDetails } from '#modules/fleet/data.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { boxVolumeM3, findItem, type Item } from './data.ts'

export type ItemMeasures = Pick<Item, 'lengthCm' | 'widthCm' | 'heightCm' | 'weightKg' | 'volumeM3'>

/** A thing that the catalogue lacks, as its owner measured it: whole centimetres and kilograms. */
export interface OwnItem {
  name: string
  length: number
  width: number
  height: number
  weight: number
}

/** A line of an order: a thing of the catalogue by its id, or the customer's own. */
export interface AskedItem {
  movingItem: number | null
  ownItem?: OwnItem | null
  amount: number
}

/** What one van takes of an order: pieces of its lines, by their index in it. Null: all of it. */
export type Share = readonly { index: number; amount: number }[] | null

/** The lines of an order that a van takes, each with its index, with as many pieces as go in it. */
export const linesOfShare = <Line extends { amount: number }>(
  items: readonly Line[],
  share: Share,
): [number, Line][] =>
  share
    ? share.flatMap(({ index, amount }) => (items[index] ? [[index, { ...items[index], amount }] as const] : []))
    : [...items.entries()]

/** What an own item may measure: longer than any van, so that what does not fit is refused with its reason. */
export const OWN_ITEM_MOST = { name: 80, centimetres: 1000, kilograms: 2000 } as const

/** What is moved, of the catalogue or not. */
export type Piece = Pick<Item, 'name' | 'furnitureType' | keyof ItemMeasures> & { id: number | null }

/** Undefined for an id that the catalogue lacks. */
export function pieceOf({ movingItem, ownItem }: Pick<AskedItem, 'movingItem' | 'ownItem'>): Piece | undefined {
  if (!ownItem) return movingItem === null ? undefined : findItem(movingItem)
  const { name, length: lengthCm, width: widthCm, height: heightCm, weight: weightKg } = ownItem
  const volumeM3 = boxVolumeM3(lengthCm, widthCm, heightCm)
  return { id: null, name, lengthCm, widthCm, heightCm, weightKg, volumeM3, furnitureType: null }
}

/** Text of a piece: "Rowing boat (4.00 × 1.20 × 0.60 m, 80 kg)"; the crew needs the size of an own item. */
export const pieceText = (piece: Piece): string =>
  piece.id === null ? `${piece.name} (${sizeText(piece)}, ${piece.weightKg} kg)` : piece.name

const metres = (cm: number) => (cm / 100).toFixed(2)

/** "4.00 × 1.20 × 0.60 m" */
export const sizeText = ({ lengthCm, widthCm, heightCm }: Pick<Piece, 'lengthCm' | 'widthCm' | 'heightCm'>): string =>
  `${metres(lengthCm)} × ${metres(widthCm)} × ${metres(heightCm)} m`
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

/** The load of what was asked; ids that the catalogue lacks are ignored. */
export function loadOfItems(items: readonly AskedItem[]): Load {
  return loadOf(
    items.flatMap((requestedItem) => {
      const item = pieceOf(requestedItem)
      return item ? [{ item, amount: requestedItem.amount }] : []
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

/** The homes from which a list may begin, as on a button; what they hold is data, fetched once one is chosen. */
export const HOME_SIZES = [
  { id: 'studio', name: 'Studio' },
  { id: 'one', name: '1 bedroom' },
  { id: 'two', name: '2 bedrooms' },
  { id: 'three', name: '3 bedrooms' },
  { id: 'four', name: '4 bedrooms' },
] as const
export type HomeSize = (typeof HOME_SIZES)[number]['id']
