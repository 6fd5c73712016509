// The message about a new booking answers it by a link to one person, without logging in.
import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { dayFromNow } from '#test/support/browser/moves.ts'
import { ownerOf } from '#test/support/browser/owners.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { newPassword, signInNewCustomer } from '#test/support/browser/people.ts'

/** Books the cheapest van; answers the booking and the path of the link in its owner’s mail. */
async function booked(page: Page, day: string) {
  const { email } = await signInNewCustomer(page)
  const contact = { contact_name: 'Priya', contact_number: '+447700900123' }
  const asked = await page.request.post('/api/booking/companies-quotes/', {
    data: {
      route_points: [
        { number: 0, postcode: 'E17 4QH', stairs: 2, date: day, time: '10:00', ...contact },
        { number: 1, postcode: 'E8 1EJ', stairs: 0, ...contact },
      ],
      items: [],
      man_power: 'driver_helps',
      van_category: 'medium_van',
    },
  })
  const [offer] = ((await asked.json()) as { results: { quote_id: string; working_unit: { id: string } }[] }).results
  const login = await page.request.post('/api/users/login/', { data: { email, password: newPassword } })
  const { access } = (await login.json()) as { access: string }
  const made = await page.request.post('/api/booking/', {
    headers: { authorization: `Bearer ${access}` },
    data: { quote_id: offer?.quote_id, payment_method: 'cash' },
  })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()) as { id: string }
  const owner = await ownerOf(offer?.working_unit.id ?? '')
  const about = async () => {
    const [row] = await inDatabase(
      `select substring(text from '/answer/[A-Za-z0-9_-]+') as path from notifications.message
        where subject_id = $1 and channel = 'email' and text like '%/answer/%' and recipient = $2`,
      [id, owner.email],
    )
    return row ? String(row['path']) : ''
  }
  await expect.poll(about).not.toBe('')
  return { id, path: await about() }
}

const visitor = async (browser: Browser, width: number, javaScriptEnabled = true) =>
  (await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled })).newPage()

const statusOf = (id: string) => inDatabase(`select status, is_hot from bookings.booking where id = $1`, [id])

for (const [width, ahead] of [
  [360, 31],
  [1280, 32],
] as const)
  test(`a driver confirms a new booking by the link, without logging in, and once, at ${width} pixels`, async ({
    page,
    browser,
  }) => {
    const { id, path } = await booked(page, dayFromNow(ahead))
    const driver = await visitor(browser, width)
    await driver.goto(path)
    await expect(driver.getByRole('heading', { level: 1, name: 'New booking' })).toBeVisible()
    await expect(driver.getByText(/^Walthamstow E17$/)).toBeVisible()
    await expect(driver.getByText(/£[\d,.]+ to you after commission\./)).toBeVisible()
    await expectUsable(driver, 'a new booking by its link')
    await driver.getByRole('link', { name: 'Can’t do it' }).click()
    await expect(driver.getByRole('heading', { name: 'Why not?' })).toBeVisible()
    await expectUsable(driver, 'why a new booking is rejected')
    await driver.getByRole('link', { name: 'Back', exact: true }).click()
    expect(await statusOf(id)).toEqual([{ status: 'new_booking', is_hot: false }])
    await driver.getByRole('button', { name: 'Confirm' }).click()
    await expect(driver.getByRole('heading', { level: 1, name: 'It’s yours' })).toBeVisible()
    expect(await statusOf(id)).toEqual([{ status: 'confirmed', is_hot: false }])
    await expectUsable(driver, 'a booking confirmed by its link')
    await driver.reload()
    await expect(driver.getByRole('heading', { level: 1, name: 'It’s yours' })).toBeVisible()
    await expect(driver.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
    // It signs in to nothing else.
    await driver.getByRole('link', { name: 'Log in to open it' }).click()
    await expect(driver.getByRole('heading', { name: 'Log in to see your bookings' })).toBeVisible()
    await driver.context().close()
  })

test('without script a driver says that they can’t do it, and why', async ({ page, browser }) => {
  const { id, path } = await booked(page, dayFromNow(33))
  const driver = await visitor(browser, 360, false)
  await driver.goto(path)
  await driver.getByRole('link', { name: 'Can’t do it' }).click()
  await expect(driver.getByRole('heading', { name: 'Why not?' })).toBeVisible()
  expect(await statusOf(id)).toEqual([{ status: 'new_booking', is_hot: false }])
  await driver.getByRole('radio', { name: 'The van has broken down' }).check()
  await driver.getByRole('button', { name: 'Reject this job' }).click()
  await expect(driver.getByRole('heading', { level: 1, name: 'Rejected. Thanks for telling us.' })).toBeVisible()
  expect(await statusOf(id)).toEqual([{ status: 'new_booking', is_hot: true }])
  await driver.context().close()
})

test('a link whose booking was answered in another way says so and leads to log-in', async ({ page, browser }) => {
  const { id, path } = await booked(page, dayFromNow(34))
  await inDatabase(`update bookings.new_booking_link set total_pence = total_pence - 1 where booking_id = $1`, [id])
  const driver = await visitor(browser, 360)
  await driver.goto(path)
  await expect(driver.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await expect(driver.getByText(/^The booking was answered in another way/)).toBeVisible()
  await expect(driver.getByRole('link', { name: 'Log in to see your booking' })).toBeVisible()
  await expectUsable(driver, 'a link to a new booking that is over')
  await driver.context().close()
})
