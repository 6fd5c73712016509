import { expect, test, type Page } from '#test/support/browser/test.ts'
import { signInNewDriver } from '#test/support/browser/drivers.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { dayFromNow } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { settled } from '#test/support/browser/sites.ts'
import { pageLives } from '#test/support/browser/steps.ts'

const pricing = '/settings/operations-and-pricing'

/** The calendar's first week that has a booking: it depends on the day which one that is. Answers where it is. */
async function openWeekWithBookings(page: Page): Promise<string> {
  for (const weeks of [0, 1, 2, 3]) {
    const path = `/calendar?day=${dayFromNow(7 * weeks)}`
    await page.goto(path)
    if ((await bookingsOf(page).count()) > 0) return path
  }
  throw new Error('The demonstration’s driver has no booking in four weeks.')
}

const bookingsOf = (page: Page) => page.getByRole('list', { name: /^Bookings on/ }).getByRole('button')

/** Presses the first booking and sees it open. */
async function openFirstBooking(page: Page): Promise<void> {
  const booking = bookingsOf(page).first()
  const times = await booking.locator('b').innerText()
  await booking.click()
  await expect(page.getByRole('dialog', { name: times }).getByText(/^£[\d,]+\.\d\d, /)).toBeVisible()
}

test('"auto" is night before the first paint, and the switch is remembered', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  await signIn(page, demonstrationPeople.driver)
  await page.goto('/driver-profile')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await settled(page)
  await page.getByRole('button', { name: 'Night view' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // Of two pages that a driver sees in the cab, the public one goes dark as well.
  await page.goto('/my-day')
  await settled(page)
  await page.getByRole('button', { name: 'Night view' }).click()
  await page.goto('/verify-record')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.getByRole('button', { name: 'Night view' })).toHaveCount(0)
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

test('where a part of the header does not come, the page stays as the server made it', async ({ page }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto('/driver-profile')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/register-slots-'))
  await page.route('**/assets/register-slots-*.js', (route) => route.abort())
  await page.reload()
  await refused
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.getByRole('link', { name: 'Messages' }).first().click()
  await expect(page).toHaveURL(/\/messages/)
})

test('every page of a new driver asks to set up the profile, My Bookings included', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signInNewDriver(page)
  const lists = ['new-bookings', 'hot-jobs', 'confirmed-bookings', 'past-bookings']
  const pages = ['/driver-profile', '/calendar', '/working-unit', '/working-unit/working-hours', '/settings/general']
  for (const path of [...lists.map((list) => `/my-bookings/${list}`), ...pages]) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByText('Setup your profile'), path).toBeVisible()
    await expect(main.getByText('You can’t receive or accept any bookings yet.'), path).toBeVisible()
    await expect(main.getByText(/takes no bookings/), path).toHaveCount(0)
    await expect(main.getByText(/Ailsa[^.]* takes/), path).toHaveCount(0)
  }
  await page.goto('/my-bookings/new-bookings')
  await expectUsable(page, 'new bookings of a new driver')
  await page.getByRole('link', { name: 'Next: Enter the van' }).click()
  await expect(page).toHaveURL(/\/settings\/driving-profile/)
})

test('the dialog of the whole week offers a shift over midnight in one tap', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signInNewDriver(page)
  await page.goto('/working-unit/working-hours')
  const first = page.getByRole('button', { name: 'Add the unit' })
  if (await first.isVisible()) await first.click()
  await page.goto('/working-unit/working-hours')
  await page.getByRole('button', { name: 'Set working hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Working hours' })
  await dialog.getByLabel('Saturday from').selectOption('20:00')
  await dialog.getByLabel('Saturday to').selectOption('02:00')
  const late = dialog.getByRole('button', { name: 'Until 24:00, and 00:00 to 02:00 on Sunday' })
  await expect(late).toBeVisible()
  await expectUsable(page, 'a shift over midnight')
  await late.click()
  await expect(dialog.getByLabel('Saturday to')).toHaveValue('24:00')
  await expect(dialog.getByLabel('Sunday from')).toHaveValue('00:00')
  await expect(dialog.getByLabel('Sunday to')).toHaveValue('02:00')
  await dialog.getByRole('button', { name: 'Save hours' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('20:00 to 24:00')).toBeVisible()
  await expect(page.getByText('00:00 to 02:00')).toBeVisible()
})

test('a browser that blocks messages shows its boxes off, and saving keeps them for other devices', async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: [], viewport: { width: 360, height: 780 } })
  const page = await context.newPage()
  // Chromium without a window refuses messages by itself.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await signInNewDriver(page)
  await page.goto('/settings/notifications')
  await expect(page.getByText('This browser blocks messages from Vanfare.')).toBeVisible()
  const boxes = page.getByRole('checkbox', { name: /, device$/ })
  await expect(page.getByRole('columnheader', { name: /Device\s*Blocked here/ })).toBeVisible()
  for (const box of await boxes.all()) {
    await expect(box).toBeDisabled()
    await expect(box).not.toBeChecked()
  }
  await expectUsable(page, 'notifications that are blocked')
  const chosen = page.locator('input[type=hidden][name$=".push"]')
  const names = await chosen.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name }) => name))
  expect(names).not.toEqual([])
  await page
    .getByRole('checkbox', { name: /, text$/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Notifications saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: /Blocked here/ })).toBeVisible()
  expect(await chosen.evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name }) => name))).toEqual(names)

  await page.goto('/settings/payment-setup')
  await page.getByRole('link', { name: 'choose cards in General' }).click()
  await expect(page.getByRole('heading', { name: 'How customers pay you' })).toBeInViewport()
  await page.goto('/driver-profile')
  await expect(page.getByText('You take cash only until you choose cards in General')).toBeVisible()
  await context.close()
})

test('a form that cannot be sent keeps what was typed', async ({ page, context }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto(`${pricing}-terms`)
  const minutes = page.getByLabel('Free minutes')
  await minutes.fill('45')
  await pageLives(page)
  // The bar comes to the foot of the screen with the first change, counted once the script is there, and the press would miss it.
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(page.getByText('We couldn’t reach Vanfare. Check your connection and try again.')).toBeVisible()
  await expect(minutes).toHaveValue('45')
  await context.setOffline(false)
})

test('without signal every form says first what its own fields lack', async ({ page, context }) => {
  await signIn(page, demonstrationPeople.driver)
  const paths = [`${pricing}-terms`, `${pricing}-out-of-hours`, pricing, '/settings/payment-setup', '/working-unit']
  let forms = 0
  for (const path of [...paths, '/settings/people']) {
    await page.goto(path)
    await pageLives(page)
    await context.setOffline(true)
    for (const form of await page.locator('form[method="post"]:has(:required)').all()) {
      forms += 1
      await form.evaluate((element: HTMLFormElement) => {
        for (const field of element.querySelectorAll<HTMLInputElement>('input:required')) field.value = ''
        element.requestSubmit()
      })
      await expect(form.locator('.field.is-bad .error').first(), path).toHaveText('Required')
    }
    await expect(page.getByText('We couldn’t reach Vanfare.'), path).toHaveCount(0)
    await context.setOffline(false)
  }
  expect(forms).toBeGreaterThan(5)
})

test('the answers of a page do not wait for the script of its foot, whose links lead on all the same', async ({
  page,
}) => {
  await signIn(page, demonstrationPeople.driver)
  await page.route(/assets\/footer-[\w-]{8}\.js$/u, (route) => route.abort())
  await page.goto(`${pricing}-terms`)
  const minutes = page.getByLabel('Free minutes')
  await pageLives(page)
  await minutes.fill('999999')
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(minutes).toHaveAttribute('aria-invalid', 'true')
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/about-us$/)
  await expect(page.locator('[data-same-page]')).toHaveCount(1)
})

test('what is saved is no change any more, however it was typed', async ({ page }) => {
  await signIn(page, demonstrationPeople.driver)
  await page.goto(`${pricing}-terms`)
  const charge = page.getByLabel('Each half hour after that')
  const before = await charge.inputValue()
  await expect(page.getByText('No changes')).toBeVisible()
  await charge.fill(before.replace(/0$/, ''))
  await expect(page.getByText('1 change', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save terms' }).click()
  await expect(page.getByText('No changes')).toBeVisible()
  await expect(charge).toHaveValue(before)

  await page.goto(`${pricing}-out-of-hours`)
  const from = page.getByLabel('Tuesday from')
  const hour = await from.inputValue()
  for (const time of [hour === '07:00' ? '07:30' : '07:00', hour]) {
    await from.selectOption(time)
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await expect(page.getByText('No changes')).toBeVisible()
  }
})

test('the map of the area stays where it is, and each step is undone by itself', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, demonstrationPeople.driver)
  await page.goto(pricing)
  const map = page.getByRole('img', { name: /^Map of/ })
  const count = async () => Number(/\d+/.exec((await map.getAttribute('aria-label')) ?? '')?.[0])
  await expect(page.getByText('Tap a district to add or remove it.')).toBeVisible()
  // The postcode comes first.
  const [field, drawing] = [await page.getByLabel('Base postcode').boundingBox(), await map.boundingBox()]
  expect(field?.y).toBeLessThan(drawing?.y ?? 0)
  await expect(page.locator('.map__base')).toBeVisible()
  const [before, view] = [await count(), await map.getAttribute('viewBox')]

  const corner = { position: { x: 20, y: 20 } }
  await map.click(corner)
  expect(Math.abs((await count()) - before)).toBe(1)
  await map.click(corner)
  expect(await count(), 'the same place is the same district').toBe(before)
  await map.click(corner)
  await map.click({ position: { x: 300, y: 20 } })
  expect(await map.getAttribute('viewBox')).toBe(view)
  const [two, one] = [await count(), before + ((await count()) > before ? 1 : -1)]
  await page.getByRole('button', { name: 'Zoom in' }).click()
  expect(Number((await map.getAttribute('viewBox'))?.split(' ')[2])).toBeLessThan(Number(view?.split(' ')[2]))
  expect(await count()).toBe(two)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect([one, before]).toContain(await count())
  expect(await count()).not.toBe(two)
  await page.getByRole('button', { name: 'Redo' }).click()
  expect(await count()).toBe(two)
  await expectUsable(page, 'an area that is being changed')
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
  await expect(page.getByText(/^Your prices have been changed in another window/)).toBeVisible()
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
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/settings\/notifications$/)

  await page.goto(`${pricing}-out-of-hours`)
  await page.getByLabel('Standard hours on Tuesday').uncheck()
  await expect(page.getByText('Out of hours all day')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Tuesday from')).toHaveValue('08:00')
  await expect(page.getByText('No changes')).toBeVisible()

  await openWeekWithBookings(page)
  await openFirstBooking(page)
  await expectUsable(page, 'a booking in the calendar')
})

for (const isHeld of [true, false])
  test(`what is pressed before the page’s script has come is ${isHeld ? 'done once it is there' : 'lost: the control, without intent.js'}`, async ({
    page,
  }) => {
    await signIn(page, demonstrationPeople.driver)
    const path = await openWeekWithBookings(page)
    const pressed = Promise.withResolvers<void>()
    await page.route('**/assets/entry.client-*.js', async (route) => {
      await pressed.promise
      await route.continue()
    })
    if (!isHeld) await page.route('**/assets/intent-*.js', (route) => route.abort())
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await bookingsOf(page).first().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    pressed.resolve()
    await pageLives(page)
    await expect(page.getByRole('dialog')).toHaveCount(isHeld ? 1 : 0)
  })

test('what was typed before the page’s script has come is asked about before a link leads away', async ({ page }) => {
  await signIn(page, demonstrationPeople.driver)
  const pressed = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto(`${pricing}-terms`, { waitUntil: 'domcontentloaded' })
  const minutes = page.getByLabel('Free minutes')
  await minutes.fill('45')
  await page.getByRole('link', { name: 'Notifications' }).click()
  pressed.resolve()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(minutes).toHaveValue('45')
  await expect(page).toHaveURL(/-terms$/)
})

test('nobody but a driver sees the workplace, nobody but an admin the office', async ({ page }) => {
  expect((await page.goto('/calendar'))?.status()).toBe(401)
  await expect(page.getByRole('heading', { name: 'Log in to continue' })).toBeVisible()
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
  await expect(page).toHaveURL(/\/admin\/bookings$/)
  // A page of the queue that is empty by now leads to the first.
  await page.goto('/admin/verifications?page=99')
  await expect(page).toHaveURL(/\/admin\/verifications$/)
})
