// The office books for somebody on the phone: the first three steps, then who is calling, and a driver or nobody yet (decisions §11).
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { saturdayOf } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, mailsTo, newEmail, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { addThings, fillRoute, goOn, heading, pick } from '#test/support/browser/steps.ts'

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
] as const

/** From the office's menu through the three steps, without a number for the driver unless one is said. */
async function walk(page: Page, name: Parameters<typeof saturdayOf>[0]): Promise<void> {
  await page.goto('/additional-services')
  await addThings(page)
  await pick(page, /^Large Van/)
  await pick(page, /^2 men/)
  await goOn(page, 'Continue')
  await goOn(page, 'Continue')
  const pickUp = page.getByRole('region', { name: 'Pick-up' })
  await pickUp.getByRole('combobox', { name: 'Postcode' }).fill('E17 4QH')
  await page.getByRole('region', { name: 'Drop-off' }).getByRole('combobox', { name: 'Postcode' }).fill('BN1 4QL')
  await fillRoute(page, { day: saturdayOf(name), time: '10:00' })
  await goOn(page, 'See prices')
  await expect(heading(page, 'New booking by phone')).toBeVisible()
  await expect(page).toHaveURL(/\/special-booking$/)
}

/** As many drivers are listed as the heading counts, the cheapest first, before the first choice is made. */
async function expectAllByPrice(page: Page): Promise<void> {
  await expect(page.getByText(/^[\d,]+ can, cheapest first$/)).toBeVisible()
  const counted = Number(
    /^[\d,]+/.exec(await page.getByText(/ can, cheapest first$/).innerText())?.[0].replace(',', ''),
  )
  const prices = await page.getByRole('group', { name: 'Driver' }).locator('label > b').allTextContents()
  const pence = prices.map((price) => Math.round(Number(price.replaceAll(/[£,]/g, '')) * 100))
  expect(pence).toHaveLength(counted)
  expect(counted).toBeGreaterThan(6)
  expect(pence).toEqual(pence.toSorted((one, other) => one - other))
}

const newPhone = () => `+447700${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })
    test.beforeEach(({ page }) => signIn(page, demonstrationPeople.admin))

    test('hot at once, for somebody new who has only a phone; what was typed stays after an error', async ({
      page,
    }) => {
      await walk(page, `hot by phone, ${viewport.width} px`)
      await expectUsable(page, 'special-booking')
      await expectAllByPrice(page)
      await pick(page, /^No driver yet/)
      await page.getByRole('button', { name: /^Book/ }).click()
      await expect(page.getByText('Ask for a name, or find who is calling above.')).toBeVisible()
      await expect(page.getByLabel('First name')).toBeFocused()
      await page.getByLabel('First name').fill('Margaret')
      // No mobile, so no text can reach it.
      await page.getByLabel('Phone', { exact: true }).fill('+44 20 7946 0123')
      await page.getByLabel('Price of the hot job').fill('175.00')
      await pick(page, /^Transfer to the company/)
      await page.getByRole('button', { name: 'Book for £175.00' }).click()
      await expect(page.getByText('Use a UK mobile number: it starts with +447.')).toBeVisible()
      await expect(page.getByLabel('First name')).toHaveValue('Margaret')
      await expect(page.getByLabel('Price of the hot job')).toHaveValue('175.00')
      await expect(page.getByText('“It’s £175.00, and that’s fixed. You can cancel free of charge')).toBeVisible()
      await expect(page.getByText('“£175.00 is to be paid by transfer to the bank account of')).toBeVisible()
      // Also over a look at an earlier step.
      await page.getByRole('link', { name: 'Change your move' }).click()
      await page.getByRole('button', { name: 'Apply' }).filter({ visible: true }).first().click()
      await expect(page.getByLabel('First name')).toHaveValue('Margaret')
      const phone = newPhone()
      await page.getByLabel('Phone', { exact: true }).fill(phone)
      await page.getByRole('button', { name: 'Book for £175.00' }).click()
      await expect(page.getByText('Booked for £175.00')).toBeVisible()
      await expect(page.getByText('It is a hot job now')).toBeVisible()
      await expectUsable(page, 'special-booking, booked')
      await expect.poll(async () => (await mailsTo(page, phone)).length).toBe(1)
      const [text] = await mailsTo(page, phone)
      const link = /\S+\/booking\/[\w-]+/.exec(text?.text ?? '')?.[0] ?? ''
      await page.context().clearCookies()
      await page.goto(link)
      await expect(page.getByRole('main')).toContainText('£175.00')
      // The draft is gone with the booking.
      await signIn(page, demonstrationPeople.admin)
      await page.goto('/special-booking')
      await expect(page.getByText('First enter what’s moving, where and when')).toBeVisible()
    })

    test('with a driver, for a customer who is found by name', async ({ page }) => {
      const name = `Xanthe${newEmail().slice(4, 10)}`
      const { email } = await signInNewCustomer(page, name)
      await page.context().clearCookies()
      await signIn(page, demonstrationPeople.admin)
      await walk(page, `driver by phone, ${viewport.width} px`)
      // Typed as if they were new, they are recognised by their address.
      await page.getByLabel('Email').fill(email)
      const known = page.getByRole('list', { name: 'Known by this number or address' })
      await expect(known.getByRole('button', { name: `Book for ${name}` })).toBeVisible()
      await expectUsable(page, 'special-booking, recognised')
      await page.getByLabel('Email').fill('')
      await page.getByLabel('Find a customer').fill(name.slice(0, 9))
      await page.getByRole('button', { name: `Book for ${name}` }).click()
      await page.getByRole('group', { name: 'Driver' }).locator('label').first().click()
      await expect(
        page.getByText(/“It’s £[\d,.]+, and for what you’ve told me it won’t be more than £[\d,.]+\./),
      ).toBeVisible()
      const button = page.getByRole('button', { name: /^Book for £/ })
      await button.click()
      await expect(page.getByText(/has until .* to confirm\./)).toBeVisible()
      await expect
        .poll(async () =>
          (await mailsTo(page, email)).some(({ subject }) => subject.startsWith('We have your booking')),
        )
        .toBe(true)
    })
  })
}

test('what somebody moved before is filled in at one press, and only the day is left to ask', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/special-booking')
  await expect(page.getByText('First enter what’s moving, where and when')).toBeVisible()
  await page.getByLabel('Find a customer').fill(demonstrationPeople.customer.email)
  await page.getByRole('button', { name: /^Book for / }).click()
  const last = page.getByRole('list', { name: 'Their last bookings' })
  await expectUsable(page, 'special-booking, nothing filled in yet')
  await last
    .getByRole('button', { name: /^Fill in / })
    .first()
    .click()
  await expect(page.getByText('Filled in as it was booked.')).toBeVisible()
  // Every step before is there; what is left is the day's.
  const left = page.locator('.missing__center').getByRole('link')
  await expect(left).not.toHaveCount(0)
  for (const link of await left.all()) await expect(link).toHaveAttribute('href', /^\/route-details#(date|time)$/)
  await expectUsable(page, 'special-booking, filled in')
  await page.goto('/route-details')
  await expect(
    page.getByRole('region', { name: 'Pick-up' }).getByRole('combobox', { name: 'Postcode' }),
  ).not.toHaveValue('')
})

test('is the office’s: others are sent home, and the office never sees the customer’s last steps', async ({ page }) => {
  await page.goto('/special-booking')
  await expect(page).toHaveURL(/\/$/)
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/confirm-booking')
  await expect(page).toHaveURL(/\/special-booking$/)
})
