import { ArrowLeft, CircleCheck } from 'lucide-react'
import { useLocation } from 'react-router'
import { useUnitPath } from '#web/kit/page/root-data.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

interface NavProps {
  /** Pages that are complete get a tick. */
  isDone: (page: SettingsPage) => boolean
}

/** All settings at the side; on a phone they are reached through Driver Profile, which lists the same steps. */
export function SettingsNav({ isDone }: NavProps) {
  return (
    <nav className="sidenav phone-hide" aria-label="Settings">
      <p className="h3 sidenav__title bold t-lg">Settings</p>
      <ul className="list">
        {settingsPages.map((page) => (
          <li key={page.to}>
            <NavLink page={page} isDone={isDone(page)} />
            {page.to === pricingPages[0]?.to ? (
              <ul className="list">
                {pricingPages.map((below) => (
                  <li key={below.to}>
                    <NavLink page={below} isDone={isDone(below)} isBelow />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NavLink({ page, isDone, isBelow }: { page: SettingsPage; isDone: boolean; isBelow?: boolean }) {
  const { pathname } = useLocation()
  // The pricing section and its first page share an address; the page is marked as current.
  const isCurrent = pathname === page.to && (isBelow || page.to !== pricingPages[0]?.to)
  return (
    <UnitLink to={page.to} aria-current={isCurrent ? 'page' : undefined}>
      {page.name}
      {isDone ? (
        <>
          <Icon of={CircleCheck} />
          <span className="vh">, done</span>
        </>
      ) : null}
    </UnitLink>
  )
}

export const BackToProfile = () => (
  <UnitLink className="link-btn only-phone" to="/driver-profile">
    <Icon of={ArrowLeft} />
    Driver Profile
  </UnitLink>
)

/** The five pages of prices, side by side on a phone. */
export function PricingTabs() {
  const { pathname } = useLocation()
  const path = useUnitPath()
  return (
    <div className="only-phone mb-4">
      <Tabs
        label="Operations and pricing"
        tabs={pricingPages.map(({ name, to }) => ({ name, to: path(to), isCurrent: pathname === to }))}
      />
    </div>
  )
}

/** The driver's settings in menu order. Routes are spelled as in the specification. */
interface SettingsPage {
  name: string
  to: string
  /** What it settles is one van's; all else is the company's. */
  isOfUnit?: true
}

const pricing = '/settings/operations-and-pricing'

export const settingsPages: readonly SettingsPage[] = [
  { name: 'General', to: '/settings/general' },
  { name: 'Driving Profile', to: '/settings/driving-profile', isOfUnit: true },
  { name: 'People', to: '/settings/people' },
  { name: 'Operations & Pricing', to: pricing, isOfUnit: true },
  { name: 'Marketing', to: '/settings/marketing' },
  { name: 'Payment Setup', to: '/settings/payment-setup' },
  { name: 'Notifications', to: '/settings/notifications' },
]

export const pricingPages: readonly SettingsPage[] = [
  { name: 'Operating area', to: pricing, isOfUnit: true },
  { name: 'Hourly rates', to: `${pricing}-hourly-rates` },
  { name: 'Route and mileage', to: `${pricing}-route-and-milleage` },
  { name: 'Terms', to: `${pricing}-terms` },
  { name: 'Out of hours', to: `${pricing}-out-of-hours` },
]
