// The move as the home page's form sends it: /additional-services?from=…&to=…&what=…&date=…
import { isRealDay } from '#shared/local-time.ts'
import { normalisePlace } from '#shared/uk-postcode.ts'
import { wrongMoveDay, moveDaysAt } from '#web/kit/forms/move-day.ts'
import type { JobKind, Order, RouteAction } from '../draft/order.ts'

const MAX_POSTCODE = 16
const names = ['from', 'to', 'what', 'date'] as const

/** The address's move, merged into the existing order; undefined if it has none. */
export function moveFromSearch(search: URLSearchParams, order: Order, now: Date): RouteAction | undefined {
  if (!names.some((name) => search.get(name)?.trim())) return undefined
  const text = (name: 'from' | 'to') => postcodeText(search.get(name)?.trim().slice(0, MAX_POSTCODE))
  return {
    type: 'move-entered',
    from: text('from') || (order.routePoints[0]?.postcode ?? ''),
    to: text('to') || (order.routePoints.at(-1)?.postcode ?? ''),
    date: bookableDay(search.get('date'), now) ?? order.date,
    jobKind: jobKindOf(search.get('what')) ?? order.jobKind,
  }
}

/** The address without the move's parameters. */
export function withoutMove(search: URLSearchParams): string {
  const rest = new URLSearchParams(search)
  for (const name of names) rest.delete(name)
  const text = rest.toString()
  return text ? `?${text}` : ''
}

/** Normalised if it is a postcode or its first half: without script the form sends the text as typed. */
const postcodeText = (input = ''): string => normalisePlace(input) ?? input

const jobKindOf = (what: string | null): JobKind | undefined =>
  what === 'furniture' || what === 'home_or_office' ? what : undefined

function bookableDay(day: string | null, now: Date): string | undefined {
  if (!day || !isRealDay(day)) return undefined
  return wrongMoveDay(day, moveDaysAt(now)) === undefined ? day : undefined
}
