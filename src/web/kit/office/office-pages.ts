import type { StaffRole } from '#shared/endpoint.ts'

export interface OfficePage {
  name: string
  /** The pages below it are open to the same people, unless they have an entry of their own. */
  to: string
  staff: readonly StaffRole[]
}

export const OFFICE_ACCOUNT = '/admin/account'

const everybody = ['owner', 'billing', 'support', 'editor'] as const
const money = ['owner', 'billing'] as const
const help = ['owner', 'support'] as const
const jobs = ['owner', 'billing', 'support'] as const

/** Every page of the office and whose it is, in the order of the menu at its side (ADR 0068). */
export const OFFICE_PAGES: readonly OfficePage[] = [
  { name: 'Today', to: '/admin/bookings', staff: jobs },
  { name: 'Bookings', to: '/admin/bookings/find', staff: jobs },
  { name: 'New booking by phone', to: '/special-booking', staff: help },
  { name: 'Statements', to: '/admin/statements', staff: money },
  { name: 'Invoices', to: '/admin/invoices', staff: money },
  { name: 'Sales credit invoices', to: '/admin/sales-credit-invoices', staff: money },
  { name: 'Sellers’ report', to: '/admin/platform-report', staff: money },
  { name: 'Companies', to: '/admin/companies', staff: jobs },
  { name: 'People', to: '/admin/people', staff: help },
  { name: 'Verifications', to: '/admin/verifications', staff: help },
  { name: 'Stopped and appeals', to: '/admin/stopped', staff: help },
  { name: 'Moving days', to: '/admin/day-questions', staff: help },
  { name: 'Reported messages', to: '/admin/reported-messages', staff: help },
  { name: 'Undelivered', to: '/admin/undelivered', staff: help },
  { name: 'Reviews', to: '/admin/reviews', staff: help },
  { name: 'Claims', to: '/admin/claims', staff: help },
  { name: 'Content', to: '/admin/content', staff: ['owner', 'editor'] },
  { name: 'Settings', to: '/admin/settings', staff: money },
  { name: 'Office people', to: '/admin/staff', staff: ['owner'] },
  { name: 'Audit log', to: '/admin/audit', staff: ['owner'] },
  { name: 'Figures', to: '/admin/figures', staff: money },
  { name: 'Login and security', to: OFFICE_ACCOUNT, staff: everybody },
]

/** Of two that begin alike the longer one is meant. */
export const officePageOf = (path: string): OfficePage | undefined =>
  OFFICE_PAGES.filter(({ to }) => path === to || path.startsWith(`${to}/`)).toSorted(
    (a, b) => b.to.length - a.to.length,
  )[0]

/** A page that nobody has given to a role is nobody’s. */
export const mayOpen = (role: StaffRole | undefined, path: string): boolean =>
  role !== undefined && officePageOf(path)?.staff.includes(role) === true

export const officeMenuOf = (role: StaffRole | undefined): readonly OfficePage[] =>
  OFFICE_PAGES.filter(({ to }) => mayOpen(role, to))

/** Where a log-in leads and where an address that is none of the office’s is sent: Today, if it is one's own (decisions §12). */
export const officeStartOf = (role: StaffRole | undefined): string => {
  if (role === 'billing') return '/admin/statements'
  return officeMenuOf(role)[0]?.to ?? OFFICE_ACCOUNT
}

/** "for owner and billing": who opens a page that one may not. */
export const staffText = (roles: readonly StaffRole[]): string =>
  new Intl.ListFormat('en-GB').format(roles.map((role) => STAFF_NAMES[role].toLowerCase()))

export const STAFF_NAMES: Record<StaffRole, string> = {
  owner: 'Owner',
  billing: 'Billing',
  support: 'Support',
  editor: 'Editor',
}
