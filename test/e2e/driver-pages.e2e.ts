import { expect, test, type Page } from '@playwright/test'
import { signInNewDriver } from '#test/support/browser/drivers.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'

const pricing = '/settings/operations-and-pricing'
const pages = [
  '/driver-profile',
  '/calendar',
  '/working-unit',
  '/working-unit/working-hours',
  '/settings/general',
  '/settings/marketing',
  '/settings/driving-profile',
  '/settings/payment-setup',
  '/settings/notifications',
  pricing,
  `${pricing}-hourly-rates`,
  `${pricing}-route-and-milleage`,
  `${pricing}-terms`,
  `${pricing}-out-of-hours`,
]

for (const width of [350, 1280])
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page of the workplace is usable at ${width} px by ${colorScheme}`, async ({ browser }) => {
      test.setTimeout(120_000)
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
      const page = await context.newPage()
      const refused: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') refused.push(message.text())
      })
      await signIn(page, demonstrationPeople.driver)
      for (const path of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectUsable(page, path)
      }
      expect(refused).toEqual([])
      await context.close()
    })
  }

test('"auto" is night before the first paint, and the switch is remembered', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  await signIn(page, demonstrationPeople.driver)
  await page.goto('/driver-profile')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Night view' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await context.close()
})

test('a job is tried on prices that are not saved yet', async ({ page }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto(`${pricing}-hourly-rates`)
  const simulator = page.getByRole('region', { name: 'What would this job cost with my prices?' })
  await simulator.getByLabel('From').fill('E17 4QH')
  await simulator.getByLabel('To').fill('N1 9GU')
  await expect(simulator.getByText('Total')).toBeVisible()
  const before = await simulator.getByText(/£[\d,.]+$/).allInnerTexts()
  await page.getByLabel('Large Van, 1 man, pounds an hour').fill('71')
  await expect(simulator.getByText(/at £71\.00/)).toBeVisible()
  expect(await simulator.getByText(/£[\d,.]+$/).allInnerTexts()).not.toEqual(before)
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
})

test('a form that cannot be sent keeps what was typed', async ({ page, context }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto(`${pricing}-terms`)
  const minutes = page.getByLabel('Free minutes')
  await minutes.fill('45')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(page.getByText('We could not reach Vanfare. Check your connection and try again.')).toBeVisible()
  await expect(minutes).toHaveValue('45')
  await context.setOffline(false)
})

test('what was typed stays over rates that another page has saved meanwhile', async ({ page, context }) => {
  await signInNewDriver(page)
  const other = await context.newPage()
  const rate = (of: Page, crew: string) => of.getByLabel(`Large Van, ${crew}, pounds an hour`)
  for (const one of [page, other]) await one.goto(`${pricing}-hourly-rates`)
  await rate(other, '1 man').fill('48')
  await other.getByRole('button', { name: 'Save rates' }).click()
  await expect(other.getByText('Rates saved')).toBeVisible()

  await rate(page, '2 men').fill('63')
  await page.getByRole('button', { name: 'Save rates' }).click()
  await expect(page.getByText(/^Your prices were changed in another window/)).toBeVisible()
  await expect(rate(page, '1 man')).toHaveValue('48.00')
  await expect(rate(page, '2 men')).toHaveValue('63')
  await page.getByRole('button', { name: 'Save rates' }).click()
  await expect(page.getByText('Rates saved')).toBeVisible()
  await expect(rate(page, '2 men')).toHaveValue('63.00')
  await other.reload()
  await expect(rate(other, '1 man')).toHaveValue('48.00')
  await expect(rate(other, '2 men')).toHaveValue('63.00')
})

test('whoever leaves with changes is asked first, and a booking in the calendar opens', async ({ page }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto(`${pricing}-terms`)
  const minutes = page.getByLabel('Free minutes')
  await minutes.fill('45')
  const away = page.getByRole('link', { name: 'Notifications' })
  await away.click()
  await expectUsable(page, 'leaving with changes')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(minutes).toHaveValue('45')
  await away.click()
  await page.getByRole('button', { name: 'Leave, drop the changes' }).click()
  await expect(page).toHaveURL(/\/settings\/notifications$/)

  await page.goto(`${pricing}-out-of-hours`)
  await page.getByLabel('Standard hours on Tuesday').uncheck()
  await expect(page.getByText('Out of hours all day')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Tuesday from')).toHaveValue('08:00')
  await expect(page.getByText('No changes')).toBeVisible()

  await page.goto('/calendar')
  const job = page.getByRole('list', { name: /^Bookings on/ }).getByRole('button')
  const times = await job.first().locator('b').innerText()
  await job.first().click()
  const dialog = page.getByRole('dialog', { name: times })
  await expect(dialog.getByText(/^£\d+\.\d\d, /)).toBeVisible()
  await expectUsable(page, 'a booking in the calendar')
})

test('nobody but a driver sees the workplace, nobody but an admin the office', async ({ page }) => {
  expect((await page.goto('/calendar'))?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Log in to your workplace' })).toBeVisible()
  await page.goto('/admin/verifications')
  await expect(page).toHaveURL(/\/$/)
  await signIn(page, demonstrationPeople.customer)
  await page.goto('/settings/general')
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/admin/verifications')
  await expect(page).toHaveURL(/\/$/)
  await page.context().clearCookies()
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/driver-profile')
  await expect(page).toHaveURL(/\/admin\/statements$/)
  // A page of the queue that is empty by now leads to the first.
  await page.goto('/admin/verifications?page=99')
  await expect(page).toHaveURL(/\/admin\/verifications$/)
})
