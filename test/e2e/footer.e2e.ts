// The footer's script is not that of the steps. A page that comes with its footer doesn't ask for it; one that is reached from a step by script
// does, and where it doesn't come, as without signal, the page works all the same.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { pageLives } from '#test/support/browser/steps.ts'
import { shippedPackages } from '../../scripts/licences.ts'

/** The addresses that were asked for and not given. */
async function withoutFooter(page: Page): Promise<string[]> {
  const refused: string[] = []
  await page.route(/\/assets\/footer-[\w-]{8}\.js$/, (route) => {
    refused.push(route.request().url())
    return route.abort()
  })
  return refused
}

const foot = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })

test('a page comes with its footer, which waits for no script', async ({ page }) => {
  await signIn(page, demonstrationPeople.customer)
  const refused = await withoutFooter(page)
  await page.goto('/customer-settings')
  const name = page.getByLabel('First name')
  await name.fill('Priya Devi')
  await pageLives(page)
  // What was typed would be gone if the browser had drawn the page anew.
  await page.getByRole('button', { name: 'Add an address' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Priya Devi')
  for (const link of ['Terms & Conditions', 'Piano Removal']) await expect(foot(page, link)).toBeVisible()
  expect(refused).toEqual([])
})

test('a page reached from a step lives without the footer’s script, and ends with the terms', async ({ page }) => {
  const refused = await withoutFooter(page)
  await page.goto('/additional-services')
  await pageLives(page)
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await page.getByRole('banner').getByRole('link', { name: 'Vanfare, home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  await expect(foot(page, 'Terms & Conditions')).toBeVisible()
  await expect(foot(page, 'Piano Removal')).toHaveCount(0)
  await page.getByLabel('Moving from, postcode').fill('E17 4QH')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await expect(page.getByRole('form', { name: 'Your move' }).locator('[aria-invalid="true"]').first()).toBeVisible()
  await expect(page.locator('[data-same-page]')).toHaveCount(1)
})

test('every page leads to the licences of what the browser was handed and of what the server runs with', async ({
  page,
}) => {
  await page.goto('/faq')
  const address = await foot(page, 'Licences').getAttribute('href')
  const answer = await page.request.get(address ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const library of ['@fontsource-variable/overpass', 'lucide-react', 'react-dom', 'react-router'])
    expect(await answer.text()).toContain(`## ${library} - `)
  for (const { name, licence } of shippedPackages('.')) expect(await answer.text()).toContain(`## ${name} (${licence})`)
})
