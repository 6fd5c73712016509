import { getSettings } from '#modules/onboarding/contract.ts'
import { FLAG_NAMES } from '#modules/onboarding/rules.ts'
import type { Call } from '#shared/call.ts'
import { keyed } from '#shared/records.ts'
import type { DriverState } from '#web/kit/page/root-data.ts'

/** The signed-in driver's state; null if it cannot be read, because no page should fail for its banners. */
export async function readDriverState(call: Call): Promise<DriverState | null> {
  const answer = await call(getSettings)
  if (!answer.ok) return null
  const { workingUnits: units, takesCards } = answer.data
  const flags = keyed(FLAG_NAMES, (name) => answer.data[name])
  return { isAvailableNow: units.some((unit) => unit.isAvailableNow), flags, takesCards, units }
}
