// What the law wants said where a move is ordered (docs/law.md): price on the button, what pressing it means, costs in pounds, who it is.
import { expect, test } from '#test/support/browser/test.ts'
import { nextSaturday, saturdayOf } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { mailsTo, signInNewCustomer } from '#test/support/browser/people.ts'
import { book, goToConfirm, heading, pick } from '#test/support/browser/steps.ts'

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('the page that orders says what it costs, what it means and who it is with', async ({ page }) => {
      const move = { from: 'E17 4QH', to: 'BN1 4QL', day: nextSaturday(1), time: '09:00' }
      const { total } = await goToConfirm(page, move)
      const price = `£${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`
      const button = page.getByRole('button', { name: `Book for ${price}`, exact: true })
      await expect(button).toHaveCount(1)
      await pick(page, /^Card$/)
      const note = page
        .getByText(`By booking you agree to pay ${price} after the move, by card.`)
        .filter({ visible: true })
      await expect(note).toHaveCount(1)
      await expect(page.getByText('We don’t ask for your card now')).toBeVisible()
      // Directly under it: nothing stands between the two.
      const [above, below] = [await button.boundingBox(), await note.boundingBox()]
      expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThanOrEqual(0)
      expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(30)

      const costs = page.getByRole('region', { name: 'If you cancel' })
      await expect(costs).toContainText(/Until a driver confirms\s*Free/)
      await expect(costs).toContainText(/Until \w{3} \d+ \w+, 09:00\s*£\d+\.\d\d/)
      await expect(costs).toContainText(/After that\s*£\d+\.\d\d/)
      const side = page.getByRole('complementary', { name: 'Price' })
      await expect(side).toContainText(/Waiting\..*each half hour|Waiting costs nothing/)
      await expect(side).toContainText(/Insured up to £[\d,]+ for the whole move and £[\d,]+ for any one item/)
      const traders = page.getByRole('region', { name: 'Who you deal with' })
      await expect(traders).toContainText(/Your contract for the move is with .+(company number \w{8}|a sole trader)/)
      await expect(traders).toContainText('Vanfare Ltd, registered in England and Wales')
      await expect(page.getByRole('contentinfo')).toContainText('VAT number GB')
      await expectUsable(page, 'confirm-booking')

      if (await page.getByText('Cash', { exact: true }).first().isVisible()) {
        await pick(page, /^Cash$/)
        await expect(
          page.getByText(`you agree to pay ${price} after the move, in cash to the driver.`).filter({ visible: true }),
        ).toHaveCount(1)
      }
    })

    test('who has booked finds the same on the booking’s page and in the email', async ({ page }) => {
      const customer = await signInNewCustomer(page)
      await goToConfirm(page, {
        from: 'E17 4QH',
        to: 'BN1 4QL',
        day: saturdayOf(`what the law wants, ${viewport.width} px`),
        time: '10:00',
      })
      await book(page)
      await expect(heading(page, /^Requested for Sat/)).toBeVisible()
      await expect(page.getByRole('region', { name: 'If you cancel' })).toContainText(/After that\s*£\d+\.\d\d/)
      await expect(page.getByRole('region', { name: 'Who you deal with' })).toContainText('Vanfare Ltd')
      await expectUsable(page, 'the booking')
      await expect
        .poll(async () =>
          (await mailsTo(page, customer.email)).filter(({ subject }) => subject.startsWith('We have your booking')),
        )
        .not.toHaveLength(0)
      const box = (await (await page.request.get('/dev/mailbox.json')).json()) as {
        to: string
        attachments: { name: string }[]
      }[]
      const names = box
        .filter(({ to }) => to === customer.email)
        .flatMap(({ attachments }) => attachments.map(({ name }) => name))
      expect(names).toContain('vanfare-terms-2026-11-22.html')
    })

    test('registration links the terms of whoever opens the account, and the privacy notice', async ({ page }) => {
      for (const [path, name, to] of [
        ['/register', 'Terms & Conditions', '/terms'],
        ['/register?as=driver', 'Terms for companies', '/terms/movers'],
      ] as const) {
        await page.goto(path)
        const main = page.getByRole('main')
        await expect(main.getByText('By creating an account you agree to the')).toBeVisible()
        await expect(main.getByRole('link', { name })).toHaveAttribute('href', to)
        await expect(main.getByRole('link', { name: 'Privacy and Cookie Policy' })).toHaveAttribute(
          'href',
          '/privacy-policy',
        )
        await expectUsable(page, path)
      }
    })

    for (const path of ['/terms', '/terms/movers', '/privacy-policy']) {
      test(`${path} says who we are, and can be used`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('main')).toContainText(
          'Vanfare Ltd, registered in England and Wales, company number',
        )
        await expectUsable(page, path)
      })
    }
  })
}
