import { loadOfItems, pieceOf, pieceText, type AskedItem } from '#modules/items/rules.ts'
import { type AskedMove, stopTexts } from '#modules/quoting/move/rules.ts'
import { mapped } from '#shared/mapped.ts'
import type { BookedPoint } from '../create/rules.ts'

/** A stored move, as a booking shows it. Pure. */

/** Defaults for fields that did not exist when an older booking was made. */
const noTexts = mapped(stopTexts, () => null)

export const pointsOf = (points: BookedPoint[], work: { places: readonly { town: string }[] }) =>
  points.map((point, index) => ({
    ...noTexts,
    ...point,
    address: point.address ?? null,
    deliveryContactSameAsPickUp: point.deliveryContactSameAsPickUp ?? true,
    customerEmail: point.customerEmail ?? null,
    place: work.places[index]?.town ?? '',
  }))

export const itemsOf = (move: AskedMove) =>
  move.items.map((item) => ({
    name: nameOf(item),
    amount: item.amount,
    needAssembling: item.needAssembling,
    needDisassembling: item.needDisassembling,
    note: item.note ?? null,
  }))

function nameOf(item: AskedItem): string {
  const piece = pieceOf(item)
  return piece ? pieceText(piece) : 'Item'
}

export const loadOf = ({ items }: AskedMove) => {
  const { pieces, weightKg, volumeM3 } = loadOfItems(items)
  return { pieces, weightKg, volumeM3 }
}
