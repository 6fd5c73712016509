import type { Role } from '#shared/endpoint.ts'

/** Pages that an admin may look at besides their own (spec §2), and those that mailed links and the end of an account lead to. */
const openToAdmins = [
  '/additional-services',
  '/clarify',
  '/route-details',
  '/login-link',
  '/verify-email',
  '/reset-password',
  '/change-email',
  '/delete-account',
]

export const adminStart = '/admin/statements'

/**
 * Where somebody has to go instead of this page (spec §2): an admin works on the admin pages, and nobody else does. Null where they may
 * stay.
 */
export function adminPageFor(role: Role | null, pathname: string): string | null {
  const isAdminPage = pathname === '/admin' || pathname.startsWith('/admin/')
  if (role !== 'admin') return isAdminPage ? '/' : null
  if (pathname === '/admin') return adminStart
  return isAdminPage || openToAdmins.includes(pathname.replace(/\/$/, '')) ? null : adminStart
}
