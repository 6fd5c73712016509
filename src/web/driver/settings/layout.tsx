import { Outlet, useLocation } from 'react-router'
import { isPageDone } from '#web/driver/setup/driver-state.ts'
import { SetupPrompt } from '#web/driver/setup/setup-prompt.tsx'
import { needDriver } from '#web/kit/session/gate.server.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/layout'
import { BackToProfile, PricingTabs, SettingsNav } from './settings-nav.tsx'
import { pricingPages, settingsPages } from './settings-pages.ts'
import './settings.css'

export function loader({ context }: Route.LoaderArgs): null {
  needDriver(context)
  return null
}

export default function SettingsLayout() {
  const { pathname } = useLocation()
  const flags = useRootData()?.driver?.flags
  const isPricing = pricingPages.some(({ to }) => to === pathname)
  const page = settingsPages.find(({ to }) => to === pathname)
  return (
    <Page className="page--bar">
      <div className="split split--wide">
        <SettingsNav isDone={({ to }) => isPageDone(flags, to)} />
        <div>
          <BackToProfile />
          <div className="page__head mb-4">
            <h1>{isPricing ? 'Operations & Pricing' : page?.name}</h1>
          </div>
          {isPricing ? <PricingTabs /> : null}
          <SetupPrompt />
          <Outlet />
        </div>
      </div>
    </Page>
  )
}
