import type { StaffRole } from '#shared/endpoint.ts'
import { officeMenuOf, officeStartOf } from '#web/kit/office/office-pages.ts'
import { HIRED_HOME, type MenuEntry, type MenuRole } from './menu.ts'
import { fillSlots } from './signed-in-content.ts'
import { AccountMenuEntries, SignedInBar } from './signed-in-bar.tsx'

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

const menus: Record<Exclude<MenuRole, 'admin'>, readonly MenuEntry[]> = {
  customer: customerMenu,
  driver: driverMenu,
  hired: hiredMenu,
}

export const menuFor = (role: MenuRole, staffRole?: StaffRole): readonly MenuEntry[] =>
  role === 'admin'
    ? officeMenuOf(staffRole).map((page) => ({ ...page, isStart: page.to === officeStartOf(staffRole) }))
    : menus[role]

fillSlots({ Bar: SignedInBar, MenuEntries: AccountMenuEntries, menuFor })
