/**
 * The menus as data. Only pages that exist are listed; a test follows every link of every page. New pages are added here, in the
 * specification's order (§2).
 */
export interface MenuEntry {
  name: string
  to: string
  /** A page about one van of the driver: it stays with the one in the address. */
  keepsUnit?: true
}

/** Those of people who are signed in are in signed-in/menus.ts. */
export const visitorMenu: readonly MenuEntry[] = [
  { name: 'Home', to: '/' },
  { name: 'Compare prices', to: '/additional-services' },
]

/** Where a driver begins whom a company has hired for one of its vans. It is about that van, so its address names none. */
export const HIRED_HOME = '/calendar'

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

/** Whose menu it is. */
export type MenuRole = 'customer' | 'driver' | 'hired' | 'admin'

export const menuRoleOf = (session: { userRole: Exclude<MenuRole, 'hired'>; isHired: boolean }): MenuRole =>
  session.isHired ? 'hired' : session.userRole

const accountSettings: Record<MenuRole, string | null> = {
  customer: '/customer-settings',
  driver: '/settings/general',
  hired: '/account',
  admin: null,
}

/** Where "Account Settings" leads (spec §2); null for roles without such a page. */
export const accountSettingsOf = (role: MenuRole): string | null => accountSettings[role]
