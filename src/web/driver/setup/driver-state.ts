import { isWhole, type Flags, type Lack, type SetupStep } from '#modules/onboarding/rules.ts'
import { ownValue } from '#shared/own-value.ts'
import type { DriverState } from '#web/kit/page/driver-state.ts'
import { LACKING } from './why-no-bookings.ts'

export const STEP_NAMES: Record<SetupStep, string> = {
  driving_profile: 'Driving Profile',
  operations_and_pricing: 'Operations & Pricing',
  marketing: 'Marketing',
  banking_account: 'Payment Setup',
  general: 'General',
}

/** Whether the settings page at this address is complete. Optional pages have no tick. */
export function isPageDone(flags: Flags | undefined, pathname: string): boolean {
  if (!flags) return false
  const done: Record<string, boolean> = {
    '/settings/general': flags.isMainPhoneSetup && flags.isInsuranceNumberSetup,
    '/settings/driving-profile': flags.isDrivingProfileSetup,
    '/settings/people': flags.isDrivingProfileSetup,
    '/settings/marketing': flags.isMarketingInfoSetup,
    '/settings/payment-setup': flags.isBankingAccountSetup,
  }
  const isPricing = pathname.startsWith('/settings/operations-and-pricing') && !pathname.endsWith('-out-of-hours')
  return isPricing ? flags.isOperationsPricingSetup : (ownValue(done, pathname) ?? false)
}

/** The next step, or null when all six are done: the first thing missing for the unit closest to its first job. */
export function nextStepOf(driver: DriverState): { name: string; to: string } | null {
  const { flags, next } = driver
  if (isWhole(flags)) return null
  const [lack] = lacksOf(driver)
  return lack ? { name: LACKING[lack].action, to: LACKING[lack].to } : { name: STEP_NAMES[next.step], to: next.path }
}

/** Of the unit that lacks least. */
const lacksOf = ({ units }: DriverState): readonly Lack[] =>
  [...units].sort((a, b) => a.lacks.length - b.lacks.length)[0]?.lacks ?? []

/** During setup, a completed page leads to the next one, and finally to the working hours. */
export function nextAfter(driver: DriverState, pathname: string): { name: string; to: string } | null {
  if (driver.units.some(({ hasHours }) => hasHours)) return null
  if (lacksOf(driver).some((lack) => LACKING[lack].to === pathname)) return null
  const way = nextStepOf(driver) ?? { name: 'Set working hours', to: '/working-unit/working-hours' }
  return way.to === pathname ? null : way
}
