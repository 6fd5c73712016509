import { useRef } from 'react'
import { Stepper } from '#web/ui/choice.tsx'
import { MAX_AMOUNT, nameOf, type OrderItem } from '../draft/order.ts'
import { SendList } from '../reuse-move/send-list.tsx'
import { useFlow } from '../flow-context.tsx'

/** Items in the van, each with buttons for more and fewer, and a way to send the list. */
export function LoadList({ isShared = true }: { isShared?: boolean }) {
  const { order, dispatch } = useFlow()
  const list = useRef<HTMLUListElement>(null)
  const change = (item: OrderItem, amount: number) => {
    dispatch({ type: 'amount-changed', id: item.id, category: item.category, amount })
    // The item’s row disappears, and the focused button with it.
    if (amount === 0) list.current?.focus()
  }
  return (
    <>
      <ul className="divide load__list p-0 unlisted mt-2" ref={list} tabIndex={-1}>
        {order.items.map((item) => (
          <li key={item.id} className="list-row flex row--apart g-3 t-sm figures-even py-1 level">
            <span>{nameOf(item)}</span>
            <Stepper
              name={nameOf(item)}
              value={item.amount}
              max={MAX_AMOUNT}
              onChange={(amount) => change(item, amount)}
            />
          </li>
        ))}
      </ul>
      {isShared ? (
        <p className="mt-3">
          <SendList />
        </p>
      ) : null}
    </>
  )
}
