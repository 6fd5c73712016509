import type { Role } from '#shared/endpoint.ts'
import { adminStepFor, specialBooking } from './admin-flow.ts'

/** Pages that an admin may see besides the office (spec §2), and those reached by mailed links, account deletion or the link of a draft. */
const openToAdmins = [
  '/additional-services',
  '/clarify',
  '/route-details',
  '/login-link',
  '/join-unit',
  '/verify-email',
  '/reset-password',
  '/change-email',
  '/delete-account',
  '/preview',
]

/** A booking by its link, which shows towns and prices and lets nothing be done: what the office has to decide about leads there. */
const isBookingByLink = (page: string): boolean => /^\/booking\/[^/]+$/.test(page)

export const adminStart = '/admin/statements'

/**
 * Where to send somebody who may not see this page (spec §2): an admin uses the admin pages, and nobody else does. Null if they may
 * stay.
 */
export function adminPageFor(role: Role | null, pathname: string): string | null {
  const page = pathname.replace(/\/$/, '')
  const isAdminPage = page === '/admin' || page.startsWith('/admin/') || page === specialBooking
  if (role !== 'admin') return isAdminPage ? '/' : null
  if (page === '/admin') return adminStart
  const step = adminStepFor(role, page)
  if (step) return step
  return isAdminPage || openToAdmins.includes(page) || isBookingByLink(page) ? null : adminStart
}
