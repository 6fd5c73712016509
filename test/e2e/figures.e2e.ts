import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'

/** Counted a moment after the demonstration is loaded; its ledger half a minute later. */
async function openCounted(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/admin/figures')
    await expect(page.getByRole('heading', { level: 2, name: 'Bookings', exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the office looks at last month’s figures, at its own dates, and takes the numbers with it', async ({ page }) => {
  await signIn(page, demonstrationPeople.admin)
  await openCounted(page)
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Figures' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `figures at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: 'Last month' }).click()
  await expect(page.getByRole('link', { name: 'Last month' })).toHaveAttribute('aria-current', 'page')
  const bookings = card(page, 'Bookings')
  await expect(
    bookings.getByRole('img', { name: /^Bookings by day, 01\/\d\d\/\d{4} to \d\d\/\d\d\/\d{4}/ }),
  ).toBeVisible()

  // What the picture shows is in its table, and in the file.
  await bookings.getByText('Show the numbers').click()
  const table = bookings.getByRole('table')
  const rows = table.getByRole('row')
  const shown: string[] = []
  for (const row of (await rows.all()).slice(1)) shown.push((await row.getByRole('cell').allTextContents()).join(','))
  expect(shown.length).toBeGreaterThan(27)
  const saved = page.waitForEvent('download')
  await bookings.getByRole('link', { name: 'CSV of bookings' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^bookings-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  const [headings, ...lines] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(headings).toBe('\uFEFFFirst day,Last day,Made,Confirmed,Completed,Cancelled')
  expect(lines.map((line) => line.split(',').slice(2).join(','))).toEqual(shown)

  // Own dates, in either way of writing them, by weeks.
  const first = await page.getByRole('textbox', { name: 'From' }).inputValue()
  const [, month = '', year = ''] = first.split('/')
  await page.getByRole('textbox', { name: 'From' }).fill(`${year}-${month}-02`)
  await page.getByRole('textbox', { name: 'To' }).fill(`15/${month}/${year}`)
  await page.getByRole('combobox', { name: 'By' }).selectOption('Week')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText(`02/${month}/${year} to 15/${month}/${year}, beside `)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue(`02/${month}/${year}`)
  await expect(bookings.getByRole('img', { name: /^Bookings by week/ })).toBeVisible()

  // A year by day is drawn by the week; its file has the days.
  await page.getByRole('combobox', { name: 'By' }).selectOption('Day')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(bookings.getByRole('img', { name: /^Bookings by day/ })).toBeVisible()
  await page.getByRole('link', { name: '12 months' }).click()
  await expect(bookings.getByRole('img', { name: /^Bookings by week/ })).toBeVisible()
  await expect(page.getByText('the CSV files have every day')).toBeVisible()
  // Weeks and the headings. How many bytes they are hangs on the day on which the demonstration was started.
  for (const each of await page.getByRole('table', { includeHidden: true }).all())
    expect(await each.locator('tr').count()).toBeLessThanOrEqual(54)
  const daily = page.waitForEvent('download')
  await bookings.getByRole('link', { name: 'CSV of bookings' }).click()
  const days = readFileSync(await (await daily).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(days.length).toBeGreaterThan(330)

  await page.getByRole('textbox', { name: 'To' }).fill('next week')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Enter the last day as DD/MM/YYYY.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue('next week')

  await page.goto('/admin/figures?start_date=01/02/2020&end_date=2020-02-03')
  await expect(page.getByText('Nothing happened on these days')).toBeVisible()
})

test('nobody else sees the figures', async ({ page }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto('/admin/figures')
  await expect(page).not.toHaveURL(/figures/)
})
