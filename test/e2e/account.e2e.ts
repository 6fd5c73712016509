import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { slowDown } from '#test/support/browser/database.ts'
import { axeViolations } from '#test/support/browser/page-checks.ts'
import {
  confirmAddress,
  confirmationLink,
  mailedLink,
  newEmail,
  newPassword,
  register,
} from '#test/support/browser/people.ts'

async function registered(page: Page): Promise<{ email: string; link: string }> {
  const email = await register(page)
  return { email, link: await confirmationLink(page, email) }
}

async function logIn(page: Page, email: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Login' }).click()
}

/** A page of another site that sends this form by itself. */
const formTo = (
  action: string,
) => `<form method="post" action="${action}"><input name="email" value="customer@vanfare.test">
  <input name="password" value="Moving-day-1"><input name="next" value="/"></form><script>document.forms[0].submit()</script>`

const expectNoAxeViolation = async (page: Page) => expect(await axeViolations(page)).toEqual([])

test('an address is confirmed by its link, then its owner logs in and out', async ({ page }) => {
  const { email, link } = await registered(page)
  await confirmAddress(page, link)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  // It opens by itself, and again from the page.
  await page.getByRole('dialog', { name: 'Login' }).getByRole('button', { name: 'Close' }).click()
  await expectNoAxeViolation(page)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog').getByText('Log in to continue.')).toBeVisible()
  await expectNoAxeViolation(page)
  await logIn(page, email)
  await expect(page).toHaveURL(/\/my-bookings\/future-bookings$/)
  await expect(page.getByRole('banner').getByText('Priya')).toBeVisible()

  // T-095: no script sees the refresh token.
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith('authData'))
  expect(cookie).toMatchObject({ name: 'authData', httpOnly: true, sameSite: 'Lax', path: '/' })
  const refresh = cookie?.value.split(':')[1] ?? 'none'
  const seen = await page.evaluate(() =>
    JSON.stringify([document.cookie, Object.entries(localStorage), document.documentElement.outerHTML]),
  )
  expect(seen).toContain('isAuthenticated')
  expect(seen).not.toContain(refresh)

  const menu = page.getByRole('banner').getByText('Priya')
  const logOut = page.getByRole('button', { name: 'Log out' }).first()
  await menu.click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(logOut).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(logOut).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(logOut).toBeHidden()
  await menu.click()
  await logOut.click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authData'))).toBeNull()
  await expect(page.getByText('Session expired')).toHaveCount(0)
  const after = await page.request.post('/api/users/token-refresh/', { data: { refresh } })
  expect(after.status()).toBe(401)

  await page.goto(link)
  const sorry = page.getByRole('dialog', { name: 'Sorry' })
  const words = 'Your account verification link is expired, please re register in the system.'
  await expect(sorry.getByText(words)).toBeVisible()
  await expect(sorry.getByRole('link', { name: 'Register again' })).toBeVisible()
  await expectNoAxeViolation(page)
  await sorry.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main').getByText(words)).toBeVisible()
  await expectNoAxeViolation(page)
})

test('T-039: in the browser that registered the link confirms by itself; a stranger’s asks for the stranger’s password', async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/register')
  await page.getByLabel('First name').fill('Priya')
  await page.getByLabel('Phone').fill('07700 900123')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const own = await confirmationLink(page, email)
  // Somebody else, a moment later, with another browser and password.
  await page.request.post('/api/users/register/', {
    data: { user_role: 'customer', email, password: 'Strangers-pan-2', first_name: 'Mallory' },
  })
  await expect.poll(() => confirmationLink(page, email)).not.toBe(own)
  await page.goto(await confirmationLink(page, email))
  await expect(page.getByText('This address was registered 2 times.')).toBeVisible()
  await expectNoAxeViolation(page)
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('This isn’t the password of this registration.')).toBeVisible()
  await page.goto(own)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await logIn(page, email)
  await expect(page.getByRole('banner').getByText('Priya')).toBeVisible()
})

test('the login dialog names what is missing and what is wrong', async ({ page }) => {
  const { email } = await registered(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Login' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog.getByText('Required')).toHaveCount(2)
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill('priya.nair@')
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog.getByText('Invalid email')).toBeVisible()
  await logIn(page, newEmail())
  await expect(page.getByText('The email or the password is wrong.')).toBeVisible()
  await logIn(page, email)
  await expect(page.getByText('You cannot access your account until you’ve verified your email address.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('whoever a stranger keeps waiting logs in with a link from the mailbox', async ({ page }) => {
  const { email, link } = await registered(page)
  await confirmAddress(page, link)
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await slowDown(email)
  await logIn(page, email)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Logging in is slowed down')).toBeVisible()
  await expectNoAxeViolation(page)
  await dialog.getByRole('button', { name: 'Email me a link' }).click()
  await expect(dialog.getByText('follow the link on this device')).toBeVisible()
  await page.goto(await mailedLink(page, email, 'login-link'))
  await expect(page.getByRole('heading', { name: 'You can log in from here' })).toBeVisible()
  await expectNoAxeViolation(page)
  await logIn(page, email)
  await expect(page).toHaveURL(/future-bookings$/)
})

test('a session that expired says so, and closing it goes home', async ({ page }) => {
  const { email, link } = await registered(page)
  await confirmAddress(page, link)
  await logIn(page, email)
  await expect(page).toHaveURL(/future-bookings$/)
  await page.context().clearCookies()
  await page.goto('/additional-services')
  await expect(page.getByRole('heading', { name: 'Session expired' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.reload()
  await expect(page.getByText('Session expired')).toHaveCount(0)
})

test('without script the link is confirmed by its button', async ({ browser, page }) => {
  const { link } = await registered(page)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(link)
  await plain.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(plain.getByText('Required')).toBeVisible()
  await confirmAddress(plain, link, 'Somebody-elses-1')
  await expect(plain.getByText('This isn’t the password of this registration.')).toBeVisible()
  await confirmAddress(plain, link)
  await expect(plain.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await context.close()
})

test('T-098: another site can neither log anybody in nor out', async ({ page, baseURL }) => {
  const { email, link } = await registered(page)
  await confirmAddress(page, link)
  await logIn(page, email)
  await expect(page).toHaveURL(/future-bookings$/)
  const evil = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(formTo(`${baseURL}${request.url}`))
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  const { port } = evil.address() as AddressInfo
  for (const path of ['/session/login', '/session/logout', '/session/refresh']) {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${baseURL}${path}`),
      page.goto(`http://127.0.0.1:${port}${path}`).catch(() => undefined),
    ])
    expect(answer.status()).toBeGreaterThanOrEqual(400)
    expect(await answer.headerValue('set-cookie')).toBeNull()
  }
  await new Promise((resolve) => evil.close(resolve))
  await page.goto('/my-bookings/future-bookings')
  await expect(page.getByRole('banner').getByText('Priya')).toBeVisible()
})
