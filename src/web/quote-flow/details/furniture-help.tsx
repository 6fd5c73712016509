import { Suspense } from 'react'
import { Link } from 'react-router'
import { findItem, type Item } from '#modules/items/data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { hasNobodyForFurniture } from '../draft/draft-steps.ts'
import { useFlow } from '../flow-context.tsx'
import type { Order } from '../draft/order.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Fetched once a piece is ticked. */
const HelpFields = lazyPart(async () => (await import('./furniture-help-fields.tsx')).HelpFields)

/** Pieces of the order that can be dismantled and assembled. */
export const furnitureOf = ({ items }: Order): { item: Item; amount: number }[] =>
  items.flatMap(({ id, amount }) => {
    const item = findItem(id)
    return item?.furnitureType ? [{ item, amount }] : []
  })

/** Two ticks per piece, then who does it and how long it takes. */
export function FurnitureHelp({ errors }: { errors: Record<string, string> }) {
  const { order } = useFlow()
  const isAsked = order.assemblingItems.length + order.dismantlingItems.length > 0
  return (
    <section className="card" aria-label="Furniture help">
      <ul className="divide">
        {furnitureOf(order).map(({ item, amount }) => (
          <Piece key={item.id} item={item} amount={amount} />
        ))}
      </ul>
      {hasNobodyForFurniture(order) ? (
        <Banner tone="warn" isAlert className="mt-4" title="No one is booked to do this yet">
          You chose “No help required”. <Link to="/additional-services#helpLevel">Take at least one man</Link>, or
          untick what you do yourself.
        </Banner>
      ) : null}
      {isAsked && !hasNobodyForFurniture(order) ? (
        <Suspense>
          <HelpFields errors={errors} />
        </Suspense>
      ) : null}
    </section>
  )
}

function Piece({ item, amount }: { item: Item; amount: number }) {
  const { order, dispatch } = useFlow()
  return (
    <li>
      <fieldset className="fix">
        <legend className="vh">{item.name}</legend>
        <b className="fix__name" aria-hidden="true">
          {item.name}
          {amount > 1 ? ` × ${amount}` : ''}
        </b>
        <CheckBox
          checked={order.dismantlingItems.includes(item.id)}
          onChange={(event) => dispatch({ type: 'dismantling-changed', id: item.id, isNeeded: event.target.checked })}
        >
          Take apart
        </CheckBox>
        <CheckBox
          checked={order.assemblingItems.includes(item.id)}
          onChange={(event) => dispatch({ type: 'assembling-changed', id: item.id, isNeeded: event.target.checked })}
        >
          Put together
        </CheckBox>
      </fieldset>
    </li>
  )
}
