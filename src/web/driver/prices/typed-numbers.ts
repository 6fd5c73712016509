import { parsePounds, type Pence } from '#shared/money.ts'
import { asTyped } from '#web/kit/forms/unchecked-input.ts'
import { textIn } from '#web/kit/forms/form-text.ts'

// Anything but a number is sent as null, and the API says what to enter.
const notANumber = asTyped<number>(null)

/** A number as typed: "10", "12.5". */
export function numberIn(form: FormData, name: string): number {
  const text = textIn(form, name).trim()
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : notANumber
}

/** Pounds as typed: "1.20". */
export const penceIn = (form: FormData, name: string): Pence => parsePounds(textIn(form, name)) ?? notANumber
