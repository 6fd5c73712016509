// A booking awaiting verification holds no time, so its order is kept: if the time is taken by another booking, prices can be
// compared again with every field filled in (decisions §2). Once it holds its time, the order is no longer needed.
import { warnOnConsole } from '#web/kit/browser-log.ts'

/** The key under which the quote flow stores its order in this browser. */
export const ORDER_KEY = 'booking'
const AWAITING_KEY = 'bookingAwaiting'

/** Tells the booking's page which mailbox to name; kept only in this tab's history. */
export interface BookedState {
  mailedTo?: string
}

/** Records which booking the stored order has become. */
export function storeAwaitingBooking(hash: string, storage: () => Storage = () => window.localStorage): void {
  try {
    storage().setItem(AWAITING_KEY, hash)
  } catch (error) {
    // Then the order is kept until its day is over.
    warnOnConsole('The waiting booking couldn’t be stored.', error)
  }
}

/** Dispatched on the window once the orders of this browser are deleted: what is open in the page goes too. */
export const ordersForgotten = 'vanfare:orders-forgotten'

/** Logging out erases the addresses from the browser before the next person uses it. */
export function eraseOrders(): void {
  try {
    for (const key of [ORDER_KEY, AWAITING_KEY]) localStorage.removeItem(key)
    sessionStorage.removeItem(ORDER_KEY)
  } catch (error) {
    warnOnConsole('The stored booking couldn’t be removed.', error)
  }
  dispatchEvent(new Event(ordersForgotten))
}

/** Deletes the stored order if it has become this booking. */
export function eraseHeldOrder(hash: string, storage: () => Storage = () => window.localStorage): void {
  try {
    if (storage().getItem(AWAITING_KEY) !== hash) return
    storage().removeItem(AWAITING_KEY)
    storage().removeItem(ORDER_KEY)
  } catch (error) {
    warnOnConsole('The waiting booking couldn’t be read.', error)
  }
}
