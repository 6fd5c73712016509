// A quote in words for the screens.
import { LIFTING_PEOPLE, type HelpLevel } from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import { formatPounds } from '#shared/money.ts'
import { dayOfWeek, formatTime, toLocal, type LocalDay } from '#shared/local-time.ts'
import type { Order, Quote } from '../draft/order.ts'

/** "£58 an hour". */
export const rateText = (hourlyPence: number): string => `${formatPounds(hourlyPence)} an hour`

/** "Card or cash". */
export function paymentText(methods: Quote['paymentMethods']): string {
  const names = [...(methods.includes('card') ? ['card'] : []), ...(methods.includes('cash') ? ['cash'] : [])].join(
    ' or ',
  )
  return names.charAt(0).toUpperCase() + names.slice(1)
}

const fuelTexts: Partial<Record<Quote['workingUnit']['van']['fuel'], string>> = {
  electric: 'electric',
  hybrid: 'hybrid',
}

/** "Ford Transit, electric, with tail-lift". */
export function vanFacts({ make, model, fuel, hasTailLift }: Quote['workingUnit']['van']): string {
  const name = `${make} ${model}`
  const fuelText = /electric/i.test(name) ? undefined : fuelTexts[fuel]
  return [name, fuelText, hasTailLift ? 'with tail-lift' : undefined].filter(Boolean).join(', ')
}

export interface Included {
  kind: 'people' | 'furniture' | 'stops'
  text: string
}

const peopleTexts: Record<HelpLevel, string> = {
  no_help: 'You load, the driver drives',
  driver_helps: 'One person lifting',
  one_porter: 'Two people lifting',
  two_porters: 'Three people lifting',
}

/** What this price includes besides the van: people, furniture, stops. */
export function includedTexts(order: Order, places: readonly string[]): Included[] {
  const stops = places.slice(1, -1)
  const stopTexts =
    stops.length === 1 ? [`One stop in ${stops[0]}`] : stops.length > 1 ? [`${stops.length} stops on the way`] : []
  return [
    { kind: 'people', text: peopleTexts[order.helpLevel] },
    ...furnitureTexts(order).map((text) => ({ kind: 'furniture' as const, text })),
    ...stopTexts.map((text) => ({ kind: 'stops' as const, text })),
  ]
}

function furnitureTexts({ dismantlingItems, assemblingItems, helpLevel }: Order): string[] {
  if (LIFTING_PEOPLE[helpLevel] === 0) return []
  const apart = kinds(dismantlingItems)
  const together = kinds(assemblingItems)
  if (apart && apart === together) return [`${capital(apart)} taken apart and put together`]
  return [
    ...(apart ? [`${capital(apart)} taken apart`] : []),
    ...(together ? [`${capital(together)} put together`] : []),
  ]
}

/** "bed and wardrobe", in the order's sequence. */
function kinds(ids: readonly number[]): string {
  const names = [...new Set(ids.flatMap((id) => findItem(id)?.furnitureType ?? []))].sort()
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** "Saturday". */
export const weekdayOf = (day: LocalDay): string => weekdays[dayOfWeek(day) - 1] ?? ''

/** "14:32", as London clocks show it. */
export const clockText = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)

/** When the first of these prices expires; undefined if there are none. */
export const validUntil = (quotes: readonly Pick<Quote, 'validUntil'>[]): string | undefined =>
  quotes.map((quote) => quote.validUntil).sort()[0]
