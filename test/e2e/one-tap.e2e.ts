// What ends something or binds is asked once, with what follows.
import { expect, test } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { ownerOf } from '#test/support/browser/owners.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'

test('taking a van off the list counts its bookings first, and stands nowhere near what is tapped daily', async ({
  page,
}) => {
  const [unit] = await inDatabase(
    `select u.id, count(b.id) filter (where b.status = 'confirmed') as confirmed, count(b.id) filter (where b.status = 'new_booking') as waiting
     from fleet.working_unit u join companies.company c on c.id = u.company_id join identity.user o on o.id = c.owner_user_id
       join bookings.booking b on b.unit_id = u.id and b.status in ('confirmed', 'new_booking')
     where u.status = 'operating' and o.opened_by = 'email' and o.email <> $1 group by u.id order by count(b.id) desc, u.id limit 1`,
    [demonstrationPeople.driver.email],
  )
  const id = String(unit?.['id'])
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, await ownerOf(id))
  await page.goto(`/driver-profile?unit=${id}`)
  await expect(page.getByRole('link', { name: 'Reviews by customers' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Deactivate/ })).toHaveCount(0)
  await page.goto(`/working-unit?unit=${id}`)
  await page.getByRole('button', { name: /^Deactivate/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Deactivate .*\?$/ })
  await expect(dialog).toContainText(/It has (\d+|none) confirmed and (\d+|none) waiting for your answer\./)
  await expectUsable(page, 'a van that is to be deactivated')
  await dialog.getByRole('button', { name: 'Keep it on' }).click()
  const status = async () =>
    (await inDatabase(`select status from fleet.working_unit where id = $1`, [id]))[0]?.['status']
  expect(await status()).toBe('operating')
})
