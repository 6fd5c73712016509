import type { Role } from '#shared/endpoint.ts'

/** The lists of bookings (spec §2), by the last part of their address. */
export const customerTabs = { 'future-bookings': 'Future Bookings', 'past-bookings': 'Past Bookings' } as const

export const driverTabs = {
  'hot-jobs': 'Hot Jobs',
  'new-bookings': 'New Bookings',
  'confirmed-bookings': 'Confirmed Bookings',
  'past-bookings': 'Past Bookings',
} as const

export type CustomerTab = keyof typeof customerTabs
export type DriverTab = keyof typeof driverTabs

export const isCustomerTab = (text: string): text is CustomerTab => Object.hasOwn(customerTabs, text)
export const isDriverTab = (text: string): text is DriverTab => Object.hasOwn(driverTabs, text)

/** The tab that opens first. */
export const firstTab = (role: Role | null): CustomerTab | DriverTab =>
  role === 'driver' ? 'new-bookings' : 'future-bookings'

/** Whether this role has such a list; a visitor is asked to log in first. */
export function hasTab(role: Role | null, tab: string): boolean {
  if (role === 'driver') return isDriverTab(tab)
  return isCustomerTab(tab) || (role === null && isDriverTab(tab))
}
