// The inventory in a minute: a typical home, a list that is pasted or said, amounts that are typed, and the list on a phone.
import { expect, test } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'

test('a typical home fills the van, is changed, and is taken back', async ({ page }) => {
  await page.goto('/additional-services')
  const load = page.getByRole('complementary', { name: 'Your load' })
  await page.getByRole('button', { name: '1 bedroom' }).click()
  await expect(page.getByText(/That’s a typical home with 1 bedroom: \d+ items/)).toBeVisible()
  await expect(load.getByText('Large Van').or(load.getByText('Luton Van'))).toBeVisible()
  await expectUsable(page, 'a typical home')
  const catalogue = page.getByRole('tabpanel', { name: 'Living Room' })
  const amount = catalogue.getByRole('textbox', { name: 'How many: Armchair' })
  await expect(amount).toHaveValue('1')
  await amount.fill('12')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/additional-services$/)
  await load.getByText(/^\d+ items$/).click()
  await expect(load.getByRole('textbox', { name: 'How many: Armchair' })).toHaveValue('12')
  await amount.fill('0')
  await amount.blur()
  await expect(page.getByRole('button', { name: 'Add Armchair', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(load.getByText('Nothing in the van yet.')).toBeVisible()
})

test('a pasted list is matched, with what was not found, and changed on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/additional-services')
  await page.getByText('Paste or say a list').click()
  await page.getByRole('button', { name: 'Match my list' }).click()
  const list = page.getByRole('textbox', { name: 'Your list' })
  await expect(list).toHaveAccessibleDescription(/Write what you are moving/)
  await list.fill('2 sofas, king-size bed, 15 boxes, 1 spaceship')
  await page.getByRole('button', { name: 'Match my list' }).click()
  await expect(page.getByText('Not found: “spaceship”.')).toBeVisible()
  await page.getByRole('combobox', { name: 'What “sofas” is' }).selectOption('Sofa, three-seater')
  await expectUsable(page, 'a list that was matched')
  await page.getByRole('button', { name: 'Add 18 items' }).click()
  await expect(page.getByText('Added 18 items.')).toBeVisible()
  await expect(list).toHaveValue('1 spaceship')
  const opens = page.getByRole('region', { name: 'Next' }).getByText(/^1[78] items$/)
  await opens.click()
  const sheet = page.getByRole('region', { name: 'Your list' })
  await expect(sheet.getByRole('textbox', { name: 'How many: Sofa, three-seater' })).toHaveValue('2')
  await sheet.getByRole('button', { name: 'One King-size bed less' }).click()
  await expect(sheet.getByText('King-size bed')).toHaveCount(0)
  await expectUsable(page, 'the list as a sheet')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opens).toHaveText('17 items')
  await expect(opens).toBeFocused()
})

test('everyday words find what is meant', async ({ page }) => {
  await page.goto('/additional-services')
  for (const [typed, first] of [
    ['settee', 'Sofa, two-seater'],
    ['boxes', 'Medium box'],
    ['hoover', 'Vacuum cleaner'],
    ['wardorbe', 'Double wardrobe'],
  ] as const) {
    await page.getByRole('searchbox', { name: 'Find an item' }).fill(typed)
    await expect(page.locator('.items > li').first()).toContainText(first)
  }
})
