// Where the focus goes on a phone there is nothing over it (WCAG 2.4.11): the bar at the foot stays below what is being filled in.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { aMove, putMove } from '#test/support/browser/moves.ts'
import { chooseFirst, heading } from '#test/support/browser/steps.ts'

test.use({ viewport: { width: 360, height: 640 } })

/** Tabs over the whole page, and names what a bar that stays in view covers, in whole or in part. */
async function coveredStops(page: Page): Promise<string[]> {
  const covered: string[] = []
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus()
  })
  let stops = 0
  for (; stops < 220; stops += 1) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const focused = document.activeElement
      if (!focused || focused.closest('footer') || focused === document.body) return 'over'
      const bar = [...document.querySelectorAll('.actions, .flow-bar')].find(
        (one) => one.checkVisibility() && getComputedStyle(one).position === 'sticky',
      )
      if (!bar || bar.contains(focused)) return null
      // What is drawn of a choice is its label.
      const box = (focused.closest('label') ?? focused).getBoundingClientRect()
      // A tall field is scrolled to the line where one types, which is its first.
      const bottom = focused instanceof HTMLTextAreaElement ? box.top + 48 : box.bottom
      const under = Math.min(bottom, innerHeight) - bar.getBoundingClientRect().top
      const name = focused.getAttribute('aria-label') || focused.id || focused.textContent
      return under > 1 || box.top >= innerHeight ? `${focused.tagName.toLowerCase()} ${name}` : null
    })
    if (fault === 'over') break
    if (fault) covered.push(fault)
  }
  expect(stops, 'stops on the page').toBeGreaterThan(5)
  return covered
}

/** It comes with the move, and until then there is little on the page that could have the focus. */
const bar = (page: Page) => page.getByRole('region', { name: 'Next' }).getByRole('button').last()

const steps = {
  '/additional-services': 'What’s going in the van?',
  '/clarify': 'Anything to take apart?',
  '/route-details': 'Where, when and how many stairs?',
} as const

for (const [step, title] of Object.entries(steps)) {
  test(`the focus is never under the bar of ${step}`, async ({ page }) => {
    await putMove(page, aMove())
    await page.goto(step)
    await expect(heading(page, title)).toBeVisible()
    await expect(bar(page)).toBeVisible()
    expect(await coveredStops(page)).toEqual([])
  })
}

test('the focus is never under the bar on a desktop, where it is the price alone', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await putMove(page, aMove())
  await page.goto('/route-details')
  await expect(page.locator('b', { hasText: /compan(y|ies), from £/ })).toBeVisible()
  expect(await coveredStops(page)).toEqual([])
})

test('the focus is never under the button that books', async ({ page }) => {
  await putMove(page)
  await page.goto('/pick-a-driver')
  await chooseFirst(page)
  expect(await coveredStops(page)).toEqual([])
})

test('control: without room for the bar it covers what has the focus', async ({ page }) => {
  await putMove(page, aMove())
  await page.goto('/route-details')
  await expect(bar(page)).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.scrollPaddingBottom = '0'))
  expect((await coveredStops(page)).length).toBeGreaterThan(0)
})
