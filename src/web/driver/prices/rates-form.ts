// Hourly rates as typed: a field for each van and help level that fits it, empty if not offered.
import { helpLevelsFor, VAN_CATEGORIES, VAN_NAMES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { BOUNDS, rateCells, type RateCell } from '#modules/pricing/tariffs/rules.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import { keysOf } from '#shared/records.ts'
import { formatPence, formatPounds, parsePounds, type Pence } from '#shared/money.ts'
import { textIn, asTyped } from '#web/kit/forms/form-text.ts'

export type RateKey = `${VanCategory}.${HelpLevel}`
export type RateTexts = Partial<Record<RateKey, string>>
export type RateErrors = Partial<Record<RateKey, string>>

export const HELP_COLUMNS: Record<HelpLevel, { name: string; detail: string }> = {
  no_help: { name: 'No help', detail: 'Driver drives' },
  driver_helps: { name: '1 man', detail: 'Driver helps' },
  one_porter: { name: '2 men', detail: '+ 1 helper' },
  two_porters: { name: '3 men', detail: '+ 2 helpers' },
}

/** Every cell that can be filled in, in the wire's order. */
const cells = rateCells({})
const [LEAST, MOST] = BOUNDS.pencePerHour

/** The company's own vans, then the others. */
export const ownFirst = (own: readonly VanCategory[]): VanCategory[] =>
  VAN_CATEGORIES.toSorted((a, b) => Number(own.includes(b)) - Number(own.includes(a)))

export const rateKey = (van: VanCategory, help: HelpLevel): RateKey => `${van}.${help}`

export const rateName = (van: VanCategory, help: HelpLevel): string => `${VAN_NAMES[van]}, ${HELP_COLUMNS[help].name}`

export const textsOf = (rates: readonly RateCell[]): RateTexts =>
  Object.fromEntries(
    rates.flatMap(({ vanCategory, helpLevel, pencePerHour }) =>
      pencePerHour === null ? [] : [[rateKey(vanCategory, helpLevel), formatPence(pencePerHour).slice(1)]],
    ),
  )

/** The rates of the nearest kind of van that has some, for one that has none; null where there is nothing to fill or to fill it with. */
export function filledRates(texts: RateTexts, van: VanCategory): { from: VanCategory; texts: RateTexts } | null {
  const hasRates = (one: VanCategory) => helpLevelsFor(one).some((help) => texts[rateKey(one, help)]?.trim())
  if (hasRates(van)) return null
  const farTo = (one: VanCategory) => Math.abs(VAN_CATEGORIES.indexOf(one) - VAN_CATEGORIES.indexOf(van))
  const [from] = VAN_CATEGORIES.filter(hasRates).toSorted((a, b) => farTo(a) - farTo(b))
  if (!from) return null
  const filled = helpLevelsFor(van).map((help) => [rateKey(van, help), texts[rateKey(from, help)] ?? ''])
  return { from, texts: { ...texts, ...Object.fromEntries(filled) } }
}

/** The table as typed, or its errors by field. */
export function readRates(texts: RateTexts): { rates: RateCell[]; errors: RateErrors } {
  const errors: RateErrors = {}
  const rates = cells.map(({ vanCategory, helpLevel }): RateCell => {
    const key = rateKey(vanCategory, helpLevel)
    const text = texts[key]?.trim() ?? ''
    const pencePerHour = text === '' ? null : (parsePounds(text) ?? -1)
    if (pencePerHour !== null && (pencePerHour < LEAST || pencePerHour > MOST))
      errors[key] =
        `${rateName(vanCategory, helpLevel)}: enter a rate from ${formatPounds(LEAST)} to ${formatPounds(MOST)}, such as 72.00`
    return { vanCategory, helpLevel, pencePerHour }
  })
  return { rates, errors }
}

/** The API's errors (`rates.3.pence_per_hour`) by field. */
export function errorsFromWire(errors: FieldErrors | undefined): RateErrors {
  const found: RateErrors = {}
  for (const [path, [message]] of Object.entries(errors ?? {})) {
    const cell = cells[Number(/^rates\.(\d+)/.exec(path)?.[1] ?? -1)]
    if (cell && message)
      found[rateKey(cell.vanCategory, cell.helpLevel)] = `${rateName(cell.vanCategory, cell.helpLevel)}: ${message}`
  }
  return found
}

/** How many fields differ from what is saved: "58" and "58.00" are the same. */
export function countChanges(before: RateTexts, after: RateTexts): number {
  const keys = new Set([...keysOf(before), ...keysOf(after)])
  return [...keys].filter((key) => meaningOf(before[key]) !== meaningOf(after[key])).length
}

const meaningOf = (text: string | undefined) => parsePounds(text ?? '') ?? (text ?? '').trim()

/** Merges typed rates with those another page has saved since: only untouched ones are replaced. */
export function rebasedTexts(before: RateTexts, entered: RateTexts, now: RateTexts): RateTexts {
  const keys = new Set([...keysOf(entered), ...keysOf(before), ...keysOf(now)])
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      meaningOf(entered[key]) === meaningOf(before[key]) ? (now[key] ?? '') : (entered[key] ?? ''),
    ]),
  )
}

// Anything but a number is sent as null, and the API says what to enter.
const notANumber = asTyped<number>(null)

/** A number as typed: "10", "12.5". */
export function numberIn(form: FormData, name: string): number {
  const text = textIn(form, name).trim()
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : notANumber
}

/** Pounds as typed: "1.20". */
export const penceIn = (form: FormData, name: string): Pence => parsePounds(textIn(form, name)) ?? notANumber
