// Quotes in words for the screens.
import { LIFTING_PEOPLE } from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import { capitalise } from '#shared/texts.ts'
import { dayOfWeek, formatDay, formatTime, toLocal, type LocalDay } from '#shared/local-time.ts'
import { includedPeople, type Included } from '#web/kit/bookings/offer-texts.tsx'
import type { Order, Quote } from '../draft/order.ts'

/** What this price includes besides the van: people, furniture, stops. */
export function includedTexts(order: Order, places: readonly string[]): Included[] {
  const stops = places.slice(1, -1)
  const stopTexts =
    stops.length === 1 ? [`One stop in ${stops[0]}`] : stops.length > 1 ? [`${stops.length} stops on the way`] : []
  return [
    includedPeople(order.helpLevel),
    ...furnitureTexts(order).map((text) => ({ kind: 'furniture' as const, text })),
    ...stopTexts.map((text) => ({ kind: 'stops' as const, text })),
  ]
}

function furnitureTexts({ dismantlingItems, assemblingItems, helpLevel }: Order): string[] {
  if (LIFTING_PEOPLE[helpLevel] === 0) return []
  const dismantled = kinds(dismantlingItems)
  const together = kinds(assemblingItems)
  if (dismantled && dismantled === together) return [`${capitalise(dismantled)} taken apart and put together`]
  return [
    ...(dismantled ? [`${capitalise(dismantled)} taken apart`] : []),
    ...(together ? [`${capitalise(together)} put together`] : []),
  ]
}

/** "bed and wardrobe", in the order's sequence. */
function kinds(ids: readonly number[]): string {
  const names = [...new Set(ids.flatMap((id) => findItem(id)?.furnitureType ?? []))].sort()
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** "Saturday 28 November". */
export const longDayText = (day: LocalDay): string =>
  [weekdays[dayOfWeek(day) - 1], ...formatDay(day).split(' ').slice(1)].join(' ')

/** "14:32", as London clocks show it. */
export const clockText = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)

/** When the first of these prices expires; undefined if there are none. */
export const validUntil = (quotes: readonly Pick<Quote, 'validUntil'>[]): string | undefined =>
  quotes.map((quote) => quote.validUntil).sort()[0]
