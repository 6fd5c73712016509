import { expect, test } from '#test/support/browser/test.ts'
import { readFile } from 'node:fs/promises'
import { billedUnit, longDraftOf } from '#test/support/browser/billing.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'
import { pagesOf, wordsOf } from '#test/support/pdf.ts'

test('a sales credit is made, corrected, saved and downloaded', async ({ page }) => {
  const { customer: client } = await billedUnit()
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/sales-credit-invoices')
  await page.getByRole('link', { name: 'New credit' }).click()
  await page.getByRole('searchbox', { name: 'Client’s name, email or phone number' }).fill(client.email)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('radio', { name: client.email }).check()
  await page.getByLabel('Leave out what a saved').uncheck()
  await page.getByRole('button', { name: /make the draft/ }).click()
  await expect(heading(page, 'Draft sales credit invoice')).toBeVisible()
  await page.getByLabel('Reason').fill('A lamp was scratched')
  await page.getByLabel('Amount').fill('24.00')
  await page.getByRole('button', { name: 'Add the correction' }).click()
  await expect(page.getByRole('alert')).toHaveText('The correction is added.')
  await expect(page.getByRole('region', { name: 'Fee corrections' })).toContainText('+£24.00')
  await page.getByRole('link', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Save and number' }).click()
  const title = heading(page, /^Sales credit invoice SCN-\d{4}\/\d\d-\d{5}$/)
  await expect(title).toBeVisible()
  const number = ((await title.textContent()) ?? '').replace('Sales credit invoice ', '')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe(`credit-note-${number.toLowerCase().replace('/', '-')}.pdf`)
  const words = await wordsOf(await readFile(await file.path()))
  for (const word of [number, client.firstName, 'A lamp was scratched', '£24.00']) expect(words).toContain(word)
})

test('a document with 200 lines is readable on a phone and a desk, and prints', async ({ page }) => {
  const { id, driver, company } = await longDraftOf(200)
  await signIn(page, demonstrationPeople.admin)
  await page.goto(`/admin/statements/${id}`)
  // 200 × (£200 − £30 − £6).
  await expect(page.getByText(`Vanfare pays ${company}`).locator('..')).toContainText('£32,800.00')
  await expect(page.getByRole('row', { name: /LONG/ })).toHaveCount(200)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `200 lines at ${width} px`)
    await page.screenshot({ path: test.info().outputPath(`office-${width}.png`) })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const pages = await pagesOf(await page.pdf({ format: 'A4' }))
  const printed = pages.join('\n')
  expect(printed.match(/LONG\d{4}/g)).toHaveLength(200)
  // The head of the table is on every page that has lines of it; what is for the screen alone is on none.
  for (const text of pages.filter((one) => one.includes('LONG'))) expect(text).toContain('Commission')
  for (const word of ['Breakdown', 'Add the correction', 'Verifications']) expect(printed).not.toContain(word)
  expect(pages.at(-1)).toContain('£32,800.00')

  await signIn(page, driver)
  await page.goto(`/statements/${id}`)
  await expect(page.getByRole('heading', { name: '200 lines' })).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `200 lines of one’s own at ${width} px`)
  }
})
