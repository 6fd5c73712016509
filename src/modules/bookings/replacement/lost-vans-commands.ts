import { sql } from 'kysely'
import { lockUnits, releaseHold } from '#modules/calendar/commands.ts'
import { canCarryCrew, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { linesOfShare, type Share } from '#modules/items/rules.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { divideLoad, linesToDivide } from '#modules/quoting/plans/rules.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { literals } from '#platform/db.ts'
import { holdPeople } from '../crew/commands.ts'
import { CAN_WORK, holdStretch, stretchesOf } from '../lifecycle/commands.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { hiredJobCancelled, jobVanReplaced, vanReplaced } from '../notices/changed-messages.ts'
import { notifyCompany, notifyCustomer, notifyHiredDriver } from '../notices/commands.ts'
import { jobConfirmed, jobToAnswer } from '../notices/hired-drivers-messages.ts'
import { findParties } from '../notices/queries.ts'
import type { BookingNow } from '../queries.ts'
import { isConfirmed, isNotBegun } from '../rules.ts'

/** A van of a plan, with what it carries on all of its days. */
interface LostVan {
  van: number
  help: HelpLevel
  trips: [first: number, second: number]
  share: Share
  move: AskedMove
}

interface SpareUnit {
  id: string
  name: string
  category: VanCategory
  payloadKg: number | null
}

/**
 * Sends another unit of the company in place of one that a plan has lost, at the same price, before anybody else is asked (decisions 12).
 * False, with nothing changed, if the booking is no plan, the driver is on the way, or no other unit is free, can carry that part and has
 * enough people who are in no other van then.
 */
export async function replaceVan(ctx: TxCtx, booking: BookingNow, lostUnitId: string): Promise<boolean> {
  if (!booking.isPlanned || !isNotBegun(stateOf(booking)) || booking.day?.isSetOff) return false
  const lost = await findLostVan(ctx, booking, lostUnitId)
  const spare = lost ? await listSpareUnits(ctx, booking, lost) : []
  if (!lost || spare.length === 0) return false
  const before = await findParties(ctx, booking.id)
  const unit = await holdSpareUnit(ctx, booking, { van: lost.van, unitId: lostUnitId }, spare)
  if (!unit) return false
  await releaseHold(ctx, { bookingId: booking.id }, lostUnitId)
  await ctx.emit({
    type: 'bookings.van-replaced',
    bookingId: booking.id,
    unitId: unit.id,
    data: { van: lost.van, lostUnitId },
  })
  const now = await findParties(ctx, booking.id)
  const parties = { ...now, about: { van: lost.van, unitName: unit.name } }
  const of = (unitId: string) => (one: { unitId: string }) => one.unitId === unitId
  await notifyCustomer(ctx, parties, vanReplaced)
  await notifyCompany(ctx, parties, 'booking_changed', jobVanReplaced)
  await notifyHiredDriver(
    ctx,
    { ...before, vans: before.vans.filter(of(lostUnitId)) },
    'job_changed',
    hiredJobCancelled,
  )
  const next = { ...now, vans: now.vans.filter(of(unit.id)) }
  if (isConfirmed(booking.status)) await notifyHiredDriver(ctx, next, 'job_confirmed', jobConfirmed)
  else await notifyHiredDriver(ctx, next, 'job_offered', jobToAnswer)
  return true
}

async function findLostVan(ctx: TxCtx, { id }: BookingNow, unitId: string): Promise<LostVan | undefined> {
  const { rows } = await sql<LostVan>`/* lost-van */
    select v.van, min(v.help) as help, (array_agg(v.items))[1] as share, b.move,
      json_build_array(coalesce(sum(v.trips) filter (where v.day = 1), 0), coalesce(sum(v.trips) filter (where v.day = 2), 0)) as trips
    from bookings.booking_van v join bookings.booking b on b.id = v.booking_id
    where v.booking_id = ${id} and v.unit_id = ${unitId} group by v.van, b.id order by v.van limit 1`.execute(ctx.db)
  return rows[0]
}

/** The company's other units at work whose van and crew can take that part, those of the same size first. Whether they are free is not yet known. */
async function listSpareUnits(
  ctx: TxCtx,
  { companyId, unitIds }: BookingNow,
  { help, trips, share, move }: LostVan,
): Promise<SpareUnit[]> {
  const { rows } = await sql<SpareUnit>`/* spare-units */
    select u.id, u.name, v.category, v.payload_kg from fleet.working_unit u join fleet.van v on v.unit_id = u.id
    where u.company_id = ${companyId} and not u.id = any (${unitIds}::uuid[]) and u.status in ${literals(CAN_WORK)}
      and ${help} = any (u.help_levels) and ${move.jobKind} = any (u.job_kinds) and (v.has_tail_lift or not ${move.needTailLift}::boolean)
    order by v.category = ${move.vanCategory} desc, u.id`.execute(ctx.db)
  const lines = linesToDivide(linesOfShare(move.items, share).map(([, line]) => line))
  return rows.filter(
    (van) => canCarryCrew(van.category, help) && divideLoad(lines, [{ ...van, help, trips }]) !== undefined,
  )
}

/** Gives the van to the first of the others that is free on all the lost unit's days and whose people are: both are held, or nothing is. */
async function holdSpareUnit(
  ctx: TxCtx,
  booking: BookingNow,
  lost: { van: number; unitId: string },
  spare: readonly SpareUnit[],
): Promise<SpareUnit | undefined> {
  const days = (await stretchesOf(ctx, booking)).filter(({ unitId }) => unitId === lost.unitId)
  const units = await lockUnits(ctx, [lost.unitId, ...spare.map(({ id }) => id)])
  const crewOfVan = ctx.db.deleteFrom('bookings.crew_member').where('bookingId', '=', booking.id)
  const crew = await crewOfVan.where('van', '=', lost.van).returningAll().execute()
  for (const unit of spare) {
    let isHeld = true
    for (const day of days)
      isHeld &&= !(await holdStretch(ctx, booking, { ...day, unitId: unit.id }, units.get(unit.id)))
    if (isHeld) {
      await giveVan(ctx, booking, lost.van, unit.id)
      if (ctx.config.guardOff.has('held_people') || (await holdPeople(ctx, booking.id, lost.van))) return unit
    }
    await releaseHold(ctx, { bookingId: booking.id }, unit.id)
  }
  await giveVan(ctx, { ...booking, version: booking.version - 1 }, lost.van, lost.unitId)
  if (crew.length > 0) await ctx.db.insertInto('bookings.crew_member').values(crew).execute()
  return undefined
}

/** The unit becomes that van, with its days, load and price; the booking's own unit is the lead's. */
async function giveVan(ctx: TxCtx, { id, version }: BookingNow, van: number, unitId: string): Promise<void> {
  await ctx.db
    .updateTable('bookings.booking')
    .set({ version: version + 1, ...(van === 1 ? { unitId } : {}) })
    .where('id', '=', id)
    .execute()
  if (van > 1)
    await ctx.write(
      ctx.db.updateTable('bookings.booking_van').set({ unitId }).where('bookingId', '=', id).where('van', '=', van),
    )
}
