// The foot of the cab screen: what moves the clock is pulled, can be undone for ten seconds, and is sent then.
import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { act, loseSignal, openDialog, passUndo, pull } from '#test/support/browser/cab.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday } from '#test/support/browser/moving-days.ts'
import { pageLives } from '#test/support/browser/steps.ts'
import type { Job } from '#test/support/browser/world.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'
import { aheadMs } from '#test/support/start-of-clock.ts'
import { jpeg } from '#test/support/pictures.ts'

const phone = { width: 360, height: 780 }

const kindsOf = async ({ id }: Job) =>
  (await inDatabase(`select kind from bookings.day_entry where booking_id = $1 order by seq`, [id])).map(({ kind }) =>
    String(kind),
  )

interface Cab {
  page: Page
  job: Job
}

/** The clock of the page stands still unless the test moves it. */
async function cabOf(browser: Browser, { script = true, hasWorker = false } = {}): Promise<Cab> {
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: script })
  const page = await context.newPage()
  const job = await jobOfToday({ paidInCash: true })
  await signIn(page, job.driver)
  if (script) {
    // Behind the real time, so that the worker, whose clock nobody moves, has nothing to wait for.
    await page.clock.install({ time: Date.now() - 60_000 })
    await page.clock.pauseAt(Date.now() - 59_000)
  }
  await page.goto(`/my-day/${job.id}?unit=${job.unitId}`)
  if (script) await pageLives(page)
  if (hasWorker) {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  }
  return { page, job }
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

test('what comes next stays at the foot of the screen, however far the page is scrolled', async ({ browser }) => {
  const { page } = await cabOf(browser)
  const dock = page.getByRole('region', { name: 'Next step' })
  for (const top of [0, 300, 900]) {
    await page.evaluate((to) => window.scrollTo(0, to), top)
    await expect
      .poll(async () => {
        const box = await dock.boundingBox()
        return box && Math.round(box.y + box.height)
      })
      .toBe(phone.height)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const slide = await page.getByRole('button', { name: 'Slide to set off' }).boundingBox()
  expect(slide?.width, 'the slide on a desk').toBeGreaterThan(300)
  await page.setViewportSize(phone)
  const [keys, ways] = [await page.locator('.quick').boundingBox(), await page.locator('.ways').boundingBox()]
  expect((keys?.y ?? 0) + (keys?.height ?? 0)).toBeLessThanOrEqual(ways?.y ?? 0)
})

test('taps on a slide do nothing, a pull sets off, and two taps on what follows do nothing either', async ({
  browser,
}) => {
  const { page, job } = await cabOf(browser)
  const setOff = page.getByRole('button', { name: 'Slide to set off' })
  await setOff.dblclick()
  await setOff.click({ position: { x: 200, y: 20 } })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(undo(page)).toHaveCount(0)

  await pull(page, 'Slide to set off')
  await expect(page.getByRole('status').filter({ hasText: /^Set off \d\d:\d\d$/ })).toBeVisible()
  await expect(page.getByText('Sent in 10 seconds')).toBeVisible()
  expect(await kindsOf(job)).toEqual([])
  await passUndo(page)
  await expect.poll(() => kindsOf(job)).toEqual(['set_off'])
  await page.getByRole('button', { name: 'Slide to start' }).dblclick()
  await expect(undo(page)).toHaveCount(0)
  expect(await kindsOf(job)).toEqual(['set_off'])
  await page.context().close()
})

test('what is undone within ten seconds is not sent, and its time is that of the pull', async ({ browser }) => {
  const { page, job } = await cabOf(browser)
  await pull(page, 'Slide to set off')
  await undo(page).click()
  await expect(page.getByRole('button', { name: 'Slide to set off' })).toBeVisible()
  await passUndo(page)
  await expect(page.getByRole('button', { name: 'Slide to set off' })).toBeVisible()
  expect(await kindsOf(job)).toEqual([])

  const pulledAt = await page.evaluate(() => Date.now())
  const second = (ms: number) => Math.floor(ms / 1000)
  await act(page, 'Slide to set off')
  await expect.poll(() => kindsOf(job)).toEqual(['set_off'])
  const [entry] = await inDatabase(`select happened_at from bookings.day_entry where booking_id = $1`, [job.id])
  expect(second(new Date(String(entry?.['happened_at'])).getTime())).toBe(second(pulledAt + aheadMs()))

  // A tick that only a running clock allows goes with the start that is undone.
  await pull(page, 'Slide to start')
  await page.getByRole('checkbox').first().check()
  await undo(page).click()
  await expect(page.getByRole('button', { name: 'Slide to start' })).toBeVisible()
  await passUndo(page)
  await expect(page.getByText(/^Not accepted/)).toHaveCount(0)
  expect(await kindsOf(job)).toEqual(['set_off'])
  await page.context().close()
})

test('a tap on a button that has just come under the finger does nothing', async ({ browser }) => {
  const { page, job } = await cabOf(browser)
  await openDialog(page, /^Start$/)
  await act(page, 'Slide to start', page.getByRole('dialog'))
  await expect.poll(() => kindsOf(job)).toEqual(['started'])
  await openDialog(page, /^Finish/)
  await pull(page.getByRole('dialog'), 'Slide to finish')
  await expect(undo(page)).toBeVisible()
  await page.clock.fastForward(10_500)
  const cash = page.getByRole('button', { name: /^I’ve got £/ })
  await cash.click()
  await expect.poll(() => kindsOf(job)).toEqual(['started', 'finished'])
  await expect(cash).toBeVisible()
  await page.clock.fastForward(1600)
  await cash.click()
  await expect.poll(() => kindsOf(job)).toEqual(['started', 'finished', 'cash_paid'])
  await page.context().close()
})

test('slide, question and way back are usable', async ({ browser }) => {
  const { page } = await cabOf(browser)
  // What looks at them waits by the page's clock.
  await page.clock.resume()
  await expectUsable(page, 'a slide to set off')
  await page.getByRole('button', { name: 'Slide to set off' }).press('Enter')
  await expectUsable(page, 'the question of the keyboard')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expectUsable(page, 'a question with a slide')
  await page.keyboard.press('Escape')
  await pull(page, 'Slide to set off')
  await expect(undo(page)).toBeVisible()
  await expectUsable(page, 'an act that can be undone')
  await page.context().close()
})

test('the keyboard is asked once', async ({ browser }) => {
  const { page, job } = await cabOf(browser)
  const setOff = page.getByRole('button', { name: 'Slide to set off' })
  await setOff.press('Enter')
  const question = page.getByRole('dialog', { name: /^Set off for / })
  await question.getByRole('button', { name: 'Not yet' }).press('Enter')
  await expect(undo(page)).toHaveCount(0)
  await setOff.press('Enter')
  await page.keyboard.press('Enter')
  await expect(undo(page)).toBeVisible()
  await passUndo(page)
  await expect.poll(() => kindsOf(job)).toEqual(['set_off'])

  await page.getByRole('button', { name: 'Start', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Slide to start' }).press('Enter')
  await page.keyboard.press('Enter')
  await passUndo(page)
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Slide to pause' }).press('Enter')
  await expect(undo(page)).toBeVisible()
  await passUndo(page)
  await expect.poll(() => kindsOf(job)).toEqual(['set_off', 'started', 'paused'])
  await page.context().close()
})

test('it is sent although the page was closed meanwhile', async ({ browser }) => {
  const { page, job } = await cabOf(browser, { hasWorker: true })
  await pull(page, 'Slide to set off')
  await expect(undo(page)).toBeVisible()
  expect(await kindsOf(job)).toEqual([])
  await page.goto('about:blank')
  await expect.poll(() => kindsOf(job)).toEqual(['set_off'])
  await page.context().close()
})

test('without signal it can be undone as well, is kept after that, and is sent when there is signal', async ({
  browser,
}) => {
  const { page, job } = await cabOf(browser)
  await loseSignal(page)
  await pull(page, 'Slide to set off')
  await undo(page).click()
  await pull(page, 'Slide to set off')
  await expect(undo(page)).toBeVisible()
  await passUndo(page)
  await expect(undo(page)).toHaveCount(0)
  await expect(page.getByText('1 update saved on this phone')).toBeVisible()
  expect(await kindsOf(job)).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(() => kindsOf(job)).toEqual(['set_off'])
  await page.context().close()
})

test('what is more than booked is kept without signal, with its photo and its time, and asked later', async ({
  browser,
}) => {
  const { page, job } = await cabOf(browser)
  await page.getByText(/^More than booked\? Ask /).click()
  await loseSignal(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Take a photo', { exact: true }).click(),
  ])
  await chooser.setFiles({ name: 'piano.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  await expect(page.getByText('No signal: 1 photo on this phone.')).toBeVisible()
  await page.getByLabel('In words').fill('The piano in the garage')
  // Taking a photo makes some phones load the page again.
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.context().setOffline(false)
  await page.reload()
  await pageLives(page)
  await expect(page.getByLabel('In words')).toHaveValue('The piano in the garage')
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await loseSignal(page)
  await page.getByRole('button', { name: /^Ask / }).click()
  await expect(page.getByText('Enter the extra time or what it costs, or £0.')).toBeVisible()
  await page.getByLabel('Extra time needed').selectOption('30')
  await page.getByRole('button', { name: /^Ask / }).click()
  await expect(page.getByText(/^Saved on this phone with its time\./)).toBeVisible()
  await expect(page.getByText('1 update saved on this phone')).toBeVisible()
  await expect(page.getByLabel('In words')).toHaveValue('')
  await page.context().setOffline(false)
  const asked = () => inDatabase(`select words, photos_id from bookings.change where booking_id = $1`, [job.id])
  await expect.poll(async () => (await asked()).length).toBe(1)
  const [change] = await asked()
  expect(change?.['words']).toMatch(/^The piano in the garage \(Noted at \d\d:\d\d, without signal\.\)$/)
  expect(change?.['photos_id']).not.toBeNull()
  await page.context().close()
})

test('a driver without signal is told what is wrong with a change before it is kept', async ({ browser }) => {
  const { page, job } = await cabOf(browser)
  await page.getByText(/^More than booked\? Ask /).click()
  await loseSignal(page)
  const ask = page.getByRole('button', { name: /^Ask / })
  const kept = page.getByText(/^Saved on this phone with its time\./)
  const words = page.getByLabel('In words')
  await ask.click()
  await expect(page.getByText('Enter what’s changing.')).toBeVisible()
  await expect(words).toBeFocused()
  await words.fill('The piano in the garage')
  await page.getByLabel('What it costs').fill('forty')
  await ask.click()
  await expect(page.getByText('Enter pounds and pence, like 12.34.')).toBeVisible()
  await page.getByLabel('What it costs').fill('99000')
  await ask.click()
  await expect(page.getByText(/^Enter at most £[\d.,]+, the price of the move\.$/)).toBeVisible()
  await expect(kept).toHaveCount(0)
  await expect(page.getByText('We couldn’t reach Vanfare.')).toHaveCount(0)
  // A kept change of time needs no words.
  await page.getByLabel('What it costs').fill('')
  await words.fill('')
  await page.getByText('Time', { exact: true }).click()
  await ask.click()
  await expect(page.getByText('Enter a new start time or the extra time needed.')).toBeVisible()
  await page.getByLabel('Extra time needed').selectOption('30')
  await ask.click()
  await expect(kept).toBeVisible()
  await page.context().setOffline(false)
  const asked = () => inDatabase(`select extra_minutes from bookings.change where booking_id = $1`, [job.id])
  await expect.poll(asked).toEqual([{ extra_minutes: 30 }])
  await page.context().close()
})

test('without script a page asks', async ({ browser }) => {
  const { page, job } = await cabOf(browser, { script: false })
  await expectPlain(page, 'Set off', 'Set off?')
  await expect.poll(() => kindsOf(job)).toEqual(['set_off'])
  await expectPlain(page, 'Start clock', 'Start the clock?')
  await expectPlain(page, 'Pause', 'Pause the clock?')
  await expectPlain(page, 'Resume', 'Resume the clock?')
  expect(await kindsOf(job)).toEqual(['set_off', 'started', 'paused', 'resumed'])
  await page.context().close()
})

async function expectPlain(page: Page, link: string, question: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Next step' }).getByRole('link', { name: link }).click()
  const card = page.getByRole('region', { name: question })
  await card.getByRole('button', { name: 'Yes' }).click()
  await expect(card).toHaveCount(0)
}
