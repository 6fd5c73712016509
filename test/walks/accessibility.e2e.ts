import { randomInt } from 'node:crypto'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { aMove, nextSaturday, point, putMove, saturdayOf } from '#test/support/browser/moves.ts'
import {
  confirmAddress,
  confirmationLink,
  newPassword,
  register,
  signInNewCustomer,
} from '#test/support/browser/people.ts'
import { axeViolations, expectUsable, sideways, smallTargets } from '#test/support/browser/page-checks.ts'
import { become, chooseDriver, settled, sharedBookingPage, stepPages } from '#test/support/browser/sites.ts'
import { listPages } from '#test/support/pages.ts'
import { book, chooseFirst, goOn, heading, pick } from '#test/support/browser/steps.ts'

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

const dialog = (page: Page) => page.getByRole('dialog')
const close = (page: Page) => dialog(page).getByRole('button', { name: 'Close' }).first().click()

for (const size of sizes) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size, reducedMotion: 'reduce' })

    const look = async (page: Page, path: string) => {
      await page.goto(path)
      await settled(page)
      await expectUsable(page, path)
    }

    test('the menu and the help dialog', async ({ page }) => {
      await page.goto('/')
      if (size.width < 992) {
        await page.locator('summary[aria-label="Menu"]').click()
        await expect(page.locator('.menu__panel')).toBeVisible()
        await expectUsable(page, 'the open menu')
      }
      await page.goto('/additional-services')
      await page.getByRole('button', { name: /^Need help/ }).click()
      await expect(dialog(page)).toBeVisible()
      await expectUsable(page, 'the help dialog')
      await dialog(page).getByRole('button', { name: 'Copy' }).click()
      await expectUsable(page, 'a toast')
    })

    test('the empty steps and what is missing', async ({ page }) => {
      for (const path of stepPages) await look(page, path)
      await page.goto('/additional-services')
      await settled(page)
      await page.getByRole('searchbox', { name: 'Find an item' }).fill('zzz')
      await expect(page.getByText('No match.')).toBeVisible()
      await expectUsable(page, 'a search without a result')
      await page.getByRole('searchbox', { name: 'Find an item' }).fill('')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(page.getByText('Add what you are moving, or pick a van.')).toBeVisible()
      await expectUsable(page, 'no van yet')
      await page.goto('/route-details')
      await page.getByRole('button', { name: 'See prices', exact: true }).click()
      await expect(page.getByText('Choose the start time.')).toBeVisible()
      await expectUsable(page, 'a route with errors')
    })

    test('the five steps filled in, with a stop, a warning and suggestions', async ({ page }) => {
      await chooseDriver(page)
      for (const path of stepPages) await look(page, path)
      await page.goto('/additional-services')
      await settled(page)
      await pick(page, /^Small Van/)
      await expect(page.getByRole('alert')).toBeVisible()
      await expectUsable(page, 'a van that is too small')
      await page.goto('/route-details')
      await page.getByRole('button', { name: 'Add a stop' }).click()
      await page
        .getByRole('group', { name: 'Stop 1' })
        .getByRole('combobox', { name: 'Postcode' })
        .pressSequentially('CR')
      await expect(page.getByRole('listbox', { name: 'Suggested postcodes' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expectUsable(page, 'suggested postcodes')
    })

    test('offers, their receipts, and nobody to be had', async ({ page }) => {
      await putMove(page)
      await page.goto('/pick-a-driver')
      await settled(page)
      for (const summary of (await page.getByText('See the receipt').all()).slice(1, 3)) await summary.click()
      await page.getByText('How are these sorted?').click()
      await expectUsable(page, 'open receipts')
      await look(page, '/pick-a-driver?payment=cash&rating=4.8&reviews=50&page=9')
      await page.goto('/healthz')
      await putMove(page, aMove({ van: 'luton_van', date: nextSaturday(2), time: '02:30' }))
      await look(page, '/pick-a-driver')
      await page.goto('/healthz')
      await putMove(page, aMove({ routePoints: [point('E17 4QH'), point('BT1 1AA')] }))
      await page.goto('/pick-a-driver')
      await expect(page.getByText('We can’t price this move yet')).toBeVisible()
      await expectUsable(page, 'a move that has no price')
    })

    test('booking, its login dialog, and the booking that waits for its email', async ({ page }) => {
      await putMove(page, aMove({ date: saturdayOf(`accessible on a ${size.width < 992 ? 'phone' : 'desktop'}`) }))
      await page.goto('/pick-a-driver')
      await chooseFirst(page)
      await page.getByRole('link', { name: 'Change your load' }).click()
      await expectUsable(page, 'edit mode')
      await page.getByRole('button', { name: 'cancel and keep it as it was' }).click()
      await expect(heading(page, 'Check it, then book it')).toBeVisible()
      await book(page)
      await expect(dialog(page)).toBeVisible()
      await expectUsable(page, 'the booking login')
      await dialog(page).getByText('Create account').first().click()
      await dialog(page).getByRole('button', { name: 'Create account' }).click()
      await expect(dialog(page).getByLabel('First name')).toBeFocused()
      await expectUsable(page, 'an account form with errors')
      await dialog(page).getByLabel('First name').fill('Priya')
      await dialog(page).getByLabel('Phone').fill('+44 7700 900123')
      await dialog(page)
        .getByLabel('Email')
        .fill(`a11y-${size.width}-${randomInt(1e9)}@example.com`)
      await dialog(page).getByRole('textbox', { name: 'Password' }).fill(newPassword)
      await dialog(page).getByRole('button', { name: 'Create account' }).click()
      await expect(heading(page, 'Check your email to finish booking')).toBeVisible()
      await expectUsable(page, 'a booking that waits')
    })

    test('an account’s pages and dialogs', async ({ page }) => {
      const shared = await sharedBookingPage(page)
      await look(page, '/my-bookings/future-bookings')
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
      await expect(dialog(page)).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Login' }).click()
      await expectUsable(page, 'the login dialog with errors')
      await dialog(page)
        .getByLabel('Email')
        .fill(await register(page))
      await dialog(page).getByRole('textbox', { name: 'Password' }).fill(newPassword)
      await dialog(page).getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText(/verified your email address/)).toBeVisible()
      await expectUsable(page, 'the sorry dialog')
      await close(page)

      await become(page, 'customer')
      for (const path of [...listPages, shared, '/confirm-booking', '/404']) await look(page, path)
      if (size.width >= 992) {
        await page.locator('.account summary').click()
        await expectUsable(page, 'the account menu')
      }
      await page.context().clearCookies()
      await page.goto('/my-bookings/past-bookings')
      await expect(dialog(page)).toBeVisible()
      await expectUsable(page, 'the session expired dialog')
    })

    test('a new customer’s empty lists, and a confirmed address', async ({ page }) => {
      const link = await confirmationLink(page, await register(page))
      await page.goto(link)
      await expect(heading(page, 'Confirm your email')).toBeVisible()
      await expectUsable(page, 'a link in another browser')
      await confirmAddress(page, link)
      await expect(heading(page, 'Email confirmed')).toBeVisible()
      await expectUsable(page, 'a confirmed address')
      await signInNewCustomer(page)
      for (const path of listPages) await look(page, path)
    })
  })
}

test('these checks find what is wrong', async ({ page }) => {
  await page.goto('/terms')
  await page.evaluate(() => {
    const image = document.createElement('img')
    const button = document.createElement('button')
    button.className = 'tiny-control'
    button.append(document.createElement('i'))
    document.querySelector('main')?.append(image, button)
    for (const [name, value] of [
      ['width', '10px'],
      ['height', '10px'],
      ['padding', '0'],
      ['margin-left', '3000px'],
    ] as const)
      button.style.setProperty(name, value)
  })
  const found = (await axeViolations(page)).join(' ')
  expect(found).toContain('image-alt')
  expect(found).toContain('button-name')
  expect(await sideways(page)).not.toEqual([])
  expect(await smallTargets(page)).toHaveLength(1)
})

test('who wants less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await chooseDriver(page)
  for (const path of ['/', ...stepPages]) {
    await page.goto(path)
    await settled(page)
    const moving = await page.evaluate(() => {
      const seconds = (list: string) => Math.max(...list.split(',').map((one) => Number.parseFloat(one)))
      return [...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(element)
        const isMoving =
          seconds(transitionDuration) > 0.01 || (animationName !== 'none' && seconds(animationDuration) > 0.01)
        return isMoving || scrollBehavior === 'smooth' ? [`${element.tagName}.${element.getAttribute('class')}`] : []
      })
    })
    expect(moving, path).toEqual([])
  }
})

test('words stay readable at twice their size', async ({ page }) => {
  await chooseDriver(page)
  // 1280 px at 200 % is a window of 640.
  await page.setViewportSize({ width: 640, height: 400 })
  for (const path of ['/', ...stepPages]) {
    await page.goto(path)
    await settled(page)
    expect.soft(await sideways(page), path).toEqual([])
  }
  await page.goto('/route-details')
  await goOn(page, 'See prices')
  await expect(heading(page, /drivers for/)).toBeVisible()
})
