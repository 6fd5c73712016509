// The office's board of today: a job that its driver does not answer is moved, a card is charged, and any booking is found.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'
import { aJob, type Job } from '#test/support/browser/world.ts'

/** The driver is asked once more, and the case says when. */
async function askAgain(page: Page, { id }: Job): Promise<void> {
  await page.goto(`/admin/bookings/${id}`)
  await link(page, 'Ask the driver again').click()
  await expect(page.getByRole('heading', { name: 'Ask the driver again' })).toBeFocused()
  await expect(page.getByText(/^The time to answer stays the same: until /)).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `asking a driver again at ${width} px`)
  }
  await button(page, 'Ask again').click()
  await expect(page.getByRole('alert')).toHaveText('The driver has been asked again.')
  await expect(page.getByText('Asked again', { exact: true })).toBeVisible()
  await expect(page.getByText(/^The office\s+asked .+ again$/)).toBeVisible()
  await expect(link(page, 'Ask the driver again')).toHaveCount(0)
  await page.goto('/admin/bookings?show=unconfirmed')
  await expect(page.getByText(/^asked again at \d\d:\d\d$/).first()).toBeVisible()
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a job that its driver has not confirmed is asked about again, then moved to another unit, and the customer’s page follows', async ({
  page,
  browser,
}) => {
  // Somebody else, who could do it as well.
  await aJob()
  const job = await aJob({ status: 'new_booking' })
  // Due before the others that wait, so that it is on the first page of the list.
  await inDatabase(`update bookings.booking set respond_by = pgboss.job_now() + interval '15 minutes' where id = $1`, [
    job.id,
  ])
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/bookings')
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(page.getByRole('heading', { name: /need you$/ })).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `the board at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await link(page, /^Unconfirmed/).click()
  await expect(page).toHaveURL(/show=unconfirmed/)
  await expect(link(page, /^Make hot/).first()).toBeVisible()
  await expect(link(page, /^Call /).first()).toHaveAttribute('href', /^tel:\+44/)

  await askAgain(page, job)
  await page.goto(`/admin/bookings/${job.id}?do=move`)
  const customer = await (await browser.newContext()).newPage()
  await signIn(customer, job)
  const hash = (await link(page, 'What the customer sees').getAttribute('href')) ?? ''
  await customer.goto(hash)
  await expect(customer.getByText(/has to confirm next/).first()).toBeVisible()

  // What follows is said before it is done, and what is missing at its field.
  await expect(page.getByRole('heading', { name: 'Move to another unit' })).toBeFocused()
  await expect(page.getByText(/the customer’s price stays/)).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `moving a booking at ${width} px`)
  }
  const chosen = page.getByRole('radio').first()
  const name = (await page.locator('.units label b').first().textContent())?.split(',')[0] ?? ''
  await chosen.check({ force: true })
  await button(page, 'Move it').click()
  await expect(page.getByRole('alert')).toHaveText('Moved. Everyone has been notified.')
  await expect(page.getByText(name).first()).toBeVisible()

  // Without a reload: their page is told.
  await expect(customer.getByText(`${name} has to confirm next`).first()).toBeVisible()
  await expect(customer.getByText(`We asked ${name}, at the same price`)).toBeVisible()
  await customer.context().close()
})

test('a card is marked as charged with the provider’s reference, and is off the board', async ({ page }) => {
  await signIn(page, demonstrationPeople.admin)
  const due = () =>
    inDatabase(`select booking_id as id from billing.card_due order by since desc, booking_id desc limit 1`)
  await expect.poll(async () => (await due()).length, { message: 'a card to be charged' }).toBe(1)
  const [row] = await due()
  const id = String(row?.['id'])
  await page.goto(`/admin/bookings/${id}`)
  await link(page, 'Mark as charged').click()
  await button(page, /^Mark £.* as charged$/).click()
  await expect(page.getByText('Enter the reference.')).toBeVisible()
  await page.getByLabel('The provider’s reference').fill('ch_1234567')
  await button(page, /^Mark £.* as charged$/).click()
  await expect(page.getByRole('alert')).toHaveText(/is marked as charged\.$/)
  await expect(page.getByText('charged, ch_1234567')).toBeVisible()
  await expect(link(page, 'Mark as refunded')).toBeVisible()
  await expectUsable(page, 'a booking whose card is charged')
  expect(await inDatabase('select from billing.card_due where booking_id = $1', [id])).toEqual([])
})

test('any booking is found by what somebody reads out, and the search can be shared', async ({ page }) => {
  await signIn(page, demonstrationPeople.admin)
  const [row] = await inDatabase(
    `select upper(right(b.id::text, 8)) as reference, p.email from bookings.booking b join identity.user p on p.id = b.customer_id
     where b.status = 'completed' and p.opened_by = 'email' order by b.start_at limit 1`,
  )
  const reference = String(row?.['reference'])
  await page.goto('/admin/bookings')
  await page.getByRole('searchbox', { name: 'Find a booking' }).fill(reference.toLowerCase())
  await button(page, 'Find').click()
  await expect(page).toHaveURL(/\/admin\/bookings\/find\?q=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `the search at ${width} px`)
  }
  await link(page, reference).click()
  await expect(heading(page, `Booking ${reference}`)).toBeVisible()
  await page.goto(`/admin/bookings/find?q=${encodeURIComponent(String(row?.['email']))}&status=completed`)
  await expect(link(page, reference)).toBeVisible()
  await page.goto('/admin/bookings/find?q=Zzyzxq')
  await expect(page.getByRole('heading', { name: 'Nothing found for “Zzyzxq”' })).toBeVisible()
  await expectUsable(page, 'a search that finds nothing')
  await page.goto('/admin/bookings/find?from=31/02/2026')
  await expect(page.getByText('Enter a day, such as 14/03/2026.')).toBeVisible()
  await page.goto('/admin/bookings/find')
  await link(page, 'Next').click()
  await expect(link(page, 'First page')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the office sees the board, makes a job hot, and nobody else has the page', async ({ page }) => {
    const { id } = await aJob({ status: 'new_booking' })
    await signIn(page, demonstrationPeople.admin)
    await page.goto('/admin/bookings?show=unconfirmed')
    await expect(heading(page, 'Today')).toBeVisible()
    await page.goto(`/admin/bookings/${id}?do=make_hot`)
    await expect(page.getByText(/the first to accept gets it/)).toBeVisible()
    await page.getByLabel('Why').fill('Their van broke down.')
    await button(page, 'Make it hot').click()
    await expect(page.getByText('It’s now a hot job. Everyone has been notified.')).toBeVisible()
    await expect(page.getByText('Hot', { exact: true })).toBeVisible()
    await signIn(page, demonstrationPeople.driver)
    await page.goto('/admin/bookings')
    await expect(page).not.toHaveURL(/admin/)
  })
})
