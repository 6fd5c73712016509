import { expect, test, type Locator, type Page } from '@playwright/test'
import { allPages, become, chooseDriver, opens, sharedBookingPage, stepPages } from '#test/support/browser/sites.ts'

interface Found {
  path: string
  hash: string
  page: string
}

/** Everything on a page that leads to another place of ours: links, and forms that fetch. */
async function targetsOf(page: Page, path: string): Promise<Found[]> {
  // Where this person is sent to is looked at under its own address.
  if (!(await opens(page, path))) return []
  const found = await page.evaluate(() => {
    const links = [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href)
    const forms = [...document.querySelectorAll('form[action]')].map((form) => (form as HTMLFormElement).action)
    return [...links, ...forms].filter((url) => new URL(url).origin === location.origin)
  })
  return found.map((url) => {
    const { pathname, search, hash } = new URL(url)
    return { path: `${pathname}${search}`, hash: decodeURIComponent(hash.slice(1)), page: path }
  })
}

for (const visitor of ['visitor', 'customer', 'driver', 'admin'] as const) {
  test(`every link and form leads somewhere, seen as ${visitor}`, async ({ page }) => {
    await become(page, visitor)
    if (visitor === 'visitor' || visitor === 'customer') await chooseDriver(page)
    const found: Found[] = []
    for (const path of [...allPages, await sharedBookingPage(page)]) found.push(...(await targetsOf(page, path)))
    const paths = new Set(found.map(({ path }) => path).filter((path) => !path.startsWith('/session/logout')))
    expect(paths.size).toBeGreaterThan(3)
    const broken: string[] = []
    for (const path of paths) {
      const answer = await page.request.get(path)
      const from = found.filter((one) => one.path === path)
      // Pages that ask to log in say so with their status, and link to themselves alone.
      const asksToLogIn = answer.status() === 401 && from.every((one) => one.page === path)
      const isFine = answer.status() < 400 || asksToLogIn || /^\/(404|no-such-page)$/.test(path)
      if (!isFine) broken.push(`${path} (${answer.status()}), on ${from.map((one) => one.page).join(', ')}`)
      const html = await answer.text()
      for (const { hash, page: on } of from) {
        const isDrawnLater = stepPages.some((step) => path.startsWith(step))
        // "#top" is the top of any page.
        if (hash && hash !== 'top' && !isDrawnLater && !html.includes(`id="${hash}"`))
          broken.push(`${path}#${hash}, on ${on}`)
      }
    }
    expect(broken).toEqual([])
  })
}

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
