import { expect, test } from '@playwright/test'
import { signInNewDriver } from '#test/support/browser/drivers.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { mailedLink, newEmail, newPassword } from '#test/support/browser/people.ts'

test('an owner invites a driver, who joins on a phone, reads the calendar, and is out when the access ends', async ({
  page,
  browser,
}) => {
  await signInNewDriver(page)
  await page.goto('/working-unit')
  const card = page.getByRole('region', { name: 'Driver’s log-in' })
  const email = newEmail()
  await card.getByLabel('First name').fill('Morag')
  await card.getByLabel('Email').fill(email)
  await card.getByRole('button', { name: 'Invite a driver' }).click()
  await expect(card.getByText(`We sent a link to ${email}`)).toBeVisible()
  await expectUsable(page, 'an invited driver')

  const context = await browser.newContext({ viewport: { width: 360, height: 780 } })
  const phone = await context.newPage()
  await phone.goto(await mailedLink(phone, email, 'join-unit'))
  await expect(phone.getByRole('heading', { name: 'What you will see' })).toBeVisible()
  await expectUsable(phone, 'an invitation')
  await phone.getByLabel('Password', { exact: true }).fill(newPassword)
  await phone.getByRole('button', { name: 'Join' }).click()
  await expect(phone).toHaveURL(/\/calendar$/)
  await expect(phone.getByText(/^You drive for/)).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Vacation' })).toHaveCount(0)
  await expectUsable(phone, 'a hired driver’s calendar')
  await phone.goto('/my-bookings/new-bookings')
  await expect(phone.getByRole('heading', { name: 'Nothing waits for your answer' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Widen my area' })).toHaveCount(0)
  await expectUsable(phone, 'a hired driver’s bookings')
  await phone.goto('/settings/payment-setup')
  await expect(phone.getByRole('heading', { name: 'Only for the owner' })).toBeVisible()
  await expectUsable(phone, 'a page of the owner')

  await page.reload()
  await expect(card.getByText('Morag')).toBeVisible()
  await card.getByRole('button', { name: 'End access' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
  await expect(card.getByRole('button', { name: 'Invite a driver' })).toBeVisible()
  await phone.goto('/calendar')
  await expect(phone.getByRole('heading', { name: 'Log in to continue' })).toBeVisible()
  await context.close()
})
