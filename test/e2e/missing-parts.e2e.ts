// A part of a page whose script does not come, as on a train: what was asked for is said to be missing, and the rest of the page lives on.
import { expect, test } from '#test/support/browser/test.ts'
import { aMove, putMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { offers } from '#test/support/browser/steps.ts'

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
]) {
  test(`the prices stay where what is below them does not come, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await putMove(page, aMove())
    let isCutOff = true
    const missing = new Set<string>()
    await page.route(/assets\/(?:ranking-rule|questions|company-sheet|other-days)-[\w-]{8}\.js$/u, async (route) => {
      if (!isCutOff) return await route.continue()
      missing.add(/assets\/([a-z-]+)-[\w-]{8}\.js$/u.exec(route.request().url())?.[1] ?? '')
      return await route.abort()
    })
    await page.goto('/pick-a-driver')
    await expect.poll(() => [...missing]).toEqual(expect.arrayContaining(['ranking-rule', 'questions']))
    const first = offers(page).first()
    await expect(first).toBeVisible()

    const name = (await first.getByRole('heading', { level: 2 }).textContent()) ?? ''
    await first.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'This didn’t open' })
    await expect(dialog.getByRole('alert')).toContainText('We couldn’t load this. Check your connection.')
    await expectUsable(page, 'a dialog that did not come')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(first).toBeVisible()

    isCutOff = false
    await first.getByRole('button', { name, exact: true }).click()
    await dialog.getByRole('button', { name: 'Reload the page' }).click()
    await first.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toContainText('Their van, your load')
  })
}

test('a pasted list that cannot be read yet is said, and the step goes on', async ({ page }) => {
  await page.route('**/assets/list-reader*.js', (route) => route.abort())
  await page.goto('/additional-services')
  await page.getByText('Paste or dictate a list').click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t load this. Check your connection.')
  await expectUsable(page, 'a part that did not come')
  await page.getByRole('button', { name: 'Add Armchair', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'How many: Armchair' }).first()).toHaveValue('1')
})

test('a login that does not open says so', async ({ page }) => {
  await page.route('**/assets/login-dialog*.js', (route) => route.abort())
  await page.goto('/additional-services')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'This didn’t open' })).toBeVisible()
})
