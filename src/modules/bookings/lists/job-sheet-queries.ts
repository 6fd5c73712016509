import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { unitsOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { findDriverBooking } from './driver-lists-queries.ts'
import type { getJobSheet } from './contract.ts'
import { ceilingPence } from '../queries.ts'
import { WITH_DAY } from '../rules.ts'

/**
 * Finds the sheet of a job of the caller's units, only while they may see its addresses: any other job is not found
 * (T-067).
 */
export async function findJobSheet(ctx: Ctx, id: string): Promise<AnswerOf<typeof getJobSheet> | Refusal> {
  const units = unitsOf(ctx.actor)
  const row =
    units &&
    (await ctx.db
      .selectFrom('bookings.booking as b')
      .innerJoin('fleet.van as v', 'v.unitId', 'b.unitId')
      .select(['b.unitId', 'b.work', ceilingPence.as('ceilingPence'), 'b.companyTerms', 'v.registration'])
      .select(
        sql<
          string[]
        >`array(select p.checked_first_name from bookings.crew_member m join fleet.person p on p.id = m.person_id
          where m.booking_id = b.id order by m.position)`.as('crew'),
      )
      .where('b.id', '=', id)
      .where('b.unitId', 'in', [...units.unitIds])
      .where('b.status', 'in', WITH_DAY)
      .executeTakeFirst())
  if (!units || !row?.unitId) return refuse(commonRefusals.notFound)
  const job = await findDriverBooking(ctx, { unitId: row.unitId, companyId: units.id }, id)
  if (job instanceof Refusal) return job
  const { order } = row.work
  const { loadUnloadTime, stairsTime, stopsTime, assemblingTime, disassemblingTime, travelTime } = order
  const isOwner = ctx.actor.kind === 'driver'
  const terms = row.companyTerms
  return {
    job,
    registration: row.registration,
    times: { loadUnloadTime, stairsTime, stopsTime, assemblingTime, disassemblingTime, travelTime },
    ceilingPence: isOwner ? row.ceilingPence : null,
    waiting:
      isOwner && terms
        ? { waitingPencePerHalfHour: terms.waitingPencePerHalfHour, freeWaitingMinutes: terms.freeWaitingMinutes }
        : null,
    crew: row.crew,
  }
}
