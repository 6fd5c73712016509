// The lists of a customer's own moves: what is left out by a filter.
import { expect, test, type Page } from '#test/support/browser/test.ts'
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
  await filters.getByRole('link', { name: 'Canceled by customer' }).click()
  await expect(page).toHaveURL(/\?status=canceled_by_customer$/)
  await expect(rowsOf(page)).not.toHaveCount(0)
  const few = await rowsOf(page).count()
  expect(few).toBeLessThan(count)
  const log = page.locator('.log')
  await expect(log.filter({ hasText: 'Canceled by customer' })).toHaveCount(few)
  await expectUsable(page, 'past moves, filtered')
  // Pressed again it is taken off.
  await filters.getByRole('link', { name: 'Canceled by customer' }).click()
  await expect(page).toHaveURL(/\/past-bookings$/)
  await expect(rowsOf(page)).toHaveCount(Math.min(count, PAGE_SIZE))
})
