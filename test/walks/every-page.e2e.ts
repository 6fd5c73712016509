// One walk over every page as each kind of person has it. A page is opened once, and everything that holds for any page is looked at
// there: its policy and its console, its links, and at the widths that count how it is laid out.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { complaintsOf, watch } from '#test/support/browser/complaints.ts'
import { keyedPages } from '#test/support/browser/keyed-pages.ts'
import { expectUsable, sideways } from '#test/support/browser/page-checks.ts'
import { expectToLead, targetsOf, type Target } from '#test/support/browser/targets.ts'
import {
  become,
  chooseDriver,
  opens,
  sharedBookingPage,
  stepPages,
  publicPages,
  workplacePages,
  type Visitor,
} from '#test/support/browser/sites.ts'
import { allPages } from '#test/support/pages.ts'

/** Nothing may scroll sideways at these; at those of `looked` every check is made. */
const WIDTHS = [1600, 1280, 1200, 992, 768, 576, 360, 350]
const LOOKED = [1280, 350]

test.use({ reducedMotion: 'reduce' })

async function look(page: Page, path: string, widths: readonly number[], looked: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const what = `${path} at ${width} px`
    if (looked.includes(width)) await expectUsable(page, what)
    else expect.soft(await sideways(page), `width: ${what}`).toEqual([])
  }
}

/** The pages that everybody has alike are looked at as a visitor, and the steps, whose list of offers is laid out once, where it is read. */
function lookedAs(visitor: Visitor, path: string): readonly number[] {
  const isOneOf = (paths: readonly string[]) => paths.includes(path)
  return isOneOf(stepPages) || (isOneOf(publicPages) && visitor !== 'visitor') ? [] : LOOKED
}

const leastOpened: Record<Visitor, number> = { visitor: 20, customer: 20, driver: 25, admin: 10 }

for (const visitor of ['visitor', 'customer', 'driver', 'admin'] as const) {
  test(`T-092: every page keeps its policy, leads somewhere and is usable at any width, seen as ${visitor}`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page)
    const seen = await watch(page)
    const shared = await sharedBookingPage(page)
    const keyed = await keyedPages(page, visitor)
    await become(page, visitor)
    if (visitor === 'visitor' || visitor === 'customer') await chooseDriver(page)
    const targets: Target[] = []
    const opened: string[] = []
    for (const path of [...allPages, shared, ...keyed]) {
      await page.setViewportSize({ width: 1280, height: 800 })
      // Where this person is sent to is looked at under its own address.
      if (!(await opens(page, path))) continue
      opened.push(path)
      expect.soft((await seen()).violations, `policy: ${path}`).toEqual([])
      targets.push(...(await targetsOf(page, path)))
      await look(page, path, WIDTHS, lookedAs(visitor, path))
    }
    expect(complaints).toEqual([])
    await expectToLead(page, targets)
    // None of them sends away whoever it is for.
    expect(opened).toEqual(expect.arrayContaining(keyed))
    expect(opened.length).toBeGreaterThanOrEqual(leastOpened[visitor])
    if (visitor === 'driver') expect(opened).toEqual(expect.arrayContaining([...workplacePages]))
  })
}

test('every page of the workplace is usable by night', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const keyed = (await keyedPages(page, 'driver')).filter((path) => path.startsWith('/my-day/'))
  expect(keyed).toHaveLength(1)
  await become(page, 'driver')
  for (const path of [...workplacePages, ...keyed]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await look(page, `${path} by night`, LOOKED, LOOKED)
  }
  expect(complaints).toEqual([])
  await context.close()
})
