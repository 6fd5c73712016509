import { ItemList } from '#web/kit/bookings/status-badge.tsx'
import { nameOf } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'

/** Everything that was chosen, by name. Without anybody who helps, nothing is taken apart. */
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
