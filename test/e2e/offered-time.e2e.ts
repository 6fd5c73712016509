// The driver of a new booking offers another time; the customer says yes, and the booking is moved and confirmed.
import { expect, test, type Page } from '#test/support/browser/test.ts'
import { dayFromNow } from '#test/support/browser/moves.ts'
import { ownerOf } from '#test/support/browser/owners.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { settled } from '#test/support/browser/sites.ts'
import { mailsTo, newPassword, signIn, signInNewCustomer } from '#test/support/browser/people.ts'

const DAY = dayFromNow(23)

interface Offered {
  quote_id: string
  working_unit: { id: string }
}

async function offersAt(page: Page, time: string, day: string): Promise<Offered[]> {
  const contact = { contact_name: 'Priya', contact_number: '+447700900123' }
  const data = {
    route_points: [
      { number: 0, postcode: 'E17 4QH', stairs: 0, date: day, time, ...contact },
      { number: 1, postcode: 'E8 1EJ', stairs: 0, ...contact },
    ],
    items: [],
    man_power: 'driver_helps',
    van_category: 'medium_van',
  }
  const answer = await page.request.post('/api/booking/companies-quotes/', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { results: Offered[] }).results
}

/** Booked for 10:00 with a van that is free half an hour later too. */
async function bookMovable(page: Page, email: string, day = DAY) {
  const later = new Set((await offersAt(page, '10:30', day)).map(({ working_unit: { id } }) => id))
  const offer = (await offersAt(page, '10:00', day)).find(({ working_unit: { id } }) => later.has(id))
  if (!offer) throw new Error('No van is free at both times')
  const login = await page.request.post('/api/users/login/', { data: { email, password: newPassword } })
  const { access } = (await login.json()) as { access: string }
  const booked = await page.request.post('/api/booking/', {
    headers: { authorization: `Bearer ${access}` },
    data: { quote_id: offer.quote_id, payment_method: 'cash' },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  const { id, hash } = (await booked.json()) as { id: string; hash: string }
  return { id, hash, unitId: offer.working_unit.id }
}

test('another time is offered in the driver’s list, and a yes moves and confirms the booking', async ({
  page,
  browser,
}) => {
  const { email } = await signInNewCustomer(page)
  const { id, hash, unitId } = await bookMovable(page, email)

  const driver = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await signIn(driver, await ownerOf(unitId))
  await driver.goto(`/my-bookings/new-bookings?job=${id}&unit=${unitId}`)
  await settled(driver)
  const card = driver.locator(`#job-${id}`)
  await expect(card.getByRole('button', { name: /^Confirm booking/ })).toBeVisible()
  await card.getByRole('link', { name: /^Offer another time/ }).click()
  const dialog = driver.getByRole('dialog', { name: 'Offer another time?' })
  await expect(dialog.getByLabel('Day')).toHaveValue(DAY)
  await expectUsable(driver, 'offering another time')
  // The time that was booked is no other time.
  await dialog.getByRole('button', { name: 'Offer this time' }).click()
  await expect(dialog.getByText('That is when it starts already.')).toBeVisible()
  await dialog.getByLabel('Start').selectOption('10:30')
  await dialog.getByRole('button', { name: 'Offer this time' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText(/^You offered .+ 10:30\. The customer can say yes until/)).toBeVisible()
  await expect(card.getByRole('button', { name: /^Confirm booking/ })).toBeVisible()
  await expectUsable(driver, 'a new booking with another time offered')

  const link = async () =>
    (await mailsTo(page, email))
      .map(({ text }) => /\/answer\/[\w-]+/.exec(text)?.[0])
      .find((path) => path !== undefined)
  await expect.poll(link).toBeTruthy()
  const linked = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await linked.goto((await link()) ?? '')
  await expect(linked.getByRole('heading', { name: /offers another time$/ })).toBeVisible()
  await expect(linked.getByText('If you say yes, your booking is moved and confirmed at once.')).toBeVisible()
  await expectUsable(linked, 'the link to another time')

  await page.goto(`/booking/${hash}`)
  await expect(page.getByRole('heading', { name: /offers another time$/ })).toBeVisible()
  await expectUsable(page, 'a booking with another time offered')
  await page.getByRole('button', { name: 'Yes, move it' }).click()
  await expect(page.getByRole('heading', { name: /offers another time$/ })).toHaveCount(0)
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/10:30/).first()).toBeVisible()

  await driver.goto(`/my-bookings/confirmed-bookings?job=${id}&unit=${unitId}`)
  await expect(driver.locator(`#job-${id}`).getByText('10:30', { exact: true })).toBeVisible()
})

test('the link in the message takes the offered time with one press, without logging in', async ({ page, browser }) => {
  const { email } = await signInNewCustomer(page)
  const { id, unitId } = await bookMovable(page, email, dayFromNow(25))
  const driver = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await signIn(driver, await ownerOf(unitId))
  await driver.goto(`/my-bookings/new-bookings?job=${id}&unit=${unitId}`)
  await settled(driver)
  await driver
    .locator(`#job-${id}`)
    .getByRole('link', { name: /^Offer another time/ })
    .click()
  const dialog = driver.getByRole('dialog', { name: 'Offer another time?' })
  await dialog.getByLabel('Start').selectOption('10:30')
  await dialog.getByRole('button', { name: 'Offer this time' }).click()
  const link = async () =>
    (await mailsTo(page, email))
      .map(({ text }) => /\/answer\/[\w-]+/.exec(text)?.[0])
      .find((path) => path !== undefined)
  await expect.poll(link).toBeTruthy()
  const linked = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await linked.goto((await link()) ?? '')
  await linked.getByRole('button', { name: /^Yes, move it to .* 10:30$/ }).click()
  await expect(linked.getByRole('heading', { name: 'Moved and confirmed' })).toBeVisible()
  await expectUsable(linked, 'another time that was taken by the link')
  await linked.reload()
  await expect(linked.getByRole('heading', { name: 'Moved and confirmed' })).toBeVisible()
  await driver.goto(`/my-bookings/confirmed-bookings?job=${id}&unit=${unitId}`)
  await expect(driver.locator(`#job-${id}`).getByText('10:30', { exact: true })).toBeVisible()
})

test('a time that is still offered is withdrawn in the driver’s list, and the customer can’t say yes to it any more', async ({
  page,
  browser,
}) => {
  const { email } = await signInNewCustomer(page)
  const { id, hash, unitId } = await bookMovable(page, email, dayFromNow(24))
  const driver = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await signIn(driver, await ownerOf(unitId))
  await driver.goto(`/my-bookings/new-bookings?job=${id}&unit=${unitId}`)
  await settled(driver)
  const card = driver.locator(`#job-${id}`)
  const withdraw = card.getByRole('button', { name: /^Withdraw the offer/ })
  await expect(card.getByRole('button', { name: /^Confirm booking/ })).toBeVisible()
  await expect(withdraw).toHaveCount(0)
  await card.getByRole('link', { name: /^Offer another time/ }).click()
  await driver.getByRole('dialog').getByLabel('Start').selectOption('10:30')
  await driver.getByRole('dialog').getByRole('button', { name: 'Offer this time' }).click()
  await page.goto(`/booking/${hash}`)
  await expect(page.getByRole('heading', { name: /offers another time$/ })).toBeVisible()

  await withdraw.click()
  await expect(driver.getByText('Offer withdrawn')).toBeVisible()
  await expect(withdraw).toHaveCount(0)
  await expect(card.getByText(/^You offered/)).toHaveCount(0)
  await expect(card.getByRole('link', { name: /^Offer another time/ })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Confirm booking/ })).toBeVisible()
  await expectUsable(driver, 'a new booking whose offered time was withdrawn')
  await page.reload()
  await expect(page.getByRole('heading', { name: /offers another time$/ })).toHaveCount(0)
})
