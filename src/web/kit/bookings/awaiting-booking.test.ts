import { expect, it, vi } from 'vitest'
import { eraseHeldOrder, eraseOrders, storeAwaitingBooking, ordersForgotten } from './awaiting-booking.ts'

function memory(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage
}

it('forgets the order of the booking that holds its time, and no other', () => {
  const storage = memory()
  storage.setItem('booking', '{}')
  storeAwaitingBooking('abc', () => storage)
  eraseHeldOrder('other', () => storage)
  expect(storage.getItem('booking')).toBe('{}')
  eraseHeldOrder('abc', () => storage)
  expect(storage.getItem('booking')).toBeNull()
  storage.setItem('booking', '{"next":1}')
  eraseHeldOrder('abc', () => storage)
  expect(storage.getItem('booking')).toBe('{"next":1}')
})

const forbidden = () => {
  throw new Error('SecurityError')
}

it('does without a storage that is forbidden', () => {
  expect(() => storeAwaitingBooking('abc', forbidden)).not.toThrow()
  expect(() => eraseHeldOrder('abc', forbidden)).not.toThrow()
})

it('goes on without a storage, and says so', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const refused = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  storeAwaitingBooking('abc', refused)
  eraseHeldOrder('abc', refused)
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
})

it('a log-out leaves no order behind, here or in the page', () => {
  const [local, session] = [memory(), memory()]
  const page = new EventTarget()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  const cleared = vi.fn<() => void>()
  page.addEventListener(ordersForgotten, cleared)
  for (const storage of [local, session]) storage.setItem('booking', '{"flatAndHouse":"Flat 9"}')
  storeAwaitingBooking('abc', () => local)
  eraseOrders()
  expect([local, session].map((storage) => storage.getItem('booking'))).toEqual([null, null])
  expect(local.getItem('bookingAwaiting')).toBeNull()
  expect(cleared).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
