import { ItemList } from '#web/kit/bookings/status-badge.tsx'
import { nameOf } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'

/** The chosen items by name. Without help from the crew, no furniture is taken apart, so no such note is shown. */
export function ChosenItems() {
  const { items, assemblingItems, dismantlingItems, helpLevel } = useFlow().order
  const isHelped = helpLevel !== 'no_help'
  return (
    <ItemList
      items={items.map((item) => ({
        name: nameOf(item),
        amount: item.amount,
        needAssembling: isHelped && assemblingItems.includes(item.id),
        needDisassembling: isHelped && dismantlingItems.includes(item.id),
      }))}
    />
  )
}
