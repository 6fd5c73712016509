import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import { showsSetupPrompt } from '#modules/onboarding/rules.ts'
import type { UnitState } from '../page/root-data.ts'
import { LACKING, lackingOf, type LackingUnit } from './why-no-bookings.ts'

/** What a unit may lack, each with the page on which it is mended. */
const LACKS_OF_PAGE = Object.entries(LACKING)

/** An address without what follows the path. */
const pageOf = (to: string): string => to.split(/[?#]/, 1)[0] ?? to

/** Whether the settings page at this address is complete for a unit. Optional pages have no tick. */
export function isPageDone(unit: (LackingUnit & Pick<UnitState, 'lacks'>) | null, pathname: string): boolean {
  const own = LACKS_OF_PAGE.filter(([, { to }]) => pageOf(to) === pathname)
  return unit !== null && own.length > 0 && !unit.lacks.some((lack) => pageOf(lackingOf(lack, unit).to) === pathname)
}

/** The first thing that a unit lacks, or null when nothing is missing. */
export function nextStepOf(unit: LackingUnit & Pick<UnitState, 'lacks'>): { name: string; to: string } | null {
  const [lack] = unit.lacks
  if (!lack) return null
  const { action, to } = lackingOf(lack, unit)
  return { name: action, to }
}

/** During setup, a completed page leads to the next one, and finally to the working hours; nowhere once the unit has hours. */
export function nextAfter(unit: UnitState, pathname: string): { name: string; to: string } | null {
  if (unit.hasHours) return null
  const next = nextStepOf(unit)
  const isWaiting = unit.lacks.some((lack) => pageOf(lackingOf(lack, unit).to) === pathname)
  return isWaiting ? null : next
}

/** "Setup your profile" (spec §2), for one unit: a flag is missing and no hours are saved. */
export const promptsForSetup = (unit: UnitState): boolean => showsSetupPrompt(unit, unit.hasHours)

const STOPPED: readonly UnitStatus[] = ['verification_failed', 'blocked', 'deactivated', 'deactivated_by_you']

/** Whether hours are what is asked for first: nothing before them is left to the driver. */
export const asksForHours = (unit: UnitState): boolean =>
  !unit.hasHours && !promptsForSetup(unit) && !STOPPED.includes(unit.status)
