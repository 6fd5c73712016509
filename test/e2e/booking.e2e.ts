import { randomInt } from 'node:crypto'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { saturdayOf } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import {
  confirmationLink,
  demonstrationPeople,
  mailsTo,
  newEmail,
  newPassword,
  signIn,
  textedCode,
} from '#test/support/browser/people.ts'
import { book, goToConfirm, heading, totalOfReceipt, type Move } from '#test/support/browser/steps.ts'

const sizes = [
  { name: 'a phone', viewport: { width: 360, height: 740 } },
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
] as const

const moveOf = (booker: Parameters<typeof saturdayOf>[0]): Move => ({
  from: '  e17   4qh ',
  to: 'bn14ql',
  day: saturdayOf(booker),
  time: '09:00',
})

async function createAccount(page: Page, email: string, phone = '+44 7700 900123') {
  const dialog = page.getByRole('dialog', { name: 'Create an account to book' })
  await dialog.getByLabel('First name').fill('Priya')
  await dialog.getByLabel('Phone').fill(phone)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Create account' }).click()
}

async function logInFromHeader(page: Page, email: string) {
  await page.goto('/my-bookings/future-bookings')
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog).toBeHidden()
}

for (const { name, viewport } of sizes) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('a visitor compares whole prices, books, opens an account on the way, and confirms it by email', async ({
      page,
    }) => {
      const email = newEmail()
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'GET' && request.url().includes('.data')) asked.push(request.url())
      })
      const { total, company, offered } = await goToConfirm(page, moveOf(`a visitor on ${name}`))
      // The page may look again by itself once; six pages of questions would be six.
      expect(asked.length, `the steps ask who is logged in: ${asked.join(' ')}`).toBeLessThan(2)
      expect(offered).toBeGreaterThanOrEqual(5)
      await expect(page.getByRole('region', { name: 'Your driver' })).toContainText(company)
      expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)
      await book(page)
      await createAccount(page, email)

      await expect(page).toHaveURL(/\/booking\/[\w-]{20,}$/)
      await expect(heading(page, 'Check your email to finish booking')).toBeVisible()
      await expect(page.getByText('Nothing is held yet')).toBeVisible()
      await expect(page.getByRole('main').getByText(email)).toBeVisible()
      expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)

      const link = await confirmationLink(page, email)
      const mails = await mailsTo(page, email)
      expect(mails.map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/Walthamstow to Brighton, Sat \d+ \w+$/),
      ])
      await page.goto(link)
      await expect(heading(page, 'Email confirmed')).toBeVisible()
      await expect(page.getByText('the time is held for you')).toBeVisible()
      await page.getByRole('link', { name: 'See your booking' }).click()
      await expect(heading(page, /^Requested for Sat/)).toBeVisible()
      await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(`${company} confirms`)
      await expect
        .poll(async () => (await mailsTo(page, email)).map(({ subject }) => subject), { intervals: [100] })
        .toContainEqual(expect.stringMatching(/^We have your booking: Walthamstow to Brighton, Sat/))

      await logInFromHeader(page, email)
      const booked = page.getByRole('article', { name: /^Walthamstow to Brighton, / })
      await expect(booked).toHaveCount(1)
      await expect(booked).toContainText(company)
      await expect(booked).toContainText('New booking')
    })

    test('a visitor without the mailbox at hand sends the booking off with a code from a text', async ({ page }) => {
      const phone = `+4477${randomInt(10_000_000, 99_999_999)}`
      const { company } = await goToConfirm(page, moveOf(`a code by text on ${name}`))
      await book(page)
      await createAccount(page, newEmail(), phone)
      await expect(heading(page, 'Check your email to finish booking')).toBeVisible()
      const byPhone = page.getByRole('region', { name: 'Can’t get to your email?' })
      await byPhone.getByRole('button', { name: 'Text me a code' }).click()
      await expect(byPhone.getByText(`ends in ${phone.slice(-3)}`)).toBeVisible()
      const code = await textedCode(page, phone)
      await byPhone.getByLabel('Code from the text').fill(code === '000000' ? '111111' : '000000')
      await byPhone.getByRole('button', { name: 'Complete my booking' }).click()
      await expect(byPhone.getByText('That isn’t the code. You have 4 tries left.')).toBeVisible()
      await expectUsable(page, 'a wrong code for a booking that waits')
      await byPhone.getByLabel('Code from the text').fill(code)
      await byPhone.getByRole('button', { name: 'Complete my booking' }).click()
      await expect(heading(page, /^Requested for Sat/)).toBeVisible()
      await expect(byPhone).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'What happens next' })).toContainText(`${company} confirms`)
    })

    test('the signed-in customer books without being asked who it is', async ({ page }) => {
      await signIn(page, demonstrationPeople.customer)
      const { total, company } = await goToConfirm(page, moveOf(`logged in on ${name}`))
      await expect(page.getByText(/^Booking as .+, customer@vanfare\.test\.$/)).toBeVisible()
      const terms = page.getByRole('button', { name: `Terms of ${company}` })
      await terms.click()
      const dialog = page.getByRole('dialog', { name: `Terms of ${company}` })
      await expect(dialog.getByText(/^The first \d+ minutes are free, then £/)).toBeVisible()
      const words = (await dialog.getByText(/^1\. /).textContent()) ?? ''
      await expectUsable(page, 'a company’s terms')
      await page.keyboard.press('Escape')
      await expect(terms).toBeFocused()
      await book(page)
      await expect(heading(page, /^Requested for Sat/)).toBeVisible()
      expect(await totalOfReceipt(page.getByRole('complementary', { name: 'Price' }))).toBe(total)
      // The order has become a booking: nothing of it is left to be booked twice.
      expect(await page.evaluate(() => localStorage.getItem('booking'))).toBeNull()

      await terms.click()
      await expect(dialog.getByText('The terms when you booked')).toBeVisible()
      await expect(dialog.getByText(/^1\. /)).toHaveText(words)
      await page.keyboard.press('Escape')

      const place = new URL(page.url()).pathname
      await page.getByRole('link', { name: 'My Bookings' }).last().click()
      const booked = page.getByRole('article').filter({ has: page.locator(`a[href="${place}"]`) })
      await expect(booked).toContainText(company)
      await expect(booked).toContainText('New booking')
      await booked.getByRole('link', { name: /^See booking/ }).click()
      await expect(heading(page, /^Requested for Sat/)).toBeVisible()
    })
  })
}
