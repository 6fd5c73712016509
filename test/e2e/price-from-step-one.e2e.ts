// The price from the first item on, and a month of prices at "when".
import { expect, test } from '#test/support/browser/test.ts'
import { aMove, putMove, storedMove } from '#test/support/browser/moves.ts'
import { pence } from '#test/support/browser/steps.ts'

for (const width of [360, 1280])
  test(`the bar says the lowest price of the move and follows it, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await putMove(page, aMove())
    await page.goto('/additional-services')
    const bar = page.getByRole('region', { name: 'Next' })
    // Beside it the same is said to screen readers.
    const price = bar.locator('b', { hasText: /^\d+ (company|companies), from £/ })
    await expect(price).toBeVisible()
    const height = (await bar.boundingBox())?.height
    const before = await price.textContent()
    await page.getByRole('radio', { name: /Luton Van/ }).check({ force: true })
    await expect(price).not.toHaveText(before ?? '')
    expect((await bar.boundingBox())?.height).toBe(height)
    await page.getByRole('radio', { name: /^3 men/ }).check({ force: true })
    await expect(bar.getByText(/^£[\d.,]+ more for 3 men$/)).toBeVisible()
    expect((await bar.boundingBox())?.height).toBe(height)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

test('a home that is too much for one van says how many it takes where its price stands', async ({ page }) => {
  await page.goto('/additional-services?from=E17+4QH&to=BN1+4QL')
  await page.getByRole('button', { name: '3 bedrooms' }).click()
  await expect(page.locator('.lowest')).toHaveText(/(two|three) vans|two days/i)
})

for (const [how, answer] of [
  ['fails', null],
  ['is refused', { status: 422, json: { code: 'invalid', detail: 'The postcodes are the same.', errors: {} } }],
] as const)
  test(`a call that ${how} leaves no empty bar and nothing else`, async ({ page }) => {
    await page.route('**/api/booking/from-price/', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await putMove(page, aMove())
    await page.goto('/additional-services')
    await expect(page.locator('.lowest__none')).toBeAttached()
    await expect(page.locator('.lowest')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Continue' }).first()).toBeEnabled()
    await expect(page.getByText(/from £/)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('a month of prices is asked for when it is opened, and a press takes the day', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/day-prices/') && asked.push(request.url()))
  await putMove(page, aMove())
  await page.goto('/route-details')
  const summary = page.getByText('Prices by day')
  await expect(summary).toBeVisible()
  expect(asked).toEqual([])
  await summary.click()
  const day = page.getByRole('button', { name: /^\w{3} \d+ \w+, from £/ }).last()
  const name = (await day.getAttribute('aria-label')) ?? ''
  await day.click()
  const time = name.slice(-5)
  await expect.poll(async () => (await storedMove(page))?.time).toBe(time)
  expect(pence(name.slice(name.indexOf('£')).split(' at ')[0] ?? '')).toBeGreaterThan(0)
})
