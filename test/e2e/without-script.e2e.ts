// The public site with JavaScript off: everything is there to read, leads on, and does what it promises.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { demonstrationPeople } from '#test/support/browser/people.ts'
import { contentPages } from '#test/support/browser/sites.ts'

test.use({ javaScriptEnabled: false })

const PAGES = [
  '/',
  ...contentPages,
  '/terms',
  '/terms/movers',
  '/privacy-policy',
  '/prices-on-your-site',
  '/no-such-page',
]

/** Links that lead nowhere, and buttons that nothing answers. */
const dead = async (page: Page): Promise<string[]> => {
  const links = await page.locator('a:not([href]), a[href=""], a[href="#"]').allInnerTexts()
  const loose = await page.getByRole('main').locator('button[type="submit"]:not(form button)').allInnerTexts()
  return [...links, ...loose]
}

test('every page is readable, has its menus, and leads to the others', async ({ page, request }) => {
  const links = new Set<string>()
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect((await page.getByRole('main').innerText()).length, path).toBeGreaterThan(60)
    await expect(page.getByRole('contentinfo'), path).toBeVisible()
    expect(await dead(page), path).toEqual([])
    for (const href of await page
      .locator('header a[href^="/"], footer a[href^="/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? '')))
      links.add(href)
  }
  expect(links.size).toBeGreaterThan(20)
  for (const href of links) expect((await request.get(href)).status(), href).toBe(200)
})

test('what the menus of a phone hide is reached by pressing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/', '/faq', '/prices-on-your-site']) {
    await page.goto(path)
    await page.getByRole('banner').locator('summary[aria-label="Menu"]').click()
    await page.locator('.menu__panel').getByRole('link', { name: 'About us' }).click()
    await expect(page).toHaveURL(/\/about-us$/)
  }
})

test('somebody logs in, and is told what is wrong', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(demonstrationPeople.customer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('Not-this-one-7')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('main').locator('.banner')).toBeVisible()
  await page.getByLabel('Email').fill(demonstrationPeople.customer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(demonstrationPeople.customer.password)
  const send = page.getByRole('main').getByRole('button', { name: 'Login' })
  await send.click()
  await expect(page.locator('.account summary')).toBeVisible()
  expect(page.url()).not.toContain('password')
  await page.goto('/my-bookings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Bookings')
})

test('a postcode that does not exist is said on the home page, and nothing typed is lost', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Your move' })
  const send = async (from: string, to: string) => {
    await form.getByLabel('Moving from, postcode').fill(from)
    await form.getByLabel('Moving to, postcode').fill(to)
    await form.getByRole('button', { name: 'Compare prices' }).click()
  }
  await form.getByText('Furniture', { exact: true }).click()
  await send('XX99 9XX', 'bn1')
  const from = form.getByLabel('Moving from, postcode')
  await expect(from).toHaveAccessibleDescription('No UK postcode starts with XX99. Check it.')
  await expect(from).toHaveValue('XX99 9XX')
  await expect(form.getByLabel('Moving to, postcode')).toHaveValue('bn1')
  await expect(form.getByRole('radio', { name: 'Furniture' })).toBeChecked()
  await send('', 'e17 4qh')
  await expect(from).toHaveAccessibleDescription(/^Enter a UK postcode/)
  const day = form.getByLabel('Moving date')
  await day.fill('2020-01-31')
  await send('e17', 'BN1 4QL')
  await expect(day).toHaveAccessibleDescription('That date has passed. Choose today or a later one.')
  await expect(day).toHaveValue('2020-01-31')
  await expect(from).toHaveValue('e17')
  await day.fill('')
  await send('e17', 'BN1 4QL')
  await expect(page).toHaveURL(/\/additional-services\?from=e17&to=BN1\+4QL&what=furniture/)
})

test('what a van would have earned is counted for whoever asks, and said to be too little where it is', async ({
  page,
}) => {
  await page.goto('/work-with-us')
  await page.getByLabel('District you would work in').fill('E17')
  await page.getByLabel('Your van').selectOption({ label: 'Large Van' })
  await page.getByRole('button', { name: 'Show last month' }).click()
  await expect(page).toHaveURL(/district=E17&van=large_van/)
  const answer = page.locator('#earnings .card')
  await expect(answer).toContainText(/£[\d,]+\.\d\d/)
  await expect(answer).toContainText(/Together £/)
  await page.getByLabel('District you would work in').fill('HS1')
  await page.getByRole('button', { name: 'Show last month' }).click()
  await expect(answer).toContainText('Not enough data for HS1')
  await page.goto('/work-with-us?district=ZZ"><b>&van=large_van')
  await expect(answer).toHaveCount(0)
})
