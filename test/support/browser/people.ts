// Visitors of the product under test, their accounts and their mail.
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Role } from '#shared/endpoint.ts'

export const newPassword = 'Kettle-on-at-7'
export const newEmail = (): string => `e2e-${randomBytes(8).toString('hex')}@example.com`

/** As `npm start` prints them. */
export const demonstrationPeople: Record<Role | 'support' | 'billing', { email: string; password: string }> = {
  customer: { email: 'customer@vanfare.test', password: 'Moving-day-1' },
  driver: { email: 'driver@vanfare.test', password: 'Moving-day-1' },
  admin: { email: 'admin@vanfare.test', password: 'Moving-day-1' },
  support: { email: 'support@vanfare.test', password: 'Moving-day-1' },
  billing: { email: 'billing@vanfare.test', password: 'Moving-day-1' },
}

interface Mail {
  to: string
  subject: string
  text: string
}

export async function mailsTo(page: Page, email: string): Promise<Mail[]> {
  const box = (await (await page.request.get('/dev/mailbox.json')).json()) as Mail[]
  return box.filter(({ to }) => to === email)
}

/** The link of the mail that asks to confirm this address, once the mail is there. */
export const confirmationLink = (page: Page, email: string): Promise<string> => mailedLink(page, email, 'verify-email')

/** Follows the link in a browser that did not register: there it asks for the password. */
export async function confirmAddress(page: Page, link: string, password = newPassword): Promise<void> {
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
}

type LinkedPage = 'verify-email' | 'login-link' | 'reset-password' | 'change-email' | 'delete-account' | 'join-unit'

/** The newest link to this page that was mailed to this address, once it is there. */
export async function mailedLink(page: Page, email: string, to: LinkedPage): Promise<string> {
  const link = new RegExp(`\\S+/${to}\\?token=[\\w-]+`)
  return fromMessage(page, email, link)
}

/** The link to the login that the office mails to whoever comes back, once it is there. */
export const mailedLoginLink = (page: Page, email: string): Promise<string> =>
  fromMessage(page, email, /\S+\?dialog=login/)

/** The newest code that was texted to this number, once it is there. */
export const textedCode = (page: Page, phone: string): Promise<string> => fromMessage(page, phone, /\b\d{6}\b/)

async function fromMessage(page: Page, to: string, pattern: RegExp): Promise<string> {
  const read = async () => (await mailsTo(page, to)).map(({ text }) => pattern.exec(text)?.[0]).find(Boolean) ?? ''
  await expect.poll(read, { intervals: [50, 100, 200], message: `a message to ${to}` }).not.toBe('')
  return await read()
}

/** An account whose address is not confirmed yet. */
export async function register(page: Page, { firstName = 'Priya', email = newEmail() } = {}): Promise<string> {
  const answer = await page.request.post('/api/users/register/', {
    data: { user_role: 'customer', email, password: newPassword, first_name: firstName, phone: '+447700900123' },
  })
  expect(answer.status()).toBe(201)
  return email
}

/** Signs this browser in without the dialog: the cookie is what counts. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  const answer = await page.request.post('/session/login', {
    form: person,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Follows the mailed link over the API, with the password that was registered. */
export async function confirmByApi(page: Page, email: string, password = newPassword): Promise<void> {
  const token = new URL(await confirmationLink(page, email)).searchParams.get('token')
  expect((await page.request.post('/api/users/verify-email/', { data: { token, password } })).ok()).toBe(true)
}

/** A new customer with a confirmed address, signed in. */
export async function signInNewCustomer(page: Page, firstName = 'Priya'): Promise<{ email: string }> {
  const email = await register(page, { firstName })
  await confirmByApi(page, email)
  await signIn(page, { email, password: newPassword })
  return { email }
}
