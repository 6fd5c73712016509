// A booking that waits for its mail to be confirmed holds nothing, so its order is kept: if the time goes meanwhile, prices are
// compared again with everything filled in (decisions §2). Once it holds its time, the order has done its work.
import { warnOnConsole } from '#web/kit/browser-log.ts'

/** Under which the quote flow keeps its order in this browser. */
export const ORDER_KEY = 'booking'
const AWAITING_KEY = 'bookingAwaiting'

/** Where the booking's page learns which mailbox to name; it stays in this tab's history alone. */
export interface BookedState {
  mailedTo?: string
}

/** Remembers which booking the stored order has become. */
export function keepUntilHeld(hash: string, storage: () => Storage = () => window.localStorage): void {
  try {
    storage().setItem(AWAITING_KEY, hash)
  } catch (error) {
    // Then the order is kept until its day is over.
    warnOnConsole('The booking that waits could not be remembered.', error)
  }
}

/** Forgets the stored order when this is the booking that it became. */
export function forgetOnceHeld(hash: string, storage: () => Storage = () => window.localStorage): void {
  try {
    if (storage().getItem(AWAITING_KEY) !== hash) return
    storage().removeItem(AWAITING_KEY)
    storage().removeItem(ORDER_KEY)
  } catch (error) {
    warnOnConsole('The booking that waited could not be looked up.', error)
  }
}
