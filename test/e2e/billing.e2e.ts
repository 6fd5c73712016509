import { expect, test, type Page } from '#test/support/browser/test.ts'
import { billedUnit, type BilledUnit } from '#test/support/browser/billing.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' })

async function startStatement(page: Page, { plate }: BilledUnit): Promise<void> {
  await page.goto('/admin/statements')
  await link(page, 'New statement').click()
  await page.getByRole('searchbox', { name: 'Unit, plate, company or owner’s email' }).fill(plate)
  await button(page, 'Find').click()
  await page.getByRole('radio', { name: plate }).check()
}

const due = (page: Page) => page.getByText(/^(Vanfare pays|Due to Vanfare|Nothing is due)/)

test('the office makes last month’s statement, corrects a fee and takes it back, saves it, and is told when it tries again', async ({
  page,
}) => {
  const unit = await billedUnit()
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/')
  await expect(page).toHaveURL(/\/admin\/bookings$/)
  await startStatement(page, unit)
  await button(page, /make the draft/).click()
  await expect(heading(page, 'Draft statement')).toBeVisible()
  const first = page.url()
  const before = await due(page).locator('..').textContent()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `a draft at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  // What is missing is said at its field, and nothing is lost.
  await page.getByLabel('Reason').fill('One hour late, agreed with the customer')
  await button(page, 'Add the correction').click()
  await expect(page.getByText('Enter pounds and pence, like 12.34.')).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveValue('One hour late, agreed with the customer')
  await page.getByLabel('Amount').fill('−20.00')
  await button(page, 'Add the correction').click()
  await expect(page.getByRole('alert')).toHaveText('The correction is added.')
  const corrections = page.getByRole('region', { name: 'Fee corrections' })
  await expect(corrections.getByRole('listitem')).toContainText('−£20.00')
  await expect(due(page).locator('..')).not.toHaveText(before ?? '')
  await expect(page.getByLabel('Reason')).toHaveValue('')

  await link(page, 'Delete correction: One hour late, agreed with the customer').click()
  await expect(page.getByText('Delete this correction of −£20.00?')).toBeFocused()
  await button(page, 'Delete').click()
  await expect(page.getByRole('alert')).toHaveText('The correction is deleted.')
  await expect(due(page).locator('..')).toHaveText(before ?? '')

  // Saving says first what follows.
  await link(page, 'Save').click()
  await expect(page.getByText('After that nothing changes it')).toBeVisible()
  await button(page, 'Save and number').click()
  await expect(heading(page, /^Statement STM-\d{4}\/\d\d-\d{5}$/)).toBeVisible()
  await expect(page.getByLabel('Reason')).toHaveCount(0)
  await expect(link(page, 'Save')).toHaveCount(0)
  const title = (await heading(page, /^Statement/).textContent()) ?? ''

  // Each line opens the events behind it.
  const line = page.getByRole('table', { name: 'Lines' }).getByRole('row').nth(1)
  await line.getByText('Breakdown').click()
  await line.getByRole('link', { name: /^What happened/ }).click()
  await expect(heading(page, /^Booking /)).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('booked')
  await expectUsable(page, 'a booking with what happened to it')

  // The same period again.
  await startStatement(page, unit)
  await button(page, /make the draft/).click()
  await expect(page.getByRole('heading', { name: `${title} already covers these dates` })).toBeFocused()
  await expectUsable(page, 'a period that is covered')
  await link(page, `Open ${title.replace('Statement ', '')}`).click()
  await expect(page).toHaveURL(first)

  // A fresh draft can be looked at, and cannot be saved.
  await startStatement(page, unit)
  await button(page, /make the draft/).click()
  await button(page, 'Make a new draft anyway').click()
  await expect(page.getByText('This draft can’t be saved')).toBeVisible()
  await expect(link(page, 'Save')).toHaveCount(0)
  await link(page, 'Discard').click()
  await button(page, 'Discard the draft').click()
  await expect(page.getByRole('alert')).toContainText('The draft is discarded.')

  // A list of this unit has the one that is saved.
  await page.getByRole('searchbox', { name: 'Working unit' }).fill(unit.plate)
  await button(page, 'Show').click()
  await expect(link(page, title.replace('Statement ', ''))).toBeVisible()
  await page.getByLabel('From').fill('31/02/2026')
  await button(page, 'Show').click()
  await expect(page.getByText('Enter the first day as DD/MM/YYYY.')).toBeVisible()
  await expectUsable(page, 'a list with a date that is none')
})

test('a period that is not over and reversed dates are reported before anything is made', async ({ page }) => {
  const unit = await billedUnit()
  await signIn(page, demonstrationPeople.admin)
  await startStatement(page, unit)
  const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })]
  await from.fill('01/01/2099')
  await to.fill('31/01/2099')
  await expect(page.getByText('It can be made and saved from 01/02/2099 on.')).toBeVisible()
  await to.fill('31/12/2098')
  await expect(page.getByText('The last day comes before the first.')).toBeVisible()
  await expect(from).toHaveValue('01/01/2099')
  await expect(to).toHaveValue('31/12/2098')
  await expectUsable(page, 'reversed dates of a new statement')
})

test('an invoice run shows the invoice of each company', async ({ page }) => {
  const { company } = await billedUnit()
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/invoices')
  await link(page, 'New invoices').click()
  await page.getByLabel('Leave out what a saved').uncheck()
  await button(page, /make the draft/).click()
  await expect(heading(page, 'Draft invoices')).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: company }).first().locator('summary').click()
  await expect(page.getByRole('table', { name: `Working units of ${company}` })).toBeVisible()
  // Of which company, has to be said.
  await page.getByLabel('Reason').fill('Agreed rate')
  await page.getByLabel('Amount').fill('-5')
  await button(page, 'Add the correction').click()
  await expect(page.getByText('Choose which company it’s for.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Company' }).selectOption({ label: company })
  await button(page, 'Add the correction').click()
  const corrections = page.getByRole('region', { name: 'Fee corrections' })
  await expect(corrections.getByRole('listitem')).toContainText(company)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `an invoice run at ${width} px`)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a statement is made and corrected too, and nobody else has the pages', async ({ page }) => {
    const unit = await billedUnit()
    await signIn(page, demonstrationPeople.admin)
    await startStatement(page, unit)
    // A period in which nothing can have been done.
    await page.getByLabel('From').fill('01/01/2016')
    await page.getByLabel('To', { exact: true }).fill('31/01/2016')
    await button(page, /make the draft/).click()
    await expect(page.getByRole('heading', { name: 'No completed bookings' })).toBeVisible()
    await expect(
      page.getByText(`${unit.plate} had no billable activity between 01/01/2016 and 31/01/2016.`),
    ).toBeVisible()
    await link(page, 'Change the dates').click()
    await expect(page.getByLabel('From')).toHaveValue('01/01/2016')
    await link(page, 'Last month').click()
    await expect(page.getByRole('radio', { name: unit.plate })).toBeChecked()
    await page.getByLabel('Leave out what a saved').uncheck()
    await button(page, /make the draft/).click()
    await page.getByLabel('Reason').fill('Parking refunded')
    await page.getByLabel('Amount').fill('12')
    await button(page, 'Add the correction').click()
    await expect(page.getByText('+£12.00')).toBeVisible()
    await link(page, 'Delete correction: Parking refunded').click()
    await button(page, 'Delete').click()
    await expect(page.getByText('+£12.00')).toHaveCount(0)
    const { pathname } = new URL(page.url())
    await link(page, 'Discard').click()
    await button(page, 'Discard the draft').click()
    await expect(page.getByText('The draft is discarded.')).toBeVisible()
    expect((await page.goto(pathname))?.status()).toBe(404)

    await signIn(page, demonstrationPeople.driver)
    for (const address of ['/admin/statements', '/admin/invoices/new', `/admin/sales-credit-invoices/${unit.id}`]) {
      await page.goto(address)
      await expect(page).not.toHaveURL(/\/admin\//)
    }
  })
})
