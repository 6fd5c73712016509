import { listUnits } from '#modules/fleet/units/contract.ts'
import type { Call } from '#shared/call.ts'
import type { FirstUnit } from './login-rules.ts'

/** A driver's first working unit, for deciding where a login leads; null if there is none, or it cannot be read. */
export async function readFirstUnit(call: Call, bearer: string): Promise<FirstUnit | null> {
  const answer = await call(listUnits, { query: { pageSize: 1 } }, { bearer })
  const unit = answer.ok ? answer.data.results[0] : undefined
  return unit ? { status: unit.status, hasVehicle: unit.vehicle !== null } : null
}
