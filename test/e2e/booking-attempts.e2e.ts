import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { aMove, point, putInStorage, putMove, saturdayOf } from '#test/support/browser/moves.ts'
import { signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst, heading, takenIn, totalOfReceipt } from '#test/support/browser/steps.ts'

/** F-22: one try of a person books once, however often it is sent; the next try is another, even of the very same order. */
async function toConfirm(page: Page, booker: Parameters<typeof saturdayOf>[0]): Promise<void> {
  const pickUp = point('E17 4QH', {
    stairs: 2,
    flatAndHouse: 'Flat 9',
    contactName: 'Priya',
    contactNumber: '+447700900123',
  })
  await putMove(page, aMove({ date: saturdayOf(booker), routePoints: [pickUp, point('BN1 4QL')] }))
  await page.goto('/pick-a-driver')
  await expect(heading(page, /\d+ drivers? for/)).toBeVisible()
  await chooseFirst(page)
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('booking'))
const attemptIn = (text: string | null) => (JSON.parse(text ?? '{}') as { attempt?: { key: string } | null }).attempt

const bookingsOf = async (email: string) =>
  (
    await inDatabase(
      `select status from bookings.booking where customer_id = (select id from identity.user where email_key = $1) order by created_at`,
      [email.toLowerCase()],
    )
  ).map(({ status }) => status)

test('booked, cancelled, and booked again: the second try books', async ({ page }) => {
  const { email } = await signInNewCustomer(page)
  await toConfirm(page, 'booked and cancelled')
  const order = (await stored(page)) ?? ''
  await book(page)
  await expect(heading(page, /^Requested for Sat/)).toBeVisible()
  const first = page.url()
  await inDatabase(
    `with gone as (update bookings.booking set status = 'canceled_by_customer', respond_by = null
       where customer_id = (select id from identity.user where email_key = $1) returning id)
     delete from calendar.hold where booking_id in (select id from gone)`,
    [email.toLowerCase()],
  )
  await putInStorage(page, { booking: order })
  await page.goto('/confirm-booking')
  await book(page)
  await expect(heading(page, /^Requested for Sat/)).toBeVisible()
  expect(page.url()).not.toBe(first)
  expect(await bookingsOf(email)).toEqual(['canceled_by_customer', 'new_booking'])
})

test('an answer that was lost is found again after a reload, and nothing is booked twice', async ({ page }) => {
  const { email } = await signInNewCustomer(page)
  await toConfirm(page, 'a lost answer')
  await page.route('**/confirm-booking.data*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await book(page)
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach Vanfare')
  const attempt = attemptIn(await stored(page))
  expect(attempt?.key).toMatch(/^[0-9a-f]{32}$/)
  await page.unroute('**/confirm-booking.data*')
  await page.reload()
  await book(page)
  await expect(heading(page, /^Requested for Sat/)).toBeVisible()
  expect(await bookingsOf(email)).toEqual(['new_booking'])
  expect(await stored(page)).toBeNull()
})

test('what is changed after a lost answer is said not to be in the booking', async ({ page }) => {
  const { email } = await signInNewCustomer(page)
  await toConfirm(page, 'changed after a lost answer')
  await page.route('**/confirm-booking.data*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await book(page)
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach Vanfare')
  await page.unroute('**/confirm-booking.data*')
  await page.getByText('Offer my move to other drivers at the same price').click()
  await book(page)
  await expect(page.getByRole('alert')).toContainText('Booked already')
  await expect(page.getByRole('main').getByRole('link', { name: 'My Bookings' })).toBeVisible()
  expect(await bookingsOf(email)).toEqual(['new_booking'])
  // Answered: the next press is another try, which finds the booking of this move.
  expect(attemptIn(await stored(page))).toBeNull()
})

test('an answer that comes on the way to the booked page does not end the way', async ({ page }) => {
  await signInNewCustomer(page)
  await toConfirm(page, 'an answer on the way')
  const [details, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isAsked = false
  // Answered, or given up by the page itself.
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      if (/\/route-details\.data/.test(request.url())) isOver.resolve()
    })
  await page.route('**/route-details.data*', async (route) => {
    isAsked = true
    await details.promise
    await route.continue().catch(() => undefined)
  })
  // The route of the booked page is asked for on the way there, and comes after the answer.
  await page.route(/\/__manifest\?.*booking%2F/, async (route) => {
    details.resolve()
    if (isAsked) await isOver.promise
    await takenIn(page)
    await route.continue()
  })
  await page.reload()
  await book(page)
  await expect(heading(page, /^Requested for Sat/)).toBeVisible()
  // Its owner, who is logged in, sees the own address, the list and the price, and from when on the driver can be rung.
  const move = page.getByRole('region', { name: 'Your move' })
  await expect(move).toContainText('Flat 9')
  await move.getByText('14 items', { exact: true }).click()
  await expect(move.getByRole('listitem').filter({ hasText: 'Sofa, three-seater' })).toBeVisible()
  expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBeGreaterThan(0)
  await expect(page.getByText(/You can write to them now, and ring them once they’ve confirmed/)).toBeVisible()

  // Once it is off, nothing reads as if its price were owed.
  const price = page.getByRole('complementary', { name: 'Price' })
  await expect(price).toContainText('You won’t pay more than')
  await price.getByRole('link', { name: 'Cancel for free' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel for free' }).click()
  await expect(heading(page, 'This booking was cancelled')).toBeVisible()
  await expect(price).toContainText('Would have cost')
  await expect(price).toContainText('You owe nothing.')
  for (const gone of ['You won’t pay more than', 'You pay']) await expect(price).not.toContainText(gone)
})
