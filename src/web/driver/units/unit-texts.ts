import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'

export interface Rung {
  name: string
  detail?: string
  state: 'done' | 'bad' | 'now' | 'ahead'
}

/** The stages from the first document to the first job (decisions §6), and this unit's progress. */
export function progressStagesOf({ status, statusReason }: Pick<Unit, 'status' | 'statusReason'>): Rung[] {
  const at = stage(status)
  const isFailed = status === 'verification_failed'
  const rungs: Omit<Rung, 'state'>[] = [
    { name: 'Documents sent' },
    isFailed ? { name: 'Check failed', detail: statusReason ?? undefined } : { name: 'Verification completed' },
    { name: at > 2 ? 'Ready to start' : 'Ready to start, when all 6 are done' },
    { name: at > 3 ? 'Operating' : 'Operating, from your first working hours' },
  ]
  return rungs.map((rung, index) => ({ ...rung, state: stateAt(index, at, isFailed) }))
}

function stateAt(index: number, at: number, isFailed: boolean): Rung['state'] {
  if (index < at) return 'done'
  if (index > at) return 'ahead'
  return isFailed ? 'bad' : 'now'
}

/** How many stages this status has passed. */
function stage(status: UnitStatus): number {
  const stages: Partial<Record<UnitStatus, number>> = {
    not_ready_for_a_job: 0,
    pending_verification: 1,
    verification_failed: 1,
    verification_completed: 2,
    ready_to_start: 3,
  }
  return stages[status] ?? 4
}

/** "Large Van", "Ford Transit L3 H2". */
export const vanText = (vehicle: NonNullable<Unit['vehicle']>): string => `${vehicle.make} ${vehicle.model}`
