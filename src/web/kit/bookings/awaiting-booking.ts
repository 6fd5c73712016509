// A booking that waits for its mail to be confirmed holds nothing, so its order is kept: if the time goes meanwhile, prices are
// compared again with everything filled in (decisions §2). Once it holds its time, the order has done its work.
import { warnOnConsole } from '#web/kit/browser-log.ts'
import { createDraftStorage } from '#web/quote-flow/draft/draft-storage.ts'

const KEY = 'bookingAwaiting'

/** Remembers which booking the stored order has become. */
export function keepUntilHeld(hash: string, storage: () => Storage = () => window.localStorage): void {
  try {
    storage().setItem(KEY, hash)
  } catch (error) {
    // Then the order stays until its day is over, which costs nothing.
    warnOnConsole('The booking that waits could not be remembered.', error)
  }
}

/** Forgets the stored order when this is the booking that it became. */
export function forgetOnceHeld(hash: string, storage: () => Storage = () => window.localStorage): void {
  try {
    if (storage().getItem(KEY) !== hash) return
    storage().removeItem(KEY)
    createDraftStorage({ local: storage, session: storage }).clear()
  } catch (error) {
    warnOnConsole('The booking that waited could not be looked up.', error)
  }
}
