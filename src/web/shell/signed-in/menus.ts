import { HIRED_HOME, type MenuEntry, type MenuRole } from '../menu.ts'

const customerMenu: readonly MenuEntry[] = [{ name: 'My Bookings', to: '/my-bookings/future-bookings' }]

const driverMenu: readonly MenuEntry[] = [
  { name: 'My Bookings', to: '/my-bookings/new-bookings', keepsUnit: true },
  { name: 'My Day', to: '/my-day' },
  { name: 'My Calendar', to: '/calendar', keepsUnit: true },
  { name: 'Driver Profile', to: '/driver-profile' },
  { name: 'Statements', to: '/statements' },
]

const hiredMenu: readonly MenuEntry[] = [
  { name: 'My Bookings', to: '/my-bookings/new-bookings' },
  { name: 'My Day', to: '/my-day' },
  { name: 'My Calendar', to: HIRED_HOME },
]

/** At the side of every admin page. */
export const adminMenu: readonly MenuEntry[] = [
  { name: 'Today', to: '/admin/bookings' },
  { name: 'Bookings', to: '/admin/bookings/find' },
  { name: 'New booking by phone', to: '/special-booking' },
  { name: 'Statements', to: '/admin/statements' },
  { name: 'Invoices', to: '/admin/invoices' },
  { name: 'Sales credit invoices', to: '/admin/sales-credit-invoices' },
  { name: 'Sellers’ report', to: '/admin/platform-report' },
  { name: 'Companies', to: '/admin/companies' },
  { name: 'People', to: '/admin/people' },
  { name: 'Verifications', to: '/admin/verifications' },
  { name: 'Stopped and appeals', to: '/admin/stopped' },
  { name: 'Moving days', to: '/admin/day-questions' },
  { name: 'Reported messages', to: '/admin/reported-messages' },
  { name: 'Undelivered', to: '/admin/undelivered' },
  { name: 'Reviews', to: '/admin/reviews' },
  { name: 'Claims', to: '/admin/claims' },
  { name: 'Content', to: '/admin/content' },
  { name: 'Settings', to: '/admin/settings' },
  { name: 'Audit log', to: '/admin/audit' },
  { name: 'Figures', to: '/admin/figures' },
  { name: 'Login and security', to: '/admin/account' },
]

const menus: Record<MenuRole, readonly MenuEntry[]> = {
  customer: customerMenu,
  driver: driverMenu,
  hired: hiredMenu,
  admin: adminMenu,
}

export const menuFor = (role: MenuRole): readonly MenuEntry[] => menus[role]
