import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { demonstrationPeople, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { heading, pageLives } from '#test/support/browser/steps.ts'

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

for (const viewport of [
  { width: 350, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('a visitor is asked to log in, and stays where they were going', async ({ page }) => {
      for (const [path, name] of [
        ['/cabinet', 'Your account'],
        ['/customer-settings', 'Account Settings'],
      ] as const) {
        await page.goto(path)
        await expect(heading(page, name)).toBeVisible()
        await expectUsable(page, path)
        await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
        const login = dialog(page, 'Login')
        await login.getByLabel('Email').fill(demonstrationPeople.customer.email)
        await login.getByRole('textbox', { name: 'Password' }).fill(demonstrationPeople.customer.password)
        await login.getByRole('button', { name: 'Login' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(page).toHaveURL(new RegExp(`${path}$`))
        // Until the page has been read again it would write down once more who is signed in.
        await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toHaveCount(0)
        await page.context().clearCookies()
        await page.evaluate(() => localStorage.clear())
      }
    })

    test('the cabinet shows the next move, or that there is none', async ({ page }) => {
      await signInNewCustomer(page)
      await page.goto('/cabinet')
      await expect(heading(page, 'Hello, Priya')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'No moves booked.' })).toBeVisible()
      await expectUsable(page, 'an empty cabinet')
      await signIn(page, demonstrationPeople.customer)
      await page.goto('/cabinet')
      await expect(page.getByRole('region', { name: 'Your next move' }).getByRole('article')).toHaveCount(1)
      await expectUsable(page, 'a cabinet')
      await page
        .getByRole('navigation', { name: 'Your account' })
        .getByRole('link', { name: /^Account Settings/ })
        .click()
      await expect(heading(page, 'Account Settings')).toBeVisible()
      await expect(card(page, 'Delete account')).toContainText('You have a move on')
    })

    test('addresses are added, changed, moved to and removed', async ({ page }) => {
      await signInNewCustomer(page)
      await page.goto('/customer-settings')
      const addresses = card(page, 'Saved addresses')
      await expect(addresses.getByText('No saved addresses yet.')).toBeVisible()
      await addresses.getByRole('button', { name: 'Add an address' }).click()
      const add = dialog(page, 'Add an address')
      await add.getByRole('button', { name: 'Save address' }).click()
      await expect(add.getByText('Give this address a name, such as Home.')).toBeVisible()
      await expect(add.getByLabel('Name', { exact: true })).toBeFocused()
      await expectUsable(page, 'an address with errors')
      await add.getByLabel('Name', { exact: true }).fill('Home')
      await add.getByRole('combobox', { name: 'Postcode' }).fill('e174qh')
      await add.getByLabel('Address').fill('Grove Road')
      await add.getByLabel('House or flat number').fill('Flat 3, 12')
      await add.getByLabel('Stairs').selectOption({ index: 2 })
      await add.getByLabel('Contact number').fill('07700 90012')
      await add.getByRole('button', { name: 'Save address' }).click()
      await expect(add.getByText('Enter a UK number, like 07700 900123')).toBeVisible()
      await add.getByLabel('Contact number').fill('07700 900123')
      await add.getByRole('button', { name: 'Save address' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(addresses.getByRole('listitem')).toContainText('Flat 3, 12, Grove Road, E17 4QH')
      await addresses.getByRole('button', { name: 'Change Home' }).click()
      await dialog(page, 'Change Home').getByLabel('Name', { exact: true }).fill('Mum’s house')
      await dialog(page, 'Change Home').getByRole('button', { name: 'Save address' }).click()
      await expect(addresses.getByRole('listitem')).toContainText('Mum’s house')
      await expectUsable(page, 'a saved address')

      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/users/addresses/')) asked.push(request.url())
      })
      await page.goto('/route-details')
      const opener = page.getByRole('button', { name: 'Saved addresses for the drop-off' })
      await expect(opener).toBeVisible()
      expect(asked).toEqual([])
      await opener.click()
      const offered = dialog(page, 'Saved addresses').getByRole('button', { name: /^Mum’s house/ })
      await expect(offered).toBeVisible()
      await expectUsable(page, 'the saved addresses')
      await offered.press('Enter')
      await expect(opener).toBeFocused()
      const dropOff = card(page, 'Drop-off')
      await expect(dropOff.getByRole('combobox', { name: 'Postcode' })).toHaveValue('E17 4QH')
      await expect(dropOff.getByLabel('House or flat number')).toHaveValue('Flat 3, 12')
      await expect(dropOff.getByLabel('Contact number')).toHaveValue('+447700900123')
      await page.getByRole('button', { name: 'Saved addresses for the pick-up' }).click()
      await offered.click()
      await expect(card(page, 'Pick-up').getByLabel('Address')).toHaveValue('Grove Road')
      expect(asked.length, 'asked for once').toBeLessThanOrEqual(2)

      await page.goto('/customer-settings')
      await addresses.getByRole('button', { name: 'Remove Mum’s house' }).click()
      await expect(addresses.getByText('No saved addresses yet.')).toBeVisible()
    })

    test('notifications are kept, after a lost connection too', async ({ page, context }) => {
      await signInNewCustomer(page)
      await page.goto('/customer-settings#notifications')
      const notifications = card(page, 'Notifications')
      const texts = notifications.getByRole('checkbox', { name: 'Reminder by text' })
      const was = await texts.isChecked()
      await texts.setChecked(!was)
      await pageLives(page)
      await context.setOffline(true)
      await notifications.getByRole('button', { name: 'Save notifications' }).click()
      await expect(notifications.getByText('We couldn’t reach Vanfare.')).toBeVisible()
      await context.setOffline(false)
      await notifications.getByRole('button', { name: 'Save notifications' }).click()
      const toast = page.locator('.toast', { hasText: 'Saved' })
      await expect(toast).toBeVisible()
      // It lies over the head, and on a phone over the page’s buttons: only its own button takes presses.
      const pressed = await toast.evaluate((shown) => {
        const at = (x: number, y: number) => shown.contains(document.elementFromPoint(x, y))
        const body = shown.getBoundingClientRect()
        const button = shown.querySelector('button')!.getBoundingClientRect()
        const middle = body.top + body.height / 2
        return { body: at(body.left + 8, middle), button: at(button.left + button.width / 2, middle) }
      })
      expect(pressed).toEqual({ body: false, button: true })
      await page.reload()
      await expect(texts).toBeChecked({ checked: !was })
    })

    test('a booking ahead keeps the account open, and the page says what to do', async ({ page }) => {
      await signIn(page, demonstrationPeople.customer)
      await page.goto('/delete-account')
      await page.getByRole('button', { name: 'Email me the link' }).click()
      await expect(page.getByRole('alert')).toContainText('You have an upcoming move')
      await expectUsable(page, 'a booking ahead')
      await page.getByRole('link', { name: 'Open My Bookings' }).click()
      await expect(page).toHaveURL(/\/my-bookings\/future-bookings$/)
    })

    test('long names and addresses push nothing aside', async ({ page }) => {
      const { email } = await signInNewCustomer(page)
      const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
      const longEmail = `${'a'.repeat(60)}.${crypto.randomUUID()}@${'b'.repeat(60)}.example.com`
      await inDatabase(
        `update identity.user set first_name = $2, last_name = $2, email = $3, email_key = $3 where email_key = $1`,
        [email, long, longEmail],
      )
      await inDatabase(
        `insert into identity.saved_address (user_id, label, postcode, formatted_address, created_at)
         select id, $2, 'E17 4QH', $3, pgboss.job_now() from identity.user where email_key = $1`,
        [longEmail, 'W'.repeat(60), 'x'.repeat(300)],
      )
      for (const path of ['/customer-settings', '/cabinet', '/delete-account', '/register']) {
        await page.goto(path)
        await expectUsable(page, `${path} with long text`)
      }
    })
  })
}

for (const [role, from, to] of [
  ['driver', '/settings/general', '/account'],
  ['admin', '/admin/statements', '/admin/account'],
] as const) {
  for (const width of [360, 1280]) {
    test(`a ${role} has a page for login and security too, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await signIn(page, demonstrationPeople[role])
      await page.goto(from)
      const name = role === 'driver' ? 'Open login settings' : 'Login and security'
      await page.getByRole('main').getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`${to}$`))
      await expect(heading(page, 'Login and security')).toBeVisible()
      await expect(card(page, 'Where you’re logged in').getByText('This device')).toBeVisible()
      await expectUsable(page, `the account of a ${role}`)
      await card(page, 'Delete account').getByRole('link', { name: 'Delete account' }).click()
      await expect(heading(page, 'Delete account')).toBeVisible()
    })
  }
}
