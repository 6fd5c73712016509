// The driver's job on paper (prototype job-sheet.html), and the customer's receipt.
import { expect, test } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'

test('the demonstration’s driver prints a job on one A4 page; others find nothing there', async ({ page }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto('/my-bookings/confirmed-bookings')
  await page.getByRole('link', { name: 'Job sheet' }).first().click()
  await expect(page.getByRole('article', { name: 'Job sheet' })).toBeVisible()
  await expect(page.getByText('Cash to collect')).toBeVisible()
  await expectUsable(page, 'job sheet')
  const address = page.url()
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.context().clearCookies()
  await signIn(page, demonstrationPeople.customer)
  const answer = await page.goto(address)
  expect(answer?.url()).toMatch(/\/$/)
})

test('the customer of a completed move saves its receipt', async ({ page }) => {
  await signIn(page, demonstrationPeople.customer)
  await page.goto('/my-bookings/past-bookings')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Completed' })
    .first()
    .getByRole('link', { name: /^Receipt/ })
    .click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Receipt as PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^receipt-VF-[0-9A-F]{8}\.pdf$/)
})
