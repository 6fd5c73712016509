// What ends something or binds is asked once, with what follows.
import { expect, test } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'

test('taking a van off the list counts its bookings first, and stands nowhere near what is tapped daily', async ({
  page,
}) => {
  const { unitId: id, driver } = await aJob()
  await aJob({ unitId: id, status: 'new_booking' })
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, driver)
  await page.goto(`/driver-profile?unit=${id}`)
  await expect(page.getByRole('link', { name: 'Reviews by customers' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Deactivate/ })).toHaveCount(0)
  await page.goto(`/working-unit?unit=${id}`)
  await page.getByRole('button', { name: /^Deactivate/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Deactivate .*\?$/ })
  await expect(dialog).toContainText('It has 1 confirmed and 1 waiting for your answer.')
  await expectUsable(page, 'a van that is to be deactivated')
  await dialog.getByRole('button', { name: 'Keep it on' }).click()
  const status = async () =>
    (await inDatabase(`select status from fleet.working_unit where id = $1`, [id]))[0]?.['status']
  expect(await status()).toBe('operating')
})
