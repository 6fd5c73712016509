// What a customer changes of a booking: at once, or by asking the mover, with the price shown first.
import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { jobOfToday, linkOf } from '#test/support/browser/moving-days.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signIn } from '#test/support/browser/people.ts'

async function customerPage(browser: Browser, more: { javaScriptEnabled?: boolean } = {}) {
  const job = await jobOfToday()
  const page = await (await browser.newContext({ viewport: { width: 360, height: 780 }, ...more })).newPage()
  await signIn(page, job)
  await page.goto(await linkOf(page, job))
  return { page, job }
}

const pointsOf = async (id: string) => {
  const [row] = await inDatabase(`select route_points, customer_note from bookings.booking where id = $1`, [id])
  return { points: row?.['route_points'] as Record<string, unknown>[], note: String(row?.['customer_note']) }
}

async function changeContact(page: Page, id: string): Promise<void> {
  await page.getByRole('link', { name: 'Change your booking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Change your booking' })).toBeVisible()
  const pickUp = page.getByRole('group', { name: /^Pick-up/ })
  const before = await pointsOf(id)
  const street = pickUp.getByLabel('Street')
  const known = await street.inputValue()
  expect(known).not.toBe('')
  await pickUp.getByLabel('Contact number').fill('12')
  await pickUp.getByLabel('Contact name').fill('Ottilie Featherstonehaugh')
  await page.getByLabel('Note for the driver').fill('Ring twice')
  await page.getByRole('button', { name: 'Save changes' }).click()
  // Refused: it says where and how to mend it, and everything that was typed is still there.
  await expect(page.getByText('Please check the marked fields.')).toBeVisible()
  await expect(pickUp.getByLabel('Contact number')).toHaveAttribute('aria-invalid', 'true')
  await expect(pickUp.getByLabel('Contact number')).toHaveValue('12')
  await expect(page.getByLabel('Note for the driver')).toHaveValue('Ring twice')
  expect(await pointsOf(id)).toEqual(before)
  await pickUp.getByLabel('Contact number').fill('+44 7700 900987')
  await street.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(pickUp.getByText('Add the street, so that the driver finds the door.')).toBeVisible()
  await expect(street).toHaveAttribute('aria-invalid', 'true')
  expect(await pointsOf(id)).toEqual(before)
  await street.fill(known)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const after = await pointsOf(id)
  expect(after.note).toBe('Ring twice')
  expect(after.points[0]).toMatchObject({ contactName: 'Ottilie Featherstonehaugh', contactNumber: '+447700900987' })
}

async function askInWords(page: Page, id: string): Promise<void> {
  // Items, stops and time are changed in the steps that made them.
  await expect(page.getByRole('link', { name: 'Change items, stops, crew or time' })).toBeVisible()
  const extraTime = page.getByLabel('Extra time needed')
  await extraTime.selectOption({ index: 1 })
  const minutes = await extraTime.inputValue()
  await page.getByRole('button', { name: 'See what it costs' }).click()
  await expect(page.getByText('Enter what you’d like to change.')).toBeVisible()
  await expect(extraTime).toHaveValue(minutes)
  await page.getByLabel('In your words').fill('The lift is out of order')
  await page.getByRole('button', { name: 'See what it costs' }).click()
  await expect(
    page.getByRole('heading', { name: /^About £[\d.]+ more$|^No extra cost at your booked rates$/ }),
  ).toBeVisible()
  const open = () =>
    inDatabase(`select kind, words from bookings.change where booking_id = $1 and state = 'open'`, [id])
  expect(await open()).toEqual([])
  await page.getByRole('button', { name: /^Ask / }).click()
  await expect(page.getByRole('heading', { name: 'You asked to change something' })).toBeVisible()
  expect(await open()).toEqual([{ kind: 'other', words: 'The lift is out of order' }])
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'
  test(`a customer changes a contact at once, and asks for more after seeing the price, ${how}`, async ({
    browser,
  }) => {
    const { page, job } = await customerPage(browser, { javaScriptEnabled })
    await changeContact(page, job.id)
    if (javaScriptEnabled) await expectUsable(page, 'a change that was saved')
    await askInWords(page, job.id)
    // One change is open at a time: it says so where another would be asked for.
    await page.getByRole('link', { name: 'Change your booking' }).click()
    await expect(page.getByText('You can only have one open change request at a time.')).toBeVisible()
    await page.context().close()
  })
}
