// Something was damaged: the customer claims it, the mover pays less, and the office decides between them.
import { expect, test, type Browser } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, linkOf } from '#test/support/browser/moving-days.ts'
import type { Job } from '#test/support/browser/world.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { now } from '#test/support/start-of-clock.ts'

/** The driver starts and finishes it, now. */
async function workedThrough(browser: Browser, { id, driver }: Job): Promise<void> {
  await inDatabase(
    `update bookings.booking set start_at = date_trunc('minute', pgboss.job_now()) - interval '1 minute' where id = $1`,
    [id],
  )
  const { request } = await browser.newContext()
  const login = await request.post(`${process.env['VANFARE_TEST_URL']}/api/users/login/`, {
    data: { email: driver.email, password: driver.password },
  })
  const { access } = (await login.json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  for (const act of ['start', 'finish']) {
    const data = { action_key: crypto.randomUUID(), happened_at: now().toISOString() }
    const answer = await request.post(`${process.env['VANFARE_TEST_URL']}/api/booking/${id}/${act}/`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
}

const viewport = { width: 360, height: 780 }

test('a claim is made, answered with less, and decided by the office; both read why', async ({ browser }) => {
  const job = await jobOfToday()
  await workedThrough(browser, job)
  const pageOf = async (person: { email: string; password: string }, path: string) => {
    const page = await (await browser.newContext({ viewport })).newPage()
    await signIn(page, person)
    await page.goto(path)
    return page
  }
  const path = `/my-bookings/claims/${job.id}`
  const customer = await pageOf(job, path)
  await customer.getByRole('button', { name: 'Send the claim' }).click()
  await expect(customer.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectUsable(customer, 'a claim with nothing in it')
  await customer.getByLabel('Thing 1: what it is and what happened').fill('The lamp, its foot is broken')
  await customer.getByLabel('Amount you’re claiming').first().fill('80.00')
  await customer.getByRole('button', { name: 'Send the claim' }).click()
  await expect(customer.getByText(/has until .* to answer\./)).toBeVisible()
  await expectUsable(customer, 'a claim')

  const driver = await pageOf(job.driver, path)
  await expect(driver.getByText('The lamp, its foot is broken')).toBeVisible()
  await driver.getByLabel('What you pay').fill('30.00')
  await driver.getByLabel('Why').fill('It was an old lamp.')
  await expectUsable(driver, 'a claim to answer')
  await driver.getByRole('button', { name: 'Send your answer' }).click()
  await expect(driver.getByText('It was an old lamp.')).toBeVisible()
  await expect(driver.getByRole('button', { name: 'Send your answer' })).toHaveCount(0)
  // Heard of without a reload.
  await expect(customer.getByText('It was an old lamp.')).toBeVisible()

  const office = await pageOf(demonstrationPeople.admin, `/admin/claims?claim=${job.id}`)
  await office.getByLabel('What the company should pay').fill('90.00')
  await office.getByLabel('Why').fill('A lamp of that age is worth £50.')
  await office.getByRole('button', { name: 'Decide' }).click()
  // More than was asked is not to be had.
  await expect(office.getByLabel('What the company should pay')).toHaveAttribute('aria-invalid', 'true')
  await expect(office.getByLabel('Why')).toHaveValue('A lamp of that age is worth £50.')
  await office.getByLabel('What the company should pay').fill('50.00')
  await expectUsable(office, 'a claim to decide')
  await office.getByRole('button', { name: 'Decide' }).click()
  await expect(office.getByRole('button', { name: 'Decide' })).toHaveCount(0)
  for (const page of [customer, driver]) {
    await expect(page.getByRole('heading', { name: /^Vanfare’s view / })).toBeVisible()
    await expect(page.getByText('A lamp of that age is worth £50.')).toBeVisible()
  }
  await customer.goto(await linkOf(customer, job))
  await expect(customer.getByText(/^Your claim: /)).toBeVisible()
  for (const page of [customer, driver, office]) await page.context().close()
})
