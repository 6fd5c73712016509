import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isStairs, stairsLabel, VAN_NAMES } from '#modules/fleet/rules.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { ItemList } from '#web/kit/bookings/status-badge.tsx'
import { itemsText, liftingText } from '#web/kit/bookings/load.ts'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { Button, ButtonLink, LinkButton } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { missingFor } from '../draft/draft-steps.ts'
import type { StoredDraft } from '../draft/draft.ts'
import { initialOrder, type MoveAgain, type Order } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { unavailableItems, orderOfMove, unknownPostcodes } from './order-of-move.ts'

/** Items shown at most between the top of a phone’s screen and the button. */
const FEW = 8

/** A move that was kept, shared or booked: what it is, and a button that makes it the move of this browser. */
export function MoveOffered({ move, use }: { move: MoveAgain; use: string }) {
  const items = move.items.filter(({ isGone: isUnavailable }) => !isUnavailable)
  return (
    <div className="split">
      <div className="stack">
        <Losses move={move} />
        <section className="card" aria-labelledby="offered-where">
          <h2 className="h3" id="offered-where">
            Where
          </h2>
          <RouteRead
            className="mt-4"
            points={move.routePoints.map(({ postcode, town, stairs, flatAndHouse, formattedAddress }) => ({
              name: [town, postcode].filter(Boolean).join(' ') || 'Not chosen yet',
              detail: [flatAndHouse, formattedAddress, stairs > 0 && isStairs(stairs) ? stairsLabel(stairs) : '']
                .filter(Boolean)
                .join(', '),
            }))}
          />
        </section>
        <section className="card" aria-labelledby="offered-what">
          <h2 className="h3" id="offered-what">
            {itemsText(piecesOf(move))}
          </h2>
          {items.length > FEW ? (
            <Disclosure summary="See the list">
              <ItemList items={items} />
            </Disclosure>
          ) : (
            <ItemList items={items} />
          )}
        </section>
      </div>
      <aside className="split__side stack" aria-label="Carry on">
        <div className="card">
          <HowMoved move={move} />
          <Use move={move} use={use} />
        </div>
      </aside>
    </div>
  )
}

const piecesOf = ({ items }: MoveAgain) =>
  items.reduce((sum, { amount, isGone: isUnavailable }) => sum + (isUnavailable ? 0 : amount), 0)

function HowMoved({ move }: { move: MoveAgain }) {
  const { now } = useFlow()
  const { vanCategory, manPower, needTailLift, date, time } = move
  const hasPassed = date !== null && date < localDayOf(now)
  return (
    <Facts
      className="terms t-sm lh-13 mt-4"
      facts={[
        { name: 'Van', value: vanCategory ? VAN_NAMES[vanCategory] : 'Not chosen yet' },
        { name: 'Lifting', value: liftingText(manPower) },
        ...(needTailLift ? [{ name: 'Tail-lift', value: 'Required' }] : []),
        {
          name: 'Moving day',
          value: date && !hasPassed ? [formatDay(date), time].filter(Boolean).join(', ') : 'To be chosen',
        },
      ]}
    />
  )
}

/** What can’t be filled in is named. */
function Losses({ move }: { move: MoveAgain }) {
  const unavailable = unavailableItems(move)
  const unknown = unknownPostcodes(move)
  if (unavailable.length + unknown.length === 0) return null
  return (
    <Banner tone="warn" title="Not everything can be filled in">
      {unavailable.length > 0 ? <p>No longer in our list: {unavailable.join(', ')}. Add it with its size.</p> : null}
      {unknown.length > 0 ? <p>We don’t recognise {unknown.join(', ')}. Check it in the route step.</p> : null}
    </Banner>
  )
}

const isSame = (one: Order, other: Order) => JSON.stringify(one) === JSON.stringify(other)

/** Fills the move in, but asks before it takes the place of another one, and can be undone. */
function Use({ move, use }: { move: MoveAgain; use: string }) {
  const { draft, order, dispatch, isRestored, now } = useFlow()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const [before, setBefore] = useState<StoredDraft | null>(null)
  const filled = orderOfMove(initialOrder, move, now)
  const next = stepAfter(filled, now)
  const fill = () => dispatch({ type: 'draft-restored', draft: { ...fresh, order: filled } })
  const start = () => {
    if (!isSame(order, initialOrder) && !isSame(order, filled)) return setAsked(true)
    fill()
    void navigate(next)
  }
  const replace = () => {
    setBefore(draft)
    fill()
    setAsked(false)
  }
  const undo = () => {
    if (before) dispatch({ type: 'draft-restored', draft: before })
    setBefore(null)
  }
  if (before)
    return (
      <Banner tone="good" isAlert title="This is your move now" className="mt-4">
        <div className="row mt-3">
          <ButtonLink look="primary" to={next}>
            Carry on
          </ButtonLink>
          <LinkButton onClick={undo}>Undo</LinkButton>
        </div>
      </Banner>
    )
  if (isAsked)
    return (
      <Banner tone="warn" isAlert title="You already have a move in progress" className="mt-4">
        <p>{moveText(order)}. The other one would replace it.</p>
        <div className="row mt-3">
          <Button look="primary" onClick={replace}>
            Replace it
          </Button>
          <ButtonLink to="/additional-services">Keep mine</ButtonLink>
        </div>
      </Banner>
    )
  return (
    <>
      <Button look="primary" size="big" wide className="mt-4" busy={!isRestored} onClick={start}>
        {use}
      </Button>
      <p className="small muted mt-3">You can change everything later. We’ll work out fresh prices.</p>
    </>
  )
}

const fresh = { isEditing: false, original: null, attempt: null }

/** "12 items, E17 4QH to BN1 4QL" */
function moveText({ items, routePoints }: Order): string {
  const pieces = items.reduce((sum, { amount }) => sum + amount, 0)
  const ends = [routePoints[0], routePoints.at(-1)].flatMap((point) => point?.postcode.trim() || [])
  return [pieces > 0 ? itemsText(pieces) : '', ends.join(' to ')].filter(Boolean).join(', ') || 'What you typed so far'
}

/** Where the first thing is asked that is not known yet. */
function stepAfter(order: Order, now: Date): string {
  const [first] = missingFor('pick-a-driver', order, now)
  return first ? `${first.href}#${encodeURIComponent(first.field)}` : '/route-details'
}
