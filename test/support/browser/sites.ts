// Every page of the site as each kind of person has it, for tests that look at all of them.
import { expect, type Page } from '@playwright/test'
import type { Role } from '#shared/endpoint.ts'
import { aMove, putMove } from './moves.ts'
import { demonstrationPeople, signIn } from './people.ts'

export type Visitor = Role | 'visitor'

/** Pages of the content: those of their own, and one of each kind. */
export const contentPages = [
  '/our-services',
  '/our-services/man-and-van',
  '/our-services/piano-removal',
  '/our-locations',
  '/our-locations/brighton',
  '/about-us',
  '/work-with-us',
  '/faq',
  '/blog',
  '/blog/which-van-do-i-need',
] as const

/** Pages that need nothing but their address. */
export const publicPages = [
  '/',
  ...contentPages,
  '/terms',
  '/terms/movers',
  '/privacy-policy',
  '/verify-record',
  '/prices-on-your-site',
  '/404',
  '/no-such-page',
  '/verify-email?token=none',
] as const

export const stepPages = [
  '/additional-services',
  '/clarify',
  '/route-details',
  '/pick-a-driver',
  '/confirm-booking',
] as const

/** What an operating driver works with. */
export const workplacePages = [
  '/driver-profile',
  '/my-day',
  '/calendar',
  '/working-unit',
  '/working-unit/working-hours',
  '/settings/general',
  '/settings/marketing',
  '/settings/driving-profile',
  '/settings/payment-setup',
  '/settings/notifications',
  '/settings/operations-and-pricing',
  '/settings/operations-and-pricing-hourly-rates',
  '/settings/operations-and-pricing-route-and-milleage',
  '/settings/operations-and-pricing-terms',
  '/settings/operations-and-pricing-out-of-hours',
] as const

/** Opens a page; false where this person is sent somewhere else. A page about one of several vans sends to itself, with the first. */
export async function opens(page: Page, path: string): Promise<boolean> {
  // Most redirects are the server's, which is asked first because that is quicker than a page.
  const first = await page.request.get(path, { maxRedirects: 0 })
  if (first.status() >= 300 && first.status() < 400) {
    const { pathname } = new URL(first.headers()['location'] ?? '/', first.url())
    if (pathname !== path.split('?')[0]) return false
  }
  await page.goto(path)
  await settled(page)
  return new URL(page.url()).pathname === path.split('?')[0]
}

/** The link of one of the demonstration customer's bookings: whoever has it may see it. */
export async function sharedBookingPage(page: Page): Promise<string> {
  const login = await page.request.post('/api/users/login/', { data: demonstrationPeople.customer })
  const { access } = (await login.json()) as { access: string }
  const list = await page.request.get('/api/booking/future-bookings/', {
    headers: { authorization: `Bearer ${access}` },
  })
  const { results } = (await list.json()) as { results: { hash: string }[] }
  return `/booking/${results[0]?.hash}`
}

/** Signs in as this role; a visitor stays one. */
export async function become(page: Page, visitor: Visitor): Promise<void> {
  if (visitor !== 'visitor') await signIn(page, demonstrationPeople[visitor])
}

/** A move with its driver chosen, so that each of the five steps shows all it has. */
export async function chooseDriver(page: Page): Promise<void> {
  await putMove(page, aMove({ assemblingItems: [903], dismantlingItems: [903], note: 'Gate code 4' }))
  await page.goto('/pick-a-driver')
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/confirm-booking$/)
}

/** Once nothing is being fetched, drawn as a skeleton or moved any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('.skeleton-card')).toHaveCount(0)
  await page.waitForFunction(() => document.readyState === 'complete' && document.querySelector('h1') !== null)
}
