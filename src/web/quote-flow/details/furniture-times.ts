import { findItem } from '#modules/items/data.ts'
import { furnitureMinutes } from '#modules/quoting/schedule/rules.ts'
import { formatDuration, type Minutes } from '#shared/duration.ts'
import { addedMinutesOf, amountOf, assemblingHelpOf, dismantlingHelpOf, type Order } from '../draft/order.ts'

/** How long the ticked pieces take, as the server will compute it, without the extra time. */
export function furnitureTimes(order: Order): { dismantling: Minutes; assembling: Minutes } {
  return {
    dismantling: furnitureMinutes(piecesOf(order, order.dismantlingItems), dismantlingHelpOf(order)),
    assembling: furnitureMinutes(piecesOf(order, order.assemblingItems), assemblingHelpOf(order)),
  }
}

/**
 * Time to dismantle and assemble the chosen furniture with the added minutes, as in “1 h 30 min”; empty if no furniture
 * was chosen or no help is booked.
 */
export function furnitureHelpText(order: Order): string {
  const { dismantling, assembling } = furnitureTimes(order)
  return dismantling + assembling > 0 ? formatDuration(dismantling + assembling + addedMinutesOf(order)) : ''
}

const piecesOf = (order: Order, ids: readonly number[]) =>
  ids.flatMap((id) => {
    const furnitureType = findItem(id)?.furnitureType
    return furnitureType ? [{ furnitureType, amount: amountOf(order, id) }] : []
  })
