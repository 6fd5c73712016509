// The footer's script is not that of the steps. Where it doesn't come, as without signal, the page works all the same.
import { expect, test } from '#test/support/browser/test.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'

test('a page whose footer’s script does not come lives, and ends with the terms', async ({ page }) => {
  await signIn(page, demonstrationPeople.customer)
  const refused: string[] = []
  await page.route(/\/assets\/footer-[\w-]+\.js$/, (route) => {
    refused.push(route.request().url())
    return route.abort()
  })
  await page.goto('/customer-settings')
  const name = page.getByLabel('First name')
  await name.fill('Priya Devi')
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  // What was typed would be gone if the browser had drawn the page anew.
  await page.getByRole('button', { name: 'Add an address' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Priya Devi')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' })).toBeVisible()
})
