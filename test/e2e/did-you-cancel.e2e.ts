// The driver reports that the customer cancelled; the link in the message to the booker answers it, once, and nothing else does.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday } from '#test/support/browser/moving-days.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { mailsTo } from '#test/support/browser/people.ts'
import type { Job } from '#test/support/browser/world.ts'

test.use({ viewport: { width: 360, height: 780 } })

/** Reported by its driver as it is about to start; answers the path of the link in the customer’s mail. */
async function reported(page: Page, job: Job): Promise<string> {
  const { email, password } = job.driver
  const login = await page.request.post('/api/users/login/', { data: { email, password } })
  const { access } = (await login.json()) as { access: string }
  const answer = await page.request.post(`/api/booking/${job.id}/reject/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { reason: 'canceled_by_customer' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const link = async () =>
    (await mailsTo(page, job.email))
      .map(({ text }) => /\/answer\/[\w-]+/.exec(text)?.[0])
      .find((path) => path !== undefined)
  await expect.poll(link).toBeTruthy()
  return (await link()) ?? ''
}

const stateOf = ({ id }: Job) =>
  inDatabase(`select status, cancelled_by, disputed_at is not null as denied from bookings.booking where id = $1`, [id])

test('a customer who hasn’t cancelled says so by the link, without logging in, and once', async ({ page }) => {
  const job = await jobOfToday()
  const path = await reported(page, job)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'Did you cancel?' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Yes, I cancelled/ })).toBeVisible()
  await expectUsable(page, 'the question whether the customer cancelled')
  expect(await stateOf(job)).toEqual([{ status: 'confirmed', cancelled_by: null, denied: false }])
  await page.getByRole('button', { name: 'No, I didn’t' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You said that you didn’t cancel' })).toBeVisible()
  await expect(page.getByText(/^Your move is going ahead\. We’ve told .+ to come\.$/)).toBeVisible()
  expect(await stateOf(job)).toEqual([{ status: 'confirmed', cancelled_by: null, denied: true }])
  await page.reload()
  await expect(page.getByText(/^Your move is going ahead/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Yes|No), I/ })).toHaveCount(0)
  await expectUsable(page, 'a question that was answered')
})

test('a customer who has cancelled says so by the link', async ({ page }) => {
  const job = await jobOfToday()
  await page.goto(await reported(page, job))
  await page.getByRole('button', { name: /^Yes, I cancelled/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You said that you cancelled' })).toBeVisible()
  expect(await stateOf(job)).toEqual([{ status: 'canceled_by_customer', cancelled_by: 'customer', denied: false }])
})

test('a link that has expired says so and what to do', async ({ page }) => {
  const job = await jobOfToday()
  const path = await reported(page, job)
  await inDatabase(`update bookings.cancellation_link set expires_at = created_at where booking_id = $1`, [job.id])
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in to see your booking' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Yes|No), I/ })).toHaveCount(0)
  await expectUsable(page, 'a question that has expired')
})
