// Keys that come late: the mover's next job is looked at again, and its customer hears of it, in a message and on the open page.
import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { act, openDialog } from '#test/support/browser/cab.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, laterJobOf, linkOf } from '#test/support/browser/moving-days.ts'
import type { Job } from '#test/support/browser/world.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { mailsTo, signIn } from '#test/support/browser/people.ts'
import { now } from '#test/support/start-of-clock.ts'

const phone = { width: 360, height: 780 }
const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000).toISOString()

/** It began three hours ago and has waited for keys since two: a phone without signal says so now. */
async function waitForKeys(page: Page, { id, driver }: Job): Promise<void> {
  await inDatabase(
    `update bookings.booking set confirmed_at = pgboss.job_now() - interval '3 days', start_at = date_trunc('minute', pgboss.job_now()) - interval '3 hours',
       end_at = date_trunc('minute', pgboss.job_now()) + interval '4 hours' where id = $1`,
    [id],
  )
  const login = await page.request.post('/api/users/login/', {
    data: { email: driver.email, password: driver.password },
  })
  const { access } = (await login.json()) as { access: string }
  const act = async (does: string, happenedAt: string, more: object = {}) => {
    const answer = await page.request.post(`/api/booking/${id}/${does}/`, {
      headers: { authorization: `Bearer ${access}` },
      data: { action_key: crypto.randomUUID(), happened_at: happenedAt, ...more },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await act('start', hoursAgo(3))
  await act('pause', hoursAgo(2), { reason: 'keys_not_released' })
}

async function dayOf(browser: Browser, job: Job): Promise<Page> {
  const page = await (await browser.newContext({ viewport: phone })).newPage()
  await signIn(page, job)
  const live = page.waitForResponse((response) => response.url().endsWith('/api/booking/live/'))
  await page.goto(`${await linkOf(page, job)}/day`)
  await live
  return page
}

const sign = (page: Page, title: RegExp) => page.getByRole('heading', { level: 2, name: title })

test('the next job’s customer hears that the van is likely late while keys are missing, and that it is on time after all', async ({
  browser,
}) => {
  const job = await jobOfToday()
  const later = await laterJobOf(job)
  const customer = await dayOf(browser, later)
  await expect(sign(customer, / comes at \d\d:\d\d$/)).toBeVisible()
  const driver = await (await browser.newContext({ viewport: phone })).newPage()
  const subjects = async () => (await mailsTo(driver, later.email)).map(({ subject }) => subject)

  await waitForKeys(driver, job)
  await expect(sign(customer, /^Likely about \d\d:\d\d$/)).toBeVisible()
  await expect(customer.getByText(/is held up on the job before yours\. You booked \d\d:\d\d\./)).toBeVisible()
  await expectUsable(customer, 'a van that is held up')
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Likely to be late: about \d\d:\d\d, /))

  await signIn(driver, job.driver)
  await driver.clock.install()
  await driver.goto(`/my-day/${later.id}?unit=${job.unitId}`)
  await expect(driver.getByText(/ was told: likely about \d\d:\d\d\./)).toBeVisible()
  await driver.goto(`/my-day/${job.id}?unit=${job.unitId}`)
  await expect(driver.getByRole('region', { name: 'Keys not released' })).toBeVisible()
  await expectUsable(driver, 'a driver who waits for keys')
  await driver.getByLabel('Who is it for?').fill('Harrop & Sons')
  await driver.getByRole('button', { name: 'Get a key link' }).click()
  const link = driver.getByRole('list', { name: 'Links for the keys' }).getByRole('link', { name: /^http/ })
  const address = (await link.textContent()) ?? ''

  // The agent has no account, and no script.
  const agent = await (await browser.newContext({ viewport: phone, javaScriptEnabled: false })).newPage()
  await agent.goto(new URL(address).pathname)
  await agent.getByRole('button', { name: 'Keys released' }).click()
  await expect(agent.getByRole('heading', { level: 1, name: /^Keys released at \d\d:\d\d$/ })).toBeVisible()
  // On the open page, where they wait and at the link.
  await expect(driver.getByRole('heading', { name: /^Keys released at \d\d:\d\d$/ })).toHaveCount(2)

  // Two hours are lost whatever happens now, unless the rest goes quickly.
  await expect(sign(customer, /^Likely about \d\d:\d\d$/)).toBeVisible()
  await act(driver, 'Keys here, resume')
  await openDialog(driver, /^Finish/)
  await act(driver, 'Slide to finish', driver.getByRole('dialog'))
  await expect(sign(customer, / comes at \d\d:\d\d$/)).toBeVisible()
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^On time after all: /))
  for (const page of [customer, driver, agent]) await page.context().close()
})
