import type { Menus } from '#web/kit/page/root-data.ts'

/**
 * The menus as data. Only pages that exist are listed; a test follows every link of every page. New pages are added here, in the
 * specification's order (§2).
 */
export interface MenuEntry {
  name: string
  to: string
  /** A page about one van of the driver: it stays with the one in the address. */
  keepsUnit?: true
  /** The page on which somebody begins, if it is not the first of their menu. */
  isStart?: boolean
  /** Entries of the submenu. */
  below?: readonly MenuEntry[]
}

/** Menu of visitors; the menus of signed-in people are in register-slots.ts. */
export const visitorMenu = ({ services, locations }: Menus): readonly MenuEntry[] => [
  { name: 'Home', to: '/' },
  { name: 'Our Services', to: '/our-services', below: below('/our-services', services, 'All services') },
  { name: 'About us', to: '/about-us' },
  { name: 'Work with us', to: '/work-with-us' },
  { name: 'Blog', to: '/blog' },
  { name: 'FAQ', to: '/faq' },
  { name: 'Locations', to: '/our-locations', below: below('/our-locations', locations, 'All locations') },
]

const below = (folder: string, pages: Menus['services'], all: string): MenuEntry[] => [
  ...pages.map(({ name, slug }) => ({ name, to: `${folder}/${slug}` })),
  { name: all, to: folder },
]

/** The header's button, which begins a move. */
export const comparePrices: MenuEntry = { name: 'Compare prices', to: '/additional-services' }

/** Where a driver begins whom a company has hired for one of its vans. It is about that van, so its address names none. */
export const HIRED_HOME = '/calendar'

/** The number of links that fit in a row on a phone. */
const WAYS_ON = 3

/** Where an address that leads nowhere sends people on: prices for customers, their own first pages for drivers and the office. */
export function waysOnFrom(role: MenuRole | null, menu: readonly MenuEntry[]): readonly MenuEntry[] {
  if (role === null || role === 'customer') return [{ name: 'Compare prices', to: '/' }, ...menu]
  const isStart = (entry: MenuEntry) => entry.isStart === true
  return [...menu.filter(isStart), ...menu.filter((entry) => !isStart(entry))].slice(0, WAYS_ON)
}

export const footerMenus: readonly { title: string; entries: readonly MenuEntry[] }[] = [
  {
    title: 'Company',
    entries: [
      { name: 'Home', to: '/' },
      { name: 'Work with us', to: '/work-with-us' },
      { name: 'About us', to: '/about-us' },
    ],
  },
  {
    title: 'Services',
    entries: [
      { name: 'Piano Removal', to: '/our-services/piano-removal' },
      { name: 'Man and Van', to: '/our-services/man-and-van' },
      { name: 'Furniture Removals', to: '/our-services/furniture-removals' },
      { name: 'Home Removals', to: '/our-services/home-removals' },
    ],
  },
]

export const policies: readonly MenuEntry[] = [
  { name: 'Privacy and Cookie Policy', to: '/privacy-policy' },
  { name: 'Terms & Conditions', to: '/terms' },
  { name: 'Terms for companies', to: '/terms/movers' },
  { name: 'Prices on your site', to: '/prices-on-your-site' },
]

/** Roles that have a menu of their own. */
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
