// The office books the vans of a move that it has planned on the phone, from the customer's call to the booking (decisions §12).
import { ringTimes } from '#modules/quoting/office-plans/rules.ts'
import { addDays } from '#shared/local-time.ts'
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, mailsTo, newEmail, signIn } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'

/** Somebody who asked to be rung about a move between two postcodes, whose second one is only a district. */
async function aCall(page: Page, name: string): Promise<void> {
  const { now } = (await (await page.request.get('/dev/clock')).json()) as { now: string }
  // The second of the times that are offered is offered still if the first has just passed.
  const from = ringTimes(new Date(now))[1]?.from.toISOString()
  const answer = await page.request.post('/api/booking/office-plans/', {
    data: {
      name,
      phone: '+447700900318',
      ring_from: from,
      move: {
        items: [{ moving_item: 207, amount: 4 }],
        man_power: 'driver_helps',
        van_category: 'luton_van',
        route_points: [
          { postcode: 'E17 4QH', stairs: 0 },
          { postcode: 'BN1', stairs: 0 },
        ],
      },
    },
  })
  expect(await answer.text()).toContain('ring_until')
}

test('the office books what it has agreed on the phone; what was typed stays after a refusal, and both sides are told', async ({
  page,
}) => {
  const { plate, day, company, driver } = await aJob()
  const name = `Megan ${plate}`
  await aCall(page, name)
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/office-plans')
  const call = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await call.getByText(`Book the vans for ${name}`).click()
  const email = newEmail()
  await call.getByLabel('Email').fill(email)
  await expect(call.getByLabel('Name')).toHaveValue(name)
  await expect(call.getByLabel('Postcode of stop 1')).toHaveValue('E17 4QH')
  await call.getByLabel('Day', { exact: true }).fill(addDays(day, 7))
  await call.getByLabel('Start').fill('10:00')
  await call.getByLabel('Hours a day').fill('4')
  const lead = call.getByRole('group', { name: 'Van 1, which leads' })
  await lead.getByLabel('Registration').fill(plate)
  await lead.getByLabel('Price').fill('420.50')
  await lead.getByLabel('Road charges and extras').fill('15')
  await call.getByLabel('No more than').fill('400')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectUsable(page, `a price form at ${width} px`)
  }
  const book = call.getByRole('button', { name: `Book these vans for ${name}` })
  await book.click()
  await expect(call.getByText('Enter at least the price, £435.50.')).toBeVisible()
  await expect(lead.getByLabel('Price')).toHaveValue('420.50')
  await call.getByLabel('No more than').fill('500')
  await book.click()
  await expect(call.getByText('Enter the full postcode to book')).toBeVisible()
  await call.getByLabel('Postcode of stop 2').fill('BN1 4QL')
  await book.click()
  await expect(page).toHaveURL(/\/admin\/bookings\/[0-9a-f-]{36}$/)
  await expect(page.getByText(company).first()).toBeVisible()
  await page.goto('/admin/office-plans')
  await expect(page.getByRole('heading', { name })).toHaveCount(0)
  expect((await mailsTo(page, email)).length).toBeGreaterThan(0)
  expect((await mailsTo(page, driver.email)).length).toBeGreaterThan(0)
})
