// What the five steps load: little script, and the list of things beside it as data.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { heading } from '#test/support/browser/steps.ts'

const STEPS = ['/additional-services', '/clarify', '/route-details', '/pick-a-driver', '/confirm-booking']
const MOST_SCRIPT_BYTES = 183_500
/** Fetched once they are opened or needed: a part that a step imports by the way would come with it again. */
const LATER = [
  'company-sheet',
  'list-reader',
  'own-item-form',
  'photo-upload',
  'remedies',
  'saved-addresses-dialog',
  'send-list-dialog',
]
const list = /\/assets\/data-[\w-]+\.json$/

/** Compressed bytes of each script that the page has loaded, by address. */
const scripts = (page: Page): Promise<[string, number][]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize]),
  )

test('the script of the five steps stays within 184 kB', async ({ page }) => {
  const bytes = new Map<string, number>()
  for (const step of STEPS) {
    await page.goto(step, { waitUntil: 'networkidle' })
    for (const [address, size] of await scripts(page)) bytes.set(address, Math.max(size, bytes.get(address) ?? 0))
  }
  const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
  // React alone is more than 90 kB: less than that and nothing has been measured.
  expect(sum).toBeGreaterThan(90_000)
  expect(sum).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
  const files = [...bytes.keys()].map((address) => address.replace(/^.*\//, ''))
  expect(LATER.filter((part) => files.some((file) => file.startsWith(`${part}-`)))).toEqual([])
})

test('the list of things is asked for with the page, once', async ({ page }) => {
  const asked: string[] = []
  const warnings: string[] = []
  page.on('request', (request) => list.test(request.url()) && asked.push(request.url()))
  page.on('console', (message) => message.type() !== 'log' && warnings.push(message.text()))
  await page.goto('/additional-services')
  await page.getByRole('button', { name: 'Add Armchair' }).click()
  await expect(page.getByText('1 item').first()).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(warnings).toEqual([])
})

test('a list of things that does not arrive is said, and its page goes on as soon as it does', async ({ page }) => {
  await page.route(list, (route) => route.abort())
  await page.goto('/additional-services')
  await expect(heading(page, 'What’s going in the van?')).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: 'We couldn’t load the list of things to move.' })
  await expect(notice).toBeVisible()
  await page.unroute(list)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Add Armchair' }).click()
  await expect(page.getByText('1 item').first()).toBeVisible()
  await expect(notice).toHaveCount(0)
})
