import { Link, useLocation } from 'react-router'
import { useRootData } from '#web/root-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { wayOn } from './driver-state.ts'

/** As the specification words it (§8), with the way to the first step that is not done. */
export function SetupPrompt() {
  const driver = useRootData()?.driver
  const { pathname } = useLocation()
  if (!driver?.showsSetupPrompt) return null
  const next = wayOn(driver)
  return (
    <Banner tone="warn" title="Setup your profile" className="mb-4">
      You can’t receive or accept any bookings yet. Set up your profile to start.{' '}
      {next && next.to !== pathname ? <Link to={next.to}>Next: {next.name}</Link> : null}
    </Banner>
  )
}
