import { holdTime, lockUnit } from '#modules/calendar/commands.ts'
import { listUnitCalendars, type HoldPlace } from '#modules/calendar/queries.ts'
import { whyNotFree } from '#modules/calendar/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { refuse, type Refusal } from '#shared/endpoint.ts'
import { slotTaken } from '../contract.ts'

const CAN_WORK = ['operating', 'insurance_expires_soon']

export interface BookedJob {
  id: string
  unitId: string | null
  start: Date
  end: Date
  work: { places: { outcode: string; lat: number; lng: number }[] }
}

/** Lock, check again, hold. Three lines of defence: the lock for short waits, the check for a true answer, the constraint for certainty. */
export async function takeTime(ctx: TxCtx, { id: bookingId, unitId, ...job }: BookedJob): Promise<Refusal | undefined> {
  const [startPlace, endPlace] = [job.work.places[0], job.work.places.at(-1)]
  const status = unitId && (await lockUnit(ctx, unitId))?.status
  if (!unitId || !startPlace || !endPlace || !status || !CAN_WORK.includes(status)) return refuse(slotTaken)
  const stay = { start: job.start, end: job.end, startPlace, endPlace }
  if (!ctx.config.guardOff.has('recheck') && !(await isStillFree(ctx, unitId, stay))) return refuse(slotTaken)
  return (await holdTime(ctx, { unitId, heldFor: { bookingId }, ...stay })) ? undefined : refuse(slotTaken)
}

interface Stay {
  start: Date
  end: Date
  startPlace: HoldPlace
  endPlace: HoldPlace
}

async function isStillFree(ctx: TxCtx, unitId: string, stay: Stay): Promise<boolean> {
  const calendar = (await listUnitCalendars(ctx, [unitId], stay.start, stay.end)).get(unitId)
  return calendar !== undefined && whyNotFree(calendar, stay, driveBetweenJobs) === null
}
