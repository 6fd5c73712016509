import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { setStatus } from '#test/support/browser/database.ts'
import {
  confirmByApi,
  confirmationLink,
  demonstrationPeople,
  newEmail,
  newPassword,
  register,
  signIn,
  signInNewCustomer,
} from '#test/support/browser/people.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { heading } from '#test/support/browser/steps.ts'

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const toast = (page: Page, words: string): Locator => page.locator('.toast', { hasText: words })

async function openLogin(page: Page, from = '/'): Promise<Locator> {
  await page.goto(from)
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).first().click()
  return dialog(page, 'Login')
}

async function logIn(page: Page, { email, password }: { email: string; password: string }, from = '/') {
  const login = await openLogin(page, from)
  await login.getByLabel('Email').fill(email)
  await login.getByRole('textbox', { name: 'Password' }).fill(password)
  await login.getByRole('button', { name: 'Login' }).click()
}

/** A driver with a confirmed address and one unit, which has no van yet. */
async function newDriver(page: Page): Promise<{ email: string; password: string }> {
  const email = newEmail()
  const answer = await page.request.post('/api/users/register/', {
    data: {
      user_role: 'driver',
      email,
      password: newPassword,
      first_name: 'Dawn',
      phone: '+447700900123',
      company_name: 'Pennant Removals',
    },
  })
  expect(answer.status()).toBe(201)
  await confirmByApi(page, email)
  return { email, password: newPassword }
}

async function giveVan(page: Page, driver: { email: string; password: string }) {
  const login = await page.request.post('/api/users/login/', { data: driver })
  const { access } = (await login.json()) as { access: string }
  const headers = { authorization: `Bearer ${access}` }
  const units = await page.request.get('/api/company/working-unit/', { headers })
  const { results } = (await units.json()) as { results: { id: string }[] }
  const registration = `LK72 ${Array.from({ length: 3 }, () => 'ABCDEFGHJKLMNPRSTUVWXYZ'[Math.floor(Math.random() * 23)]).join('')}`
  const van = { registration, make: 'Ford', model: 'Transit', category: 'large_van', fuel: 'diesel', euro_class: 6 }
  const answer = await page.request.post(`/api/company/working-unit/${results[0]?.id}/van/`, { headers, data: van })
  expect(answer.status(), await answer.text()).toBe(201)
}

test.describe('a login leads', () => {
  test('an admin to the board of today', async ({ page }) => {
    await logIn(page, demonstrationPeople.admin)
    await expect(toast(page, 'Login')).toContainText('Success')
    await expect(page).toHaveURL(/\/admin\/bookings$/)
    await expect(heading(page, 'Today')).toBeVisible()
    await expect(page.locator('.account summary')).toHaveText('Admin')
    await expectUsable(page, 'the board')
    await page.goto('/my-bookings/future-bookings')
    await expect(page).toHaveURL(/\/admin\/bookings$/)
  })

  test('an owner with a job today to My Day, of the van that has it', async ({ page }) => {
    await logIn(page, demonstrationPeople.driver)
    // This one has several vans, so the address says whose jobs these are.
    await expect(page).toHaveURL(/\/my-day\?unit=[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { name: 'My day', level: 1 })).toBeVisible()
    await expect(page.getByText('No job today')).toHaveCount(0)
    await expectUsable(page, 'an owner’s day')
  })

  test('a driver to tabs of their bookings, the new ones second', async ({ page }) => {
    await signIn(page, demonstrationPeople.driver)
    await page.goto('/my-bookings/new-bookings')
    await expect(page).toHaveURL(/\/my-bookings\/new-bookings\?unit=[0-9a-f-]{36}$/)
    const tabs = page.getByRole('navigation', { name: 'Bookings', exact: true }).getByRole('link')
    await expect(tabs).toHaveText([/^Hot Jobs/, /^New Bookings/, /^Confirmed Bookings/, /^Past Bookings/])
    await expect(tabs.nth(1)).toHaveAttribute('aria-current', 'page')
    await expectUsable(page, 'a driver’s bookings')
    await page.goto('/admin/statements')
    await expect(page).toHaveURL(/\/$/)
  })

  test('a driver without a vehicle to the driving profile, and with one to the general settings', async ({ page }) => {
    const driver = await newDriver(page)
    await logIn(page, driver)
    await expect(page).toHaveURL(/\/settings\/driving-profile$/)
    await expectUsable(page, 'the driving profile')
    await page.locator('.account summary').click()
    await page.locator('.account').getByRole('link', { name: 'Account Settings' }).click()
    await expect(page).toHaveURL(/\/settings\/general$/)
    await page.locator('.account summary').click()
    await page.locator('.account').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/$/)
    await giveVan(page, driver)
    await logIn(page, driver)
    await expect(page).toHaveURL(/\/settings\/general$/)
  })

  test('a customer to the bookings ahead; the toast stays a second and has no cross', async ({ page }) => {
    const { email } = await signInNewCustomer(page)
    await page.context().clearCookies()
    await page.clock.install({ time: Date.now() - 60_000 })
    const login = await openLogin(page)
    await login.getByLabel('Email').fill(email)
    await login.getByRole('textbox', { name: 'Password' }).fill(newPassword)
    // From here the page’s clock stands still until the test moves it.
    await page.clock.pauseAt(Date.now())
    await login.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/my-bookings\/future-bookings$/)
    await expect(toast(page, 'Login')).toContainText('Success')
    await expect(toast(page, 'Login').getByRole('button')).toHaveCount(0)
    await page.clock.runFor(900)
    await expect(toast(page, 'Login')).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast(page, 'Login')).toHaveCount(0)
    await page.locator('.account summary').click()
    await page.locator('.account').getByRole('link', { name: 'Account Settings' }).click()
    await expect(page).toHaveURL(/\/customer-settings$/)
  })
})

test.describe('a login is refused', () => {
  test('an unconfirmed address, with the dialog and the way home', async ({ page }) => {
    await logIn(page, { email: await register(page), password: newPassword }, '/additional-services')
    await expect(dialog(page, 'Sorry')).toContainText(
      'You cannot access your account until you’ve verified your email address. Please go to your email and confirm it.',
    )
    await expect(page).toHaveURL(/\/$/)
    await dialog(page, 'Sorry').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  for (const [status, words] of [
    ['pending_delete', 'You’ve closed your Vanfare account.'],
    ['blocked', 'You’ve blocked your Vanfare account.'],
  ] as const) {
    test(`${status}, with its dialog and the number to call`, async ({ page }) => {
      const { email } = await signInNewCustomer(page)
      await setStatus(email, status)
      await page.context().clearCookies()
      await page.evaluate(() => localStorage.clear()).catch(() => undefined)
      await logIn(page, { email, password: newPassword })
      const sorry = dialog(page, 'Sorry')
      await expect(sorry).toContainText(
        `${words} If you want to restore your account, please contact the Customer Service`,
      )
      await expect(sorry.getByRole('link', { name: /^0\d+/ })).toHaveAttribute('href', /^tel:\+44/)
      await expectUsable(page, status)
      await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toHaveCount(1)
    })
  }

  test('a wrong password, with a toast that says so', async ({ page }) => {
    await logIn(page, { email: newEmail(), password: 'wrong' })
    await expect(toast(page, 'Login')).toContainText('The email or the password is wrong.')
    await expect(dialog(page, 'Login').getByLabel('Email')).not.toHaveValue('')
    await expectUsable(page, 'a refused login')
  })

  test('a forgotten password that cannot be sent, with its toast', async ({ page }) => {
    const login = await openLogin(page)
    await login.getByRole('button', { name: 'Forgot password?' }).click()
    const forgot = dialog(page, 'Forgot password')
    await forgot.getByRole('button', { name: 'Send the link' }).click()
    await expect(forgot.getByText('Required')).toBeVisible()
    await forgot.getByLabel('Email').fill('priya.nair@')
    await forgot.getByRole('button', { name: 'Send the link' }).click()
    await expect(forgot.getByText('Invalid email')).toBeVisible()
    await page.route('**/session/forgot-password', (route) => route.abort())
    await forgot.getByLabel('Email').fill(newEmail())
    await forgot.getByRole('button', { name: 'Send the link' }).click()
    await expect(toast(page, 'Reset Password')).toContainText('Error')
    await page.unroute('**/session/forgot-password')
    // An address that nobody has gets the same words.
    await forgot.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog(page, 'Check your email')).toContainText('Go to your email and follow the link.')
  })
})

for (const width of [360, 1280]) {
  test.describe(`every dialog at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })

    test('is reached and left with the keyboard, named, alone and at most 370 px wide', async ({ page }) => {
      const check = async (name: string) => {
        const shown = page.getByRole('dialog')
        await expect(shown).toHaveCount(1)
        await expect(shown).toHaveAccessibleName(name)
        expect((await shown.boundingBox())?.width).toBeLessThanOrEqual(370)
        expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null), `focus: ${name}`).toBe(
          true,
        )
      }
      await page.goto('/additional-services')
      await press(page, page.getByRole('button', { name: 'Need help with quote?' }))
      await check('We’re here to help')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Copy' }))
      await expect(toast(page, 'E-mail address copied.')).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\S+@\S+$/)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Need help with quote?' })).toBeFocused()

      await page.goto('/')
      const opener = page.getByRole('banner').getByRole('button', { name: 'Login' })
      await press(page, opener)
      await check('Login')
      await press(page, page.getByRole('button', { name: 'Forgot password?' }))
      await check('Forgot password')
      await page.keyboard.type(newEmail())
      await page.keyboard.press('Enter')
      await expect(dialog(page, 'Check your email')).toBeVisible()
      await check('Check your email')
      await press(page, page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
      await expect(opener).toBeFocused()

      // A change of page closes whatever is open.
      await press(page, opener)
      await press(page, page.getByRole('dialog').getByRole('link', { name: 'work with us as a driver' }))
      await expect(heading(page, 'Work with us')).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await page.goto('/verify-email?token=none')
      await expect(dialog(page, 'Sorry')).toContainText(
        'Your account verification link is expired, please re register in the system.',
      )
      await check('Sorry')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    test('the login of a session that expired stays on the page', async ({ page }) => {
      const { email } = await signInNewCustomer(page)
      await page.goto('/customer-settings')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('authData'))).toContain('true')
      await page.context().clearCookies()
      await page.goto('/additional-services')
      const expired = dialog(page, 'Session expired')
      await expect(expired).toContainText(
        'Sorry, your session was expired due to inactivity. Please login into your account again and continue to use our services',
      )
      expect((await expired.boundingBox())?.width).toBeLessThanOrEqual(370)
      await press(page, expired.getByRole('button', { name: 'Log in' }))
      await dialog(page, 'Login').getByLabel('Email').fill(email)
      await dialog(page, 'Login').getByRole('textbox', { name: 'Password' }).fill(newPassword)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(/\/additional-services$/)
      await expect(page.getByRole('button', { name: 'Need help?' }).first()).toBeVisible()
    })
  })
}

test('a driver registers in the browser and is led to the driving profile', async ({ page }) => {
  const email = newEmail()
  await page.goto('/register?as=driver')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Company or trading name')).toBeFocused()
  await page.getByLabel('Company or trading name').fill('Pennant Removals')
  await page.getByLabel('First name').fill('Dawn')
  await page.getByLabel('Phone').fill('+44 7700 900124')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your email')).toBeVisible()
  await page.goto(await confirmationLink(page, email))
  const login = dialog(page, 'Login')
  await login.getByLabel('Email').fill(email)
  await login.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await login.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/settings\/driving-profile$/)
  await expect(page.locator('.account summary')).toHaveText('Dawn')
})

test('without script an account can be opened, and a password set', async ({ browser, page }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  const email = newEmail()
  await plain.goto('/register')
  await plain.getByLabel('First name').fill('Priya')
  await plain.getByLabel('Phone').fill('+447700900123')
  await plain.getByLabel('Email').fill(email)
  await plain.getByRole('textbox', { name: 'Password' }).fill('short1')
  await plain.getByRole('button', { name: 'Create account' }).click()
  await expect(plain.getByText('Use at least 8 characters.')).toBeVisible()
  await plain.getByLabel('First name').fill('Priya')
  await plain.getByLabel('Phone').fill('+447700900123')
  await plain.getByLabel('Email').fill(email)
  await plain.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await plain.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(plain, 'Check your email')).toBeVisible()
  expect(plain.url()).not.toContain(newPassword)
  await plain.goto(await confirmationLink(page, email))
  await plain.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(heading(plain, 'Email confirmed')).toBeVisible()
  await signIn(page, { email, password: newPassword })
  await context.close()
})

/** As somebody without a mouse: the control is brought into focus and pressed. */
async function press(page: Page, control: Locator): Promise<void> {
  await control.focus()
  await page.keyboard.press('Enter')
}
