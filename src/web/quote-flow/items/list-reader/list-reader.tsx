import { useState } from 'react'
import { ITEM_CATEGORIES, ITEMS, type Item } from '#modules/items/data.ts'
import { countOf } from '#shared/texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FieldError, SelectField, TextareaField } from '#web/ui/field.tsx'
import { Stepper } from '#web/ui/choice.tsx'
import { itemsText } from '#web/kit/bookings/load.ts'
import { MAX_AMOUNT } from '../../draft/order.ts'
import { useFlow } from '../../flow-context.tsx'
import { addedTo, piecesIn, type Listed } from '../filled-list.ts'
import { OwnItemForm } from '../own-item-form.tsx'
import { readList, type ListedItem } from './reader.ts'

interface Read extends ListedItem<Item> {
  key: number
  /** One of ours, a thing of their own, nothing, or what they said that they leave. */
  meant: Item | 'own' | 'skipped' | 'left out'
}

/** More than an order takes of one thing: it stays in the list until its number is another. */
const isTooMany = ({ amount }: Read): boolean => amount > MAX_AMOUNT

type Change = (read: Read, change: Partial<Read>) => void

const meantBy = ({ choices, isLeftOut }: ListedItem<Item>): Read['meant'] =>
  isLeftOut ? 'left out' : (choices[0] ?? 'own')

/** A list that was pasted, typed or spoken into the phone's keyboard, matched to the catalogue on this device. */
export function ListReader({ onFill }: { onFill: (items: readonly Listed[], text: string) => void }) {
  const { order } = useFlow()
  const [text, setText] = useState('')
  const [read, setRead] = useState<readonly Read[]>([])
  const [isEmpty, setEmpty] = useState(false)
  const find = () => {
    const found = readList(ITEMS, text)
    setEmpty(found.length === 0)
    setRead(found.map((one, key) => ({ ...one, key, meant: meantBy(one) })))
  }
  const matched = read.filter(({ meant }) => typeof meant === 'object' || meant === 'skipped')
  const own = read.filter(({ meant }) => meant === 'own')
  const left = read.filter(({ meant }) => meant === 'left out')
  const matchedItems = matched.flatMap((one) =>
    typeof one.meant === 'object' && !isTooMany(one) ? [{ id: one.meant.id, amount: one.amount }] : [],
  )
  const change: Change = (at, changed) =>
    setRead(read.map((one) => (one.key === at.key ? { ...one, ...changed } : one)))
  const keep = (remaining: readonly Read[]) => {
    setRead(remaining)
    setText(remaining.map(({ amount, text: written }) => `${amount} ${written}`).join('\n'))
  }
  const add = () => {
    const counted = matchedItems.filter(({ amount }) => amount > 0)
    onFill(addedTo(order.items, counted), `Added ${itemsText(piecesIn(counted))}.`)
    keep(read.filter((one) => one.meant === 'own' || (matched.includes(one) && isTooMany(one))))
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
      <output>
        <Guesses matched={matched} />
      </output>
      {matched.length > 0 ? (
        <ul className="divide list-reader__found p-0 unlisted" aria-label="Matched">
          {matched.map((one) => (
            <Matched key={one.key} one={one} onChange={change} />
          ))}
        </ul>
      ) : null}
      <output>
        {own.length > 0 ? (
          <p className="notice flex g-15 t-sm mid lh-135">
            Not on our list: {own.map(({ text: written }) => `“${written}”`).join(', ')}. Add the size, so it counts in
            the van and the price.
          </p>
        ) : null}
      </output>
      {own.length > 0 ? (
        <ul className="divide list-reader__found p-0 unlisted" aria-label="Not on our list">
          {own.map((one) => (
            <Own
              key={one.key}
              one={one}
              onChange={change}
              onAdded={() => keep(read.filter(({ key }) => key !== one.key))}
            />
          ))}
        </ul>
      ) : null}
      <LeftOut left={left} onChange={change} />
      {piecesIn(matchedItems) > 0 ? (
        <div>
          <Button look="primary" onClick={add}>
            {`Add ${countOf(piecesIn(matchedItems), 'item')}`}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Guesses({ matched }: { matched: readonly Read[] }) {
  const guesses = matched.filter(({ isGuess }) => isGuess).length
  if (guesses === 0) return null
  return (
    <p className="small">
      {guesses === 1 ? 'One is our guess' : `${guesses} are our guesses`}: check the size or type.
    </p>
  )
}

function Amount({ one, onChange }: { one: Read; onChange: Change }) {
  return (
    <Stepper
      name={`“${one.text}”`}
      value={one.amount}
      max={MAX_AMOUNT}
      onChange={(amount) => onChange(one, { amount })}
    />
  )
}

const TooMany = ({ one }: { one: Read }) => (
  <FieldError error={isTooMany(one) ? `We can list ${MAX_AMOUNT} of one item at most. Lower the number.` : null} />
)

function Matched({ one, onChange }: { one: Read; onChange: Change }) {
  const { choices, meant, text, isGuess } = one
  const choose = (value: string) => {
    const item = choices.find(({ id }) => String(id) === value)
    // What was chosen is no guess any more.
    onChange(one, { meant: item ?? (value === 'own' ? 'own' : 'skipped'), isGuess: false })
  }
  return (
    <li className="list-row flex row--apart g-3 t-sm figures-even py-1">
      <Amount one={one} onChange={onChange} />
      <SelectField
        label={`What “${text}” is`}
        hideLabel
        value={typeof meant === 'object' ? String(meant.id) : meant}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="own">None of these: it’s something else</option>
        <option value="skipped">Skip this item</option>
      </SelectField>
      <span className="muted">
        {text} {isGuess ? <Badge>Our guess</Badge> : null}
        <TooMany one={one} />
      </span>
    </li>
  )
}

/** What we do not have: a thing of their own with its size, or matched by hand to something of ours. */
function Own({ one, onChange, onAdded }: { one: Read; onChange: Change; onAdded: () => void }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen)
    return (
      <li>
        <OwnItemForm name={one.text} amount={one.amount} onDone={(added) => (added ? onAdded() : setOpen(false))} />
      </li>
    )
  const choose = (value: string) => {
    const item = ITEMS.find(({ id }) => String(id) === value)
    if (item) onChange(one, { meant: item, choices: [item, ...one.choices.filter((other) => other !== item)] })
    else onChange(one, { meant: 'left out' })
  }
  return (
    <li className="list-row flex row--apart g-3 t-sm figures-even py-1">
      <Amount one={one} onChange={onChange} />
      <SelectField label={`What “${one.text}” is`} hideLabel value="" onChange={({ target }) => choose(target.value)}>
        <option value="">My own: {one.text}</option>
        <option value="skipped">Skip this item</option>
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
        <LinkButton className="inline" onClick={() => setOpen(true)}>
          Add it with its size
        </LinkButton>
        <TooMany one={one} />
      </span>
    </li>
  )
}

/** What they said they do not take, in case it was read wrongly. */
function LeftOut({ left, onChange }: { left: readonly Read[]; onChange: Change }) {
  if (left.length === 0) return null
  return (
    <section>
      <p className="label">Not taking</p>
      <ul className="divide p-0 unlisted" aria-label="Not taking">
        {left.map((one) => (
          <li key={one.key} className="list-row flex row--apart g-3 t-sm figures-even py-1">
            <s className="muted">{one.text}</s>
            <LinkButton onClick={() => onChange(one, { meant: one.choices[0] ?? 'own' })}>
              Take it<span className="vh"> {one.text}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
