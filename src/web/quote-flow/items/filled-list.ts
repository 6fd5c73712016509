// Lists that come at once. Fetched with the first of them.
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import type { HomeSize } from '#modules/items/rules.ts'
import type { OrderItem } from '../draft/order.ts'

/** A line of a list: what it is, how many, and the size of a thing of one's own. */
export type Listed = Omit<OrderItem, 'category'>

/** A typical home in place of what was listed `before`; what was changed by hand since then stays as it was changed. */
export function homeList(size: HomeSize, before: readonly OrderItem[], now: readonly OrderItem[]): Listed[] {
  const [was, is] = [amountsOf(before), amountsOf(now)]
  const isTouched = ({ id }: { id: number }) => was.get(id) !== is.get(id)
  const home = TYPICAL_HOMES[size].filter((item) => !isTouched(item))
  return [...home, ...now.filter(isTouched)]
}

/** Merges more items into a list: each item once, with its amounts added and its other details combined. */
export function addedTo(listed: readonly OrderItem[], more: readonly Listed[]): Listed[] {
  const all = new Map<number, Listed>()
  for (const item of [...listed, ...more])
    all.set(item.id, { ...all.get(item.id), ...item, amount: (all.get(item.id)?.amount ?? 0) + item.amount })
  return [...all.values()]
}

/** How many things are in a list. */
export const piecesIn = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0)

const amountsOf = (items: readonly OrderItem[]) => new Map(items.map(({ id, amount }) => [id, amount]))
