import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { isStairs, stairsLabel, VAN_NAMES } from '#modules/fleet/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatDay } from '#shared/local-time.ts'
import { liftingText, loadOfOrder, itemsText, roomText, fitText } from '#web/kit/bookings/load.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { pinOf, RouteLine, RouteStop } from '#web/ui/route-line.tsx'
import { FurnitureHelp, furnitureOf } from '../details/clarify.tsx'
import type { Order, OrderPoint } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { HelpLevelChoice } from '../items/help-level-choice.tsx'
import { ItemCatalogue } from '../items/item-catalogue.tsx'
import { LoadList } from '../items/load-list.tsx'
import { WaitingField } from '../route/route-details.tsx'
import { RoutePoints, StartFields } from '../route/route-points.tsx'
import { startText, timeText, type Booked } from './change-texts.ts'

type Part = 'when' | 'stops' | 'items' | 'crew'

interface LedgerProps {
  original: Order
  booked: Booked
  errors: Record<string, string>
  /** The page of notes and contacts, which cost nothing; for its customer. */
  detailsPage: string | null
}

/** A booking by its parts, each opened where it is shown; the fields are those of the flow. */
export function Ledger({ original, booked, errors, detailsPage }: LedgerProps) {
  const [open, setOpen] = useState<Part | null>(null)
  const { order, dispatch } = useFlow()
  const part = (id: Part, title: string, fields: (keyof Order)[]) => ({
    title,
    isOpen: open === id,
    isChanged: fields.some((field) => JSON.stringify(order[field]) !== JSON.stringify(original[field])),
    onToggle: () => setOpen(open === id ? null : id),
    onUndo: () =>
      dispatch({ type: 'draft-restored', draft: { order: { ...order, ...pick(original, fields) }, ...NO_EDIT } }),
  })
  return (
    <div className="ledger cells g-3">
      <Part
        {...part('when', 'When', ['date', 'time'])}
        summary={<When order={order} original={original} booked={booked} />}
      >
        <div className="fields">
          <StartFields errors={errors} isBooked />
        </div>
      </Part>
      <Part {...part('stops', 'Stops', ['routePoints'])} summary={<Stops order={order} original={original} />}>
        <RoutePoints asksStart={false} errors={errors} unknownPostcodes={[]} />
      </Part>
      <Part
        {...part('items', 'Items', [
          'items',
          'assemblingItems',
          'dismantlingItems',
          'assemblingHelp',
          'dismantlingHelp',
          'addedMinutes',
        ])}
        summary={<Items order={order} original={original} />}
      >
        <ItemCatalogue isBooked />
        {furnitureOf(order).length > 0 ? <FurnitureHelp errors={errors} /> : null}
        <details className="turns">
          <summary className="link-btn">
            See all {itemsText(loadOfOrder(order).load.pieces)}
            <ChevronDown aria-hidden="true" className="i" />
          </summary>
          <LoadList isShared={false} />
        </details>
      </Part>
      <Part
        {...part('crew', 'Crew and van', ['helpLevel', 'waitingMinutes'])}
        summary={<Crew order={order} original={original} />}
      >
        <HelpLevelChoice error={errors['helpLevel']} />
        <WaitingField error={errors['waitingMinutes']} />
      </Part>
      {detailsPage ? (
        <section className="card">
          <div className="ledger__head">
            <h2>Notes and contacts</h2>
            <p>
              {booked.customerNote || 'No note for the driver'}
              <small>Free to change, saved straight away</small>
            </p>
            <Link className="link-btn" to={detailsPage}>
              Edit<span className="vh"> notes and contacts</span>
            </Link>
          </div>
        </section>
      ) : null}
    </div>
  )
}

const NO_EDIT = { isEditing: false, original: null, attempt: null }

const pick = <Field extends keyof Order>(order: Order, fields: readonly Field[]): Pick<Order, Field> =>
  Object.fromEntries(fields.map((field) => [field, order[field]])) as Pick<Order, Field>

interface PartProps {
  title: string
  summary: ReactNode
  isOpen: boolean
  isChanged: boolean
  onToggle: () => void
  onUndo: () => void
  children: ReactNode
}

function Part({ title, summary, isOpen, isChanged, onToggle, onUndo, children }: PartProps) {
  return (
    <section className={classNames('card', isOpen && 'is-open')} aria-label={title}>
      <div className="ledger__head">
        <h2>{title}</h2>
        {summary}
        <span className="row g-3">
          {isChanged ? (
            <LinkButton onClick={onUndo}>
              Undo<span className="vh"> the change of {title.toLowerCase()}</span>
            </LinkButton>
          ) : null}
          <LinkButton aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? 'Close' : 'Change'}
            <span className="vh"> {title.toLowerCase()}</span>
          </LinkButton>
        </span>
      </div>
      {isOpen ? <div className="ledger__edit stack">{children}</div> : null}
    </section>
  )
}

interface SummaryProps {
  order: Order
  original: Order
}

function When({ order, original, booked: { booked } }: SummaryProps & { booked: Booked }) {
  const isMoved = order.date !== original.date || order.time !== original.time
  return (
    <p>
      {isMoved ? (
        <>
          <s>{startText(booked.startAt)}</s> {order.date ? formatDay(order.date) : 'No day yet'},{' '}
          {order.time ?? 'no time yet'}
        </>
      ) : (
        startText(booked.startAt)
      )}
      <small>Booked until about {timeText(booked.endAt)}</small>
    </p>
  )
}

function Stops({ order, original }: SummaryProps) {
  const known = new Set(original.routePoints.map(({ postcode }) => postcode))
  return (
    <RouteLine className="mini">
      {order.routePoints.map((point, index) => (
        // Stops have no id.
        // oxlint-disable-next-line react/no-array-index-key
        <RouteStop key={index} pin={pinOf(index, order.routePoints.length)} kind={isEnd(order, index) ? 'end' : 'via'}>
          <div className="lh-13">
            {point.postcode || 'No postcode yet'}
            {known.has(point.postcode) ? null : <b> (new)</b>}
          </div>
          <div className="small muted">{stairsOf(point)}</div>
        </RouteStop>
      ))}
    </RouteLine>
  )
}

const isEnd = ({ routePoints }: Order, index: number) => index === 0 || index === routePoints.length - 1
const stairsOf = ({ stairs, address }: OrderPoint): string =>
  [address.formattedAddress, isStairs(stairs) ? stairsLabel(stairs) : ''].filter(Boolean).join(', ')

function Items({ order, original }: SummaryProps) {
  const [now, before] = [loadOfOrder(order), loadOfOrder(original)]
  const isOther = now.load.pieces !== before.load.pieces || now.load.volumeM3 !== before.load.volumeM3
  return (
    <p>
      {isOther ? (
        <>
          <s>
            {itemsText(before.load.pieces)}, {roomText(before.load)} m³
          </s>{' '}
        </>
      ) : null}
      {itemsText(now.load.pieces)}, {roomText(now.load)} m³
      {now.fit ? (
        <small>
          {VAN_NAMES[now.fit.category]}: {fitText(now.fit, now.load).toLowerCase()}
        </small>
      ) : null}
    </p>
  )
}

function Crew({ order, original }: SummaryProps) {
  return (
    <p>
      {order.helpLevel === original.helpLevel ? null : <s>{liftingText(original.helpLevel)}</s>}{' '}
      {liftingText(order.helpLevel)}
      {order.van ? `, ${VAN_NAMES[order.van]}` : ''}
      <small>
        {order.waitingMinutes > 0 ? `${formatDuration(order.waitingMinutes)} of waiting expected. ` : ''}
        Another van is another booking: compare fresh prices
      </small>
    </p>
  )
}
