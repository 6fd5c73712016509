import type { Role } from '#shared/endpoint.ts'

/** Pages that an admin may see besides the office (spec §2), and those reached by mailed links or account deletion. */
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
]

export const adminStart = '/admin/statements'

/**
 * Where to send somebody who may not see this page (spec §2): an admin uses the admin pages, and nobody else does. Null if they may
 * stay.
 */
export function adminPageFor(role: Role | null, pathname: string): string | null {
  const isAdminPage = pathname === '/admin' || pathname.startsWith('/admin/')
  if (role !== 'admin') return isAdminPage ? '/' : null
  if (pathname === '/admin') return adminStart
  return isAdminPage || openToAdmins.includes(pathname.replace(/\/$/, '')) ? null : adminStart
}
