import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { HOME_SIZES } from '#modules/items/rules.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { NotLoaded } from '#web/ui/page.tsx'
import { itemsText } from '#web/kit/bookings/load.ts'
import { useFlow } from '../flow-context.tsx'
import type { OrderItem } from '../draft/order.ts'
import type { Listed } from './filled-list.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Fetched once it is opened. */
const ListReader = lazyPart(async () => (await import('./list-reader/list-reader.tsx')).ListReader)

interface Filled {
  text: string
  /** Items listed before the list was filled in, for “Undo”. */
  before: readonly OrderItem[]
}

/** A whole list at once, to be changed after: what a home of a size usually holds, or a list that was written or said. */
export function FillList() {
  const { order, dispatch, isRestored } = useFlow()
  const [filled, setFilled] = useState<Filled | 'missing' | null>(null)
  const newest = useRef(order.items)
  useEffect(() => {
    newest.current = order.items
  }, [order.items])
  const replace = (items: readonly Listed[], text: string) => {
    setFilled({ text, before: newest.current })
    dispatch({ type: 'items-replaced', items })
  }
  const fill = async ({ id, name }: (typeof HOME_SIZES)[number]) => {
    // A stored list that has not been restored yet has no changes made by hand.
    const before = isRestored ? newest.current : null
    const lists = await import('./filled-list.ts').catch(() => null)
    if (!lists) return setFilled('missing')
    const home = id === 'studio' ? 'studio' : `home with ${name}`
    const items = lists.homeList(id, before ?? newest.current, newest.current)
    replace(items, `That’s a typical ${home}: ${itemsText(lists.piecesIn(items))}. Change what’s different.`)
  }
  return (
    <div className="fill-list cells g-2 mt-3">
      <fieldset className="row gap-2 p-0 no-edge">
        <legend className="label">Start from a typical home</legend>
        {HOME_SIZES.map((home) => (
          <button key={home.id} type="button" className="chip" onClick={() => void fill(home)}>
            {home.name}
          </button>
        ))}
      </fieldset>
      <output className="row gap-2">
        {filled === 'missing' ? (
          <NotLoaded what="that home" />
        ) : filled ? (
          <>
            <span>{filled.text}</span>
            <LinkButton
              className="inline"
              onClick={({ currentTarget }) => {
                // The button goes, and the focus with it.
                currentTarget.closest('.fill-list')?.querySelector('button')?.focus()
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
      <div className="fill-list__ways flex wraps items-start">
        <WrittenList onFill={replace} />
        {order.items[0] ? null : (
          <Link className="link-btn" to="/carry-on">
            I have a code
          </Link>
        )}
      </div>
    </div>
  )
}

function WrittenList({ onFill }: { onFill: (items: readonly Listed[], text: string) => void }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <Disclosure summary="Paste or dictate a list" className="list-reader" onOpen={() => setOpened(true)}>
      {isOpened ? (
        <Suspense fallback={<p className="mt-2">One moment…</p>}>
          <ListReader onFill={onFill} />
        </Suspense>
      ) : null}
    </Disclosure>
  )
}
