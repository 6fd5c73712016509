import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { HOME_SIZES } from '#modules/items/typical-homes/rules.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { itemsText } from '#web/kit/bookings/load.ts'
import { useFlow } from '../flow-context.tsx'
import type { OrderItem } from '../draft/order.ts'

/** Fetched once it is opened. */
const ListReader = lazy(async () => ({ default: (await import('./list-reader.tsx')).ListReader }))

interface Filled {
  text: string
  /** What was listed before it. */
  before: readonly OrderItem[]
}

/** A whole list at once, to be changed after: what a home of a size usually holds, or a list that was written or said. */
export function FillList() {
  const { order, dispatch } = useFlow()
  const [filled, setFilled] = useState<Filled | null>(null)
  const replace = (items: readonly { id: number; amount: number }[], text: string) => {
    setFilled({ text, before: order.items })
    dispatch({ type: 'items-replaced', items })
  }
  const fill = async ({ id, name }: (typeof HOME_SIZES)[number]) => {
    const { TYPICAL_HOMES } = await import('#modules/items/typical-homes/data.ts')
    const home = id === 'studio' ? 'studio' : `home with ${name}`
    const items = TYPICAL_HOMES[id]
    replace(items, `That’s a typical ${home}: ${itemsText(countOf(items))}. Change what’s different.`)
  }
  const add = (more: readonly { id: number; amount: number }[]) =>
    replace(summed([...order.items, ...more]), `Added ${itemsText(countOf(more))}.`)
  return (
    <div className="fill-list mt-3">
      <fieldset className="row gap-2">
        <legend className="label">Start from a typical home</legend>
        {HOME_SIZES.map((home) => (
          <button key={home.id} type="button" className="chip" onClick={() => void fill(home)}>
            {home.name}
          </button>
        ))}
      </fieldset>
      <output className="row gap-2">
        {filled ? (
          <>
            <span>{filled.text}</span>
            <LinkButton
              className="inline"
              onClick={() => {
                dispatch({ type: 'items-replaced', items: filled.before })
                setFilled(null)
              }}
            >
              Undo
            </LinkButton>
          </>
        ) : null}
      </output>
      {/* Side by side, so that nothing below moves when a stored list comes back and the second goes. */}
      <div className="fill-list__ways">
        <WrittenList onAdd={add} />
        {order.items[0] ? null : (
          <Link className="link-btn" to="/carry-on">
            I have a code
          </Link>
        )}
      </div>
    </div>
  )
}

function WrittenList({ onAdd }: { onAdd: (items: { id: number; amount: number }[]) => void }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <Disclosure summary="Paste or say a list" className="list-reader" onOpen={() => setOpened(true)}>
      {isOpened ? (
        <Suspense fallback={<p className="mt-2">One moment…</p>}>
          <ListReader onAdd={onAdd} />
        </Suspense>
      ) : null}
    </Disclosure>
  )
}

const countOf = (items: readonly { amount: number }[]): number => items.reduce((sum, { amount }) => sum + amount, 0)

/** Each thing once, with all that was said of it. */
function summed(items: readonly { id: number; amount: number }[]): { id: number; amount: number }[] {
  const amounts = new Map<number, number>()
  for (const { id, amount } of items) amounts.set(id, (amounts.get(id) ?? 0) + amount)
  return [...amounts].map(([id, amount]) => ({ id, amount }))
}
