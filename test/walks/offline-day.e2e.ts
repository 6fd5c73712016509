// A driver's day with the network off between start and finish: kept, shown, sent once and in order, and gone from the phone at log-out.
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, type JobToday } from '#test/support/browser/moving-days.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'

const phone = { width: 360, height: 780 }

/** What lies on the phone, by whoever may look into it. */
const onPhone = (page: Page) =>
  page.evaluate(async () => {
    const pages = (await caches.has('day-pages')) ? await (await caches.open('day-pages')).keys() : []
    return {
      pages: pages.map(({ url }) => new URL(url).pathname),
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }
  })

async function openJob(page: Page, job: JobToday): Promise<void> {
  await page.goto(`/my-day/${job.id}?unit=${job.unitId}`)
  await expect(page.getByRole('button', { name: 'Set off' })).toBeVisible()
  await expect.poll(async () => (await onPhone(page)).pages, { timeout: 20_000 }).toContain(`/my-day/${job.id}`)
  await expect.poll(async () => (await onPhone(page)).caches).toContain('day-files')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

const entriesOf = (job: JobToday) =>
  inDatabase(`select kind, happened_at from bookings.day_entry where booking_id = $1 order by seq`, [job.id])

const kindsOf = async (job: JobToday) => (await entriesOf(job)).map(({ kind }) => String(kind))

async function onTheRoad(context: BrowserContext): Promise<{ page: Page; job: JobToday }> {
  const page = await context.newPage()
  const job = await jobOfToday({ paidInCash: true })
  await signIn(page, demonstrationPeople.driver)
  await openJob(page, job)
  return { page, job }
}

test('a day without signal is kept, opens again, and is sent once and in order when there is signal', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const context = await browser.newContext({ viewport: phone })
  const { page, job } = await onTheRoad(context)
  await page.getByRole('button', { name: 'Set off' }).click()
  await page.getByRole('button', { name: 'Start clock' }).click()
  await expect.poll(() => kindsOf(job)).toEqual(['set_off', 'started'])

  await context.setOffline(true)
  await expect(page.getByText('No signal. Carry on.')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Access: bay, gate or lift' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause the clock' }).click()
  await expect(page.getByRole('region', { name: 'Access: bay, gate or lift' })).toBeVisible()
  await expectUsable(page, 'the cab without signal')

  // The page and the list open again from what was kept, and the clock stands as it stood.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Access: bay, gate or lift' })).toBeVisible()
  await expect(page.getByText('1 thing kept on this phone')).toBeVisible()
  await page.goto('/my-day')
  await expect(page.getByRole('heading', { level: 1, name: 'My day' })).toBeVisible()
  await page.getByRole('article').filter({ hasText: 'Paused' }).getByRole('link', { name: /^Open/ }).click()
  await page.getByRole('button', { name: 'Carry on' }).click()
  await page.getByRole('button', { name: /^Arrived at B/ }).click()
  await expect(page.getByRole('region', { name: 'Job clock' })).toContainText(/, here since \d\d:\d\d/)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Finish' }).click()
  const question = page.getByRole('dialog', { name: 'Finish this job?' })
  await expectUsable(page, 'the question whether it is finished')
  await question.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByRole('heading', { name: /^Finished \d\d:\d\d$/ })).toBeVisible()
  await page.getByRole('button', { name: /^I have £/ }).click()
  await expect(page.getByRole('region', { name: 'Paid in cash' })).toBeVisible()
  await expectUsable(page, 'cash without signal')
  await expect(page.getByText('6 things kept on this phone')).toBeVisible()
  expect(await kindsOf(job)).toEqual(['set_off', 'started'])

  // Every answer but the first is lost on the way once: what was done arrives twice and is done once.
  let lost = 0
  await page.route(/\/api\/booking\/[\w-]+\/(resume|at-stop|loaded|finish|cash)\/$/, async (route) => {
    lost += 1
    await route.fetch()
    await route.abort()
    await page.unroute(/\/api\/booking\/[\w-]+\/(resume|at-stop|loaded|finish|cash)\/$/)
  })
  await context.setOffline(false)
  await expect
    .poll(() => kindsOf(job), { timeout: 60_000 })
    .toEqual(['set_off', 'started', 'paused', 'resumed', 'at_stop', 'loaded', 'finished', 'cash_paid'])
  expect(lost).toBe(1)
  await expect(page.getByText(/kept on this phone$/)).toHaveCount(0)
  const times = (await entriesOf(job)).map(({ happened_at: at }) => new Date(String(at)).getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  await expect(page.getByText('The customer is asked to confirm the hours')).toBeVisible()
  await context.close()
})

test('what the server refuses is shown, and stays until it has been read', async ({ browser }) => {
  const context = await browser.newContext({ viewport: phone })
  const { page, job } = await onTheRoad(context)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Start clock' }).click()
  await expect(page.getByText('1 thing kept on this phone')).toBeVisible()
  // Meanwhile the customer has cancelled.
  await inDatabase(`update bookings.booking set status = 'canceled_by_customer' where id = $1`, [job.id])
  await context.setOffline(false)
  const notice = page.getByRole('alert').filter({ hasText: 'Not accepted: Clock started' })
  await expect(notice).toBeVisible()
  await expect(notice).toContainText(/cancelled or given to somebody else/)
  await page.goto(`/my-day?unit=${job.unitId}`)
  await expect(notice).toBeVisible()
  await expectUsable(page, 'a refusal to be read')
  await notice.getByRole('button', { name: 'I have read this' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(notice).toHaveCount(0)
  await context.close()
})

test('logging out asks while something is unsent, and leaves nothing on the phone', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const { page, job } = await onTheRoad(context)
  // The server cannot be reached for what is done, while everything else can.
  await page.route('**/late/', (route) => route.abort())
  await page.getByRole('button', { name: 'Late' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Tell/ }).click()
  await expect(page.getByText('1 thing kept on this phone')).toBeVisible()
  await page.goto('/calendar')
  await page.locator('summary', { hasText: 'Dawn' }).click()
  await page.getByRole('button', { name: 'Log out' }).first().click()
  const question = page.getByRole('alert').filter({ hasText: 'Log out and lose what is not sent?' })
  await expect(question).toBeVisible()
  await expect(question).toContainText('One thing is on this phone only.')
  await expectUsable(page, 'the question before a log-out')
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible()
  await expect.poll(() => onPhone(page)).toEqual({ pages: [], caches: [], databases: [], workers: 0 })
  expect(await kindsOf(job)).toEqual([])

  // Without signal there is nothing to open any more.
  await context.setOffline(true)
  await expect(page.goto('/my-day')).rejects.toThrow()
  await context.close()
})

test('somebody else on the same phone sees nothing of it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: phone })
  const { page } = await onTheRoad(context)
  // The session ends without a log-out, as on a phone that was handed over.
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  expect((await onPhone(page)).pages).not.toEqual([])
  const status = await page.evaluate(async (person) => {
    const answer = await fetch('/session/login', { method: 'POST', body: new URLSearchParams(person) })
    return answer.status
  }, demonstrationPeople.customer)
  expect(status).toBe(200)
  expect((await onPhone(page)).pages).toEqual([])
  await context.setOffline(true)
  await expect(page.goto('/my-day')).rejects.toThrow()
  await context.close()
})
