import { tellOwner } from '#modules/companies/notices/commands.ts'
import { coversDay } from '#modules/fleet/documents/rules.ts'
import { listHeldAhead } from '#modules/fleet/booking-conflicts/queries.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { lastDayOf } from '#shared/local-time.ts'
import { bookingsUncovered } from './messages.ts'
import { readCompany, readUnitDetails, type KnownUnit, type Units } from './queries.ts'

/** Of a decision that can be undone until this is due. */
export const papersShortened = jobName<Shortened>('onboarding.papers-shortened')

interface Shortened {
  unitId: string
  /** Until when its documents covered it before. */
  papersUntil: string
}

/**
 * Recalculates the status of every unit that a change may affect, and until when its documents cover it. The only writer of both:
 * everything else changes a fact and emits an event (src/app/subscribers.ts). Units are locked in one order, so that changes to one
 * company run one after the other, and a booking sees the state before or after a change. What an owner learns of it waits until `tellFrom`.
 */
export async function reviewStatuses(ctx: TxCtx, of: Units, { tellFrom }: { tellFrom?: Date } = {}): Promise<void> {
  await lockUnits(ctx, of)
  const company = await readCompany(ctx, of)
  if (!company) return
  const changed = company.units.filter(({ status, statusReason, papersUntil, derived }) => {
    return status !== derived.status || statusReason !== derived.reason || papersUntil !== derived.papersUntil
  })
  for (const unit of changed) await setStatus(ctx, unit)
  for (const { id: unitId, papersUntil, derived } of changed) {
    if (derived.papersUntil >= papersUntil) continue
    if (tellFrom) await ctx.enqueue(papersShortened, { unitId, papersUntil }, { startAfter: tellFrom })
    else await tellUncovered(ctx, { unitId, papersUntil })
  }
}

const lockUnits = (ctx: TxCtx, of: Units) =>
  ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .select('u.id')
    .where((eb) => {
      if ('unitId' in of) return eb('u.id', '=', of.unitId)
      return 'companyId' in of ? eb('u.companyId', '=', of.companyId) : eb('c.ownerUserId', '=', of.ownerId)
    })
    .orderBy('u.id')
    .forNoKeyUpdate('u')
    .execute()

async function setStatus(ctx: TxCtx, { id, status, derived }: KnownUnit): Promise<void> {
  const { papersUntil } = derived
  await ctx.db
    .updateTable('fleet.working_unit')
    .set((eb) => ({
      status: derived.status,
      statusReason: derived.reason,
      papersUntil,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  if (status === derived.status) return
  await recordAudit(ctx, {
    action: 'working_unit.status',
    object: `working_unit ${id}`,
    before: { status },
    after: { status: derived.status, reason: derived.reason },
  })
}

/** The documents count for a shorter time than they did: the owner learns once which bookings they no longer cover. These stand. */
async function tellUncovered(ctx: TxCtx, { unitId, papersUntil }: Shortened): Promise<void> {
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['companyId', 'papersUntil'])
    .where('id', '=', unitId)
    .executeTakeFirst()
  if (!unit || unit.papersUntil >= papersUntil) return
  const held = (await listHeldAhead(ctx, unitId)).filter(({ start, end, status }) => {
    const day = lastDayOf(start, end)
    return status !== 'completed' && coversDay(papersUntil, day) && !coversDay(unit.papersUntil, day)
  })
  if (held.length === 0) return
  await tellOwner(ctx, unit.companyId, 'document_expiry', bookingsUncovered(await readUnitDetails(ctx, unitId), held))
}

/** Of bookings made before papers had to cover their day, which lie past them: each owner once. */
export async function tellOfEarlierBookings(ctx: Ctx): Promise<void> {
  const units = await ctx.db.selectFrom('fleet.working_unit').select('id').where('isCoverUntold', '=', true).execute()
  for (const { id: unitId } of units)
    await ctx.tx(async (tx) => {
      const first = await tx.db
        .updateTable('fleet.working_unit')
        .set({ isCoverUntold: false })
        .where('id', '=', unitId)
        .where('isCoverUntold', '=', true)
        .returning('id')
        .executeTakeFirst()
      if (first) await tellUncovered(tx, { unitId, papersUntil: 'infinity' })
    })
}

export const tellOfShorterPapers = (ctx: Ctx, shortened: Shortened): Promise<void> =>
  ctx.tx((tx) => tellUncovered(tx, shortened))
