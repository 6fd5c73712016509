import { OWN_ITEM_MOST, type OwnItem } from '#modules/items/rules.ts'
import { numberText } from '#shared/texts.ts'
import { MAX_AMOUNT } from '../draft/order.ts'

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
