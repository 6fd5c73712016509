import { randomInt } from 'node:crypto'
import { expect, test, type Locator, type Page } from '#test/support/browser/test.ts'
import { addDays, formatDateUk, localDayOf } from '#shared/local-time.ts'
import { addPerson, addVan, saveVan, signInNewDriver } from '#test/support/browser/drivers.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { aJob } from '#test/support/browser/world.ts'
import { picture } from '#test/support/pictures.ts'
import { now } from '#test/support/start-of-clock.ts'

test('a person is added, checked by the office, and shown as checked', async ({ page, browser }) => {
  await signInNewDriver(page)
  await page.goto('/settings/people')
  await expect(page.getByText('No one yet')).toBeVisible()
  await expectUsable(page, 'no people')
  const first = `Mairi${randomInt(100_000)}`
  const name = `${first} Sinclair`
  await addPerson(page, first)
  await expectUsable(page, 'a person who waits')
  await sendNewCheck(page, name)

  const context = await browser.newContext()
  const office = await context.newPage()
  await signIn(office, demonstrationPeople.admin)
  await office.goto('/admin/verifications')
  await office.getByRole('link', { name: /^People to check \(\d+\)/ }).click()
  await office.getByRole('navigation', { name: 'Waiting people' }).getByText(name, { exact: true }).click()
  const desk = office.getByRole('article', { name })
  await expect(desk.getByRole('img', { name: `Photo of ${name}`, exact: true })).toBeVisible()
  await desk.getByRole('button', { name: 'Refuse' }).click()
  await expect(desk.getByText('Enter what’s wrong. The driver will read this.')).toBeVisible()
  await expectUsable(office, 'a person to decide about')
  await desk.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText(`Nothing waiting for ${name}.`)).toBeVisible()
  await context.close()

  await page.reload()
  await expect(page.getByRole('listitem', { name }).getByText('Checked', { exact: true })).toBeVisible()
})

test('a second van asks who works on it, and each person’s card names their vans', async ({ page }) => {
  const driver = await signInNewDriver(page)
  await addVan(page, driver)
  await addPerson(page)
  const plate = driver.registration.replace('SK', 'SL')
  await page.goto('/working-unit')
  await page.getByRole('button', { name: 'Add a unit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Driver’s name').fill('Mick')
  await dialog.getByRole('button', { name: 'Add the unit' }).click()
  await expect(dialog).toBeHidden()
  await saveVan(page, { registration: plate, category: 'Large Van', year: '2021' })
  await expect(page.getByRole('region', { name: `Choose who works on ${plate}` })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/driver-profile')
  await expect(page.getByText(`You haven’t chosen who works on ${plate}.`)).toBeVisible()
  await page.getByRole('link', { name: `Choose who works on ${plate}` }).click()
  const van = page.getByRole('region', { name: `Choose who works on ${plate}` })
  await expect(van).toBeFocused()
  await expect(van).toBeInViewport()
  const person = page.getByRole('listitem', { name: 'Ailsa Sinclair' })
  await expect(person.getByText(`Works on ${driver.registration}`, { exact: true })).toBeVisible()
  await expectUsable(page, 'who works on a second van')
  await page.setViewportSize({ width: 1280, height: 800 })
  await van.getByRole('button', { name: 'Ailsa Sinclair' }).click()
  await expect(person.getByText(`Works on ${driver.registration} and ${plate}`, { exact: true })).toBeVisible()
  const own = page
    .getByRole('region', { name: `Who works on ${plate}` })
    .getByRole('button', { name: 'Ailsa Sinclair' })
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: `Choose who works on ${plate}` })).toHaveCount(0)
})

/** On a phone, page by page: what was taken outlasts another choice, a lost connection and a date that is refused. */
async function sendNewCheck(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 780 })
  const card = page.getByRole('listitem', { name })
  await card.getByRole('button', { name: `New check of ${name}` }).click()
  const form = card.getByRole('form', { name: `Right to work of ${name}` })
  const send = form.getByRole('button', { name: `Send the check of ${name}` })
  await form.getByText('Another document').click()
  await send.click()
  await expect(form.getByText('Take a photo or choose a file first.')).toBeVisible()
  const back = { name: 'back.jpg', mimeType: 'image/jpeg', buffer: await picture(60, 40).jpeg().toBuffer() }
  const front = { ...back, name: 'front.jpg', buffer: await picture(40, 70).jpeg().toBuffer() }
  await form.getByLabel(`Right to work of ${name}: take a photo`).setInputFiles(back)
  await form.getByRole('button', { name: 'Rotate: Page 1' }).click()
  const pages = form.getByRole('img', { name: /^Page \d, as it will be sent/ })
  await expect.poll(() => sizesOf(pages)).toEqual(['40x60'])
  await form.getByLabel(`Right to work of ${name}: add a file`).setInputFiles(front)
  await form.getByRole('button', { name: 'Move forward: Page 2' }).click()
  await expect.poll(() => sizesOf(pages)).toEqual(['40x70', '40x60'])

  await form.getByText('Share code').click()
  await form.getByText('Another document').click()
  await card.getByRole('button', { name: `Edit ${name}` }).click()
  await form.getByLabel('Expires on').fill(localDayOf(now()))
  await page.context().setOffline(true)
  await send.click()
  await expect(form.getByText('It couldn’t be sent. Check your connection and try again.')).toBeVisible()
  await page.context().setOffline(false)
  await send.click()
  await expect(form.getByText('Enter a day after today, as shown on the document.')).toBeVisible()
  expect(await sizesOf(pages)).toEqual(['40x70', '40x60'])
  await expectUsable(page, 'a check whose date is refused')
  const day = addDays(localDayOf(now()), 200)
  await form.getByLabel('Expires on').fill(day)
  await send.click()
  await expect(card.getByText(`Another document, expires on ${formatDateUk(day)}`)).toBeVisible()
}

const sizesOf = (pages: Locator) =>
  pages.evaluateAll((images: HTMLImageElement[]) =>
    Promise.all(
      images.map(async (image) => {
        // One that is just replaced can no longer be read.
        await image.decode().catch(() => undefined)
        return `${image.naturalWidth}x${image.naturalHeight}`
      }),
    ),
  )

test('a driver says who comes, on a phone and from the keyboard, and the customer sees it', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const job = await aJob({ hasPhotos: true })
  await signIn(page, job.driver)
  await page.goto('/settings/people')
  await expect(
    page
      .getByRole('listitem')
      .getByText(/^Checked/)
      .first(),
  ).toBeVisible()
  await expectUsable(page, 'people on a phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  const bookings = page.getByRole('list', { name: /^Bookings on/ }).getByRole('button')
  await page.goto(`/calendar?day=${job.day}&unit=${job.unitId}`)
  const times = await bookings.first().locator('b').innerText()
  await bookings.first().click()
  await expect(page.getByRole('dialog', { name: times })).toBeVisible()
  await page.getByRole('link', { name: 'Choose crew' }).click()
  await expect(page.getByRole('heading', { name: 'Who comes' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectUsable(page, 'who comes')
  await page.getByRole('button', { name: 'Save who comes' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()

  const customer = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage()
  await signIn(customer, job)
  await customer.goto('/my-bookings/future-bookings')
  await customer.getByRole('link', { name: /^See booking/ }).click()
  const card = customer.getByRole('region', { name: 'Who comes' })
  await expect(card.getByRole('listitem').first().getByRole('img')).toBeVisible()
  await expectUsable(customer, 'who comes, for the customer')
  await customer.context().close()
})
