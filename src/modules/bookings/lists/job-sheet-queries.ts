import { sql } from 'kysely'
import type { Share } from '#modules/items/rules.ts'
import type { CustomerTerms } from '#modules/pricing/terms/rules.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import { waitingOfOrder } from '#modules/quoting/load/rules.ts'
import { literals } from '#platform/db.ts'
import type { Ctx } from '#platform/ctx.ts'
import { unitsOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { timeString } from '#shared/duration.ts'
import { findDriverBooking } from './driver-lists-queries.ts'
import type { getJobSheet } from './contract.ts'
import { ceilingPence } from '../queries.ts'
import { WITH_DAY } from '../rules.ts'

interface Row {
  unitId: string
  share: Share
  drivingMinutes: number | null
  dutyMinutes: number | null
  work: KeptWork
  ceilingPence: number | null
  companyTerms: CustomerTerms | null
  registration: string
  crew: string[]
}

/**
 * Finds the sheet of a job of the caller's units, only while they may see its addresses: any other job is not found
 * (T-067).
 */
export async function findJobSheet(
  ctx: Ctx,
  id: string,
  unitId?: string,
): Promise<AnswerOf<typeof getJobSheet> | Refusal> {
  const units = unitsOf(ctx.actor)
  const { rows } = await sql<Row>`/* job-sheet */
    select p.unit_id, p.share, p.driving_minutes, p.duty_minutes, b.work, ${ceilingPence} as ceiling_pence, b.company_terms, v.registration,
      array(select n.checked_first_name from bookings.crew_member m join fleet.person n on n.id = m.person_id
        where m.booking_id = b.id and m.van = p.van order by m.position) as crew
    from bookings.booking b join bookings.van_part p on p.booking_id = b.id join fleet.van v on v.unit_id = p.unit_id
    where b.id = ${id} and b.status in ${literals(WITH_DAY)} and p.unit_id = any (${[...(units?.unitIds ?? [])]}::uuid[])
      and p.unit_id = coalesce(${unitId ?? null}, p.unit_id)
    order by p.van limit 1`.execute(ctx.db)
  const [row] = rows
  if (!units || !row) return refuse(commonRefusals.notFound)
  const job = await findDriverBooking(ctx, { unitId: row.unitId, companyId: units.id }, id)
  if (job instanceof Refusal) return job
  const { loadUnloadTime, stairsTime, stopsTime, assemblingTime, disassemblingTime, travelTime } = row.work.order
  const ofOrder = { loadUnloadTime, stairsTime, stopsTime, assemblingTime, disassemblingTime, travelTime }
  const isOwner = ctx.actor.kind === 'driver'
  const terms = row.companyTerms
  return {
    job,
    registration: row.registration,
    times: row.share && row.dutyMinutes !== null ? timesOfShare(row) : ofOrder,
    ceilingPence: isOwner ? row.ceilingPence : null,
    waiting:
      isOwner && terms
        ? { waitingPencePerHalfHour: terms.waitingPencePerHalfHour, freeWaitingMinutes: terms.freeWaitingMinutes }
        : null,
    crew: row.crew,
  }
}

/** What is known of one van's work: its driving, and everything else as loading and carrying. */
function timesOfShare({ work, drivingMinutes, dutyMinutes }: Row) {
  const driving = drivingMinutes ?? 0
  const none = timeString(0)
  return {
    loadUnloadTime: timeString((dutyMinutes ?? 0) - driving - waitingOfOrder(work.order)),
    travelTime: timeString(driving),
    stairsTime: none,
    stopsTime: none,
    assemblingTime: none,
    disassemblingTime: none,
  }
}
