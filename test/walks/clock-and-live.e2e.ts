import { expect, test } from '@playwright/test'
import { aMove, nextSaturday, point, putMove } from '#test/support/browser/moves.ts'
import { signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst, heading } from '#test/support/browser/steps.ts'
import { startProduct, type Product } from '#test/support/product.ts'

/** A product of its own: its clock is moved, which nobody else may feel. */
let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

test('My Bookings shows by itself that nobody answered in time, and that it is another day', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await signInNewCustomer(page)
  const pickUp = point('E17 4QH', { stairs: 2, contactName: 'Priya', contactNumber: '+447700900123' })
  await putMove(page, aMove({ date: nextSaturday(3), routePoints: [pickUp, point('BN1 4QL')] }))
  await page.goto('/pick-a-driver')
  await expect(heading(page, /\d+ drivers? for/)).toBeVisible()
  await chooseFirst(page)
  await book(page)
  await expect(heading(page, /^Booked for Sat/)).toBeVisible()

  const opened = page.waitForResponse((response) => response.url().endsWith('/api/booking/live/'))
  await page.goto('/my-bookings/future-bookings')
  expect((await opened).status()).toBe(200)
  const card = page.getByRole('article', { name: /^Walthamstow to Brighton/ })
  const before = await card.innerText()
  const moved = await page.request.post('/dev/clock', { data: { minutes: 36 * 60 } })
  expect(moved.status()).toBe(200)
  // Nobody touches the page: the deadline falls due, the worker acts, the stream tells, the list is read again.
  await expect.poll(() => card.innerText(), { timeout: 30_000 }).not.toBe(before)

  await page.goto('/')
  const firstDay = await page.locator('input[type=date]').first().getAttribute('min')
  const { now } = (await (await page.request.get('/dev/clock')).json()) as { now: string }
  const london = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short' })
  expect(firstDay).toBe(london.format(new Date(now)))
  expect(firstDay).not.toBe(london.format(new Date()))
  await context.close()
})
