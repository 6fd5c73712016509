// Keeps the draft across reloads, under "booking" (spec §4 "Stored booking", §8).
import { addDays, startOfDay } from '#shared/local-time.ts'
import { ORDER_KEY } from '#web/kit/bookings/awaiting-booking.ts'
import { warnOnConsole, type Warn } from '#web/kit/browser-log.ts'
import { initialOrder, type Order } from './order.ts'
import type { StoredDraft } from './draft.ts'
import { parseStoredDraft, toStoredDraft } from './stored-draft.ts'

export type DraftStorage = {
  /** The stored draft, if still valid; otherwise it is removed. */
  load(now: Date): StoredDraft | undefined
  save(draft: StoredDraft, now: Date): void
  clear(): void
}

export type DraftStorageParts = {
  /** Functions, because a browser that forbids storage throws on mere access. */
  local?: () => Storage
  session?: () => Storage
  warn?: Warn
}

/**
 * Local storage keeps an order with a date until one day after it. An order without a date goes to the tab's session storage
 * instead, so that a reload on the first step loses nothing. Storage errors are logged and otherwise ignored.
 */
export function createDraftStorage(parts: DraftStorageParts = {}): DraftStorage {
  const { warn = warnOnConsole } = parts
  const local = guarded(parts.local ?? (() => window.localStorage), warn)
  const session = guarded(parts.session ?? (() => window.sessionStorage), warn)

  const readFrom = (place: Guarded, holds: (order: Order) => boolean): StoredDraft | undefined => {
    const stored = place.read()
    if (stored === null) return undefined
    const draft = parseStoredDraft(stored)
    if (!draft) warn('The stored booking couldn’t be read and was discarded.')
    if (draft && holds(draft.order)) return draft
    place.remove()
    return undefined
  }

  return {
    load: (now) =>
      readFrom(local, (order) => isStillValid(order, now)) ?? readFrom(session, ({ date }) => date === null),
    save: (draft, now) => {
      const stored = isUntouched(draft.order) ? null : toStoredDraft(draft, now)
      local.put(stored)
      session.put(draft.order.date === null ? stored : null)
    },
    clear: () => {
      local.remove()
      session.remove()
    },
  }
}

/** Whether an order has a date, and that date plus one day is not in the past (spec §4). */
export const isStillValid = ({ date }: Pick<Order, 'date'>, now: Date): boolean =>
  date !== null && startOfDay(addDays(date, 1)) >= now

const isUntouched = (order: Order) => JSON.stringify(order) === JSON.stringify(initialOrder)

type Guarded = { read(): string | null; put(text: string | null): void; remove(): void }

function guarded(storage: () => Storage, warn: Warn): Guarded {
  const remove = () => {
    try {
      storage().removeItem(ORDER_KEY)
    } catch (error) {
      warn('The stored booking couldn’t be removed.', error)
    }
  }
  return {
    read: () => {
      try {
        return storage().getItem(ORDER_KEY)
      } catch (error) {
        warn('The stored booking couldn’t be read.', error)
        return null
      }
    },
    put: (text) => {
      if (text === null) return remove()
      try {
        storage().setItem(ORDER_KEY, text)
      } catch (error) {
        warn('The booking couldn’t be stored.', error)
      }
    },
    remove,
  }
}
