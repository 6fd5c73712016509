import { unitPath } from '#modules/fleet/rules.ts'
import {
  Ban,
  CirclePause,
  CircleX,
  Hourglass,
  KeyRound,
  Pencil,
  Power,
  ShieldCheck,
  TriangleAlert,
  Truck,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { UNIT_STATUS_LABELS, type UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Fuel } from '#modules/fleet/vans/rules.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { type UnitState, useAskedUnit, useRootData, useUnitPath } from '../page/root-data.ts'

type To = { to: string; unitId?: string }
type LinkProps = Omit<ComponentProps<typeof Link>, 'to'> & To
type ButtonProps = Omit<ComponentProps<typeof ButtonLink>, 'to'> & To

/**
 * A link within the workplace: about the unit that this page is about, unless it names another. The workplace has no other links
 * (npm run structure), so that no page changes the van unnoticed.
 */
export function UnitLink({ to, unitId, ...more }: LinkProps) {
  const withUnit = useUnitPath()
  return <Link to={unitId ? unitPath(to, unitId) : withUnit(to)} {...more} />
}

/** The same as a button. */
export function UnitButtonLink({ to, unitId, ...more }: ButtonProps) {
  const withUnit = useUnitPath()
  return <ButtonLink to={unitId ? unitPath(to, unitId) : withUnit(to)} {...more} />
}

const none: readonly UnitState[] = []

export const useUnits = (): readonly UnitState[] => useRootData()?.driver?.units ?? none

/** The unit that this page is about: the one in the address, or a company's only one. Null on pages about all of them. */
export function useChosenUnit(): UnitState | null {
  const units = useUnits()
  const unitId = useAskedUnit()
  if (unitId !== null) return units.find(({ id }) => id === unitId) ?? null
  return units.length === 1 ? (units[0] ?? null) : null
}

export const FUEL_NAMES: Record<Fuel, string> = {
  diesel: 'Diesel',
  petrol: 'Petrol',
  electric: 'Electric',
  hybrid: 'Hybrid',
}

const looks: Record<UnitStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  not_ready_for_a_job: { tone: 'off', icon: Pencil },
  pending_verification: { tone: 'blue-soft', icon: Hourglass },
  verification_failed: { tone: 'red', icon: CircleX },
  verification_completed: { tone: 'green-soft', icon: ShieldCheck },
  ready_to_start: { tone: 'yellow', icon: KeyRound },
  operating: { tone: 'green', icon: Truck },
  insurance_expires_soon: { tone: 'orange', icon: TriangleAlert },
  blocked: { tone: 'red-solid', icon: Ban },
  deactivated_by_you: { tone: 'off', icon: CirclePause },
  deactivated: { tone: 'off', icon: Power },
}

export function UnitStatusBadge({ status }: { status: UnitStatus }) {
  return <Badge {...looks[status]}>{UNIT_STATUS_LABELS[status]}</Badge>
}
