import { expect, test } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { now } from '#test/support/start-of-clock.ts'

test('a live profile says what is next, and what would show the unit in more searches', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, demonstrationPeople.driver)
  // On a Sunday three weeks on, at an hour at which this unit does not work, and once within its hours.
  const sunday = new Date(now().getTime() + 21 * 86_400_000)
  sunday.setUTCDate(sunday.getUTCDate() + ((7 - sunday.getUTCDay()) % 7))
  const day = sunday.toISOString().slice(0, 10)
  for (const time of ['09:00', '05:30', '19:00'])
    for (const from of ['E17 4QH', 'N17 8AA']) {
      const points = [
        { number: 0, postcode: from, stairs: 0, date: day, time },
        { number: 1, postcode: 'E10 5AA', stairs: 0 },
      ]
      const move = { route_points: points, man_power: 'driver_helps', van_category: 'large_van' }
      expect((await request.post('/api/booking/companies-quotes/', { data: move })).ok()).toBe(true)
    }
  // The first of two vans.
  await page.goto('/working-unit')
  const unit = await page.getByLabel('Working unit', { exact: true }).and(page.locator('select')).inputValue()
  await page.goto(`/driver-profile?unit=${unit}`)
  await expect(page.getByRole('region', { name: 'Next job' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Hours and takings' }).getByText(/^This week/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Expires next' })).toBeVisible()
  const gains = page.getByRole('region', { name: 'How to be shown more often' })
  await expect(gains.getByText(/^Of \d+ searches in your area since/)).toBeVisible()
  await expectUsable(page, 'a live profile on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectUsable(page, 'a live profile')
  await gains
    .getByRole('link', { name: /more search/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`unit=${unit}`))
})
