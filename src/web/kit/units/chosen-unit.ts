import { useLocation } from 'react-router'
import { unitPath } from '#modules/fleet/units/rules.ts'
import type { UnitState } from '#web/kit/page/driver-state.ts'
import { useRootData } from '#web/kit/page/root-data.ts'

const none: readonly UnitState[] = []

export const useUnits = (): readonly UnitState[] => useRootData()?.driver?.units ?? none

/** The unit that this page is about: the one in the address, or a company's only one. Null on pages about all of them. */
export function useChosenUnit(): UnitState | null {
  const units = useUnits()
  const asked = useAskedUnit()
  if (asked !== null) return units.find(({ id }) => id === asked) ?? null
  return units.length === 1 ? (units[0] ?? null) : null
}

const useAskedUnit = () => new URLSearchParams(useLocation().search).get('unit')

/** Makes an address of the workplace keep the unit that is in this page's. */
export function useUnitPath(): (to: string) => string {
  const asked = useAskedUnit()
  return (to) => (asked === null ? to : unitPath(to, asked))
}
