// A new driver of the product under test, set up as a person does it, page by page.
import { expect, type Locator, type Page } from '@playwright/test'
import { writtenPdf } from '#test/support/pdfs.ts'
import { jpeg } from '#test/support/pictures.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { now } from '#test/support/start-of-clock.ts'
import { confirmByApi, mailsTo, newEmail, newPassword, signIn, textedCode } from './people.ts'

export interface NewDriver {
  email: string
  password: string
  company: string
  registration: string
}

let count = 0

/** Registered over the page for drivers, confirmed by mail, signed in. */
export async function signInNewDriver(page: Page): Promise<NewDriver> {
  const email = newEmail()
  count += 1
  const company = `Loch Moves ${email.slice(4, 10)}`
  const answer = await page.request.post('/api/users/register/', {
    data: { user_role: 'driver', email, password: newPassword, first_name: 'Ailsa', company_name: company },
  })
  expect(answer.status()).toBe(201)
  await confirmByApi(page, email)
  await signIn(page, { email, password: newPassword })
  return { email, password: newPassword, company, registration: `SK${12 + (count % 10)} ${letters()}` }
}

const letters = () =>
  Array.from({ length: 3 }, () => 'ABCDEFGHJKLMNOPRSTUVWXY'.charAt(Math.floor(Math.random() * 23))).join('')

const saved = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()

export async function addVan(page: Page, { registration }: NewDriver): Promise<void> {
  await page.goto('/settings/driving-profile')
  const first = page.getByRole('button', { name: 'Add the unit' })
  if (await first.isVisible()) await first.click()
  await saveVan(page, { registration, category: 'Large Van', year: '2021' })
}

interface NewVan {
  registration: string
  category: string
  year: string
}

/** A Transit with diesel and Euro 6, on a driving profile that is open. */
export async function saveVan(page: Page, { registration, category, year }: NewVan): Promise<void> {
  await page.getByLabel('Registration', { exact: true }).fill(registration)
  await page.getByLabel('Make').selectOption('Ford')
  await page.getByLabel('Model').fill('Transit')
  await page.getByLabel('Category').selectOption(category)
  await page.getByLabel('Fuel').selectOption('Diesel')
  await page.getByLabel('Euro class').selectOption('Euro 6')
  await page.getByLabel('Year of registration').fill(year)
  await page.getByRole('button', { name: 'Save van' }).click()
  await saved(page, 'Van saved')
}

export const neededDocuments = [
  'V5C log book',
  'MOT certificate',
  'Hire and reward insurance',
  'Goods in transit insurance',
  'Public liability insurance',
] as const

/** Every document that this van needs, each a photo. */
/** A PDF of two pages, as an insurer mails it; the others are photos. */
export const printedDocument = 'Goods in transit insurance'

/** What the policy pays, which customers read before they choose. */
export async function fillCover(card: Locator): Promise<void> {
  await card.getByLabel('Most it pays for a move').fill('20000')
  await card.getByLabel('Most it pays for one item').fill('2500')
}

export async function sendDocuments(page: Page): Promise<void> {
  const photo = { name: 'document.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }
  const printed = { name: 'document.pdf', mimeType: 'application/pdf', buffer: writtenPdf(2) }
  for (const label of neededDocuments) {
    const card = page.getByRole('listitem', { name: label })
    await card.getByLabel(`${label}: choose a file`).setInputFiles(label === printedDocument ? printed : photo)
    const day = card.getByLabel('Expires on')
    if (await day.isVisible()) await day.fill(addDays(localDayOf(now()), 300))
    if (label === 'Goods in transit insurance') await fillCover(card)
    await card.getByRole('button', { name: `Send ${label}` }).click()
    await expect(card.getByText('Waiting')).toBeVisible()
  }
}

/** The driver, with a photo and a passport to be checked. */
export async function addPerson(page: Page, firstName = 'Ailsa'): Promise<void> {
  const photo = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }
  await page.goto('/settings/people')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Sinclair')
  await page.getByRole('button', { name: 'Add person' }).click()
  const card = page.getByRole('listitem', { name: `${firstName} Sinclair` })
  await card.getByLabel(`Add a photo of ${firstName} Sinclair`).setInputFiles(photo)
  await expect(card.getByText('Check missing')).toBeVisible()
  await card.getByLabel(`Right to work of ${firstName} Sinclair: choose a file`).setInputFiles(photo)
  await card.getByRole('button', { name: 'Send the check' }).click()
  await expect(card.getByText('Being checked')).toBeVisible()
}

/** Approves somebody at the desk for people, who is told apart by name. */
export async function approvePerson(office: Page, name: string): Promise<void> {
  await office.goto('/admin/verifications/people')
  await office.getByRole('navigation', { name: 'Waiting people' }).getByText(name, { exact: true }).click()
  const desk = office.getByRole('article', { name })
  await desk.getByRole('button', { name: 'Approve' }).click()
  await expect(desk.getByText(`Nothing waiting for ${name}.`)).toBeVisible()
}

/** Ticks everything beside a document and approves it. */
export async function approveDocument(document: Locator): Promise<void> {
  for (const tick of await document.getByRole('checkbox').all()) await tick.check()
  await document.locator('label', { hasText: 'Approve' }).click()
}

export async function chooseAreaAround(page: Page, postcode: string): Promise<void> {
  await page.goto('/settings/operations-and-pricing')
  await page.getByLabel('Base postcode').fill(postcode)
  await page.getByRole('button', { name: /^Choose all within/ }).click()
  const map = page.getByRole('img', { name: /^Map of [1-9]\d* chosen/ })
  await expect(map).toBeVisible()
  const chosen = (await map.getAttribute('aria-label')) ?? ''
  // What is saved is what was chosen, wherever the slider went afterwards.
  await page.getByLabel('Distance from base').fill('90')
  await page.getByRole('button', { name: 'Save area' }).click()
  await saved(page, 'Area saved')
  await page.reload()
  await expect(map).toHaveAttribute('aria-label', chosen)
}

export async function setPrices(page: Page): Promise<void> {
  const pricing = '/settings/operations-and-pricing'
  await page.goto(`${pricing}-hourly-rates`)
  for (const [crew, rate] of [
    ['No help', '40'],
    ['1 man', '45'],
    ['2 men', '60'],
  ])
    await page.getByLabel(`Large Van, ${crew}, pounds an hour`).fill(rate ?? '')
  const tried = page.getByRole('region', { name: 'What would this job cost with my prices?' }).getByLabel('To')
  await tried.fill('N1 9GU')
  await page.getByRole('button', { name: 'Save rates' }).click()
  await saved(page, 'Rates saved')
  // The job that is tried outlives saving.
  await expect(tried).toHaveValue('N1 9GU')
  await page.goto(`${pricing}-route-and-milleage`)
  await page.getByLabel('Included miles').fill('10')
  await page.getByLabel('Each further mile').fill('1.20')
  await page.getByRole('button', { name: 'Save mileage' }).click()
  await saved(page, 'Mileage saved')
  await page.goto(`${pricing}-terms`)
  await page.getByLabel('In your own words').fill('Boxes taped shut. Goods in transit covered to £20,000.')
  await page.getByRole('button', { name: 'Save terms' }).click()
  await saved(page, 'Terms saved')
}

export async function showCompany(page: Page): Promise<void> {
  const picture = { name: 'van.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }
  await page.goto('/settings/marketing')
  await page.locator('input[type=file]').first().setInputFiles(picture)
  await saved(page, 'Logo saved')
  await page.locator('input[type=file]').last().setInputFiles(picture)
  await saved(page, 'Photo added')
  await page.getByLabel('Description').fill('Two of us, one van, twelve years on the road to the isles.')
  await page.getByRole('button', { name: 'Save text' }).click()
  await saved(page, 'Description saved')
}

export async function enterBankAccount(page: Page, { email, password, company }: NewDriver): Promise<void> {
  await page.goto('/settings/payment-setup')
  await page.getByLabel('Account holder').fill(company)
  await page.getByLabel('Sort code').fill('20-45-42')
  const number = page.getByLabel('Account number')
  await expect(number).toHaveAccessibleDescription(/If yours has 6 or 7, enter them: we put zeros in front/)
  await number.fill('5577991')
  await page.getByRole('textbox', { name: 'Your password' }).fill(password)
  await page.getByRole('button', { name: 'Save account' }).click()
  await saved(page, 'Confirm the new account')
  const link = /\S+\/confirm-bank-account\?token=[\w-]+/
  const read = async () => (await mailsTo(page, email)).map(({ text }) => link.exec(text)?.[0]).find(Boolean) ?? ''
  await expect.poll(read).not.toBe('')
  await page.goto(await read())
  await saved(page, `${company}, sort code ending 42, account ending 7991`)
  await page.getByRole('button', { name: 'Confirm the account' }).click()
  await saved(page, 'Bank account confirmed')
}

export async function confirmPhoneAndInsurance(page: Page): Promise<void> {
  const phone = `+4477009${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`
  await page.goto('/settings/general')
  await page.getByLabel('Mobile', { exact: true }).fill(phone)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  // In two groups, as it is read aloud, and key by key, as a field of too few would cut it.
  const code = (await textedCode(page, phone)).replace(/^\d{3}/, '$& ')
  await page.getByLabel('Code from the text', { exact: true }).pressSequentially(code)
  await page.getByRole('button', { name: 'Confirm number' }).click()
  await saved(page, 'Number confirmed')
  await page.getByLabel('Insurance number').fill('HR-2026-0042')
  await page.getByRole('button', { name: 'Save details' }).click()
  await saved(page, 'Details saved')
}

/** The usual week, in the dialog for all seven days. */
export async function setUsualHours(page: Page): Promise<void> {
  await page.goto('/working-unit/working-hours')
  await page.getByRole('button', { name: 'Set working hours' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save hours' }).click()
  await saved(page, '60 hours a week')
}
