// The inventory in sixty seconds (issue 14): a two-bedroom flat from home to prices with few presses and little to type.
import { expect, test } from '#test/support/browser/test.ts'
import { nextSaturday } from '#test/support/browser/moves.ts'
import { heading } from '#test/support/browser/steps.ts'
import type { Locator } from '@playwright/test'

const MOST_PRESSES = 14
/** Two postcodes: with one thumb, at 25 words a minute, seven seconds of the sixty. */
const MOST_LETTERS = 14

test.use({ viewport: { width: 360, height: 780 } })

test('a flat of two bedrooms, from home to prices, in fourteen presses', async ({ page }) => {
  let presses = 0
  let letters = 0
  const press = async (what: Locator) => {
    presses++
    await what.click()
  }
  const type = async (field: Locator, text: string) => {
    await press(field)
    letters += text.length
    await field.pressSequentially(text)
  }
  /** A phone opens lists of its own: the field, the day and “Done”, or the field and the time, are what a thumb presses. */
  const chooseDay = async (field: Locator, day: string) => {
    presses += 3
    await field.fill(day)
  }
  const chooseTime = async (field: Locator, time: string) => {
    presses += 2
    await field.selectOption(time)
  }

  await page.goto('/')
  const form = page.getByRole('form', { name: 'Your move' })
  await type(form.getByLabel('Moving from, postcode'), 'E17 4QH')
  await type(form.getByLabel('Moving to, postcode'), 'BN1 4QL')
  await chooseDay(form.getByLabel('Moving date'), nextSaturday())
  await press(form.getByRole('button', { name: 'Compare prices' }))
  await expect(heading(page, 'What’s going in the van?')).toBeVisible()
  await press(page.getByRole('button', { name: '2 bedrooms' }))
  await press(page.locator('label', { hasText: /^Luton Van/ }))
  await press(page.locator('label', { hasText: /^2 men/ }))
  await press(page.getByRole('button', { name: 'Continue', exact: true }))
  await expect(heading(page, 'Anything to take apart?')).toBeVisible()
  await press(page.getByRole('button', { name: 'Continue', exact: true }))
  await expect(heading(page, 'Where, when and how many stairs?')).toBeVisible()
  await chooseTime(page.getByLabel('Start time'), '09:00')
  await press(page.getByRole('button', { name: 'See prices', exact: true }))
  await expect(heading(page, /\d+ drivers? for/)).toBeVisible()
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
  expect(letters).toBeLessThanOrEqual(MOST_LETTERS)
})
