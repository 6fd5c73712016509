// A booking is changed in the steps that made it: a stop with its postcode, priced before anybody is asked; a nearby start, at once.
import { expect, test, type Browser } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'

/** A confirmed booking of a company of its own, with its customer's page and its owner's phone. */
async function aConfirmedMove(browser: Browser, width: number) {
  const { id, email, password, driver } = await aJob()
  const page = await (await browser.newContext({ viewport: { width, height: 780 } })).newPage()
  await signIn(page, { email, password })
  const cab = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await signIn(cab, driver)
  return { id, page, cab }
}

for (const [name, width] of [
  ['a phone', 360],
  ['a desktop', 1280],
] as const) {
  test(`a stop with its postcode is priced before the company is asked for it, on ${name}`, async ({ browser }) => {
    const { id, page } = await aConfirmedMove(browser, width)
    await page.goto(`/my-bookings/change/${id}/move`)
    await expect(page.getByRole('heading', { level: 1, name: 'Change your booking' })).toBeVisible()
    await page.getByRole('button', { name: 'Change stops' }).click()
    await page.getByRole('button', { name: 'Add a stop' }).click()
    const stop = page.getByRole('group', { name: 'Stop 1' })
    await stop.getByRole('combobox', { name: 'Postcode' }).fill('LD1 5BB')
    await expect(page.getByText('Difference')).toBeVisible()
    await expect(page.getByText(/^It’s more than 20% from what you booked/)).toBeVisible()
    await expectUsable(page, 'a changed move')
    await page.getByRole('button', { name: /^Ask for it/ }).click()
    await expect(page.getByText(/^Asked: stop at LD1 5BB/i)).toBeVisible()
    // Until the company says yes, the booking stays as it is.
    const [row] = await inDatabase(`select move from bookings.booking where id = $1`, [id])
    expect((row?.['move'] as { routePoints: object[] } | undefined)?.routePoints).toHaveLength(2)
  })
}

test('a start hours away is asked of the company, which offers another', async ({ browser }) => {
  const { id, page, cab } = await aConfirmedMove(browser, 360)
  await page.goto(`/my-bookings/change/${id}/move`)
  await page.getByRole('button', { name: 'Change when' }).click()
  await page.getByLabel('Start time').selectOption('08:30')
  await expect(page.getByText(/^Needs the yes of/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Ask for it/ }).click()
  await expect(page.getByText(/^Asked: start/)).toBeVisible()
  await cab.goto(`/my-day/${id}`)
  await expect(cab.getByText(/asks to change the move/)).toBeVisible()
  await cab.getByLabel('Another start').selectOption('09:00')
  await cab.getByRole('button', { name: 'Offer this time' }).click()
  await expect(cab.getByText(/^Waiting for/)).toBeVisible()
})

test('a start half an hour later is changed at once', async ({ browser }) => {
  const { id, page } = await aConfirmedMove(browser, 360)
  const startOf = async () =>
    (await inDatabase(`select start_at from bookings.booking where id = $1`, [id]))[0]?.['start_at']
  const before = new Date(String(await startOf()))
  await page.goto(`/my-bookings/change/${id}/move`)
  await page.getByRole('button', { name: 'Change when' }).click()
  await page.getByLabel('Start time').selectOption('12:30')
  await expect(page.getByText('Done at once').first()).toBeVisible()
  await page.getByRole('button', { name: 'Change it', exact: true }).click()
  await expect(page.getByText(/^Done: start/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'When' })).toContainText('Booked until about 14:30')
  expect(new Date(String(await startOf())).getTime() - before.getTime()).toBe(30 * 60_000)
})
