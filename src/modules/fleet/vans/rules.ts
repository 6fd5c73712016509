/** Rules for vans. Pure. */
import { oneOf } from '#shared/one-of.ts'
import { canCarryCrew, canHaveTailLift, type HelpLevel, type VanCategory } from '../rules.ts'

export const FUELS = ['diesel', 'petrol', 'electric', 'hybrid'] as const
export type Fuel = (typeof FUELS)[number]
export const isFuel = oneOf(FUELS)

export const OLDEST_YEAR = 1960

/** 'lk72vnf' → 'LK72 VNF'; null if it is not a UK registration. */
export function parseRegistration(text: string): string | null {
  const plate = text.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!/^(?=.*[A-Z])(?=.*\d)[A-Z0-9]{2,7}$/.test(plate)) return null
  return plate.replace(/^([A-Z]{2}\d{2})([A-Z]{3})$/, '$1 $2')
}

export interface VanFacts {
  category: VanCategory
  hasTailLift: boolean
  fuel: Fuel
  euroClass: number | null
  year: number | null
}

/** What is wrong with a van although each field is valid by itself, by field. */
export function vanProblems(van: VanFacts, thisYear: number): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (van.hasTailLift && !canHaveTailLift(van.category))
    problems['has_tail_lift'] = ['Only a Luton Van can have a tail-lift.']
  if (van.year !== null && van.year > thisYear + 1) problems['year'] = ['This year is in the future.']
  if (van.fuel !== 'electric' && van.euroClass === null)
    problems['euro_class'] = ['Choose the Euro class: it decides what the van pays in clean air zones.']
  return problems
}

/** The help levels that still fit when the van changes; those that need more seats are dropped. */
export const crewsThatFit = (helpLevels: readonly HelpLevel[], van: VanCategory): HelpLevel[] => {
  const kept = helpLevels.filter((help) => canCarryCrew(van, help))
  return kept.length > 0 ? kept : ['no_help']
}
