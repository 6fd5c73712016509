// What a booking must not lose or hide: the time while a stop is added, the reason of a failure, the dialog that was asked for.
import { expect, test, type Locator, type Page, type Request } from '#test/support/browser/test.ts'
import { aMove, point, putMove, storedMove } from '#test/support/browser/moves.ts'
import { signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst, goOn, heading, seePrices, takenIn } from '#test/support/browser/steps.ts'

const routeHeading = (page: Page) => heading(page, 'Where, when and how many stairs?')

test('a new stop keeps the time, and opens as empty as it is', async ({ page }) => {
  await putMove(page, aMove({ time: null }))
  await page.goto('/route-details')
  const sign = page.getByRole('region', { name: 'Route summary' })
  const total = sign.getByRole('status')
  await expect(total).toHaveText(/\d (?:h|min)/)
  const before = await total.textContent()
  await goOn(page, 'See prices')
  await expect(page.getByLabel('Start time')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Add a stop' }).click()
  const stop = page.getByRole('group', { name: 'Stop 1' }).getByRole('combobox', { name: 'Postcode' })
  await expect(stop).toBeVisible()
  await expect(stop).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Start time')).toHaveAttribute('aria-invalid', 'true')
  await expect(total).toHaveText(before ?? '')
  await expect(sign).toContainText('without the new stop')
  // Control: once prices are asked for, it lacks its postcode.
  await goOn(page, 'See prices')
  await expect(stop).toHaveAttribute('aria-invalid', 'true')
  await stop.fill('RH1 1AA')
  await expect(sign).not.toContainText('without the new stop')
  await expect(total).not.toHaveText(before ?? '')
})

const FAILURES = [
  ['500', { status: 500 }, 'Something went wrong at our end, not yours.'],
  ['503', { status: 503 }, 'Vanfare is very busy just now.'],
  ['no network', null, 'Check your connection'],
] as const

for (const [name, answer, sentence] of FAILURES) {
  test(`prices that fail with ${name} say what is true, and come when asked again`, async ({ page }) => {
    await putMove(page)
    await page.goto('/route-details')
    await expect(routeHeading(page)).toBeVisible()
    await page.route('**/pick-a-driver.data*', (route) =>
      answer ? route.fulfill({ ...answer, contentType: 'text/html', body: '<h1>Sorry</h1>' }) : route.abort(),
    )
    await goOn(page, 'See prices')
    const notice = page.getByRole('alert').filter({ hasText: 'We have no prices yet' })
    await expect(notice).toContainText(sentence)
    if (answer) await expect(notice).not.toContainText('connection')
    await page.unroute('**/pick-a-driver.data*')
    await seePrices(page)
  })
}

test('the dialog that a press asks for answers at once, however slow its script is', async ({ page }) => {
  await putMove(page)
  await page.goto('/pick-a-driver')
  await chooseFirst(page)
  const held: (() => void)[] = []
  await page.route(/\/booking-login-dialog-[\w-]+\.js$/, async (route) => {
    await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await book(page)
  const coming = page.getByRole('dialog', { name: 'Opening' })
  await expect(coming).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  for (const go of held) go()
  // Nobody has logged in here: an account is opened first.
  const dialog = page.getByRole('dialog', { name: 'Create an account to book' })
  await expect(dialog).toBeVisible()
  await expect(coming).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: /^Book for £/ })).toBeFocused()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Log in to book' })).toBeVisible()
})

test('what goes wrong in a dialog is said in it, and covers nothing to press', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await putMove(page)
  await page.goto('/pick-a-driver')
  await chooseFirst(page)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in to book' })
  await dialog.getByLabel('Email').fill('nobody-here@example.com')
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Not-the-password-1')
  const logIn = dialog.getByRole('button', { name: 'Login' })
  await logIn.click()
  const said = dialog.getByRole('alert')
  await expect(said).toBeVisible()
  const [over, around] = [await said.boundingBox(), await dialog.boundingBox()]
  expect((over?.y ?? 0) >= (around?.y ?? 0)).toBe(true)
  for (const button of [logIn, dialog.getByRole('button', { name: 'Close' })]) {
    const box = await button.boundingBox()
    if (!box || !over) throw new Error('Nothing to press')
    expect(box.y >= over.y + over.height || box.y + box.height <= over.y).toBe(true)
  }
})

/** The field of a flat that a customer has entered, who is logged in. */
async function withFlat(page: Page): Promise<Locator> {
  await signInNewCustomer(page)
  const routePoints = [point('E17 4QH', { flatAndHouse: 'Flat 9, Priya Secret' }), point('BN1 4QL')]
  await putMove(page, aMove({ routePoints }))
  await page.goto('/route-details')
  const flat = page.getByRole('region', { name: 'Pick-up' }).getByLabel('House or flat number')
  await expect(flat).toHaveValue('Flat 9, Priya Secret')
  return flat
}

test('logging out leaves no address behind in this browser', async ({ page }) => {
  const flat = await withFlat(page)
  await page.locator('.account').locator('summary').click()
  await page.locator('.account').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' }).first()).toBeVisible()
  await expect(page.getByText('One thing first')).toBeVisible()
  await expect(flat).toHaveValue('')
  expect(await storedMove(page)).toBeNull()
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].flatMap((one) => Object.values(one)).join(' ')),
  ).not.toContain('Priya')
  await page.reload()
  await expect(flat).toHaveValue('')
})

test('a log-out before the script is there leaves no address behind either, and nobody is told of an expired session', async ({
  page,
}) => {
  const flat = await withFlat(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await page.locator('.account').locator('summary').click()
  await page.locator('.account').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByText('Login').first()).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect(page.getByText('One thing first')).toBeVisible()
  await expect(flat).toHaveValue('')
  expect(await storedMove(page)).toBeNull()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a log-out is one, even if the answer to a question comes while the page without the session is read', async ({
  page,
}) => {
  await signInNewCustomer(page)
  await putMove(page, aMove())
  const isOfStep = (request: Request) => /\/route-details\.data/.test(request.url())
  const isQuestion = (request: Request) => isOfStep(request) && request.method() === 'POST'
  const asked = page.waitForRequest(isQuestion)
  const left = page.waitForRequest((request) => isOfStep(request) && request.method() === 'GET')
  // Answered, or given up by the page itself.
  const isOver = Promise.race([
    page.waitForEvent('requestfinished', isQuestion),
    page.waitForEvent('requestfailed', isQuestion),
  ])
  await page.route('**/route-details.data*', async (route) => {
    if (isQuestion(route.request())) await left
    else {
      await isOver
      await takenIn(page)
    }
    await route.continue().catch(() => undefined)
  })
  await page.goto('/route-details')
  await asked
  await page.locator('.account').locator('summary').click()
  await page.locator('.account').getByRole('button', { name: 'Log out' }).click()
  await isOver
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' }).first()).toBeVisible()
  await expect(page.getByText('One thing first')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
