// A driver worth trusting: what there is to know before a price is chosen, two prices side by side, orders that differ.
import { expect, test } from '#test/support/browser/test.ts'
import { aMove, nextSaturday, putMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { addThings, fillHome, fillRoute, goOn, heading, offers, pick, seePrices } from '#test/support/browser/steps.ts'
import type { Page } from '@playwright/test'

async function goToPrices(page: Page) {
  const move = { from: 'E17 4QH', to: 'BN1 4QL', day: nextSaturday(), time: '10:00' }
  await fillHome(page, move)
  await addThings(page)
  await pick(page, /^Large Van/)
  await pick(page, /^2 men/)
  await goOn(page, 'Continue')
  await expect(heading(page, 'Anything to take apart?')).toBeVisible()
  await goOn(page, 'Continue')
  await expect(heading(page, 'Where, when and how many stairs?')).toBeVisible()
  await fillRoute(page, move)
  await seePrices(page)
}

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const

test('two prices are drawn side by side although no company was opened before', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await putMove(page, aMove())
  await page.goto('/pick-a-driver')
  for (const at of [0, 1])
    await offers(page)
      .nth(at)
      .getByRole('button', { name: /^Compare/ })
      .click()
  const table = page.getByRole('dialog').getByRole('table')
  await expect(table.getByRole('rowheader').first()).toHaveCSS('text-align', 'left')
  expect(await page.getByRole('dialog').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await expectUsable(page, 'two prices side by side at 320 px')
})

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('a company opens with all there is to know, and is chosen from there', async ({ page }) => {
      await goToPrices(page)
      await expect(heading(page, /^\d+ drivers? for Saturday/)).toBeVisible()
      await expect(page.getByText(/All-in prices, held until \d\d:\d\d/)).toBeVisible()
      const card = offers(page).first()
      const name = (await card.getByRole('heading', { level: 2 }).textContent()) ?? ''
      await card.getByRole('button', { name, exact: true }).press('Enter')
      const sheet = page.getByRole('dialog', { name })
      await expect(sheet.getByRole('region', { name: 'Their van, your load' })).toContainText(/% full/)
      await expect(sheet.getByRole('region', { name: 'What’s insured' })).toContainText(
        /up to £[\d,]+ for the whole move/,
      )
      await expect(sheet.getByRole('region', { name: 'Who comes' })).toContainText('right to work')
      await expect(sheet.getByRole('region', { name: 'If you cancel, or they wait' })).toContainText(/£\d+\.\d\d/)
      await sheet.getByText(`Terms of ${name}`).click()
      await expect(sheet.getByRole('heading', { name: 'In their own words' })).toBeVisible()
      await expectUsable(page, 'the sheet')
      await sheet.getByRole('button', { name: /^Choose for £/ }).click()
      await expect(heading(page, 'Check it, then book it')).toBeVisible()
    })

    test('two prices stand side by side, by keyboard', async ({ page }) => {
      await goToPrices(page)
      const cards = offers(page)
      await cards
        .nth(0)
        .getByRole('button', { name: /^Compare/ })
        .press('Enter')
      await cards
        .nth(1)
        .getByRole('button', { name: /^Compare with/ })
        .press('Enter')
      const table = page.getByRole('dialog', { name: 'Side by side' })
      for (const row of ['Whole price', 'At most', 'Van', 'Insured', 'Rating', 'If you cancel'])
        await expect(table.getByRole('rowheader', { name: row, exact: true })).toBeVisible()
      await expect(table.getByRole('columnheader')).toHaveCount(2)
      await expectUsable(page, 'side by side')
      await page.keyboard.press('Escape')
      await expect(table).toHaveCount(0)
      await expect(cards.nth(1).getByRole('button', { name: /^Compare with/ })).toBeFocused()
    })
  })
}

test('the questions of somebody who books for the first time are answered below the prices', async ({ page }) => {
  await goToPrices(page)
  const questions = page.getByRole('region', { name: 'Before you book' })
  await questions.getByText('Who comes, and can I ring them?').click()
  await expect(questions.getByText(/first names and photos/)).toBeVisible()
  await expectUsable(page, 'questions')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the first price is whole in the first screen and the second begins there; sorting opens by one button', async ({
    page,
  }) => {
    await putMove(page, aMove())
    await page.goto('/pick-a-driver')
    const [first, second] = [offers(page).nth(0), offers(page).nth(1)]
    await expect(second).toBeVisible()
    const bottomOf = (card: typeof first) => card.evaluate((one) => one.getBoundingClientRect().bottom)
    expect(await bottomOf(first)).toBeLessThanOrEqual(740)
    expect(await second.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(740)
    await expect(page.getByRole('radio', { name: 'Cheapest' })).toBeHidden()
    await page.getByRole('button', { name: 'Sort and filter' }).click()
    await page.getByRole('radio', { name: 'Cheapest' }).check()
    await expect(page).toHaveURL(/ordering=price/)
    await expectUsable(page, 'sorting on a phone')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Cheapest' })).toBeHidden()
    await expect(page.getByText('Cheapest', { exact: true }).first()).toBeVisible()
  })

  test('sorting again without a connection keeps the prices that are there, and says so', async ({ page, context }) => {
    await putMove(page, aMove())
    await page.goto('/pick-a-driver')
    await expect(offers(page).nth(1)).toBeVisible()
    const name = (await offers(page).first().getByRole('heading', { level: 2 }).textContent()) ?? ''
    await page.getByRole('button', { name: 'Sort and filter' }).click()
    await context.setOffline(true)
    await page.getByRole('radio', { name: 'Cheapest' }).check()
    await expect(page.getByRole('alert')).toContainText('The prices below are as they were')
    await expect(offers(page).first().getByRole('heading', { level: 2 })).toHaveText(name)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(offers(page).first()).toBeVisible()
  })
})
