import { expect, test, type Browser, type Locator, type Page } from '#test/support/browser/test.ts'
import { addDays, dayOfWeek, type LocalDay } from '#shared/local-time.ts'
import {
  approveDocument,
  addPerson,
  approvePerson,
  addVan,
  chooseAreaAround,
  confirmPhoneAndInsurance,
  enterBankAccount,
  neededDocuments,
  printedDocument,
  sendDocuments,
  setPrices,
  setUsualHours,
  showCompany,
  signInNewDriver,
} from '#test/support/browser/drivers.ts'
import { dayFromNow } from '#test/support/browser/moves.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'

// As on a phone in the cab.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

/** The office sits at one. */
const desk = { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false }

/** The first Tuesday at least a week away. */
function someTuesday(): LocalDay {
  const day = dayFromNow(7)
  return addDays(day, (2 - dayOfWeek(day) + 7) % 7)
}

/** Companies that a visitor is offered for a Large Van with one man. */
async function companiesFor(page: Page, from: string, day: LocalDay, time: string): Promise<string[]> {
  const names: string[] = []
  const data = {
    route_points: [
      { number: 0, postcode: from, stairs: 0, date: day, time },
      { number: 1, postcode: 'PH33 6TQ', stairs: 0 },
    ],
    items: [],
    man_power: 'driver_helps',
    van_category: 'large_van',
  }
  for (let next: string | null = '/api/booking/companies-quotes/'; next;) {
    const answer = await page.request.post(next, { data })
    expect(answer.status(), await answer.text()).toBe(200)
    const found = (await answer.json()) as { results: { company: { name: string } }[]; next: string | null }
    names.push(...found.results.map(({ company }) => company.name))
    next = found.next
  }
  return names
}

test('a new driver gets from an empty profile to the quotes of a visitor', async ({ page, browser }) => {
  const driver = await signInNewDriver(page)

  await page.goto('/driver-profile')
  await expect(
    page.getByText('You can’t receive or accept any bookings yet. Set up your profile to start'),
  ).toBeVisible()
  await expect(page.getByText('0 of 6 done')).toBeVisible()
  await expectUsable(page, 'an empty profile')

  await addVan(page, driver)
  await expectUsable(page, 'a van without documents')
  await sendDocuments(page)
  await addPerson(page)
  await expectUsable(page, 'documents that wait')
  await chooseAreaAround(page, 'PH33 6SY')
  await setPrices(page)
  await showCompany(page)
  await enterBankAccount(page, driver)
  await confirmPhoneAndInsurance(page)

  await page.goto('/driver-profile')
  await expect(page.getByText('6 of 6 done')).toBeVisible()
  await expect(page.getByText('Pending verification')).toBeVisible()

  await approve(browser, driver.registration)

  await page.goto('/driver-profile')
  await expect(page.getByRole('main').getByText('Ready to start', { exact: true }).first()).toBeVisible()
  await setUsualHours(page)
  await page.goto('/driver-profile')
  await expect(page.getByRole('main').getByText('Operating', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Setup your profile')).toHaveCount(0)

  const visitor = await (await browser.newContext()).newPage()
  const day = someTuesday()
  expect(await companiesFor(visitor, 'PH33 6SY', day, '10:00')).toContain(driver.company)
  expect(await companiesFor(visitor, 'PH33 6SY', day, '03:00'), 'outside the hours').not.toContain(driver.company)
  expect(await companiesFor(visitor, 'E17 4QH', day, '10:00'), 'outside the area').not.toContain(driver.company)
  await visitor.context().close()

  await page.goto('/working-unit')
  await expect(page.getByText('Shown', { exact: true })).toBeVisible()
  await expect(page.getByText('The job ran outside your hours.')).toBeVisible()
  await expectUsable(page, 'why a unit wasn’t shown')
})

/** Until it is there, the documents of the unit before it are. */
async function openUnit(office: Page, registration: string): Promise<void> {
  await office.getByRole('navigation', { name: 'Waiting units' }).getByText(registration).click()
  await expect(office.getByRole('region', { name: 'The unit' })).toContainText(registration)
}

/** A picture that the browser could read, not only room for one. */
const expectDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)

async function approve(browser: Browser, registration: string): Promise<void> {
  const context = await browser.newContext(desk)
  const office = await context.newPage()
  await signIn(office, demonstrationPeople.admin)
  await office.goto('/admin/verifications')
  await openUnit(office, registration)
  for (const label of neededDocuments) {
    const document = office.getByRole('article', { name: label })
    await expectDrawn(document.getByRole('img'))
    if (label === printedDocument) {
      await document.getByRole('region', { name: `Pages of ${label}` }).press('PageDown')
      await expect(document.getByText('Page 2 of 2', { exact: true })).toBeVisible()
      await expectDrawn(document.getByRole('img', { name: `${label}, page 2 of 2` }))
    }
    await approveDocument(document)
  }
  await office.getByRole('article', { name: 'Details of the van' }).locator('label', { hasText: 'Approve' }).click()
  await expect(office.getByText('6 approved')).toBeVisible()
  // What follows is said before.
  await expect(office.getByText('Still to check after this: its people')).toBeVisible()
  await expectUsable(office, 'documents side by side')
  await office.getByRole('button', { name: 'Send decision' }).click()
  await expect(office.getByText('Decision sent')).toBeVisible()
  await approvePerson(office, 'Ailsa Sinclair')
  await context.close()
}

test('a refused document says why, and the next one takes its place', async ({ page, browser }) => {
  const driver = await signInNewDriver(page)
  await addVan(page, driver)
  await sendDocuments(page)

  const context = await browser.newContext(desk)
  const office = await context.newPage()
  await signIn(office, demonstrationPeople.admin)
  await office.goto('/admin/verifications')
  // Until it is there, nothing can be decided about the unit before it.
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await office.route('**/admin/verifications.data*', async (route) => {
    await held
    await route.continue()
  })
  await office.getByRole('navigation', { name: 'Waiting units' }).getByText(driver.registration).click()
  await expect(office.locator('[inert]')).toHaveCount(1)
  await office.locator('label', { hasText: 'Refuse' }).first().click({ force: true })
  await expect(office.getByText('Nothing decided')).toBeVisible()
  letThrough()
  await expect(office.getByRole('region', { name: 'The unit' })).toContainText(driver.registration)
  await office.unroute('**/admin/verifications.data*')
  const document = office.getByRole('article', { name: 'Goods in transit insurance' })
  await expect(document).toContainText('£20,000 a move, £2,500 an item')
  await document.locator('label', { hasText: 'Refuse' }).click()
  await office.getByRole('button', { name: 'Send decision' }).click()
  await expect(office.getByText('Give a reason for each refused document: the driver reads it.')).toBeVisible()
  await document.getByLabel('Reason').selectOption('Expired')
  await office.getByRole('button', { name: 'Send decision' }).click()
  await expect(office.getByText('Decision sent')).toBeVisible()
  await context.close()

  await page.goto('/settings/driving-profile')
  const card = page.getByRole('listitem', { name: 'Goods in transit insurance' })
  await expect(card.getByText('Refused', { exact: true })).toBeVisible()
  await expect(card.getByText('This document has expired. Send the current one.')).toBeVisible()
  await expectUsable(page, 'a refused document')
})
