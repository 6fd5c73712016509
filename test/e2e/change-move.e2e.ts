// A booking is changed in the steps that made it: a stop with its postcode, priced before anybody is asked, done at once.
import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { dayFromNow } from '#test/support/browser/moves.ts'
import { ownerOf } from '#test/support/browser/owners.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { newPassword, signIn, signInNewCustomer } from '#test/support/browser/people.ts'

interface Offered {
  quote_id: string
  working_unit: { id: string }
}

const contact = { contact_name: 'Priya', contact_number: '+447700900123' }

async function accessOf(page: Page, login: { email: string; password: string }): Promise<Record<string, string>> {
  const answer = await page.request.post('/api/users/login/', { data: login })
  const { access } = (await answer.json()) as { access: string }
  return { authorization: `Bearer ${access}` }
}

/** Booked and confirmed over the API, on a day of its own. */
async function aConfirmedMove(browser: Browser, page: Page, email: string, day: string) {
  const address = { formatted_address: '12 Grove Road' }
  const data = {
    route_points: [
      { number: 0, postcode: 'E17 4QH', stairs: 0, date: day, time: '10:00', address, ...contact },
      { number: 1, postcode: 'E8 1EJ', stairs: 0, address, ...contact },
    ],
    items: [{ moving_item: 102, amount: 1 }],
    man_power: 'one_porter',
    van_category: 'large_van',
  }
  const quotes = await page.request.post('/api/booking/companies-quotes/', { data })
  expect(quotes.status(), await quotes.text()).toBe(200)
  const [offer] = ((await quotes.json()) as { results: Offered[] }).results
  if (!offer) throw new Error('No van is free')
  const headers = await accessOf(page, { email, password: newPassword })
  const booked = await page.request.post('/api/booking/', {
    headers,
    data: { quote_id: offer.quote_id, payment_method: 'cash' },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  const { id } = (await booked.json()) as { id: string }
  const owner = await ownerOf(offer.working_unit.id)
  // A browser of their own, without the customer’s session.
  const cab = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await signIn(cab, owner)
  await cab.goto(`/my-bookings/new-bookings?job=${id}&unit=${offer.working_unit.id}`)
  const card = cab.locator(`#job-${id}`)
  await card.getByRole('button', { name: /^Confirm booking/ }).click()
  await expect(card.getByRole('button', { name: /^Confirm booking/ })).toHaveCount(0)
  return { id, cab }
}

for (const [name, width, day] of [
  ['a phone', 360, dayFromNow(33)],
  ['a desktop', 1280, dayFromNow(34)],
] as const) {
  test(`a stop is added to a booking at once, on ${name}`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width, height: 780 } })).newPage()
    const { email } = await signInNewCustomer(page)
    const { id } = await aConfirmedMove(browser, page, email, day)
    await page.goto(`/my-bookings/change/${id}/move`)
    await expect(page.getByRole('heading', { level: 1, name: 'Change your booking' })).toBeVisible()
    await page.getByRole('button', { name: 'Change stops' }).click()
    await page.getByRole('button', { name: 'Add a stop' }).click()
    const stop = page.getByRole('group', { name: 'Stop 1' })
    await stop.getByLabel('Postcode').fill('E17 3PX')
    await page.screenshot({ path: `.cache/test/change-${width}-open.png`, fullPage: true })
    await expect(page.getByText('Difference')).toBeVisible()
    await expect(page.getByText('Done at once').first()).toBeVisible()
    await page.screenshot({ path: `.cache/test/change-${width}-priced.png`, fullPage: true })
    await expectUsable(page, 'a changed move')
    await page.getByRole('button', { name: /^Change it/ }).click()
    await expect(page.getByText('Done: Stop at E17 3PX')).toBeVisible()
    await page.screenshot({ path: `.cache/test/change-${width}-done.png`, fullPage: true })
    const [row] = await inDatabase(`select move, work from bookings.booking where id = $1`, [id])
    expect((row?.['move'] as { routePoints: object[] } | undefined)?.routePoints).toHaveLength(3)
  })
}

test('a start hours away is asked of the company, which offers another', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  const { email } = await signInNewCustomer(page)
  const { id, cab } = await aConfirmedMove(browser, page, email, dayFromNow(35))
  await page.goto(`/my-bookings/change/${id}/move`)
  await page.getByRole('button', { name: 'Change when' }).click()
  await page.getByLabel('Start time').selectOption('13:30')
  await expect(page.getByText(/^Needs the yes of/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Ask for it/ }).click()
  await expect(page.getByText(/^Asked: start/)).toBeVisible()
  await cab.goto(`/my-day/${id}`)
  await expect(cab.getByText(/asks to change the move/)).toBeVisible()
  await cab.getByLabel('Another start').selectOption('12:30')
  await cab.screenshot({ path: `.cache/test/change-answer.png`, fullPage: true })
  await cab.getByRole('button', { name: 'Offer this time' }).click()
  await expect(cab.getByText(/^Waiting for/)).toBeVisible()
})
