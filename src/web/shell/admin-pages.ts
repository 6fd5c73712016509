import type { Role, StaffRole } from '#shared/endpoint.ts'
import { adminStepFor, specialBooking } from '#web/kit/office/phone-steps.ts'
import { mayOpen, OFFICE_ACCOUNT, officeStartOf } from '#web/kit/office/office-pages.ts'

/** The steps of a booking that the office makes by phone (spec §2). */
const stepsByPhone = ['/additional-services', '/clarify', '/route-details']

/** Pages reached by emailed links, account deletion or the link of a draft. */
const openToAll = [
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

interface Visitor {
  userRole: Role
  staffRole?: StaffRole
  needsTwoStep?: boolean
}

/**
 * Redirect for visitors who may not see this page (spec §2): only an admin uses the admin pages. Null if they may stay,
 * or if the page itself refuses them because it is of another role.
 */
export function adminPageFor(visitor: Visitor | null, pathname: string): string | null {
  const page = pathname.replace(/\/$/, '')
  const isAdminPage = page === '/admin' || page.startsWith('/admin/') || page === specialBooking
  if (visitor?.userRole !== 'admin') return isAdminPage ? '/' : null
  const { userRole, staffRole, needsTwoStep } = visitor
  if (needsTwoStep) return page === OFFICE_ACCOUNT || openToAll.includes(page) ? null : OFFICE_ACCOUNT
  const start = officeStartOf(staffRole)
  if (page === '/admin') return start
  if (stepsByPhone.includes(page) || adminStepFor(userRole, page)) {
    if (!mayOpen(staffRole, specialBooking)) return start
    return adminStepFor(userRole, page)
  }
  return isAdminPage || openToAll.includes(page) || isBookingByLink(page) ? null : start
}
