/**
 * The menus as data. Only pages that exist are listed; a test follows every link of every page. New pages are added here, in the
 * specification's order (§2).
 */
export interface MenuEntry {
  name: string
  to: string
  /** A page about one van of the driver: it stays with the one in the address. */
  keepsUnit?: true
  /** Opens below the entry, which then is only a heading. */
  submenu?: readonly { name: string; to: string }[]
}

const visitorMenu: readonly MenuEntry[] = [
  { name: 'Home', to: '/' },
  { name: 'Compare prices', to: '/additional-services' },
]

const customerMenu: readonly MenuEntry[] = [{ name: 'My Bookings', to: '/my-bookings/future-bookings' }]

const driverMenu: readonly MenuEntry[] = [
  { name: 'My Bookings', to: '/my-bookings/new-bookings', keepsUnit: true },
  { name: 'My Calendar', to: '/calendar', keepsUnit: true },
  { name: 'Driver Profile', to: '/driver-profile' },
]

/** At the side of every admin page. */
export const adminMenu: readonly MenuEntry[] = [
  { name: 'Statements', to: '/admin/statements' },
  { name: 'Verifications', to: '/admin/verifications' },
  { name: 'Stopped and appeals', to: '/admin/stopped' },
  { name: 'Login and security', to: '/admin/account' },
]

export const footerMenus: readonly { title: string; entries: readonly MenuEntry[] }[] = [
  {
    title: 'Company',
    entries: [
      { name: 'Home', to: '/' },
      { name: 'Compare prices', to: '/additional-services' },
      { name: 'Work with us', to: '/register?as=driver' },
    ],
  },
]

export const policies: readonly MenuEntry[] = [
  { name: 'Privacy and Cookie Policy', to: '/privacy-policy' },
  { name: 'Terms & Conditions', to: '/terms' },
  { name: 'Terms for movers', to: '/terms/movers' },
]

type Role = 'customer' | 'driver' | 'admin'

const menus: Record<Role, readonly MenuEntry[]> = { customer: customerMenu, driver: driverMenu, admin: adminMenu }

export const mainMenuFor = (role: Role | null): readonly MenuEntry[] => (role ? menus[role] : visitorMenu)

const accountSettings: Record<Role, string | null> = {
  customer: '/customer-settings',
  driver: '/settings/general',
  admin: null,
}

/** Where "Account Settings" leads (spec §2); null for roles without such a page. */
export const accountSettingsOf = (role: Role): string | null => accountSettings[role]
