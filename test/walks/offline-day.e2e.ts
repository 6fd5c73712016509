// A driver's day with the network off between start and finish: kept, shown, sent once and in order, and gone from the phone at log-out.
import { expect, test, type BrowserContext, type Locator, type Page } from '#test/support/browser/test.ts'
import { openDialog, pull } from '#test/support/browser/cab.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, linkOf } from '#test/support/browser/moving-days.ts'
import type { Job } from '#test/support/browser/world.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { jpeg } from '#test/support/pictures.ts'
import { aheadMs } from '#test/support/start-of-clock.ts'

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

async function openJob(page: Page, job: Job): Promise<void> {
  await page.goto(`/my-day/${job.id}?unit=${job.unitId}`)
  await expect(page.getByRole('button', { name: 'Slide to set off' })).toBeVisible()
  await expect.poll(async () => (await onPhone(page)).pages, { timeout: 20_000 }).toContain(`/my-day/${job.id}`)
  const kept = () => page.evaluate(async () => (await (await caches.open('day-files')).keys()).length)
  await expect.poll(kept).toBeGreaterThan(0)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}

const entriesOf = (job: Job) =>
  inDatabase(`select kind, happened_at from bookings.day_entry where booking_id = $1 order by seq`, [job.id])

const kindsOf = async (job: Job) => (await entriesOf(job)).map(({ kind }) => String(kind))

async function onTheRoad(context: BrowserContext): Promise<{ page: Page; job: Job }> {
  // The browser's switch does not reach the worker, so nothing is handed over to it here (cab.e2e.ts).
  await context.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => undefined
    // Ten minutes behind, and moved on by `act`. Not Playwright's clock: with that the browser doesn't list what it has loaded.
    const now = Date.now.bind(Date)
    Date.now = () => now() - 600_000 + Number(sessionStorage.getItem('ahead') ?? 0)
  })
  const page = await context.newPage()
  const job = await jobOfToday({ paidInCash: true })
  await signIn(page, job.driver)
  await openJob(page, job)
  return { page, job }
}

/** Pulls a slide, and lets the time pass in which it can be undone. */
async function act(page: Page, name: string | RegExp, within: Page | Locator = page): Promise<void> {
  await pull(within, name)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await page.evaluate(() => {
    sessionStorage.setItem('ahead', String(Number(sessionStorage.getItem('ahead') ?? 0) + 12_000))
    dispatchEvent(new Event('online'))
  })
  await undo.waitFor({ state: 'detached' })
  await page.evaluate(() =>
    sessionStorage.setItem('ahead', String(Number(sessionStorage.getItem('ahead') ?? 0) + 2000)),
  )
}

/** By the product's clock as the page reckons it, which the acts move on. */
const timeOn = async (page: Page): Promise<number> => (await page.evaluate(() => Date.now())) + aheadMs()

/** The ways in which something can be done on this phone, and from when to when each was. */
function stopwatch(page: Page) {
  const pressed: { kind: string; from: number; to: number }[] = []
  const press = async (kind: string, pressIt: () => Promise<unknown>) => {
    const from = await timeOn(page)
    await pressIt()
    pressed.push({ kind, from, to: await timeOn(page) })
  }
  return { pressed, press }
}

const ACTS = /\/api\/booking\/[\w-]+\/(pause|resume|at-stop|loaded|day-photos|finish|cash)\/$/

/** Loses the first answer to each kind of act on its way back: what was done arrives twice. */
async function loseFirstAnswers(page: Page): Promise<Set<string>> {
  const lost = new Set<string>()
  await page.route(ACTS, async (route) => {
    const [, kind = ''] = ACTS.exec(route.request().url()) ?? []
    if (lost.has(kind)) return route.continue()
    lost.add(kind)
    await route.fetch()
    return route.abort()
  })
  return lost
}

const priceOf = async ({ id }: Job) =>
  (await inDatabase(`select total_pence, ceiling_pence from bookings.booking where id = $1`, [id]))[0]

test('a day without signal is kept, opens again, and is sent once and in order when there is signal', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const context = await browser.newContext({ viewport: phone })
  const { page, job } = await onTheRoad(context)
  const price = await priceOf(job)
  await act(page, 'Slide to set off')
  await act(page, 'Slide to start')
  await expect.poll(() => kindsOf(job)).toEqual(['set_off', 'started'])

  await context.setOffline(true)
  // What the browser happens to have kept by itself is no help in the street.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  const { pressed, press } = stopwatch(page)
  await expect(page.getByText('No signal. Carry on.')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Access: bay, gate or lift' }).check()
  await press('paused', () => act(page, 'Slide to pause', page.getByRole('dialog')))
  await expect(page.getByRole('region', { name: 'Access: bay, gate or lift' })).toBeVisible()
  await expectUsable(page, 'the cab without signal')

  // The page and the list open again from what was kept, and the clock stands as it stood.
  await page.reload()
  await expect(page.getByRole('region', { name: 'Access: bay, gate or lift' })).toBeVisible()
  await expect(page.getByText('1 update saved on this phone')).toBeVisible()
  await page.goto('/my-day')
  await expect(page.getByRole('heading', { level: 1, name: 'My day' })).toBeVisible()
  const link = page.locator(`a[href*="${job.id}"]`)
  await page
    .getByRole('article')
    .filter({ hasText: 'Paused' })
    .filter({ has: link })
    .getByRole('link', { name: /^Open/ })
    .click()
  await press('resumed', () => act(page, 'Slide to resume'))
  await press('at_stop', () => act(page, /^Slide when at B/))
  await expect(page.getByRole('region', { name: 'Job clock' })).toContainText(/, here since \d\d:\d\d/)
  await press('loaded', () => page.getByRole('checkbox').first().check())
  await expect(page.getByText('4 updates saved on this phone')).toBeVisible()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'After the move' }).click(),
  ])
  const buffer = await jpeg()
  await press('photos', () => chooser.setFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer }))
  await expect(page.getByText('1 photo on this phone, not sent yet')).toBeVisible()
  await expectNoConsent(page)
  await openDialog(page, 'Finish')
  const question = page.getByRole('dialog', { name: 'Finish this job?' })
  await expectUsable(page, 'the question whether it is finished')
  await press('finished', () => act(page, 'Slide to finish', question))
  await expect(page.getByRole('heading', { name: /^Finished \d\d:\d\d$/ })).toBeVisible()
  await press('cash_paid', () => page.getByRole('button', { name: /^I’ve got £/ }).click())
  await expect(page.getByRole('region', { name: 'Paid in cash' })).toBeVisible()
  await expectUsable(page, 'cash without signal')
  await expect(page.getByText('8 updates saved on this phone')).toBeVisible()
  expect(await kindsOf(job)).toEqual(['set_off', 'started'])

  const lost = await loseFirstAnswers(page)
  const signalAt = await timeOn(page)
  await context.setOffline(false)
  const sent = async () => {
    // What the phone does by itself every ten seconds.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    return await page.getByText(/saved on this phone$/).count()
  }
  await expect.poll(sent, { timeout: 90_000 }).toBe(0)
  expect([...lost].toSorted()).toEqual(['at-stop', 'cash', 'day-photos', 'finish', 'loaded', 'pause', 'resume'])
  const [, , ...all] = await entriesOf(job)
  // What was proposed has the time at which it was asked.
  const kept = all.filter(({ kind }) => kind !== 'change_proposed')
  expect(kept.map(({ kind }) => kind)).toEqual(pressed.map(({ kind }) => kind))
  // Each has the time at which it was done, not that at which it arrived.
  for (const [index, { kind, from, to }] of pressed.entries()) {
    const at = new Date(String(kept[index]?.['happened_at'])).getTime()
    expect(at, `${kind}: not before it was done`).toBeGreaterThanOrEqual(from - 1000)
    expect(at, `${kind}: not after it was done`).toBeLessThanOrEqual(Math.min(to + 1000, signalAt))
  }
  await expect(page.getByRole('img', { name: /^After, / })).toHaveCount(1)
  expect(await priceOf(job)).toEqual(price)
  await expect(page.getByText('The customer is asked to confirm the hours')).toBeVisible()
  await context.close()
})

/** Without signal nobody can agree to more: it is kept to be asked later, and the price stays. */
async function expectNoConsent(page: Page): Promise<void> {
  await page.getByText(/^More than booked\? Ask /).click()
  await page.getByLabel('In words').fill('The shed too')
  await page.getByLabel('Extra time needed').selectOption('30')
  await page.getByRole('button', { name: /^Ask / }).click()
  await expect(page.getByText(/^Saved on this phone with its time\./)).toBeVisible()
}

test('a change is agreed to on the customer’s phone while neither has signal, and the driver’s carries it', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const [cab, hall] = await Promise.all([
    browser.newContext({ viewport: phone }),
    browser.newContext({ viewport: phone }),
  ])
  const { page, job } = await onTheRoad(cab)
  await act(page, 'Slide to set off')
  await act(page, 'Slide to start')
  await expect.poll(() => kindsOf(job)).toEqual(['set_off', 'started'])
  const price = await priceOf(job)
  const own = await hall.newPage()
  await signIn(own, job)
  await own.goto(`${await linkOf(own, job)}/day`)
  const path = new URL(own.url()).pathname
  await expect.poll(async () => (await onPhone(own)).pages, { timeout: 20_000 }).toContain(path)
  await own.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await Promise.all([hall.setOffline(true), cab.setOffline(true)])
  await own.reload()
  await own.getByText('No signal? Agree to a change on this phone').click()
  await own.getByLabel('How much more your driver asks for').fill('31')
  await expect(own.getByText(/^The most you pay is then £/)).toBeVisible()
  await own.getByRole('button', { name: 'Agree to £31.00' }).click()
  const code = await own.getByText(/^[0-9A-Z]{5} [0-9A-Z]{5}$/).textContent()
  await expectUsable(own, 'the code of a change that is agreed to')

  await page.getByText(/^More than booked\? Ask /).click()
  await page.getByLabel('In words').fill('The shed too')
  await page.getByLabel('What it costs').fill('31')
  await page.getByLabel('Code from their phone').fill(code ?? '')
  await expectUsable(page, 'asking with a code')
  await page.getByRole('button', { name: 'Ask for £31.00' }).click()
  await expect(page.getByText(/^Saved on this phone with its time\./)).toBeVisible()
  expect(await priceOf(job)).toEqual(price)

  await cab.setOffline(false)
  const changes = () =>
    inDatabase('select state, consent, amount_pence::int from bookings.change where booking_id = $1', [job.id])
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')))
        return await changes()
      },
      { timeout: 30_000 },
    )
    .toEqual([{ state: 'agreed', consent: 'signed', amount_pence: 3100 }])
  expect(Number((await priceOf(job))?.['total_pence'])).toBe(Number(price?.['total_pence']) + 3100)
  await Promise.all([cab.close(), hall.close()])
})

test('what the server refuses is shown, and stays until it has been read', async ({ browser }) => {
  const context = await browser.newContext({ viewport: phone })
  const { page, job } = await onTheRoad(context)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await act(page, 'Slide to start', page.getByRole('dialog'))
  await expect(page.getByText('1 update saved on this phone')).toBeVisible()
  // Meanwhile the customer has cancelled.
  await inDatabase(`update bookings.booking set status = 'canceled_by_customer' where id = $1`, [job.id])
  await context.setOffline(false)
  const notice = page.getByRole('alert').filter({ hasText: 'Not accepted: Clock started' })
  await expect(notice).toBeVisible()
  await expect(notice).toContainText(/cancelled or given to another driver/)
  await page.goto(`/my-day?unit=${job.unitId}`)
  await expect(notice).toBeVisible()
  await expectUsable(page, 'a refusal to be read')
  await notice.getByRole('button', { name: 'I have read this' }).click()
  // The office is asked about it, once.
  const asked = await inDatabase(`select kind from bookings.day_question where booking_id = $1`, [job.id])
  expect(asked).toEqual([{ kind: 'conflict' }])
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(notice).toHaveCount(0)
  await context.close()
})

test('logging out asks while something is unsent, and leaves nothing on the phone', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const { page, job } = await onTheRoad(context)
  // The server refuses it, and nobody has read why.
  await inDatabase(`update bookings.booking set status = 'canceled_by_customer' where id = $1`, [job.id])
  await page.getByRole('button', { name: 'Late' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Tell/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not accepted: Late' })).toBeVisible()
  await page.goto('/calendar')
  await page.locator('.account summary').click()
  await page.getByRole('button', { name: 'Log out' }).first().click()
  const question = page.getByRole('alert').filter({ hasText: 'Log out and lose unsent work?' })
  await expect(question).toBeVisible()
  await expect(question).toContainText('One thing is on this phone only.')
  await expectUsable(page, 'the question before a log-out')
  await question.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible()
  await expect.poll(() => onPhone(page)).toEqual({ pages: [], caches: [], databases: [], workers: 0 })
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
