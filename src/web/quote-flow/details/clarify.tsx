import type { SubmitEvent } from 'react'
import { Link } from 'react-router'
import { canHaveTailLift } from '#modules/fleet/rules.ts'
import { findItem, type Item } from '#modules/items/data.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { missingFor, lacksFurnitureHelp } from '../draft/draft-steps.ts'
import { MAX_ITEMS_TEXT, type Order, furnitureHelpText } from '../draft/order.ts'
import { errorsByField } from '../draft/server-errors.ts'
import { useFlow } from '../flow-context.tsx'
import { FlowPage, useLeaveStep } from '../flow-page.tsx'
import { LoadBar, LoadCard } from '../items/load-card.tsx'
import { MissingBanner } from '../missing-panel.tsx'
import type { Route } from './+types/clarify'
import { HelpFields } from './furniture-help-fields.tsx'
import { NoteField } from './note-field.tsx'
import { PhotoPicker } from './photo-picker.tsx'

export const handle: PageHandle = { isPublic: true, offersHelp: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Anything to take apart?',
    description: 'Tell us what needs taking apart or putting together, add photos, and leave a note for your driver.',
  })

const formId = 'details'

export default function Clarify() {
  const { order, isRestored, now, serverErrors } = useFlow()
  const { isEditing, leave } = useLeaveStep()
  const errors = errorsByField(serverErrors)
  const hasFurniture = !isRestored || furnitureOf(order).length > 0
  const goOn = (event: SubmitEvent) => {
    event.preventDefault()
    leave('/route-details')
  }
  const label = isEditing ? 'Apply' : 'Continue'
  return (
    <FlowPage
      step="clarify"
      title={hasFurniture ? 'Anything to take apart?' : 'Anything else we should know?'}
      bar={
        <LoadBar furniture={furnitureHelpText(order)}>
          <Button type="submit" form={formId} look="primary">
            {label}
          </Button>
        </LoadBar>
      }
    >
      <MissingBanner missing={missingFor('clarify', order, now)} />
      <div className="split">
        <form id={formId} className="stack" onSubmit={goOn} noValidate>
          {hasFurniture ? <FurnitureHelp errors={errors} /> : null}
          {canHaveTailLift(order.van) ? <TailLift error={errors.needTailLift} /> : null}
          <AnythingElse errors={errors} />
        </form>
        <LoadCard changeTo="/additional-services">
          <Button type="submit" form={formId} look="primary" size="big" wide>
            {label}
          </Button>
        </LoadCard>
      </div>
    </FlowPage>
  )
}

function TailLift({ error }: { error?: string }) {
  const { order, dispatch } = useFlow()
  return (
    <section className="card" aria-labelledby="lift" id="needTailLift">
      <div className="card__head">
        <h2 className="h3" id="lift">
          Tail-lift
        </h2>
      </div>
      <CheckBox
        checked={order.needTailLift}
        onChange={(event) => dispatch({ type: 'tail-lift-changed', needTailLift: event.target.checked })}
      >
        I need a Luton Van with a tail-lift
      </CheckBox>
      <p className="small muted mt-1">It raises pianos, ranges and safes from the street. Not every Luton has one.</p>
      <FieldError error={error} />
    </section>
  )
}

function AnythingElse({ errors }: { errors: Record<string, string> }) {
  const { order, dispatch } = useFlow()
  return (
    <section className="card" aria-labelledby="else">
      <div className="card__head">
        <h2 className="h3" id="else">
          Anything else?
        </h2>
      </div>
      <div className="stack">
        <TextareaField
          id="itemsToMoveText"
          label="Anything that isn’t on the list"
          optional
          rows={3}
          maxLength={MAX_ITEMS_TEXT}
          placeholder="A rowing boat, 4 m, two can carry it"
          value={order.itemsToMoveText}
          onChange={(event) => dispatch({ type: 'details-changed', change: { itemsToMoveText: event.target.value } })}
        />
        <NoteField label="Tell the driver" error={errors.note} />
        <PhotoPicker error={errors.photos} />
      </div>
    </section>
  )
}

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
      {lacksFurnitureHelp(order) ? (
        <Banner tone="warn" isAlert className="mt-4" title="No one is booked to do this yet">
          You chose “No help required”. <Link to="/additional-services#helpLevel">Take at least one man</Link>, or
          untick what you do yourself.
        </Banner>
      ) : null}
      {isAsked && !lacksFurnitureHelp(order) ? <HelpFields errors={errors} /> : null}
    </section>
  )
}

function Piece({ item, amount }: { item: Item; amount: number }) {
  const { order, dispatch } = useFlow()
  return (
    <li>
      <fieldset className="fix cells cols-2 level py-2">
        <legend className="vh">{item.name}</legend>
        <b className="fix__name across" aria-hidden="true">
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
