import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { parentsFor, siblingsBelow, type ContentPage, type Place } from './page-texts.ts'
import type { Editing } from './use-editing.ts'

/** Where the page stands in menus and lists: below which other, and among its siblings. It counts at once, and its address stays. */
export function PlacePart({ page, editing: { act, busy, errors } }: { page: ContentPage; editing: Editing }) {
  const savedPlace = { parentId: page.parent?.id ?? '', order: String(page.order) }
  const [draftPlace, setTyped] = useState(savedPlace)
  const [shown, setShown] = useState(savedPlace)
  // What has been taken over, here or by somebody else, stands in the fields.
  if (shown.parentId !== savedPlace.parentId || shown.order !== savedPlace.order) {
    setShown(savedPlace)
    setTyped(savedPlace)
  }
  if (page.kind !== 'service' && page.kind !== 'location') return null
  const parts = siblingsBelow(page, page.id)
  const isOther = draftPlace.parentId !== savedPlace.parentId || draftPlace.order.trim() !== savedPlace.order
  return (
    <div className="stack gap-2">
      <div className="fields">
        <SelectField
          label="Belongs to"
          width="half"
          hint={
            parts.length > 0
              ? `Top-level page, because ${namesOf(parts)} ${parts.length === 1 ? 'belongs' : 'belong'} to it.`
              : undefined
          }
          value={draftPlace.parentId}
          disabled={parts.length > 0}
          error={errors['parent_id']}
          onChange={({ target }) => setTyped({ ...draftPlace, parentId: target.value })}
        >
          <option value="">No other page</option>
          {parentsFor(page).map(({ id, name, isWithdrawn }) => (
            <option key={id} value={id}>
              {name}
              {isWithdrawn ? ' (withdrawn)' : ''}
            </option>
          ))}
        </SelectField>
        <InputField
          label="Place"
          width="half"
          hint={siblingsText(siblingsBelow(page, draftPlace.parentId))}
          inputMode="numeric"
          maxLength={4}
          value={draftPlace.order}
          error={errors['order']}
          onChange={({ target }) => setTyped({ ...draftPlace, order: target.value })}
        />
      </div>
      {isOther ? (
        <div className="row gap-2">
          <Button
            size="small"
            busy={busy === 'place'}
            onClick={() => act({ intent: 'place', parentId: draftPlace.parentId, order: draftPlace.order.trim() })}
          >
            Put it there
          </Button>
          <Button size="small" look="quiet" onClick={() => setTyped(savedPlace)}>
            Leave it where it is
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const namesOf = (places: readonly Place[]): string =>
  places.length > 3 ? `${places.length} pages` : places.map(({ name }) => name).join(', ')

const MOST_NAMED = 12

/** "Lower comes first: 1 Man and Van, 2 Home Removals." */
function siblingsText(siblings: readonly Place[]): string {
  if (siblings.length === 0) return 'There’s nothing else there yet.'
  const named = siblings.slice(0, MOST_NAMED).map(({ name, order }) => `${order} ${name}`)
  const more = siblings.length - named.length
  return `Lower comes first: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
