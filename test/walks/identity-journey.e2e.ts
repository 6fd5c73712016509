import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { codeOf } from '#modules/identity/two-step/gateway.ts'
import { productDataDir } from '#test/support/browser/database.ts'
import { mailedLink, mailedLoginLink, newEmail, newPassword, textedCode } from '#test/support/browser/people.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { heading } from '#test/support/browser/steps.ts'
import { now } from '#test/support/start-of-clock.ts'

const sizes = [
  { name: 'a phone', viewport: { width: 360, height: 740 } },
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
]

const laterPassword = 'Two-sugars-at-8'
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function fillLogin(page: Page, email: string, password: string) {
  const login = dialog(page, 'Login')
  await login.getByLabel('Email').fill(email)
  await login.getByRole('textbox', { name: 'Password' }).fill(password)
  await login.getByRole('button', { name: 'Login' }).click()
}

async function logOut(page: Page, isPhone: boolean) {
  const header = page.getByRole('banner')
  await (isPhone ? header.locator('summary[aria-label="Menu"]') : header.locator('.account summary')).click()
  await header.locator('button:visible', { hasText: 'Log out' }).click()
  await expect(header.getByRole('button', { name: 'Login' })).toBeVisible()
}

/** As the office does it, beside the running product and with its settings. */
const restore = (email: string, publicUrl: string) =>
  execFileSync(process.execPath, ['scripts/user-restore.ts', email], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATA_DIR: productDataDir(), DATABASE_URL: '', APP_MODE: 'demo', PUBLIC_URL: publicUrl },
    encoding: 'utf8',
  })

for (const { name, viewport } of sizes) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('an account from its opening to its end, and back', async ({ page, browser }) => {
      const isPhone = viewport.width < 576
      const email = newEmail()
      const phone = `+4477${randomInt(10_000_000, 99_999_999)}`

      await test.step('register, and confirm the address from the mailbox', async () => {
        await page.goto('/')
        await page.getByRole('button', { name: 'Login' }).first().click()
        await dialog(page, 'Login').getByRole('link', { name: 'Create an account' }).click()
        await expect(heading(page, 'Create an account')).toBeVisible()
        await expectUsable(page, 'the registration')
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(page.getByLabel('First name')).toBeFocused()
        await expect(page.getByText('Required')).toHaveCount(4)
        await page.getByLabel('First name').fill('Priya')
        await page.getByLabel('Phone').fill('+44 7700 900123')
        await page.getByLabel('Email').fill(email)
        await page.getByRole('textbox', { name: 'Password' }).fill('moving1')
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
        await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(heading(page, 'Check your email')).toBeFocused()
        await expect(page.getByRole('main')).toContainText(email)
        await expectUsable(page, 'the email is on its way')
        await page.goto(await mailedLink(page, email, 'verify-email'))
        await expect(dialog(page, 'Login').getByText('Log in to continue.')).toBeVisible()
        await expectUsable(page, 'the login with its banner')
      })

      await test.step('log in', async () => {
        await fillLogin(page, email, newPassword)
        await expect(page.getByRole('status').filter({ hasText: 'Login' })).toContainText('Success')
        await expect(page).toHaveURL(/\/my-bookings\/future-bookings$/)
        await logOut(page, isPhone)
        await expect(page).toHaveURL(/\/$/)
      })

      await test.step('lose the password and set another', async () => {
        await page.getByRole('button', { name: 'Login' }).first().click()
        await dialog(page, 'Login').getByLabel('Email').fill(email)
        await dialog(page, 'Login').getByRole('button', { name: 'Forgot password?' }).click()
        const forgot = dialog(page, 'Forgot password')
        await expect(forgot.getByLabel('Email')).toHaveValue(email)
        await expectUsable(page, 'the forgotten password')
        await forgot.getByRole('button', { name: 'Send the link' }).click()
        await expect(page.getByText('Go to your email and follow the link.')).toBeVisible()
        await expectUsable(page, 'the recovery is sent')
        const link = await mailedLink(page, email, 'reset-password')
        await page.goto(link)
        await expect(heading(page, 'Set a new password')).toBeVisible()
        await expectUsable(page, 'the new password')
        await page.getByRole('textbox', { name: 'New password' }).fill('password1')
        await page.getByRole('button', { name: 'Set password' }).click()
        await expect(page.getByText('Too common, so easy to guess')).toBeVisible()
        await page.getByRole('textbox', { name: 'New password' }).fill(laterPassword)
        await page.getByRole('button', { name: 'Set password' }).click()
        await expect(heading(page, 'Your password is changed')).toBeFocused()
        await page.goto(link)
        await expect(page.getByRole('alert').filter({ hasText: 'Link expired' })).toBeVisible()
        await expectUsable(page, 'the link has been used')
        await page.goto('/')
        await page.getByRole('button', { name: 'Login' }).first().click()
        await fillLogin(page, email, newPassword)
        await expect(page.getByText('The email or the password is wrong.')).toBeVisible()
        await fillLogin(page, email, laterPassword)
        await expect(page).toHaveURL(/future-bookings$/)
      })

      await test.step('change the phone with a code', async () => {
        await page.goto('/customer-settings')
        await expectUsable(page, 'the settings')
        const phoneCard = card(page, 'Phone')
        await phoneCard.getByLabel('Mobile').fill('07700 90012')
        await phoneCard.getByRole('button', { name: 'Text me a code' }).click()
        await expect(phoneCard.getByText('Enter a UK number, like 07700 900123')).toBeVisible()
        await phoneCard.getByLabel('Mobile').fill(phone.replace('+44', '0'))
        await phoneCard.getByRole('button', { name: 'Text me a code' }).click()
        const code = await textedCode(page, phone)
        await phoneCard.getByLabel('Code from the text').fill(code.slice(0, 4))
        await phoneCard.getByRole('button', { name: 'Confirm number' }).click()
        await expect(phoneCard.getByText('The code has six digits.')).toBeVisible()
        await expectUsable(page, 'a code with too few digits')
        await phoneCard.getByLabel('Code from the text').fill(code === '000000' ? '111111' : '000000')
        await phoneCard.getByRole('button', { name: 'Confirm number' }).click()
        await expect(phoneCard.getByText('That isn’t the code.')).toBeVisible()
        await phoneCard.getByLabel('Code from the text').fill(code)
        await phoneCard.getByRole('button', { name: 'Confirm number' }).click()
        await expect(phoneCard.locator('.badge')).toHaveText('Number confirmed')
        await expect(phoneCard.getByLabel('Mobile')).toHaveValue(phone)
      })

      await test.step('log out everywhere else', async () => {
        const elsewhere = await (await browser.newContext()).newPage()
        await elsewhere.goto('/')
        await elsewhere.getByRole('button', { name: 'Login' }).first().click()
        await fillLogin(elsewhere, email, laterPassword)
        await expect(elsewhere).toHaveURL(/future-bookings$/)
        // The list of bookings listens, and would hear of the log-out by itself.
        await elsewhere.goto('/customer-settings')
        await expect(heading(elsewhere, 'Account Settings')).toBeVisible()
        await page.reload()
        await expect(card(page, 'Where you’re logged in').getByRole('listitem')).toHaveCount(2)
        await card(page, 'Where you’re logged in').getByRole('button', { name: 'Log out everywhere else' }).click()
        await expect(card(page, 'Where you’re logged in').getByRole('listitem')).toHaveCount(1)
        await elsewhere.reload()
        await expect(dialog(elsewhere, 'Session expired')).toBeVisible()
        await elsewhere.context().close()
      })

      const secret = await test.step('ask for a code of an app as well', async () => {
        await card(page, 'Password').getByRole('button', { name: 'Set up' }).click()
        const setUp = dialog(page, 'Set up your app')
        await expect(setUp.getByRole('img', { name: /^QR code/ })).toBeVisible()
        await expectUsable(page, 'the QR code')
        const uri = (await setUp.getByRole('link', { name: 'Open the app' }).getAttribute('href')) ?? ''
        const found = new URL(uri).searchParams.get('secret') ?? ''
        await expect(setUp.locator('.qr__key')).toHaveText(found.match(/.{1,4}/g)?.join(' ') ?? '')
        await setUp.getByLabel('Code from the app').fill('12')
        await setUp.getByRole('button', { name: 'Turn on' }).click()
        await expect(setUp.getByText('The code has six digits.')).toBeVisible()
        await setUp.getByLabel('Code from the app').fill(presentCode(found))
        await setUp.getByRole('button', { name: 'Turn on' }).click()
        const codes = dialog(page, 'It’s on. Save these codes')
        await expect(codes.getByRole('listitem')).toHaveCount(10)
        await expectUsable(page, 'the recovery codes')
        recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? ''
        await codes.getByRole('button', { name: 'I’ve saved them' }).click()
        await expect(card(page, 'Password').getByText('10 recovery codes left.')).toBeVisible()
        return found
      })

      await test.step('log in with the code, and with a recovery code', async () => {
        await logOut(page, isPhone)
        await page.goto('/')
        await page.getByRole('button', { name: 'Login' }).first().click()
        await fillLogin(page, email, laterPassword)
        const login = dialog(page, 'Login')
        await expect(login.getByLabel('Code', { exact: true })).toBeFocused()
        await expectUsable(page, 'the second step')
        await login.getByLabel('Code', { exact: true }).fill(presentCode(secret) === '000000' ? '111111' : '000000')
        await login.getByRole('button', { name: 'Login' }).click()
        await expect(login.getByText('This code is wrong or has already been used.')).toBeVisible()
        await login.getByLabel('Code', { exact: true }).fill(presentCode(secret, 1))
        await login.getByRole('button', { name: 'Login' }).click()
        await expect(page).toHaveURL(/future-bookings$/)
        await logOut(page, isPhone)
        await page.getByRole('button', { name: 'Login' }).first().click()
        await fillLogin(page, email, laterPassword)
        await login.getByRole('button', { name: 'Use a recovery code' }).click()
        await login.getByLabel('Recovery code').fill(recoveryCode)
        await login.getByRole('button', { name: 'Login' }).click()
        await expect(page).toHaveURL(/future-bookings$/)
        await page.goto('/customer-settings')
        await expect(card(page, 'Password').getByText('9 recovery codes left.')).toBeVisible()
        await card(page, 'Password').getByRole('button', { name: 'Turn off' }).click()
        await expectUsable(page, 'turning it off')
        await dialog(page, 'Turn the code off?').getByRole('button', { name: 'Turn off' }).click()
        await expect(card(page, 'Password').getByRole('button', { name: 'Set up' })).toBeVisible()
      })

      await test.step('delete the account', async () => {
        await card(page, 'Delete account').getByRole('link', { name: 'Delete account' }).click()
        await expect(heading(page, 'Delete account')).toBeVisible()
        await expect(page.getByRole('banner')).toHaveCount(0)
        await expectUsable(page, 'the request to delete')
        await page.getByRole('button', { name: 'Email me the link' }).click()
        await expect(heading(page, 'Check your email')).toBeFocused()
        await expectUsable(page, 'the deletion is pending')
        await page.goto('/delete-account')
        await page.getByRole('button', { name: 'Email me the link' }).click()
        await expect(heading(page, 'Check your email')).toBeVisible()
        const link = await mailedLink(page, email, 'delete-account')
        await page.goto(link)
        await expect(heading(page, 'Close your account?')).toBeVisible()
        await expectUsable(page, 'the last question')
        await page.getByRole('button', { name: 'Close my account' }).click()
        await expect(heading(page, 'Your account is closed')).toBeFocused()
        await expect(page.getByText('Session expired')).toHaveCount(0)
        await expectUsable(page, 'the closed account')
        await page.goto(link)
        await page.getByRole('button', { name: 'Close my account' }).click()
        await expect(page.getByRole('alert').filter({ hasText: 'Link expired' })).toBeVisible()
        await expectUsable(page, 'the link to delete has expired')
        await page.goto('/')
        await page.getByRole('button', { name: 'Login' }).first().click()
        await fillLogin(page, email, laterPassword)
        await expect(dialog(page, 'Sorry').getByText('You’ve closed your Vanfare account.')).toBeVisible()
        await expect(dialog(page, 'Sorry').getByRole('link', { name: /^0\d+/ })).toBeVisible()
        await expectUsable(page, 'the account is closed')
      })

      await test.step('come back through the office', async () => {
        expect(restore(email, new URL(page.url()).origin)).toContain('is open again')
        await page.goto(await mailedLoginLink(page, email))
        await expect(dialog(page, 'Login')).toBeVisible()
        await expect(page).toHaveURL((url) => url.pathname === '/' && url.search === '')
        await fillLogin(page, email, laterPassword)
        await expect(page).toHaveURL(/future-bookings$/)
        // To whoever is signed in the link is the home page and nothing else.
        await page.goto('/?dialog=login')
        await expect(page).toHaveURL((url) => url.search === '')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await page.goto('/customer-settings')
        await expect(card(page, 'Phone').getByLabel('Mobile')).toHaveValue(phone)
      })
    })
  })
}

let recoveryCode = ''

/** What the app shows now, or a step of thirty seconds later. */
const presentCode = (secret: string, later = 0): string => codeOf(secret, Math.floor(now().getTime() / 30_000) + later)
