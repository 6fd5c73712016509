import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import { isWhole, type Flags, type Lack, type SetupStep } from '#modules/onboarding/rules.ts'

import { LACKING } from './standstill.ts'

export interface UnitState extends Flags {
  id: string
  name: string
  status: UnitStatus
  statusReason: string | null
  lacks: readonly Lack[]
  hasHours: boolean
  isAvailableNow: boolean
}

/** What every page knows of the driver who looks at it: the banners and the way on (spec §2). */
export interface DriverState {
  /** A unit takes jobs, and its schedule is open at this hour. */
  isAvailableNow: boolean
  isSetupIncomplete: boolean
  /** Some flag of the profile is false and no working hours are set. */
  showsSetupPrompt: boolean
  /** The first step that is not done. */
  next: { step: SetupStep; path: string }
  /** Of several units one is enough. */
  flags: Flags
  units: readonly UnitState[]
}

export const STEP_NAMES: Record<SetupStep, string> = {
  driving_profile: 'Driving Profile',
  operations_and_pricing: 'Operations & Pricing',
  marketing: 'Marketing',
  banking_account: 'Payment Setup',
  general: 'General',
}

/** Whether the page of the settings at this address is filled in. Those that nothing waits for have no tick. */
export function isPageDone(flags: Flags | undefined, pathname: string): boolean {
  if (!flags) return false
  const done: Record<string, boolean> = {
    '/settings/general': flags.isMainPhoneSetup && flags.isInsuranceNumberSetup,
    '/settings/driving-profile': flags.isDrivingProfileSetup,
    '/settings/marketing': flags.isMarketingInfoSetup,
    '/settings/payment-setup': flags.isBankingAccountSetup,
  }
  const isPricing = pathname.startsWith('/settings/operations-and-pricing') && !pathname.endsWith('-out-of-hours')
  return isPricing ? flags.isOperationsPricingSetup : (done[pathname] ?? false)
}

/** The way on, or null when all six are done: the first thing that the unit nearest to its first job lacks. */
export function wayOn({ flags, next, units }: DriverState): { name: string; to: string } | null {
  if (isWhole(flags)) return null
  const [lack] = [...units].sort((a, b) => a.lacks.length - b.lacks.length)[0]?.lacks ?? []
  return lack ? { name: LACKING[lack].action, to: LACKING[lack].to } : { name: STEP_NAMES[next.step], to: next.path }
}
