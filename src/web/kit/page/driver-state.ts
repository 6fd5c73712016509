import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Flags, Lack, SetupStep } from '#modules/onboarding/rules.ts'

export interface UnitState extends Flags {
  id: string
  name: string
  status: UnitStatus
  statusReason: string | null
  lacks: readonly Lack[]
  hasHours: boolean
  isAvailableNow: boolean
}

/** What every page knows of the signed-in driver, for banners and the next step (spec §2). */
export interface DriverState {
  /** A unit takes jobs, and its schedule is open at this hour. */
  isAvailableNow: boolean
  isSetupIncomplete: boolean
  /** A flag of the profile is false and no working hours are set. */
  showsSetupPrompt: boolean
  /** The first step that is not done. */
  next: { step: SetupStep; path: string }
  /** Of several units one is enough. */
  flags: Flags
  units: readonly UnitState[]
}
