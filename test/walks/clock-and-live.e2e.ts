import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { aMove, nextSaturday, point, putMove } from '#test/support/browser/moves.ts'
import { newPassword, signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst, heading } from '#test/support/browser/steps.ts'
import { startProduct, type Product } from '#test/support/product.ts'
import { now } from '#test/support/start-of-clock.ts'

/** A product of its own: its clock is moved, which nobody else may feel. */
let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

async function withBooking(browser: Browser, date: LocalDay): Promise<{ page: Page; email: string }> {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  const { email } = await signInNewCustomer(page)
  const pickUp = point('E17 4QH', { stairs: 2, contactName: 'Priya', contactNumber: '+447700900123' })
  await putMove(page, aMove({ date, routePoints: [pickUp, point('BN1 4QL')] }))
  await page.goto('/pick-a-driver')
  await expect(heading(page, /\d+ drivers? for/)).toBeVisible()
  await chooseFirst(page)
  await book(page)
  await expect(heading(page, /^Requested for Sat/)).toBeVisible()
  return { page, email }
}

test('what happens between a page and the opening of its stream is shown too', async ({ browser }) => {
  const { page, email } = await withBooking(browser, nextSaturday(4))
  let open = () => {}
  const isOpened = new Promise<void>((resolve) => (open = resolve))
  await page.route('**/api/booking/live/', async (route) => {
    await isOpened
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/booking/live/')
  await page.goto('/my-bookings/future-bookings')
  const card = page.getByRole('article', { name: /^Walthamstow to Brighton/ })
  const before = await card.innerText()
  await asked
  // The page stands, its stream does not yet: the customer changes the booking elsewhere.
  const login = await page.request.post('/api/users/login/', { data: { email, password: newPassword } })
  const headers = { authorization: `Bearer ${((await login.json()) as { access: string }).access}` }
  const ahead = await page.request.get('/api/booking/future-bookings/', { headers })
  const [booked] = ((await ahead.json()) as { results: { id: string }[] }).results
  const cancelled = await page.request.post(`/api/booking/${booked?.id}/cancel/`, { headers, data: { fee_pence: 0 } })
  expect(cancelled.status()).toBe(200)
  expect(await card.innerText()).toBe(before)
  open()
  await expect(card).toHaveCount(0)
  await page.context().close()
})

test('My Bookings shows by itself that nobody answered in time, and that it is another day', async ({ browser }) => {
  const { page } = await withBooking(browser, nextSaturday(3))
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
  const told = (await (await page.request.get('/dev/clock')).json()) as { now: string }
  const london = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short' })
  expect(firstDay).toBe(london.format(new Date(told.now)))
  expect(firstDay).not.toBe(london.format(now()))
  await page.context().close()
})
