import { getSettings } from '#modules/onboarding/contract.ts'
import type { Call } from '#shared/call.ts'
import type { DriverState } from '#web/kit/page/driver-state.ts'

/** The signed-in driver's state; null if it cannot be read, because no page should fail for its banners. */
export async function readDriverState(call: Call): Promise<DriverState | null> {
  const answer = await call(getSettings)
  if (!answer.ok) return null
  const { nextStep, isSetupIncomplete, showsSetupPrompt, workingUnits, ...flags } = answer.data
  return {
    isAvailableNow: workingUnits.some((unit) => unit.isAvailableNow),
    isSetupIncomplete,
    showsSetupPrompt,
    next: nextStep,
    flags,
    units: workingUnits,
  }
}
