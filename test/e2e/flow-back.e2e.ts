// Steps are drawn in turns from above; whoever goes back to one is where they were on it.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { aMove, putMove } from '#test/support/browser/moves.ts'
import { pageLives } from '#test/support/browser/steps.ts'

test.use({ viewport: { width: 360, height: 640 } })

type Path = '/route-details' | '/pick-a-driver'
type Left = Partial<Record<string, number>>

/** Where each page of this window was scrolled to last. */
const keepPlaces = (page: Page) =>
  page.addInitScript(() => {
    const left: Left = {}
    Object.assign(window, { left })
    const keep = () => (left[location.pathname] = scrollY)
    addEventListener('scroll', keep)
    // What scrolls to a button and presses it is told of the scroll later than of the press, and by then of the next page.
    addEventListener('click', keep, { capture: true })
  })
const placeOn = (page: Page, path: Path) =>
  page.evaluate((one) => (window as unknown as { left: Left }).left[one] ?? 0, path)

/** Goes far below what is drawn first, once all is. */
async function goDown(page: Page, last: string): Promise<void> {
  await expect(page.getByText(last).first()).toBeVisible()
  await pageLives(page)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
}

async function backTo(page: Page, path: Path, place: number): Promise<void> {
  expect(place, 'below what is drawn first').toBeGreaterThan(1000)
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(50)
}

test('back to the route, and back to the prices', async ({ page }) => {
  await keepPlaces(page)
  await putMove(page, aMove())
  await page.goto('/route-details')
  await goDown(page, 'total time')
  await page.getByRole('region', { name: 'Next' }).getByRole('button', { name: 'See prices' }).click()
  await expect(page).toHaveURL(/\/pick-a-driver$/)
  const onRoute = await placeOn(page, '/route-details')
  await goDown(page, 'How are these sorted?')
  await page
    .getByRole('button', { name: /^Choose / })
    .nth(4)
    .click()
  await expect(page).toHaveURL(/\/confirm-booking$/)
  await backTo(page, '/pick-a-driver', await placeOn(page, '/pick-a-driver'))
  await backTo(page, '/route-details', onRoute)
})
