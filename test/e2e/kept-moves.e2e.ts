// A move goes on at another device by a code, to another person by a link, and is booked once more.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '#test/support/browser/test.ts'
import { aMove, putMove, storedMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'

const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 900 }

/** From the sheet over the bar of a phone, with one hand. */
async function openSending(page: Page): Promise<void> {
  await page.setViewportSize(phone)
  await putMove(page, aMove())
  await page.goto('/additional-services')
  await page.getByRole('region', { name: 'Next' }).getByText('14 items').click()
  await page.getByRole('button', { name: 'Save or send this list' }).click()
  await expect(page.getByRole('dialog', { name: 'Save or send this list' })).toBeVisible()
}

const withoutHouse = {
  items: aMove().items,
  van: 'large_van',
  helpLevel: 'one_porter',
  date: aMove().date,
  time: '09:00',
}

test('a move goes from a phone to the desk by a code', async ({ page, browser }) => {
  await openSending(page)
  await page.getByRole('button', { name: 'Get a code' }).click()
  const code = await page.locator('.move-code').textContent()
  expect(code).toMatch(/^[A-Z2-9]{4} [A-Z2-9]{4}$/)
  await expectUsable(page, 'a code on a phone')

  const context = await browser.newContext({ viewport: desk })
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('link', { name: 'Carry on with a code' }).click()
  await expect(heading(other, 'Carry on with a code')).toBeVisible()
  await other.getByLabel('Code').fill('AAAA AAAA')
  await other.keyboard.press('Enter')
  await expect(other.getByText(/^This code isn’t valid\. A code works once/)).toBeVisible()
  await expectUsable(other, 'a wrong code')
  await other.getByLabel('Code').fill(code?.toLowerCase() ?? '')
  await other.keyboard.press('Enter')
  await expect(heading(other, 'Your move from the other device')).toBeVisible()
  await expectUsable(other, 'the move at the desk')
  await other.getByRole('button', { name: 'Carry on here' }).click()
  await expect(heading(other, 'Where, when and how many stairs?')).toBeVisible()
  await expect.poll(() => storedMove(other)).toMatchObject(withoutHouse)
  expect((await storedMove(other))?.routePoints.map(({ postcode, stairs }) => [postcode, stairs])).toEqual([
    ['E17 4QH', 2],
    ['BN1 4QL', 0],
  ])
  await context.close()
})

test('a code is taken without script, too, and the list can be read', async ({ page, browser }) => {
  await openSending(page)
  await page.getByRole('button', { name: 'Get a code' }).click()
  const code = (await page.locator('.move-code').textContent()) ?? ''
  const context = await browser.newContext({ viewport: desk, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto('/carry-on')
  await plain.getByLabel('Code').fill('AAAA AAAA')
  await plain.getByRole('button', { name: 'Open my move' }).click()
  await expect(plain.getByText(/^This code isn’t valid\. A code works once/)).toBeVisible()
  await plain.getByLabel('Code').fill(code)
  await plain.getByRole('button', { name: 'Open my move' }).click()
  await expect(heading(plain, 'Your move from the other device')).toBeVisible()
  await expect(plain.getByText('Sofa, three-seater')).toBeVisible()
  await context.close()
})

test('a list is shared by a link; another move in that browser is asked about, and comes back', async ({
  page,
  browser,
}) => {
  await openSending(page)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const address = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await expectUsable(page, 'a link on a phone')

  const context = await browser.newContext({ viewport: phone })
  const other = await context.newPage()
  const own = aMove({ items: [{ id: 207, category: 2, amount: 4 }], van: 'small_van' })
  await putMove(other, own)
  const answer = await other.goto(address)
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  expect(answer?.headers()['cache-control']).toContain('no-store')
  await expect(heading(other, 'A moving list for you')).toBeVisible()
  await expectUsable(other, 'a shared list on a phone')
  await other.getByRole('button', { name: 'Use this list as mine' }).click()
  await expect(other.getByText('You already have a move in progress')).toBeVisible()
  expect(await storedMove(other)).toMatchObject({ van: 'small_van' })
  await other.getByRole('button', { name: 'Replace it' }).click()
  await expect.poll(async () => (await storedMove(other))?.van).toBe('large_van')
  await expectUsable(other, 'a move that was replaced')
  await other.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await storedMove(other))?.items).toEqual(own.items)
  await context.close()
})

test('a past move is booked again, saved by a name, used from there and removed', async ({ page }) => {
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.setViewportSize(phone)
  await signIn(page, demonstrationPeople.customer)
  await page.goto('/my-bookings/past-bookings')
  await page
    .getByRole('link', { name: /^Compare prices again/ })
    .first()
    .click()
  await expect(heading(page, 'Book this move again')).toBeVisible()
  await expectUsable(page, 'a past move to repeat')
  await page.getByRole('button', { name: 'Choose the day' }).click()
  await expect(heading(page, 'Where, when and how many stairs?')).toBeVisible()
  await expect(page.getByLabel('Date')).toBeFocused()
  await expect(page.getByLabel('Date')).toHaveValue('')
  await expect(page.getByLabel('Postcode').first()).not.toHaveValue('')

  await page.getByRole('button', { name: 'Save or send this list' }).click()
  const name = `Fair ${randomInt(1e6)}`
  await dialog('Save or send this list').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Saved as “${name}”`)).toBeVisible()
  await expectUsable(page, 'a move that was saved')
  await page.goto('/customer-settings#moves')
  await page.getByRole('link', { name }).click()
  await expect(heading(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Use this move' }).click()
  await expect(heading(page, 'Where, when and how many stairs?')).toBeVisible()

  await page.goto('/customer-settings')
  await expectUsable(page, 'settings with a saved move')
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await dialog(`Change ${name}`).getByLabel('Name').fill(`${name} in May`)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Change ${name} in May` }).click()
  await expectUsable(page, 'a saved move to change')
  await page.getByRole('button', { name: `Remove ${name} in May` }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})
