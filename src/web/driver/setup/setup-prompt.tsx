import { Link, useLocation } from 'react-router'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { UnitState } from '#web/kit/page/driver-state.ts'
import { nextStepOf } from './driver-state.ts'
import { ASK_FOR_HOURS, whyNoBookings } from './why-no-bookings.ts'

/** The specification's wording (§8), linking to the first step that is not done; after setup, whatever keeps a unit from getting jobs. */
export function SetupPrompt() {
  const driver = useRootData()?.driver
  const { pathname } = useLocation()
  if (!driver) return null
  if (!driver.showsSetupPrompt)
    return driver.units.map((unit) => <NoBookingsBanner key={unit.id} unit={unit} isOnly={driver.units.length === 1} />)
  const next = nextStepOf(driver)
  return (
    <Banner tone="warn" title="Setup your profile" className="mb-4">
      <p>You can’t receive or accept any bookings yet. Set up your profile to start.</p>
      {next && next.to !== pathname ? (
        <Link className="link-btn" to={next.to}>
          Next: {next.name}
        </Link>
      ) : null}
    </Banner>
  )
}

function NoBookingsBanner({ unit, isOnly }: { unit: UnitState; isOnly: boolean }) {
  const { pathname } = useLocation()
  const reason = whyNoBookings(unit, isOnly)
  if (!reason || (unit.status === 'ready_to_start' && ASK_FOR_HOURS.includes(pathname))) return null
  return (
    <Banner tone={reason.tone} title={reason.title} className="mb-4">
      <p className="long">{reason.text}</p>
      {reason.to === pathname ? null : (
        <Link className="link-btn" to={`${reason.to}?unit=${unit.id}`}>
          {reason.action}
        </Link>
      )}
    </Banner>
  )
}
