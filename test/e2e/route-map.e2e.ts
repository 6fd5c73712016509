// The route drawn on our own map: where it stands, what it says to those who do not see it, and how it looks to them who see it otherwise.
import { expect, test } from '#test/support/browser/test.ts'
import { demonstrationPeople } from '#test/support/browser/people.ts'
import { aMove, point, putMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { heading } from '#test/support/browser/steps.ts'

const map = 'svg[role="img"]'

test('the route step draws the move, and anew when an end changes', async ({ page }) => {
  await putMove(page, aMove({ routePoints: [point('E17 4QH'), point('BN1 4QL')] }))
  await page.goto('/route-details')
  const drawn = page.getByRole('img', {
    name: /^Sketch of the route: from A, Walthamstow E17, south to B, Brighton BN1/,
  })
  await expect(drawn).toBeVisible()
  await expect(page.getByText('A sketch: the line joins the places, not road by road.')).toBeVisible()
  await expect(page.getByText('Zone: ULEZ.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Postcode' }).last().fill('GU1 1AA')
  await expect(page.getByRole('img', { name: /to B, Guildford GU1/ })).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `route step at ${width}`)
  }
})

test('pick a driver has it for whoever opens it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await putMove(page, aMove({ routePoints: [point('E17 4QH'), point('BN1 4QL')] }))
  await page.goto('/pick-a-driver')
  await expect(heading(page, /drivers? for/)).toBeVisible()
  await expect(page.locator(map)).toHaveCount(0)
  await page.getByRole('button', { name: 'Sort and filter' }).click()
  await page.getByText('The route on a map').click()
  await expect(page.getByRole('img', { name: /^Sketch of the route: from A, Walthamstow/ })).toBeVisible()
})

test('the booking page has it from the server, between districts for a stranger', async ({ page, browser }) => {
  const login = await page.request.post('/api/users/login/', { data: demonstrationPeople.customer })
  const { access } = (await login.json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  const list = await page.request.get('/api/booking/future-bookings/?page_size=50', { headers })
  const { results } = (await list.json()) as { results: { hash: string }[] }
  const context = await browser.newContext({ javaScriptEnabled: false, forcedColors: 'active' })
  const stranger = await context.newPage()
  await stranger.goto(`${process.env['VANFARE_TEST_URL']}/booking/${results[0]?.hash}`)
  const drawn = stranger.getByRole('img', { name: /^Sketch of the route: from A, / })
  await expect(drawn).toBeVisible()
  // Land and sea are one colour there, so the shore, the route and the marks have to differ from it.
  const colours = await drawn.evaluate((svg) => {
    const of = (part: string, property: 'stroke' | 'fill') => {
      const found = svg.querySelector(part)
      return found && getComputedStyle(found)[property]
    }
    return [
      getComputedStyle(svg).backgroundColor,
      of('[stroke="var(--rm-shore)"]', 'stroke'),
      of('[stroke="var(--rm-case)"]', 'stroke'),
      of('.rm-mark circle', 'stroke'),
    ]
  })
  expect(new Set(colours.slice(1)).has(colours[0] ?? '')).toBe(false)
  await context.close()
})
