// What a driver is told of a job leads to that job, with its next act as a button; so does the calendar.
import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, mailsTo, signIn } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'

test('the mail of a new booking leads to that booking with its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const job = await aJob({ status: 'new_booking' })
  await signIn(page, job.driver)
  const path = `/my-bookings/new-bookings?job=${job.id}&unit=${job.unitId}`
  const links = async () =>
    (await mailsTo(page, job.driver.email)).map(
      ({ text }) => /\/my-bookings\/new-bookings\?job=[\w-]+&unit=[\w-]+/.exec(text)?.[0],
    )
  await expect.poll(links).toContain(path)
  await page.goto(path)
  const first = page.getByRole('article').first()
  await expect(first).toHaveAttribute('id', `job-${job.id}`)
  await expect(first.getByRole('button', { name: /^Confirm booking/ })).toBeVisible()
  await expect(first.getByRole('link', { name: /^Reject/ })).toBeVisible()
})

test('a login asked for by the page of a message leads back to that page', async ({ page, browser }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const job = await aJob({ status: 'new_booking' })
  const logIn = async (at: Page | Locator) => {
    await at.getByLabel('Email').fill(job.driver.email)
    await at.getByRole('textbox', { name: 'Password' }).fill(job.driver.password)
    await at.getByRole('button', { name: 'Login' }).click()
  }
  const path = `/my-bookings/new-bookings?job=${job.id}&unit=${job.unitId}`
  for (const asked of [path, `/calendar?day=${job.day}&unit=${job.unitId}`, `/my-day?unit=${job.unitId}`]) {
    await page.goto(asked)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await logIn(page.getByRole('dialog', { name: 'Login' }))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toHaveCount(0)
    await expect(page).toHaveURL(asked)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
  }
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(path)
  await plain.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await logIn(plain.getByRole('main'))
  await expect(plain).toHaveURL(path)
  await expect(plain.getByRole('article').first()).toHaveAttribute('id', `job-${job.id}`)
})

test('the address finds the list that a job is in by now, and says so where the van has it no more', async ({
  page,
}) => {
  const job = await aJob()
  await signIn(page, job.driver)
  await page.goto(`/my-bookings/new-bookings?job=${job.id}&unit=${job.unitId}`)
  await expect(page).toHaveURL(/\/my-bookings\/confirmed-bookings\?/)
  await expect(page.getByRole('article').first()).toHaveAttribute('id', `job-${job.id}`)
  await page.goto(`/my-bookings/new-bookings?job=${crypto.randomUUID()}&unit=${job.unitId}`)
  await expect(page.getByText('This van no longer has that job')).toBeVisible()
  await expectUsable(page, 'a job that is gone')
})

test('the calendar’s dialog confirms a new booking, and leads on from a confirmed one', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const job = await aJob({ status: 'new_booking' })
  await signIn(page, job.driver)
  const dialog = page.getByRole('dialog')
  const openIt = async () => {
    await page.goto(`/calendar?day=${job.day}&unit=${job.unitId}`)
    await page
      .getByRole('button', { name: /New booking$|Confirmed$/ })
      .last()
      .click()
  }
  await openIt()
  await expect(dialog.getByRole('button', { name: 'Confirm booking' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Reject' })).toBeVisible()
  await expectUsable(page, 'a new booking in the calendar')
  await dialog.getByRole('button', { name: 'Confirm booking' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Confirmed' })).toBeVisible()
  await openIt()
  await expect(dialog.getByRole('link', { name: 'Job sheet' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Call / })).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Open / })).toBeVisible()
  await expectUsable(page, 'a confirmed job in the calendar')
})

test('the mail of a customer who asks again leads to that question with its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, demonstrationPeople.driver)
  await page.goto('/my-bookings/new-bookings')
  const asked = page.getByRole('list', { name: 'Asked for again' }).getByRole('article').first()
  const place = (await asked.getAttribute('id')) ?? ''
  expect(place).toMatch(/^re-book-[0-9a-f-]{36}$/)
  await page.goto(`/my-bookings/hot-jobs${new URL(page.url()).search}`)
  await page.goto(`/my-bookings/new-bookings${new URL(page.url()).search}#${place}`)
  await expect(asked).toBeFocused()
  await expect(asked).toBeInViewport()
  await expect(asked.getByRole('button', { name: /^Confirm/ })).toBeVisible()
  await expectUsable(page, 'a customer who asks again')
  await page.goto(`/my-bookings/hot-jobs${new URL(page.url()).search}`)
  await expect(page.getByText(/^Open until/).first()).toBeVisible()
  // A booking that another message leads to comes before such questions.
  await page.goto(`/my-bookings/new-bookings${new URL(page.url()).search}`)
  const card = page.locator('article[id^="job-"]').last()
  const id = ((await card.getAttribute('id')) ?? '').replace('job-', '')
  await page.goto(`/my-bookings/new-bookings${new URL(page.url()).search}&job=${id}`)
  await expect(page.getByRole('article').first()).toHaveAttribute('id', `job-${id}`)
})
