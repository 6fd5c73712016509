/** Rules for vans. Pure. */
import { oneOf } from '#shared/one-of.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { firstIssuedOn } from '../registrations/rules.ts'
import { canHaveTailLift, type VanCategory } from '../rules.ts'

export const FUELS = ['diesel', 'petrol', 'electric', 'hybrid'] as const
export type Fuel = (typeof FUELS)[number]
export const isFuel = oneOf(FUELS)

export const OLDEST_YEAR = 1960

/**
 * The first year in which a van of a Euro class can have been registered. The standards came later: these are the years in which makers
 * began to sell ahead of them, so only what cannot be is refused. Regulations (EC) 715/2007 and 595/2009 (Euro 5 and 6, VI), (EU)
 * 2024/1257 (Euro 7); Directives 98/69/EC (3 and 4), 94/12/EC (2), 91/441/EEC (1).
 */
const FIRST_YEAR_OF_EURO: Record<number, number> = { 1: 1990, 2: 1993, 3: 1997, 4: 2000, 5: 2008, 6: 2013, 7: 2024 }

export interface VanFacts {
  registration: string
  category: VanCategory
  hasTailLift: boolean
  fuel: Fuel
  euroClass: number | null
  year: number | null
}

/** What is wrong with a van although each field is valid by itself, by field. */
export function vanProblems(van: VanFacts, today: LocalDay): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const thisYear = Number(today.slice(0, 4))
  const issued = firstIssuedOn(van.registration)
  if (issued !== null && issued > today)
    problems['registration'] = [
      `Plates with this age identifier are issued from ${formatDateUk(issued)} on. Check the registration.`,
    ]
  else if (issued !== null && van.year !== null && van.year < Number(issued.slice(0, 4)))
    problems['year'] = [
      `${van.registration} was first issued in ${issued.slice(0, 4)}, and a plate can’t make a van look newer than it is. Check the year, or the registration.`,
    ]
  const firstYear = van.euroClass === null ? undefined : FIRST_YEAR_OF_EURO[van.euroClass]
  if (van.fuel !== 'electric' && van.year !== null && firstYear !== undefined && van.year < firstYear)
    problems['euro_class'] = [
      `No van of ${van.year} is Euro ${van.euroClass}: the first were sold in ${firstYear}. Check the class (V.9 on the V5C) and the year.`,
    ]
  if (van.hasTailLift && !canHaveTailLift(van.category))
    problems['has_tail_lift'] = ['Only a Luton Van can have a tail-lift.']
  if (van.year !== null && van.year > thisYear + 1) problems['year'] = ['This year is in the future.']
  if (van.fuel !== 'electric' && van.euroClass === null)
    problems['euro_class'] = ['Choose the Euro class: it decides what the van pays in clean air zones.']
  return problems
}
