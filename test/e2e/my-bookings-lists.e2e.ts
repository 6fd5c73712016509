// The lists of a customer's own moves and of a unit's jobs: what a filter leaves out, and their pages.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'

/** Tests beside this one add to what is past. */
const PAGE_SIZE = 20

const rowsOf = (page: Page) => page.getByRole('main').getByRole('link', { name: /^(Receipt|See booking) / })

test.use({ viewport: { width: 360, height: 780 } })

test('past moves are filtered by how they ended, and all of them are there again without', async ({ page }) => {
  await signIn(page, demonstrationPeople.customer)
  await page.goto('/my-bookings/past-bookings')
  const count = Number(
    await page
      .getByRole('link', { name: /^Past Bookings/ })
      .locator('.tab__n')
      .textContent(),
  )
  const filters = page.getByRole('navigation', { name: 'Which past moves' })
  await filters.getByRole('link', { name: 'Cancelled by customer' }).click()
  await expect(page).toHaveURL(/\?status=canceled_by_customer$/)
  // The address is new a moment before the list is.
  await expect.poll(async () => await rowsOf(page).count()).toBeLessThan(count)
  const few = await rowsOf(page).count()
  expect(few).toBeGreaterThan(0)
  const log = page.locator('.log')
  await expect(log.filter({ hasText: 'Cancelled by customer' })).toHaveCount(few)
  await expectUsable(page, 'past moves, filtered')
  // Pressed again it is taken off.
  await filters.getByRole('link', { name: 'Cancelled by customer' }).click()
  await expect(page).toHaveURL(/\/past-bookings$/)
  await expect(rowsOf(page)).toHaveCount(Math.min(count, PAGE_SIZE))
})

/** So many moves that were cancelled, all at one start: nothing but their keys says which comes first. Of somebody whom no other test looks at. */
async function manyPast(count: number): Promise<Record<'customer' | 'owner' | 'unitId', string>> {
  const [like] = await inDatabase(
    `with chosen as (
       select b.id, b.unit_id, k.id as customer_id, k.email as customer, o.id as owner_id, o.email as owner
       from bookings.booking b join identity.user k on k.id = b.customer_id join companies.company c on c.id = b.company_id
         join identity.user o on o.id = c.owner_user_id
       where b.status = 'completed' and k.opened_by = 'email' and k.status = 'active' and o.status = 'active'
         and k.email <> all ($1) and o.email <> all ($1)
       order by random() limit 1),
     login as (update identity.user u set password_hash = d.password_hash from identity.user d, chosen
       where d.email = $2 and u.id in (chosen.customer_id, chosen.owner_id))
     select * from chosen`,
    [Object.values(demonstrationPeople).map(({ email }) => email), demonstrationPeople.customer.email],
  )
  await inDatabase(
    `insert into bookings.booking
     select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'instead_of_id', null, 'commissionable_pence', 0,
       'status', 'canceled_by_customer', 'start_at', date_trunc('day', pgboss.job_now()) - interval '400 days', 'final_pence', null,
       'end_at', date_trunc('day', pgboss.job_now()) - interval '399 days', 'total_pence', 10000 + n * 1000, 'ceiling_pence', 900000))).*
     from bookings.booking b, generate_series(1, $2) n where b.id = $1`,
    [like?.['id'], count],
  )
  return { customer: String(like?.['customer']), owner: String(like?.['owner']), unitId: String(like?.['unit_id']) }
}

const { password } = demonstrationPeople.customer

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

test('a customer with many past moves pages through all of them, the filter kept', async ({ page }) => {
  const { customer } = await manyPast(45)
  await signIn(page, { email: customer, password })
  await page.goto('/my-bookings/past-bookings?status=canceled_by_customer')
  const links = () => rowsOf(page).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const seen = await throughPages(page, links)
  expect(seen.length).toBeGreaterThanOrEqual(45)
  await expect(page).toHaveURL(/status=canceled_by_customer/)
  await expectUsable(page, 'a page of past moves')
  // A page that is not there any more says so, and leads back.
  await page.goto('/my-bookings/past-bookings?page=90')
  await expect(rowsOf(page)).toHaveCount(0)
  await expectUsable(page, 'a page beyond the last')
})

test('a driver with many past jobs pages through all of them, of this unit and with the filter', async ({ page }) => {
  const { owner, unitId } = await manyPast(45)
  await signIn(page, { email: owner, password })
  await page.goto(`/my-bookings/past-bookings?unit=${unitId}&status=canceled_by_customer`)
  const rows = () => page.locator('.log').evaluateAll((all) => all.map((row) => row.textContent))
  const seen = await throughPages(page, rows)
  expect(seen.length).toBeGreaterThanOrEqual(45)
  await expect(page).toHaveURL(/status=canceled_by_customer/)
  await expectUsable(page, 'a page of past jobs')
  await page.goto(`/my-bookings/past-bookings?unit=${unitId}&page=90`)
  await expect(page.locator('.log')).toHaveCount(0)
  await expectUsable(page, 'a page of past jobs beyond the last')
})
