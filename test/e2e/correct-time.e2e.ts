// "Correct a time": one side asks, the other answers, and both times stay to be read.
import { addMinutes, formatTime, toLocal } from '#shared/local-time.ts'
import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { act, openDialog } from '#test/support/browser/cab.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, linkOf } from '#test/support/browser/moving-days.ts'
import type { Job } from '#test/support/browser/world.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'
import { now } from '#test/support/start-of-clock.ts'

const phone = { width: 360, height: 780 }

/** It should have begun an hour ago: whatever else the van has today is in nobody’s way. */
async function jobSinceAnHour(): Promise<Job> {
  const job = await jobOfToday()
  await inDatabase(`update bookings.booking set start_at = start_at - interval '1 hour' where id = $1`, [job.id])
  return job
}

/** What London clocks showed so many minutes before the act that is on record. */
async function before({ id }: Job, kind: string, minutes: number): Promise<string> {
  const recorded = async () => {
    const [entry] = await inDatabase(`select happened_at from bookings.day_entry where booking_id = $1 and kind = $2`, [
      id,
      kind,
    ])
    return entry ? Date.parse(String(entry['happened_at'])) : 0
  }
  await expect.poll(recorded).toBeGreaterThan(0)
  return formatTime(toLocal(new Date((await recorded()) - minutes * 60_000)).minute)
}

async function driverOf(browser: Browser, job: Job): Promise<Page> {
  const page = await (await browser.newContext({ viewport: phone })).newPage()
  await page.clock.install()
  await signIn(page, job.driver)
  await page.goto(`/my-day/${job.id}?unit=${job.unitId}`)
  return page
}

async function customerOf(browser: Browser, job: Job, script: boolean): Promise<Page> {
  const page = await (await browser.newContext({ viewport: phone, javaScriptEnabled: script })).newPage()
  await signIn(page, job)
  await page.goto(`${await linkOf(page, job)}/day`)
  return page
}

async function ask(page: Page, act: RegExp, time: string, whom: RegExp): Promise<void> {
  await page.getByText('Correct a time', { exact: true }).click()
  const form = page.getByRole('region', { name: 'Corrected times' })
  const option = form.getByRole('option', { name: act })
  await form.getByLabel('What happened').selectOption(await option.getAttribute('value'))
  await form.getByLabel('It was at').fill(time)
  await form.getByLabel('Why').fill('We were carrying.')
  await form.getByRole('button', { name: whom }).click()
}

test('the driver corrects the start, the customer agrees, and both times stay', async ({ browser }) => {
  const job = await jobSinceAnHour()
  const driver = await driverOf(browser, job)
  await openDialog(driver, /^Start$/)
  await act(driver, 'Slide to start', driver.getByRole('dialog'))
  await expect(driver.getByText('Running', { exact: true })).toBeVisible()
  const corrected = await before(job, 'started', 30)
  const recorded = await before(job, 'started', 0)

  await ask(driver, /^Started/, recorded, /^Ask /)
  await expect(driver.getByText('That is the time on record already.')).toBeVisible()
  await driver.getByLabel('It was at').fill(corrected)
  // At its end nothing of the page lies under the bar at the foot.
  await driver.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectUsable(driver, 'a time to correct')
  await driver.getByRole('button', { name: /^Ask / }).click()
  await expect(driver.getByText(`agrees, ${recorded} counts.`)).toBeVisible()

  const customer = await customerOf(browser, job, false)
  const question = customer.getByRole('region', { name: / asks to correct a time$/ })
  await expect(question).toContainText('“We were carrying.”')
  await question.getByRole('button', { name: `Agree to ${corrected}` }).click()
  await expect(question).toHaveCount(0)
  await expect(customer.getByText(`On record ${recorded}, corrected by both sides`)).toBeVisible()
  await expect(driver.getByText(`On record ${recorded}, corrected by both sides`)).toBeVisible()
  await customer.context().close()
  await driver.context().close()
})

test('the customer corrects the start of a job that is done, and the driver keeps it', async ({ browser }) => {
  const job = await jobSinceAnHour()
  const driver = await driverOf(browser, job)
  await openDialog(driver, /^Start$/)
  await act(driver, 'Slide to start', driver.getByRole('dialog'))
  await expect(driver.getByText('Running', { exact: true })).toBeVisible()
  await openDialog(driver, /^Finish/)
  await act(driver, 'Slide to finish', driver.getByRole('dialog'))
  const recorded = await before(job, 'started', 0)
  const asked = await before(job, 'started', 20)

  const customer = await customerOf(browser, job, true)
  const hours = customer.getByRole('region', { name: 'Are these hours right?' })
  await expect(hours).toContainText(`Started${recorded}`)
  await ask(customer, /^Started/, asked, /^Ask /)
  await expect(customer.getByText(`agrees, ${recorded} counts.`)).toBeVisible()
  await expectUsable(customer, 'a time that was asked for')
  const keep = driver.getByRole('button', { name: `Keep ${recorded}` })
  await expect(keep).toBeVisible()
  await expectUsable(driver, 'a time to agree to')
  await keep.click()
  await expect(customer.getByText('The other time was refused')).toBeVisible()
  await expect(hours).toContainText(`Started${recorded}`)
  await customer.context().close()
  await driver.context().close()
})

test('what a phone said later says so beside the hours', async ({ page, browser }) => {
  const job = await jobSinceAnHour()
  const login = await page.request.post('/api/users/login/', {
    data: { email: job.driver.email, password: job.driver.password },
  })
  const { access } = (await login.json()) as { access: string }
  const say = (what: string, happenedAt: string) =>
    page.request.post(`/api/booking/${job.id}/${what}/`, {
      headers: { authorization: `Bearer ${access}` },
      data: { action_key: crypto.randomUUID(), happened_at: happenedAt },
    })
  const finished = now()
  expect((await say('start', addMinutes(finished, -40).toISOString())).status()).toBe(200)
  expect((await say('finish', finished.toISOString())).status()).toBe(200)
  const recorded = await before(job, 'started', 0)
  const customer = await customerOf(browser, job, true)
  const hours = customer.getByRole('region', { name: 'Are these hours right?' })
  await expect(hours.getByText(/^Said later, at \d\d:\d\d$/)).toHaveCount(1)
  await expect(hours).toContainText(recorded)
  await customer.context().close()
})

test('without signal a time is corrected on the phone, and the customer is asked once there is signal', async ({
  browser,
}) => {
  const job = await jobSinceAnHour()
  const driver = await driverOf(browser, job)
  await openDialog(driver, /^Start$/)
  await act(driver, 'Slide to start', driver.getByRole('dialog'))
  await expect(driver.getByText('Running', { exact: true })).toBeVisible()
  const corrected = await before(job, 'started', 30)
  const recorded = await before(job, 'started', 0)
  await expect(driver.getByText(/saved on this phone$/)).toHaveCount(0)

  await driver.context().setOffline(true)
  await ask(driver, /^Started/, recorded, /^Ask /)
  await expect(driver.getByText('That is the time on record already.')).toBeVisible()
  await driver.getByLabel('It was at').fill(corrected)
  await driver.getByRole('button', { name: /^Ask / }).click()
  await expect(driver.getByText('Saved on this phone. It is sent as soon as there’s signal.')).toBeVisible()
  await expect(driver.getByText('1 update saved on this phone')).toBeVisible()
  await driver.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expectUsable(driver, 'a time corrected without signal')
  const asked = () => inDatabase(`select to_at from bookings.day_correction where booking_id = $1`, [job.id])
  expect(await asked()).toEqual([])

  await driver.context().setOffline(false)
  await driver.evaluate(() => dispatchEvent(new Event('online')))
  await expect(driver.getByText(`agrees, ${recorded} counts.`)).toBeVisible()
  await expect(driver.getByText(/saved on this phone$/)).toHaveCount(0)
  expect(await asked()).toHaveLength(1)
})
