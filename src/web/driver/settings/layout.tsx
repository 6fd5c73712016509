import { Outlet, useLocation } from 'react-router'
import { isPageDone } from '#web/kit/driver-setup/driver-state.ts'
import { SetupPrompt } from '#web/kit/driver-setup/setup-prompt.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { needDriver } from '#web/kit/session/gate.server.ts'
import { useChosenUnit, useUnits } from '#web/kit/units/unit-link.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/layout'
import { BackToProfile, PricingTabs, SettingsNav, pricingPages, settingsPages } from './settings-nav.tsx'
import './settings.css'

export function loader({ context }: Route.LoaderArgs): null {
  needDriver(context)
  return null
}

export default function SettingsLayout() {
  const { pathname } = useLocation()
  const unit = useChosenUnit()
  const isPricing = pricingPages.some(({ to }) => to === pathname)
  const page = [...pricingPages, ...settingsPages].find(({ to }) => to === pathname)
  return (
    <Page className="page--bar">
      <div className="split split--wide">
        <SettingsNav isDone={({ to }) => isPageDone(unit, to)} />
        <div>
          <BackToProfile />
          <div className="page__head mb-4">
            <h1>{isPricing ? 'Operations & Pricing' : page?.name}</h1>
          </div>
          {isPricing ? <PricingTabs /> : null}
          <PageSubject isOfUnit={page?.isOfUnit === true} isPeople={page?.to === '/settings/people'} />
          <SetupPrompt />
          <Outlet />
        </div>
      </div>
    </Page>
  )
}

/**
 * Names the van whose settings these are, with a way to change it, or the company. A company with one van sees nothing.
 */
function PageSubject({ isOfUnit, isPeople }: { isOfUnit: boolean; isPeople: boolean }) {
  const units = useUnits()
  const unit = useChosenUnit()
  if (units.length < 2) return null
  return (
    <div className="mb-4">
      {isOfUnit && unit ? (
        <UnitSwitcher units={units} unitId={unit.id} />
      ) : (
        <p className="muted">
          {isPeople
            ? 'For the whole company. Choose below who works on which van.'
            : 'For the whole company: applies to all your vans.'}
        </p>
      )}
    </div>
  )
}
