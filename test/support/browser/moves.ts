// Moves that browser tests begin with: their days, and orders put into a browser's storage as the booking steps keep them.
import type { Page } from '@playwright/test'
import { addDays, dayOfWeek, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { emptyAddress, emptyPoint, initialOrder, type Order, type OrderPoint } from '#web/quote-flow/draft/order.ts'
import { toStoredDraft } from '#web/quote-flow/draft/stored-draft.ts'
import { now } from '#test/support/start-of-clock.ts'

export const dayFromNow = (days: number): LocalDay => addDays(localDayOf(now()), days)

/**
 * The first Saturday after tomorrow, or one some weeks later: tomorrow few are still free, and leaving costs something. A test that books takes
 * `saturdayOf` instead.
 */
export function nextSaturday(weeksLater = 0): LocalDay {
  const days = ((6 - dayOfWeek(dayFromNow(0)) + 5) % 7) + 2
  return dayFromNow(days + 7 * weeksLater)
}

/** Tests that book the first driver of the list. Two on one day would be after the same one, and the later is refused. */
const bookers = [
  'a visitor on a phone',
  'a visitor on a desktop',
  'a code by text on a phone',
  'a code by text on a desktop',
  'logged in on a phone',
  'logged in on a desktop',
  'what the law wants, 360 px',
  'what the law wants, 1280 px',
  'booked and cancelled',
  'a lost answer',
  'changed after a lost answer',
  'an answer on the way',
  'photos',
  'nobody to help',
  'hostile words',
  'accessible on a phone',
  'accessible on a desktop',
  'given back and taken',
  'hot by phone, 360 px',
  'hot by phone, 1280 px',
  'driver by phone, 360 px',
  'driver by phone, 1280 px',
  'streets asked for',
] as const

/** A Saturday that no other test books. */
export const saturdayOf = (booker: (typeof bookers)[number]): LocalDay => nextSaturday(1 + bookers.indexOf(booker))

/** A point with its street, which is needed to book. */
export const point = (postcode: string, change: Partial<OrderPoint> = {}): OrderPoint => ({
  ...emptyPoint,
  address: { ...emptyAddress, formattedAddress: '12 Grove Road' },
  postcode,
  ...change,
})

/** E17 4QH to BN1 4QL on a Saturday at nine, a two-bed flat in a Large Van with two men; at least five drivers can do it. */
export const aMove = (change: Partial<Order> = {}): Order => ({
  ...initialOrder,
  items: [
    { id: 102, category: 1, amount: 1 },
    { id: 903, category: 9, amount: 1 },
    { id: 802, category: 8, amount: 12 },
  ],
  van: 'large_van',
  helpLevel: 'one_porter',
  date: nextSaturday(),
  time: '09:00',
  routePoints: [point('E17 4QH', { stairs: 2 }), point('BN1 4QL')],
  ...change,
})

/** Leaves an order in this browser, as if its steps had been filled in. The next page finds it. */
export async function putMove(page: Page, order: Order = aMove()): Promise<void> {
  await putInStorage(page, {
    booking: toStoredDraft({ order, isEditing: false, original: null, attempt: null }, now()),
  })
}

export async function putInStorage(page: Page, values: Record<string, string>): Promise<void> {
  // Any answer of the same origin will do; this one is the smallest.
  if (!page.url().startsWith('http')) await page.goto('/healthz')
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, values)
}

/** The order as this browser keeps it now. */
export async function storedMove(page: Page): Promise<Order | null> {
  const text = await page.evaluate(() => localStorage.getItem('booking'))
  return text === null ? null : (JSON.parse(text) as { order: Order }).order
}
