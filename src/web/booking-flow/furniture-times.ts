import { findItem } from '#modules/items/data.ts'
import { furnitureMinutes } from '#modules/quoting/work/rules.ts'
import type { Minutes } from '#shared/duration.ts'
import { amountOf, assemblingHelpOf, dismantlingHelpOf, type Order } from './order.ts'

/** How long the ticked pieces take, as the server will work it out; the added time is not in it. */
export function furnitureTimes(order: Order): { dismantling: Minutes; assembling: Minutes } {
  return {
    dismantling: furnitureMinutes(piecesOf(order, order.dismantlingItems), dismantlingHelpOf(order)),
    assembling: furnitureMinutes(piecesOf(order, order.assemblingItems), assemblingHelpOf(order)),
  }
}

const piecesOf = (order: Order, ids: readonly number[]) =>
  ids.flatMap((id) => {
    const furnitureType = findItem(id)?.furnitureType
    return furnitureType ? [{ furnitureType, amount: amountOf(order, id) }] : []
  })
