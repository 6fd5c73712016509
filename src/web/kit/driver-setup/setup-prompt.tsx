import { useLocation } from 'react-router'
import { unitCalled } from '#modules/fleet/units/rules.ts'
import { type UnitState, useRootData } from '../page/root-data.ts'
import { useChosenUnit, useUnits, UnitLink } from '../units/unit-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { nextStepOf, promptsForSetup } from './driver-state.ts'
import { ASK_FOR_HOURS, LACKING, reasonForNoBookings } from './why-no-bookings.ts'

/**
 * What keeps the page's unit from getting jobs; on a page about the whole company, of each unit. During setup in the specification's
 * words (§8), with the first thing that is missing.
 */
export function SetupPrompt({ className }: { className?: string }) {
  const isOwner = Boolean(useRootData()?.driver)
  const units = useUnits()
  const chosen = useChosenUnit()
  const isOnlyUnit = units.length === 1
  if (isOwner && units.length === 0) return <SetupBanner unit={null} isOnlyUnit className={className} />
  return (chosen ? [chosen] : units).map((unit) =>
    promptsForSetup(unit) ? (
      <SetupBanner key={unit.id} unit={unit} isOnlyUnit={isOnlyUnit} className={className} />
    ) : (
      <NoBookingsBanner key={unit.id} unit={unit} isOnlyUnit={isOnlyUnit} className={className} />
    ),
  )
}

interface BannerProps {
  unit: UnitState
  isOnlyUnit: boolean
  className: string | undefined
}

/** A company without a unit starts with the van, and so with its first unit. */
const ENTER_VAN = { name: LACKING.van.action, to: LACKING.van.to }

function SetupBanner({ unit, isOnlyUnit, className }: Omit<BannerProps, 'unit'> & { unit: UnitState | null }) {
  const { pathname } = useLocation()
  const next = unit ? nextStepOf(unit) : ENTER_VAN
  return (
    <Banner tone="warn" title="Setup your profile" className={classNames('mb-4', className)}>
      <p>
        {isOnlyUnit || !unit
          ? 'You can’t receive or accept any bookings yet. Set up your profile to start.'
          : `${unitCalled(unit)} can’t receive or accept any bookings yet. Finish setting it up to start.`}
      </p>
      {next && next.to !== pathname ? (
        <UnitLink className="link-btn" to={next.to} unitId={isOnlyUnit ? undefined : unit?.id}>
          <span>
            <span className="banner__next">Next: </span>
            {next.name}
          </span>
        </UnitLink>
      ) : null}
    </Banner>
  )
}

function NoBookingsBanner({ unit, isOnlyUnit, className }: BannerProps) {
  const { pathname } = useLocation()
  const reason = reasonForNoBookings(unit, isOnlyUnit)
  if (!reason || (unit.status === 'ready_to_start' && ASK_FOR_HOURS.includes(pathname))) return null
  return (
    <Banner tone={reason.tone} title={reason.title} className={classNames('mb-4', className)}>
      <p className="long">{reason.text}</p>
      {reason.to === pathname ? null : (
        <UnitLink className="link-btn" to={reason.to} unitId={unit.id}>
          {reason.action}
        </UnitLink>
      )}
    </Banner>
  )
}
