// The inventory in a minute: a typical home, a list that is pasted or said, amounts that are typed, and the list on a phone.
import { expect, test } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { pageLives } from '#test/support/browser/steps.ts'

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
  await expect(page.getByRole('button', { name: 'Studio' })).toBeFocused()
})

test('what is added while a typical home is on its way stays, and a home that does not come is said', async ({
  page,
}) => {
  let bring = () => {}
  const isBrought = new Promise<void>((resolve) => (bring = resolve))
  let isCutOff = true
  await page.route(/assets\/(?:filled-list|item-search)-[\w-]{8}\.js$/u, async (route) => {
    if (isCutOff) return await route.abort()
    await isBrought
    return await route.continue()
  })
  await page.goto('/additional-services')
  await page.getByRole('button', { name: 'Studio' }).click()
  await expect(page.getByText('We couldn’t load that home. Check your connection.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('settee')
  await expect(page.getByRole('alert')).toHaveText(
    'We couldn’t load the search. Check your connection. Reload the page',
  )
  await expectUsable(page, 'a search that did not come')
  isCutOff = false
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await reloaded
  await pageLives(page)
  await page.getByRole('button', { name: 'Studio' }).click()
  const futon = page.getByRole('listitem').filter({ hasText: 'Futon' })
  await futon.getByRole('button', { name: 'Add Futon' }).click()
  await expect(futon.getByRole('textbox')).toHaveValue('1')
  bring()
  await expect(page.getByText(/That’s a typical studio: \d+ items/)).toBeVisible()
  await expect(futon.getByRole('textbox')).toHaveValue('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('complementary', { name: 'Your load' }).getByText(/^1 item$/)).toBeVisible()
})

test('a suggested crew changes the crew alone, although another van might be suggested for it', async ({ page }) => {
  await page.goto('/additional-services')
  const sofa = page.getByRole('listitem').filter({ hasText: 'Sofa, two-seater' })
  await page.getByRole('button', { name: '1 bedroom' }).click()
  await sofa.getByRole('button', { name: 'Add Sofa, two-seater' }).click()
  await sofa.getByRole('textbox').fill('3')
  await sofa.getByRole('textbox').blur()
  await expect(page.getByRole('radio', { name: /^2 men.*Suggested/ })).toBeChecked()
  await page.getByRole('radio', { name: /^No help required/ }).check({ force: true })
  const van = page.getByRole('radio', { name: /^Luton Van/ })
  await expect(van).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Luton Van.*Suggested/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Take 2 men' }).click()
  await expect(page.getByRole('radio', { name: /^2 men/ })).toBeChecked()
  // Control: with three on board every Luton would go twice, and a Large does, too.
  await expect(page.getByRole('radio', { name: /^Large Van.*Suggested/ })).toHaveCount(1)
  await expect(van).toBeChecked()
})

test('a pasted list is matched, with what is not on ours, and changed on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/additional-services')
  await page.getByText('Paste or dictate a list').click()
  await page.getByRole('button', { name: 'Match my list' }).click()
  const list = page.getByRole('textbox', { name: 'Your list' })
  await expect(list).toHaveAccessibleDescription(/Write what you are moving/)
  await list.fill('2 sofas, king-size bed, 10-15 boxes, 1 spaceship, 2 rabbit hutches, not taking the piano')
  await page.getByRole('button', { name: 'Match my list' }).click()
  await expect(page.getByText('Not on our list: “spaceship”, “rabbit hutches”.')).toBeVisible()
  const matched = page.getByRole('list', { name: 'Matched' }).getByRole('listitem')
  await expect(matched).toHaveCount(3)
  // A guess is marked until somebody has chosen.
  await expect(matched.first()).toContainText('Our guess')
  await page.getByRole('combobox', { name: 'What “sofas” is' }).selectOption('Sofa, three-seater')
  await expect(matched.first()).not.toContainText('Our guess')
  // The amount is the greater of the range, and can be changed where it is shown.
  const boxes = page.getByRole('textbox', { name: 'How many: “boxes”' })
  await expect(boxes).toHaveValue('15')
  await boxes.fill('12')
  await boxes.blur()
  await expect(page.getByRole('button', { name: 'Add 15 items' })).toBeVisible()
  await boxes.fill('15')
  await boxes.blur()
  const left = page.getByRole('list', { name: 'Not taking' })
  await expect(left).toContainText('piano')
  await left.getByRole('button', { name: 'Take it piano' }).click()
  await expect(page.getByRole('button', { name: 'Add 19 items' })).toBeVisible()
  await page.getByRole('combobox', { name: 'What “piano” is' }).selectOption('Skip this item')
  await expectUsable(page, 'a list that was matched')
  // The name and size of their own thing stay while the others are added.
  await page.getByRole('button', { name: 'Add it with its size' }).first().click()
  const own = page.getByRole('group', { name: 'Something that’s not on our list' })
  await expect(own.getByLabel('What is it?')).toHaveValue('spaceship')
  await own.getByLabel('What is it?').fill('Small spaceship')
  await own.getByLabel('Length, cm').fill('150')
  await page.getByRole('button', { name: 'Add 18 items' }).click()
  await expect(page.getByText('Added 18 items.')).toBeVisible()
  await expect(list).toHaveValue('1 spaceship\n2 rabbit hutches')
  await expect(own.getByLabel('What is it?')).toHaveValue('Small spaceship')
  await expect(own.getByLabel('Length, cm')).toHaveValue('150')
  await own.getByRole('button', { name: 'Add it' }).click()
  await expect(own.getByLabel('Width, cm')).toBeFocused()
  for (const measure of ['Width, cm', 'Height, cm', 'Weight, kg']) await own.getByLabel(measure).fill('40')
  await own.getByRole('button', { name: 'Add it' }).click()
  // The next of them does not take over what was typed for the first.
  await expect(own).toHaveCount(0)
  await expect(list).toHaveValue('2 rabbit hutches')
  await page.getByRole('combobox', { name: 'What “rabbit hutches” is' }).selectOption('Bean bag')
  await page.getByRole('button', { name: 'Add 2 items' }).click()
  const opens = page.getByRole('region', { name: 'Next' }).getByText(/^(?:20|21) items$/)
  await opens.click()
  const sheet = page.getByRole('region', { name: 'Your list' })
  await expect(sheet.getByRole('textbox', { name: 'How many: Sofa, three-seater' })).toHaveValue('2')
  await sheet.getByRole('button', { name: 'One King-size bed less' }).click()
  await expect(sheet.getByText('King-size bed')).toHaveCount(0)
  await expectUsable(page, 'the list as a sheet')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opens).toHaveText('20 items')
  await expect(opens).toBeFocused()
  // A phone’s Back asks the browser to close what is open, as Escape does where the page’s own keys don’t count.
  await page.evaluate(() => addEventListener('keydown', (typed) => typed.stopImmediatePropagation(), { capture: true }))
  await opens.click()
  await expect(sheet).toBeVisible()
  // The page asks for it in the task after the opening.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden({ timeout: 500 })
  }).toPass()
  await expect(opens).toBeFocused()
})

test('a table that is pasted from a spreadsheet is matched on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/additional-services')
  await page.getByText('Paste or dictate a list').click()
  const rows = [
    'Room\tItem\tQty\tNotes',
    'Lounge\tSofa\t2\tleather',
    'Kitchen\tCooker\t1\tstaying',
    'Shed\tHot tub\t1\t',
  ]
  await page.getByRole('textbox', { name: 'Your list' }).fill([...rows, 'Loft\tBoxes\t25\t'].join('\n'))
  await page.getByRole('button', { name: 'Match my list' }).click()
  await expect(page.getByRole('textbox', { name: 'How many: “Boxes”' })).toHaveValue('25')
  await expect(page.getByRole('list', { name: 'Matched' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'Not on our list' })).toContainText('Hot tub')
  await expect(page.getByRole('list', { name: 'Not taking' })).toContainText('Cooker')
  await expectUsable(page, 'a table that was matched')
  await page.getByRole('button', { name: 'Add 27 items' }).click()
  await expect(page.getByText('Added 27 items.')).toBeVisible()
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

test('a thing of one’s own counts in the van by its size, and a piece that is too long is named', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/additional-services')
  const rows = page.getByRole('tabpanel').getByRole('listitem').filter({ visible: true })
  // Eight things and the way to the others: van and crew are not far below.
  await expect(rows).toHaveCount(9)
  await page.getByRole('button', { name: /^Show all \d+$/ }).click()
  expect(await rows.count()).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Add something that’s not listed' }).click()
  const own = page.getByRole('group', { name: 'Something that’s not on our list' })
  for (const [label, value] of [
    ['What is it?', 'Rowing boat'],
    ['Length, cm', '400'],
    ['Width, cm', '120'],
    ['Height, cm', '60'],
    ['Weight, kg', '80'],
  ] as const)
    await own.getByLabel(label).fill(value)
  await expectUsable(page, 'an own item')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added Rowing boat.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add something that’s not listed' })).toBeFocused()
  await page.locator('label', { hasText: 'Medium Van' }).first().click()
  await expect(page.getByRole('alert').filter({ hasText: '“Rowing boat” doesn’t fit into a Medium Van' })).toBeVisible()
  await page.getByRole('button', { name: 'Take the Large Van' }).click()
  await page.reload()
  await page.getByRole('region', { name: 'Next' }).getByText('1 item').click()
  await expect(page.getByRole('region', { name: 'Your list' })).toContainText('Rowing boat')
})
