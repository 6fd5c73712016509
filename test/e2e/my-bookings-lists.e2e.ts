// The lists of a customer's own moves and of a unit's jobs: what a filter leaves out, and their pages.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'
import { now } from '#test/support/start-of-clock.ts'

const PAGE_SIZE = 20

type Login = { email: string; password: string }

const ago = ({ days }: { days: number }) => new Date(now().getTime() - days * 86_400_000).toISOString()

const rowsOf = (page: Page) => page.getByRole('main').getByRole('link', { name: /^(Receipt|See booking) / })

test.use({ viewport: { width: 360, height: 780 } })

test('past moves are filtered by how they ended, and all of them are there again without', async ({ page }) => {
  const { customer } = await manyPast(3)
  await signIn(page, customer)
  await page.goto('/my-bookings/past-bookings')
  await expect(rowsOf(page)).toHaveCount(4)
  const filters = page.getByRole('navigation', { name: 'Which past moves' })
  await filters.getByRole('link', { name: 'Cancelled by customer' }).click()
  await expect(page).toHaveURL(/\?status=canceled_by_customer$/)
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(page.locator('.log').filter({ hasText: 'Cancelled by customer' })).toHaveCount(3)
  await expectUsable(page, 'past moves, filtered')
  // Pressed again it is taken off.
  await filters.getByRole('link', { name: 'Cancelled by customer' }).click()
  await expect(page).toHaveURL(/\/past-bookings$/)
  await expect(rowsOf(page)).toHaveCount(4)
})

/** One move that was finished and as many that were cancelled, all of these at one start: only their keys say which comes first. */
async function manyPast(count: number): Promise<{ customer: Login; owner: Login; unitId: string }> {
  const { id, unitId, driver, email, password } = await aJob({ isFinished: true, at: ago({ days: 390 }) })
  await inDatabase(
    `insert into bookings.booking
     select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'instead_of_id', null, 'commissionable_pence', 0,
       'status', 'canceled_by_customer', 'start_at', date_trunc('day', pgboss.job_now()) - interval '400 days', 'final_pence', null,
       'end_at', date_trunc('day', pgboss.job_now()) - interval '399 days', 'total_pence', 10000 + n * 1000, 'ceiling_pence', 900000))).*
     from bookings.booking b, generate_series(1, $2) n where b.id = $1`,
    [id, count],
  )
  return { customer: { email, password }, owner: driver, unitId }
}

/** Every page of a list, by its link to the next; then back to the one before the last. What each row is, once for each. */
async function throughPages(page: Page, whatOf: () => Promise<string[]>): Promise<string[]> {
  const pages = page.getByRole('navigation', { name: 'Pages of bookings' })
  const all: string[] = []
  for (let number = 1; ; number++) {
    await expect(pages).toContainText(`Page ${number} of `)
    const found = await whatOf()
    expect(found.filter((one) => all.includes(one))).toEqual([])
    all.push(...found)
    if ((await pages.getByRole('link', { name: 'Next' }).count()) === 0) break
    expect(found).toHaveLength(PAGE_SIZE)
    await pages.getByRole('link', { name: 'Next' }).click()
  }
  const last = Number(/Page (\d+)/.exec((await pages.textContent()) ?? '')?.[1])
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(pages).toContainText(`Page ${last - 1} of ${last}`)
  await expect.poll(whatOf).toEqual(all.slice((last - 2) * PAGE_SIZE, (last - 1) * PAGE_SIZE))
  return all
}

test('a list of moves is sent without their addresses, things and receipts, which are on their own pages', async ({
  page,
}) => {
  const { email, password } = await aJob({})
  await signIn(page, { email, password })
  const list = await page.goto('/my-bookings/future-bookings')
  expect(await list?.text()).not.toMatch(/flatAndHouse|needAssembling|extraLines/)
  const address = await page
    .getByRole('link', { name: /^See booking / })
    .first()
    .getAttribute('href')
  const own = await page.goto(address ?? '')
  expect(await own?.text()).toMatch(/flatAndHouse/)
})

test('a customer with many past moves pages through all of them, the filter kept', async ({ page }) => {
  const { customer } = await manyPast(45)
  await signIn(page, customer)
  await page.goto('/my-bookings/past-bookings?status=canceled_by_customer')
  const links = () => rowsOf(page).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const seen = await throughPages(page, links)
  expect(seen.length).toBe(45)
  await expect(page).toHaveURL(/status=canceled_by_customer/)
  await expectUsable(page, 'a page of past moves')
  // A page that is not there any more says so, and leads back.
  await page.goto('/my-bookings/past-bookings?page=90')
  await expect(rowsOf(page)).toHaveCount(0)
  await expectUsable(page, 'a page beyond the last')
})

test('a driver with many past jobs pages through all of them, of this unit and with the filter', async ({ page }) => {
  const { owner, unitId } = await manyPast(45)
  await signIn(page, owner)
  await page.goto(`/my-bookings/past-bookings?unit=${unitId}&status=canceled_by_customer`)
  const rows = () => page.locator('.log').evaluateAll((all) => all.map((row) => row.textContent))
  const seen = await throughPages(page, rows)
  expect(seen.length).toBe(45)
  await expect(page).toHaveURL(/status=canceled_by_customer/)
  await expectUsable(page, 'a page of past jobs')
  await page.goto(`/my-bookings/past-bookings?unit=${unitId}&page=90`)
  await expect(page.locator('.log')).toHaveCount(0)
  await expectUsable(page, 'a page of past jobs beyond the last')
})
