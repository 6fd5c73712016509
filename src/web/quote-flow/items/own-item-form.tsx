import { useId, useState, type KeyboardEvent } from 'react'
import { OWN_ITEM_MOST, type OwnItem } from '#modules/items/rules.ts'
import { numberText } from '#shared/texts.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { useFlow } from '../flow-context.tsx'
import { MAX_AMOUNT } from '../draft/order.ts'

const measures = [
  { field: 'length', label: 'Length, cm' },
  { field: 'width', label: 'Width, cm' },
  { field: 'height', label: 'Height, cm' },
  { field: 'weight', label: 'Weight, kg' },
] as const

interface Props {
  name?: string
  amount?: number
  /** Called once it is in the list, and when the form is left without it. */
  onDone: (added: OwnItem | null) => void
}

/** A thing that is not on our list, with its size: it counts in the van, the price and what the driver is told. */
export function OwnItemForm({ name = '', amount = 1, onDone }: Props) {
  const { dispatch } = useFlow()
  const [formValues, setTyped] = useState<FormValues>({
    name,
    amount: String(amount),
    length: '',
    width: '',
    height: '',
    weight: '',
  })
  const [errors, setErrors] = useState<Partial<Record<keyof FormValues, string>>>({})
  const id = useId()
  const idOf = (field: keyof FormValues) => `${id}${field}`
  const add = () => {
    const read = ownItemFrom(formValues)
    if ('own' in read) {
      dispatch({ type: 'own-item-added', own: read.own, amount: read.amount })
      return onDone(read.own)
    }
    setErrors(read.errors)
    const first = Object.keys(read.errors)[0]
    if (first) document.getElementById(`${id}${first}`)?.focus()
  }
  // It stands in the form of the step, which Enter would leave.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  const field = (of: keyof FormValues) => ({
    id: idOf(of),
    value: formValues[of],
    error: errors[of] ?? null,
    onKeyDown,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...formValues, [of]: target.value }),
  })
  return (
    <fieldset className="p-0 no-edge mt-3">
      <legend className="label">Something that’s not on our list</legend>
      <div className="fields">
        <InputField
          {...field('name')}
          label="What is it?"
          placeholder="Rowing boat"
          maxLength={OWN_ITEM_MOST.name}
          width="half"
        />
        <InputField {...field('amount')} label="How many?" inputMode="numeric" maxLength={3} width="half" />
      </div>
      <div className="grid gap-3 min-9 mt-3">
        {measures.map(({ field: of, label }) => (
          <InputField key={of} {...field(of)} label={label} inputMode="numeric" autoComplete="off" maxLength={4} />
        ))}
      </div>
      <p className="small muted mt-2">
        A guess is fine: we check that it fits, and your driver sees it. Up to {MAX_AMOUNT} of each item.
      </p>
      <div className="row mt-3">
        <Button onClick={add}>Add it</Button>
        <LinkButton onClick={() => onDone(null)}>Cancel</LinkButton>
      </div>
    </fieldset>
  )
}

/** The form of an own item, as typed. */
export type FormValues = Record<keyof OwnItem | 'amount', string>

/**
 * Own item as the contract takes it, or the errors by field. Decimals are rounded up, because an item that is entered
 * too small does not fit.
 */
export function ownItemFrom(
  formValues: FormValues,
): { own: OwnItem; amount: number } | { errors: Partial<Record<keyof FormValues, string>> } {
  const errors: Partial<Record<keyof FormValues, string>> = {}
  const name = formValues.name.replace(/\s+/g, ' ').trim()
  if (name === '') errors.name = 'Enter a name for the item.'
  const readWholeNumber = (field: Exclude<keyof FormValues, 'name'>, most: number, ask: string): number => {
    const value = Math.ceil(Number(formValues[field].trim().replace(',', '.')))
    const isTyped = formValues[field].trim() !== '' && value >= 1
    if (!isTyped) errors[field] = ask
    else if (value > most) errors[field] = `At most ${numberText(most)}.`
    return value
  }
  const amount = readWholeNumber('amount', MAX_AMOUNT, 'How many are there?')
  const centimetres = (field: 'length' | 'width' | 'height') =>
    readWholeNumber(field, OWN_ITEM_MOST.centimetres, 'Enter centimetres, such as 120.')
  const own: OwnItem = {
    name: name.slice(0, OWN_ITEM_MOST.name),
    length: centimetres('length'),
    width: centimetres('width'),
    height: centimetres('height'),
    weight: readWholeNumber('weight', OWN_ITEM_MOST.kilograms, 'Enter kilograms, such as 20.'),
  }
  return Object.keys(errors).length > 0 ? { errors } : { own, amount }
}
