import { Link, useLocation } from 'react-router'
import { useRootData } from '#web/root-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { wayOn, type UnitState } from './driver-state.ts'
import { standstillOf } from './standstill.ts'

/** As the specification words it (§8), with the way to the first step that is not done; after that, whatever keeps a unit from jobs. */
export function SetupPrompt() {
  const driver = useRootData()?.driver
  const { pathname } = useLocation()
  if (!driver) return null
  if (!driver.showsSetupPrompt) return driver.units.map((unit) => <StandstillBanner key={unit.id} unit={unit} />)
  const next = wayOn(driver)
  return (
    <Banner tone="warn" title="Setup your profile" className="mb-4">
      You can’t receive or accept any bookings yet. Set up your profile to start.{' '}
      {next && next.to !== pathname ? <Link to={next.to}>Next: {next.name}</Link> : null}
    </Banner>
  )
}

function StandstillBanner({ unit }: { unit: UnitState }) {
  const { pathname } = useLocation()
  const told = standstillOf(unit)
  if (!told) return null
  return (
    <Banner tone={told.tone} title={told.title} className="mb-4">
      {told.text} {told.to === pathname ? null : <Link to={`${told.to}?unit=${unit.id}`}>{told.action}</Link>}
    </Banner>
  )
}
