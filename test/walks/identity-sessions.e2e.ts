import { readFileSync } from 'node:fs'
import { expect, test, type BrowserContext, type Locator, type Page } from '#test/support/browser/test.ts'
import { ageSessions, inDatabase } from '#test/support/browser/database.ts'
import { mailedLink, mailsTo, newEmail, newPassword, signInNewCustomer } from '#test/support/browser/people.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { heading } from '#test/support/browser/steps.ts'

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const knowsWho = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('authData'))).toContain('"isAuthenticated":true')

/** Says "expired in 1970", and is believed by nobody but whoever decides to refresh. */
const staleAccess = `e30.${Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url')}.c2ln`

const sessionCookieOf = async (context: BrowserContext) => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'authData')
  if (!cookie) throw new Error('Nobody is signed in.')
  return cookie
}

/** As after ten minutes: the access token has expired, the refresh token has not. */
async function expire(context: BrowserContext) {
  const cookie = await sessionCookieOf(context)
  await context.addCookies([{ ...cookie, value: `${staleAccess}:${cookie.value.split(':')[1]}` }])
}

async function countTokens(email: string): Promise<number> {
  const rows = await inDatabase(
    `select 1 from identity.refresh_token t join identity.session s on s.id = t.session_id
     join identity.user u on u.id = s.user_id where u.email_key = $1`,
    [email],
  )
  return rows.length
}

test('F-27: ten tabs whose token has expired at once stay signed in', async ({ page, context }) => {
  const { email } = await signInNewCustomer(page)
  await page.goto('/my-bookings/future-bookings')
  await knowsWho(page)
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()))
  const before = await countTokens(email)
  for (let round = 0; round < 3; round++) {
    await expire(context)
    await Promise.all(tabs.map((tab) => tab.goto('/my-bookings/future-bookings')))
    for (const tab of tabs) {
      await expect(tab.getByRole('banner').getByText('Priya')).toBeVisible()
      await expect(tab.getByRole('dialog')).toHaveCount(0)
    }
    // And as the pages themselves do it, each with the token that it knows.
    await page.evaluate(
      (accessToken) => localStorage.setItem('authData', JSON.stringify({ isAuthenticated: true, accessToken })),
      staleAccess,
    )
    const refreshed = await Promise.all(
      tabs.map((tab) => tab.evaluate(async () => (await fetch('/session/refresh', { method: 'POST' })).status)),
    )
    expect(refreshed).toEqual(tabs.map(() => 200))
  }
  // Renewed once a round: a tab that comes later is given what the first one got.
  expect((await countTokens(email)) - before).toBe(3)
  const ended = await inDatabase(
    `select 1 from identity.session s join identity.user u on u.id = s.user_id
     where u.email_key = $1 and s.revoked_at is not null`,
    [email],
  )
  expect(ended).toEqual([])
})

test('a call of a page whose token has expired is sent again; ten tabs renew it once', async ({ page, context }) => {
  await signInNewCustomer(page)
  const tabs = [page, ...(await Promise.all(Array.from({ length: 9 }, () => context.newPage())))]
  for (const tab of tabs) await tab.goto('/customer-settings')
  await knowsWho(page)
  await page.evaluate(
    (accessToken) => localStorage.setItem('authData', JSON.stringify({ isAuthenticated: true, accessToken })),
    staleAccess,
  )
  let renewals = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/session/refresh')) renewals += 1
  })
  const downloads = await Promise.all(
    tabs.map(async (tab) => {
      const [file] = await Promise.all([
        tab.waitForEvent('download'),
        card(tab, 'Your data').getByRole('button', { name: 'Download' }).click(),
      ])
      return file
    }),
  )
  expect(renewals).toBe(1)
  expect(downloads.map((file) => file.suggestedFilename())).toEqual(tabs.map(() => 'vanfare-my-data.json'))
  const data = JSON.parse(readFileSync(await (downloads[0] as (typeof downloads)[0]).path(), 'utf8')) as object
  expect(data).toHaveProperty('exported_at')
  for (const tab of tabs) await expect(tab.getByRole('dialog')).toHaveCount(0)
})

const endSessions = (email: string) =>
  inDatabase(
    `update identity.session set revoked_at = pgboss.job_now()
     where user_id = (select id from identity.user where email_key = $1)`,
    [email],
  )

test('a save that finds its session ended goes on after the login, and what was typed beside it stays', async ({
  page,
}) => {
  const { email } = await signInNewCustomer(page)
  await page.goto('/customer-settings')
  await knowsWho(page)
  await endSessions(email)
  const profile = card(page, 'Profile')
  const mobile = card(page, 'Phone').getByLabel('Mobile')
  await mobile.fill('07700 900999')
  await profile.getByLabel('First name').fill('Priyanka')
  await profile.getByRole('button', { name: 'Save changes' }).click()
  await dialog(page, 'Session expired').getByRole('button', { name: 'Log in' }).click()
  await dialog(page, 'Login').getByLabel('Email').fill(email)
  await dialog(page, 'Login').getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast', { hasText: 'Saved' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Priyanka')).toBeVisible()
  await expect(mobile).toHaveValue('07700 900999')
  await expect(profile.getByLabel('First name')).toHaveValue('Priyanka')
})

test('a call of a page whose session has ended opens the dialog there and then', async ({ page }) => {
  const { email } = await signInNewCustomer(page)
  await page.goto('/customer-settings')
  await knowsWho(page)
  await endSessions(email)
  await card(page, 'Your data').getByRole('button', { name: 'Download' }).click()
  await expect(dialog(page, 'Session expired')).toBeVisible()
  await dialog(page, 'Session expired').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authData'))).toBeNull()
})

test('logging out in one tab logs out of all, without a word about a session', async ({ page, context }) => {
  await signInNewCustomer(page)
  await page.goto('/customer-settings')
  await knowsWho(page)
  const other = await context.newPage()
  await other.goto('/customer-settings')
  await expect(heading(other, 'Account Settings')).toBeVisible()
  await page.locator('.account summary').click()
  await page.locator('.account').getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(other.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(other.getByText('Log in first')).toBeVisible()
  await expect(other.getByRole('dialog')).toHaveCount(0)
})

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`T-030 at ${viewport.width} px`, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('an older session is asked for the password, and what was typed goes on', async ({ page }) => {
      const { email } = await signInNewCustomer(page)
      const newAddress = newEmail()
      await ageSessions(email)
      await page.goto('/customer-settings')
      const profile = card(page, 'Profile')
      await profile.getByLabel('First name').fill('Priyanka')
      await profile.getByLabel('Email').fill(newAddress)
      await profile.getByRole('button', { name: 'Save changes' }).click()
      const ask = dialog(page, 'Enter your password')
      await expectUsable(page, 'the password is asked for')

      // Whoever thinks better of it finds the form as it was.
      await page.keyboard.press('Escape')
      await expect(ask).toHaveCount(0)
      await expect(profile.getByLabel('Email')).toHaveValue(newAddress)
      await profile.getByRole('button', { name: 'Save changes' }).click()

      await ask.getByRole('button', { name: 'Carry on' }).click()
      await expect(ask.getByText('Required')).toBeVisible()
      await ask.getByRole('textbox', { name: 'Password' }).fill('not-my-password-1')
      await ask.getByRole('button', { name: 'Carry on' }).click()
      await expect(ask.getByText('This isn’t your password.')).toBeVisible()
      await ask.getByRole('textbox', { name: 'Password' }).fill(newPassword)
      await page.keyboard.press('Enter')
      await expect(ask).toHaveCount(0)
      await expect(profile.getByText(`We sent a link to ${newAddress}`)).toBeVisible()
      await expect(profile.getByLabel('First name')).toHaveValue('Priyanka')
      await expect(profile.getByLabel('Email')).toHaveValue(email)
      await expectUsable(page, 'an address that waits for its link')
      await expect.poll(async () => (await mailsTo(page, email)).length, { intervals: [100] }).toBeGreaterThan(1)

      const link = await mailedLink(page, newAddress, 'change-email')
      await page.goto(link)
      await expect(heading(page, 'Your email is changed')).toBeVisible()
      await expectUsable(page, 'the new address')
      await page.goto(link)
      await expect(page.getByRole('alert').filter({ hasText: 'Link expired' })).toBeVisible()
      await expectUsable(page, 'the link to a new address has expired')
      await page.goto('/customer-settings')
      await expect(card(page, 'Profile').getByLabel('Email')).toHaveValue(newAddress)
    })

    test('two-step login is set up after the password, in one go', async ({ page }) => {
      const { email } = await signInNewCustomer(page)
      await ageSessions(email)
      await page.goto('/customer-settings')
      await card(page, 'Password').getByRole('button', { name: 'Set up' }).click()
      const ask = dialog(page, 'Enter your password')
      await ask.getByRole('textbox', { name: 'Password' }).fill(newPassword)
      await ask.getByRole('button', { name: 'Carry on' }).click()
      await expect(dialog(page, 'Set up your app').getByRole('img', { name: /^QR code/ })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(card(page, 'Password').getByRole('button', { name: 'Set up' })).toBeFocused()
    })

    test('the password is changed, and a wrong one is marked', async ({ page }) => {
      const { email } = await signInNewCustomer(page)
      await page.goto('/customer-settings')
      const password = card(page, 'Password')
      await password.getByRole('button', { name: 'Change password' }).click()
      await expect(password.getByText('Required')).toHaveCount(2)
      await expect(password.getByRole('textbox', { name: 'Current password' })).toBeFocused()
      await password.getByRole('textbox', { name: 'Current password' }).fill('not-my-password-1')
      await password.getByRole('textbox', { name: 'New password' }).fill('Two-sugars-at-8')
      await password.getByRole('button', { name: 'Change password' }).click()
      await expect(password.getByText('This isn’t your password.')).toBeVisible()
      await expectUsable(page, 'a wrong password')
      await password.getByRole('textbox', { name: 'Current password' }).fill(newPassword)
      await password.getByRole('button', { name: 'Change password' }).click()
      await expect(page.locator('.toast', { hasText: 'Password changed' })).toBeVisible()
      await expect(password.getByRole('textbox', { name: 'New password' })).toHaveValue('')
      const answer = await page.request.post('/api/users/login/', { data: { email, password: 'Two-sugars-at-8' } })
      expect(answer.status()).toBe(200)
    })
  })
}
