// The state of the quote flow: the order, its edit mode and what was fetched for it. One pure reducer (spec §4).
import type { bookSpecial } from '#modules/bookings/create/contract.ts'
import type { findQuotes, getRouteDetails } from '#modules/quoting/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { normalisePlace } from '#shared/uk-postcode.ts'
import type { BookingAttempt } from '../confirm/booking-answer.ts'
import { changeOrder } from './order-changes.ts'
import {
  addedMinutesOf,
  assemblingHelpOf,
  dismantlingHelpOf,
  initialOrder,
  type Order,
  type OrderAction,
} from './order.ts'

/** `key` identifies the order the question was about, so that a late answer about an older order is ignored. */
export type Remote<T> = { isFetching: boolean; error: string | null; data: T | null; key: string | null }

export type RemoteData = {
  companyQuotes: AnswerOf<typeof findQuotes>
  routeDetails: AnswerOf<typeof getRouteDetails>['order']
  /** What the office has booked for somebody on the phone. */
  manualBooking: AnswerOf<typeof bookSpecial>
}
export type RemoteSlot = keyof RemoteData

export type Draft = {
  order: Order
  isEditing: boolean
  /** The order before the first change of an edit. */
  original: Order | null
  /** Sent and not answered yet. */
  attempt: BookingAttempt | null
  remote: { [Slot in RemoteSlot]: Remote<RemoteData[Slot]> }
}

/** The part that is stored. */
export type StoredDraft = Pick<Draft, 'order' | 'isEditing' | 'original' | 'attempt'>

type RemoteAction =
  | { [Slot in RemoteSlot]: { type: 'remote-received'; slot: Slot; key?: string; data: RemoteData[Slot] } }[RemoteSlot]
  | { type: 'remote-requested'; slot: RemoteSlot; key?: string }
  | { type: 'remote-failed'; slot: RemoteSlot; key?: string; error: string }
  | { type: 'remote-error-cleared'; slot: RemoteSlot }
  | { type: 'remote-dropped'; slot: RemoteSlot }

export type DraftAction =
  | OrderAction
  | RemoteAction
  | { type: 'edit-started' }
  | { type: 'edit-cancelled' }
  | { type: 'edit-applied' }
  | { type: 'draft-restored'; draft: StoredDraft }
  | { type: 'booking-sent'; attempt: BookingAttempt }
  | { type: 'booking-answered' }
  | { type: 'booking-cleared' }

const idle = { isFetching: false, error: null, data: null, key: null }

export const initialDraft: Draft = {
  order: initialOrder,
  isEditing: false,
  original: null,
  attempt: null,
  remote: { companyQuotes: idle, routeDetails: idle, manualBooking: idle },
}

/** Key of the fields that affect time and price: orders with the same key have the same quotes. */
export function quoteKey(order: Order): string {
  return JSON.stringify([
    order.jobKind,
    order.items.map(({ id, amount, own }) => [
      own ?? id,
      amount,
      order.assemblingItems.includes(id),
      order.dismantlingItems.includes(id),
    ]),
    order.van,
    order.needTailLift,
    order.helpLevel,
    assemblingHelpOf(order),
    dismantlingHelpOf(order),
    addedMinutesOf(order),
    order.waitingMinutes,
    order.date,
    order.time,
    order.routePoints.map(({ postcode, stairs }) => [normalisePlace(postcode) ?? postcode, stairs]),
    samePlaces(order),
  ])
}

/** Consecutive points that could only differ by house or flat; refused until one is given. */
const samePlaces = ({ routePoints }: Order): number[] =>
  routePoints.flatMap(({ postcode, flatAndHouse }, index) => {
    const before = routePoints[index - 1]
    const place = normalisePlace(postcode)
    if (!before || place === null || place !== normalisePlace(before.postcode)) return []
    return flatAndHouse.trim() || before.flatAndHouse.trim() ? [] : [index]
  })

/** A forbidden or empty action returns the same state. */
export function draftReducer(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'edit-started':
      return draft.isEditing ? draft : { ...draft, isEditing: true, original: null }
    case 'edit-cancelled':
      return withOrder({ ...draft, isEditing: false, original: null }, draft.original ?? draft.order)
    case 'edit-applied':
      return { ...draft, isEditing: false, original: null }
    case 'draft-restored':
      return { ...draft, ...action.draft, remote: initialDraft.remote }
    case 'booking-sent':
      return { ...draft, attempt: action.attempt }
    case 'booking-answered':
      return draft.attempt ? { ...draft, attempt: null } : draft
    case 'booking-cleared':
      return initialDraft
    case 'remote-requested':
    case 'remote-received':
    case 'remote-failed':
    case 'remote-error-cleared':
    case 'remote-dropped':
      return withRemote(draft, action)
    default: {
      const changed = changeOrder(draft.order, action)
      if (changed === draft.order) return draft
      const original = draft.isEditing ? (draft.original ?? draft.order) : null
      return withOrder({ ...draft, original }, isSameMove(changed, draft.order) ? changed : withoutQuote(changed))
    }
  }
}

const isSameMove = (one: Order, other: Order): boolean => quoteKey(one) === quoteKey(other)

const withoutQuote = (order: Order): Order => ({ ...order, selectedQuote: null })

/** Prices and times belong to the order they were fetched for. */
function withOrder(draft: Draft, order: Order): Draft {
  if (isSameMove(order, draft.order)) return { ...draft, order }
  return { ...draft, order, remote: { ...draft.remote, companyQuotes: idle, routeDetails: idle } }
}

function withRemote(draft: Draft, action: RemoteAction): Draft {
  const current = draft.remote[action.slot]
  const put = (change: Partial<Remote<unknown>>): Draft => ({
    ...draft,
    remote: { ...draft.remote, [action.slot]: { ...current, ...change } },
  })
  if (action.type === 'remote-requested') return put({ isFetching: true, error: null, key: action.key ?? null })
  if (action.type === 'remote-dropped') return put(idle)
  if (action.type === 'remote-error-cleared') return current.error === null ? draft : put({ error: null })
  if (!current.isFetching || current.key !== (action.key ?? null)) return draft
  return action.type === 'remote-received'
    ? put({ isFetching: false, error: null, data: action.data })
    : put({ isFetching: false, error: action.error, data: null })
}
