import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { unitPath } from '#modules/fleet/units/rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useUnitPath } from './chosen-unit.ts'

type To = { to: string; unitId?: string }
type LinkProps = Omit<ComponentProps<typeof Link>, 'to'> & To
type ButtonProps = Omit<ComponentProps<typeof ButtonLink>, 'to'> & To

/**
 * A link within the workplace: about the unit that this page is about, unless it names another. The workplace has no other links
 * (npm run structure), so that no page changes the van unnoticed.
 */
export function UnitLink({ to, unitId, ...more }: LinkProps) {
  const kept = useUnitPath()
  return <Link to={unitId ? unitPath(to, unitId) : kept(to)} {...more} />
}

/** The same as a button. */
export function UnitButtonLink({ to, unitId, ...more }: ButtonProps) {
  const kept = useUnitPath()
  return <ButtonLink to={unitId ? unitPath(to, unitId) : kept(to)} {...more} />
}
