import { useState } from 'react'
import { ITEM_CATEGORIES, ITEMS, type Item } from '#modules/items/data.ts'
import { countOf } from '#shared/count-of.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SelectField, TextareaField } from '#web/ui/field.tsx'
import { itemsText } from '#web/kit/bookings/load.ts'
import { useFlow } from '../flow-context.tsx'
import { addedTo, piecesIn, type Listed } from './filled-list.ts'
import { OwnItemForm } from './own-item-form.tsx'
import { readList, type ListedItem } from './listed-items.ts'

interface Read extends ListedItem<Item> {
  /** Which of the choices is meant; null leaves it out. */
  chosen: Item | null
}

/** A list that was pasted, typed or spoken into the phone's keyboard, matched to the catalogue on this device. */
export function ListReader({ onFill }: { onFill: (items: readonly Listed[], text: string) => void }) {
  const { order } = useFlow()
  const [text, setText] = useState('')
  const [read, setRead] = useState<readonly Read[] | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const find = () => {
    const found = readList(ITEMS, text).map((one) => ({ ...one, chosen: one.choices[0] ?? null }))
    setEmpty(found.length === 0)
    setRead(found.length > 0 ? found : null)
  }
  const understood = (read ?? []).filter(({ choices }) => choices.length > 0)
  const unknown = (read ?? []).filter(({ choices }) => choices.length === 0)
  const wanted = understood.flatMap(({ chosen, amount }) => (chosen ? [{ id: chosen.id, amount }] : []))
  const choose = (at: Read, id: string) =>
    setRead(
      (read ?? []).map((one) =>
        one === at ? { ...one, chosen: at.choices.find((item) => String(item.id) === id) ?? null } : one,
      ),
    )
  const match = (at: Read, item: Item) =>
    setRead((read ?? []).map((one) => (one === at ? { ...one, choices: [item], chosen: item } : one)))
  const leaveOut = (at: Read) => {
    const left = (read ?? []).filter((one) => one !== at)
    setRead(left.length > 0 ? left : null)
    if (left.length === 0) setText('')
  }
  const add = () => {
    onFill(addedTo(order.items, wanted), `Added ${itemsText(piecesIn(wanted))}.`)
    setText(unknown.map(({ amount, text: left }) => `${amount} ${left}`).join('\n'))
    setRead(unknown.length > 0 ? unknown : null)
  }
  return (
    <div className="stack mt-2">
      <TextareaField
        label="Your list"
        hint="Such as “2 sofas, king-size bed, 15 boxes”. On a phone, tap the microphone on its keyboard and say it. It’s read on your device."
        error={isEmpty ? 'Write what you are moving, such as “2 sofas, 15 boxes”.' : null}
        rows={4}
        maxLength={8000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button onClick={find}>Match my list</Button>
      </div>
      {understood.length > 0 ? (
        <ul className="divide list-reader__found" aria-label="Matched">
          {understood.map((one, at) => (
            // The same text may stand in a list twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="list-row">
              <b>{one.amount}</b>
              <SelectField
                label={`What “${one.text}” is`}
                hideLabel
                value={String(one.chosen?.id ?? '')}
                onChange={({ target }) => choose(one, target.value)}
              >
                {one.choices.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
                <option value="">Leave it out</option>
              </SelectField>
              <span className="muted">{one.text}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <output>
        {unknown.length > 0 ? (
          <p className="notice">Not found: {unknown.map(({ text: left }) => `“${left}”`).join(', ')}.</p>
        ) : null}
      </output>
      {unknown.length > 0 ? (
        <ul className="divide list-reader__found" aria-label="Not found">
          {unknown.map((one, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <Unknown key={at} one={one} onMatch={(item) => match(one, item)} onAdded={() => leaveOut(one)} />
          ))}
        </ul>
      ) : null}
      {wanted.length > 0 ? (
        <div>
          <Button look="primary" onClick={add}>
            {`Add ${countOf(
              wanted.reduce((sum, { amount }) => sum + amount, 0),
              'item',
            )}`}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** What was not understood: matched by hand to something of ours, or added with its own size. */
function Unknown({ one, onMatch, onAdded }: { one: Read; onMatch: (item: Item) => void; onAdded: () => void }) {
  const [isOwn, setOwn] = useState(false)
  if (isOwn)
    return (
      <li>
        <OwnItemForm name={one.text} amount={one.amount} onDone={(added) => (added ? onAdded() : setOwn(false))} />
      </li>
    )
  const choose = (id: string) => {
    const item = ITEMS.find((known) => String(known.id) === id)
    if (item) onMatch(item)
  }
  return (
    <li className="list-row">
      <b>{one.amount}</b>
      <SelectField label={`What “${one.text}” is`} hideLabel value="" onChange={({ target }) => choose(target.value)}>
        <option value="">Choose what it is</option>
        {ITEM_CATEGORIES.map((category) => (
          <optgroup key={category.id} label={category.name}>
            {ITEMS.filter(({ categoryId }) => categoryId === category.id).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <span className="muted">
        {one.text}{' '}
        <LinkButton className="inline" onClick={() => setOwn(true)}>
          Add it with its size
        </LinkButton>
      </span>
    </li>
  )
}
