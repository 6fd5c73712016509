import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { become } from '#test/support/browser/sites.ts'

test('an address that leads nowhere has the status, the way out and the footer', async ({ page }) => {
  for (const path of [
    '/404',
    '/no-such-page',
    '/my-bookings/no-such-tab',
    `/booking/${'a'.repeat(43)}`,
    '/booking/x',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'No through road' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Compare prices' })).toBeVisible()
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' })).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(1)
  }
})

test('a link that was sent and leads nowhere says how to get it again, and whom to call', async ({ page }) => {
  for (const path of ['keys', 'change', 'company-review', 'booking'].map((one) => `/${one}/${'a'.repeat(43)}`)) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByText(/Open it from the message once more, or ask the person who sent it/)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^0\d+/ })).toBeVisible()
  }
  await page.goto('/no-such-page')
  await expect(page.getByText('That page has moved, or never existed.')).toBeVisible()
})

for (const [visitor, path, ways] of [
  ['admin', '/admin/no-such-page', ['Today', 'Bookings', 'New booking by phone']],
  ['driver', '/no-such-page', ['My Bookings', 'My Day', 'My Calendar']],
  ['customer', '/no-such-page', ['Compare prices', 'My Bookings']],
] as const) {
  test(`an address that leads nowhere offers the pages of the ${visitor}`, async ({ page }) => {
    await become(page, visitor)
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('main').getByRole('link')).toHaveText([...ways])
  })
}

const header = (page: Page): Locator => page.getByRole('banner')

test.describe('the header', () => {
  test('of a visitor has the menu, the phone and the way in; on the home page it is the page’s own', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(header(page)).toHaveCount(1)
    await expect(header(page).getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(header(page).getByRole('link', { name: /^0\d+/ })).toBeVisible()
    await expect(header(page).getByText('Need help with quote?')).toHaveCount(0)
    await page.goto('/additional-services')
    await expect(header(page)).toHaveCount(1)
    await expect(header(page).getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    await header(page).getByRole('button', { name: 'Need help with quote?' }).click()
    await expect(page.getByRole('dialog', { name: 'We’re here to help' })).toBeVisible()
  })

  for (const [visitor, label] of [
    ['customer', /^\p{Lu}\p{L}+$/u],
    ['driver', /^\p{Lu}\p{L}+$/u],
    ['admin', /^Admin$/],
  ] as const) {
    test(`has the account menu, seen as ${visitor}`, async ({ page }) => {
      await become(page, visitor)
      await page.goto('/additional-services')
      await expect(header(page).getByRole('button', { name: 'Login' })).toHaveCount(0)
      await expect(header(page).getByRole('button', { name: 'Need help?' }).first()).toBeVisible()
      const myBookings = header(page).getByRole('navigation').getByRole('link', { name: 'My Bookings' })
      if (visitor !== 'driver') await expect(myBookings).toHaveCount(visitor === 'customer' ? 1 : 0)
      const account = header(page).locator('.account')
      await expect(account.locator('summary')).toHaveText(label)
      await account.locator('summary').click()
      await expect(account.getByRole('button', { name: 'Need help?' })).toBeVisible()
      await account.getByRole('button', { name: 'Log out' }).click()
      await expect(header(page).getByRole('button', { name: 'Login' })).toBeVisible()
      await expect(page).toHaveURL(/\/additional-services$/)
    })
  }

  test('on a phone keeps everything in the menu, without script too', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    await page.goto('/terms')
    await header(page).locator('summary[aria-label="Menu"]').click()
    await expect(header(page).getByRole('link', { name: 'Compare prices' })).toBeVisible()
    await expect(header(page).getByText(/^Call 0/)).toBeVisible()
    await context.close()
  })
})
