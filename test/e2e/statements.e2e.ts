import { expect, test } from '#test/support/browser/test.ts'
import { readFile } from 'node:fs/promises'
import { draftOfLastMonth } from '#test/support/browser/billing.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { signInNewDriver } from '#test/support/browser/drivers.ts'
import { heading } from '#test/support/browser/steps.ts'
import { wordsOf } from '#test/support/pdf.ts'

test('a driver asks about a line, the office answers in its browser, and the driver sees the answer with the line', async ({
  page,
  browser,
}) => {
  const { id, driver, plate } = await draftOfLastMonth()
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, driver)
  await page.goto('/statements')
  await page
    .getByRole('listitem')
    .filter({ hasText: plate })
    .getByRole('link', { name: /^Draft statement/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/statements/${id}$`))
  await expectUsable(page, 'a draft of one’s own')
  const line = page
    .getByRole('region', { name: /lines?$/ })
    .getByRole('listitem')
    .first()
  await line.getByText('Ask about this line').click()
  await line.getByRole('button', { name: 'Send the question' }).click()
  await expect(line.getByText('Write a sentence.')).toBeVisible()
  await line.getByLabel('Your question').fill('The customer paid £20 more for the piano.')
  await line.getByRole('button', { name: 'Send the question' }).click()
  await expect(page.getByRole('alert')).toContainText('Your question is with the office.')
  await expect(line).toContainText('The office hasn’t answered yet.')
  await expect(line.getByText('Ask about this line')).toHaveCount(0)

  const office = await (await browser.newContext()).newPage()
  await signIn(office, demonstrationPeople.admin)
  await office.goto('/admin/statements?status=queried')
  await office.getByRole('row', { name: plate }).getByRole('link').click()
  await expect(office).toHaveURL(new RegExp(`/admin/statements/${id}$`))
  const queries = office.getByRole('region', { name: 'Queries of the company' })
  await expect(queries).toContainText('The customer paid £20 more for the piano.')
  await queries.getByLabel(/^Answer about/).fill('We have added it as a correction.')
  await queries.getByRole('button', { name: 'Answer' }).click()
  await expect(office.getByRole('alert')).toHaveText('Your answer has been sent to the company.')
  await office.context().close()

  await page.reload()
  await expect(line).toContainText('We have added it as a correction.')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectUsable(page, 'an answered line')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('statement-draft.pdf')
  expect(await wordsOf(await readFile(await file.path()))).toContain(plate)
})

test('the link of the email leads to the statement after the login', async ({ page }) => {
  const { id, driver } = await draftOfLastMonth()
  const { email, password } = driver
  expect((await page.goto(`/statements/${id}`))?.status()).toBe(401)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Draft statement')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/statements/${id}$`))
})

test('an owner without statements is told what one is; nobody else has the pages', async ({ page }) => {
  const { id } = await draftOfLastMonth()
  await signInNewDriver(page)
  await page.goto('/driver-profile')
  await page.getByRole('navigation').getByRole('link', { name: 'Statements' }).first().click()
  await expect(heading(page, 'Statements')).toBeVisible()
  await expect(page.getByText('No statements yet')).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `no statements at ${width} px`)
  }
  // Somebody else’s.
  expect((await page.goto(`/statements/${id}`))?.status()).toBe(404)
  await page.context().clearCookies()
  expect((await page.goto(`/statements/${id}`))?.status()).toBe(401)
  await signInNewCustomer(page)
  await page.goto('/statements')
  await expect(page).toHaveURL(/\/$/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })

  test('a question is a form, and what was written stays if it is refused', async ({ page }) => {
    const { id, driver } = await draftOfLastMonth()
    await signIn(page, driver)
    await page.goto(`/statements/${id}`)
    const line = page
      .getByRole('region', { name: /lines?$/ })
      .getByRole('listitem')
      .first()
    await line.getByText('Ask about this line').click()
    await line.getByRole('button', { name: 'Send the question' }).click()
    await expect(line.getByText('Write a sentence.')).toBeVisible()
    await line.getByLabel('Your question').fill('Whose job is this?')
    await line.getByRole('button', { name: 'Send the question' }).click()
    await expect(line).toContainText('Whose job is this?')
  })
})

test('an owner has the figures of a quarter, with the update and its records as files', async ({ page }) => {
  const { driver } = await draftOfLastMonth()
  await signIn(page, driver)
  await page.goto('/statements')
  await page.getByRole('link', { name: 'Income for tax' }).click()
  await expect(heading(page, 'Income for tax')).toBeVisible()
  const figures = page.getByRole('table', { name: 'Totals by category' })
  const shown = await figures.textContent()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `the figures of a quarter at ${width} px`)
  }
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Update as CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^income-\d{4}-\d\d-quarter-\d\.csv$/)
  const [, turnover = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  const inTheYear = turnover.split(',').at(-1) ?? ''
  expect(Number(inTheYear)).toBeGreaterThan(0)
  expect(shown?.replaceAll(',', '')).toContain(`£${inTheYear}`)

  await page.getByRole('combobox', { name: 'Quarters begin' }).selectOption('calendar')
  await page.getByRole('combobox', { name: 'Quarter', exact: true }).selectOption('1')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(/^01\/04\/\d{4} to 30\/06\/\d{4}/)).toBeVisible()
})
