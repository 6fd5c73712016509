import { useLocation } from 'react-router'
import { useChosenUnit, UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { nextAfter } from '#web/kit/driver-setup/driver-state.ts'

/** The next page of the unit's setup; null until this one is complete, and after the setup. */
export function useNextPage(): { name: string; to: string } | null {
  const unit = useChosenUnit()
  const { pathname } = useLocation()
  return unit && nextAfter(unit, pathname)
}

export const NextPage = ({ next: { name, to } }: { next: { name: string; to: string } }) => (
  <UnitButtonLink look="primary" size="big" to={to}>
    Next: {name}
  </UnitButtonLink>
)
