import { sql } from 'kysely'
import {
  findUnits,
  holdTime,
  lengthenHold,
  lockUnit,
  lockUnits,
  releaseHold,
  type LockedUnit,
} from '#modules/calendar/commands.ts'
import { listUnitCalendars } from '#modules/calendar/queries.ts'
import { isFree, type ProviderWeek } from '#modules/calendar/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import { coversJob } from '#modules/fleet/units/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { addMinutes, formatTime, lastDayOf, MINUTES_PER_DAY, minutesBetween, toLocal } from '#shared/local-time.ts'
import { slotTaken } from '../contract.ts'
import { holdJobTime, lockUnitsOf, queueDay, reconfirmationDue, stretchesOf, unitIdsOf } from '../lifecycle/commands.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { readDriverBooking, type DriverBookingView } from '../lists/driver-lists-queries.ts'
import { waitsForAnswer } from '../office/rules.ts'
import type { BookingNow } from '../queries.ts'
import { isConfirmed, isUnanswered, isUnderWay, reconfirmationAt } from '../rules.ts'
import { announce, changeExpires, lockParty, NEW_START_FLAWS, writeChange } from './commands.ts'
import { changeOpen, changeSuperseded, timeNotFree } from './contract.ts'
import { belowFee } from './moves/contract.ts'
import { feeOfBooking, withEdits, type PricedMove, type ProposedMove } from './moves/queries.ts'
import { isBelowFee } from './moves/rules.ts'
import { findOpenChange } from './queries.ts'
import { earliestOffer, newStartFlaw, offerExpiry, timesOutside } from './rules.ts'

/**
 * Moves a job to another start: its time is released and reserved again in this transaction, so that the week, other
 * jobs, drives and documents are checked as for any booking. If the time is not free, nothing changes. The booking is
 * locked before the unit.
 */
export async function moveStart(ctx: TxCtx, booking: BookingNow, start: Date): Promise<Refusal | undefined> {
  const end = addMinutes(start, minutesBetween(booking.start, booking.end))
  await lockUnitsOf(ctx, await stretchesOf(ctx, booking))
  await releaseHold(ctx, { bookingId: booking.id })
  const refused = await holdJobTime(ctx, { ...booking, start, end })
  if (refused) return refused.kind.code === slotTaken.code ? refuse(timeNotFree) : refused
  await writeStart(ctx, booking, start, end)
  await followMove(ctx, booking, { start, end })
  return undefined
}

/** What follows from another start or end of a job that holds its time: crew, deadlines and the trail. */
async function followMove(ctx: TxCtx, booking: BookingNow, { start, end }: { start: Date; end: Date }): Promise<void> {
  await moveCrew(ctx, booking.id)
  if (start.getTime() === booking.start.getTime()) return
  // What is not confirmed yet gets its deadlines with the confirmation.
  if (!isUnanswered(booking.status)) {
    await askAgain(ctx, booking, start)
    await queueDay(ctx, { id: booking.id, start, end })
  }
  await ctx.emit({
    type: 'bookings.time-moved',
    bookingId: booking.id,
    unitId: booking.unitId,
    data: { from: booking.start.toISOString(), to: start.toISOString() },
  })
}

/**
 * Replaces the booked move by the agreed one, in everything that is read from the booking, and holds its time. Refused, with
 * nothing done, if the booking has changed since it was priced or its time is not free.
 */
export async function applyMove(
  ctx: TxCtx,
  booking: BookingNow,
  { id: offerId, move }: { id: string; move: ProposedMove },
): Promise<Refusal | undefined> {
  const { from, to } = move
  if (from.totalPence !== booking.totalPence || Date.parse(from.startAt) !== booking.start.getTime())
    return refuse(changeSuperseded)
  const fee = feeOfBooking(ctx, booking)
  const current = await ctx.db
    .selectFrom('bookings.booking')
    .select(['move', 'routePoints'])
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const hasBegun = !isConfirmed(booking.status)
  if (!hasBegun && isBelowFee(to.totalPence, fee)) return refuse(belowFee)
  const [start, end] = [new Date(to.startAt), new Date(to.endAt)]
  const moved = { ...booking, start, end, work: to.work, help: to.move.manPower }
  await lockUnitsOf(ctx, await stretchesOf(ctx, booking))
  await releaseHold(ctx, { offerId })
  if (!hasBegun) await releaseHold(ctx, { bookingId: booking.id })
  await writeMove(
    ctx,
    booking,
    { ...to, ...withEdits(to, from, current) },
    hasBegun ? booking : { ...moved, feeFloorPence: fee },
  )
  if (hasBegun) {
    const minutes = minutesBetween(booking.end, end)
    if (minutes > 0 && isUnderWay(booking.status)) await lengthenJob(ctx, booking, minutes)
    return undefined
  }
  const refused = await holdJobTime(ctx, moved)
  if (refused) return refused.kind.code === slotTaken.code ? refuse(timeNotFree) : refused
  await followMove(ctx, booking, moved)
  return undefined
}

/** Writes the move, its price and its times, and the row of its van. */
async function writeMove(
  ctx: TxCtx,
  { id, help }: BookingNow,
  { move, routePoints, work, lines, totalPence, ceilingPence, ...pence }: PricedMove,
  { start, end, feeFloorPence }: Pick<BookingNow, 'start' | 'end' | 'feeFloorPence'>,
): Promise<void> {
  await ctx.db
    .updateTable('bookings.booking')
    .set({
      move: toJson(move),
      routePoints: toJson(routePoints),
      work: toJson(work),
      lines: toJson(lines),
      totalPence,
      ceilingPence,
      commissionablePence: pence.commissionablePence,
      vatPence: pence.vatPence,
      minimumTimePence: pence.minimumTimePence,
      feeFloorPence,
      startAt: start,
      endAt: end,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await ctx.db.deleteFrom('bookings.booking_van').where('bookingId', '=', id).execute()
  await sql`/* van-of-changed-move */
    select bookings.insert_lead_van(b) from bookings.booking b where b.id = ${id}`.execute(ctx.db)
  // Who comes is named for a number of people.
  if (help !== move.manPower) await ctx.db.deleteFrom('bookings.crew_member').where('bookingId', '=', id).execute()
}

/** Whether the vans of a booking could do it at another start, its own time and what is offered for it left aside. Locks their units. */
export const isFreeAt = (ctx: TxCtx, booking: BookingNow, start: Date): Promise<boolean> =>
  fitsAt(ctx, booking, start, (unitIds) => lockUnits(ctx, unitIds))

/** The same as it looks now: nothing is locked, and it may be taken the next moment. */
export const seemsFreeAt = (ctx: Ctx, booking: BookingNow, start: Date): Promise<boolean> =>
  fitsAt(ctx, booking, start, (unitIds) => findUnits(ctx, unitIds))

async function fitsAt(
  ctx: Ctx,
  booking: BookingNow,
  start: Date,
  unitsOf: (unitIds: readonly string[]) => Promise<Map<string, LockedUnit>>,
): Promise<boolean> {
  const { id: bookingId, work } = booking
  const [startPlace, endPlace] = [work.places[0], work.places.at(-1)]
  const end = addMinutes(start, minutesBetween(booking.start, booking.end))
  const stretches = await stretchesOf(ctx, { ...booking, start, end })
  const units = await unitsOf(unitIdsOf(stretches))
  if (stretches.length === 0 || !startPlace || !endPlace) return false
  const own = await listOwnHolds(ctx, bookingId)
  for (const { unitId, help, ...times } of stretches) {
    const unit = units.get(unitId)
    if (!unit || !coversJob(unit, help, lastDayOf(times.start, times.end))) return false
    const calendar = (await listUnitCalendars(ctx, [unitId], times.start, times.end)).get(unitId)
    if (!calendar) return false
    const isOwn = (hold: { start: Date }) =>
      own.some((one) => one.unitId === unitId && one.start.getTime() === hold.start.getTime())
    const holds = calendar.holds.filter((hold) => !isOwn(hold))
    if (!isFree({ ...calendar, holds }, { ...times, startPlace, endPlace }, driveBetweenJobs)) return false
  }
  return true
}

/** The time that a booking holds, and the time that is offered for it. */
const listOwnHolds = (ctx: Ctx, bookingId: string) =>
  ctx.db
    .selectFrom('calendar.hold')
    .select(['unitId', sql<Date>`lower(during)`.as('start'), sql<Date>`upper(during)`.as('end')])
    .where((eb) =>
      eb.or([
        eb('bookingId', '=', bookingId),
        eb('offerId', 'in', eb.selectFrom('bookings.change').select('id').where('bookingId', '=', bookingId)),
      ]),
    )
    .execute()

/**
 * Holds the time that is offered for a booking until the offer ends, beyond what the booking holds already. False if it is not free any
 * more. The caller has locked the units.
 */
export async function holdOffer(
  ctx: TxCtx,
  booking: BookingNow,
  { id: offerId, expiresAt: decideBy }: { id: string; expiresAt: Date },
): Promise<boolean> {
  if (ctx.config.guardOff.has('offered_time')) return true
  const [startPlace, endPlace] = [booking.work.places[0], booking.work.places.at(-1)]
  if (!startPlace || !endPlace) return false
  const own = await listOwnHolds(ctx, booking.id)
  for (const { unitId, drivingMinutes, dutyMinutes, ...stretch } of await stretchesOf(ctx, booking)) {
    const ofUnit = own.filter((hold) => hold.unitId === unitId)
    for (const { start, end } of timesOutside(stretch, ofUnit)) {
      const most = minutesBetween(start, end)
      const hours = { drivingMinutes: Math.min(drivingMinutes, most), dutyMinutes: Math.min(dutyMinutes, most) }
      const hold = { unitId, heldFor: { offerId }, decideBy, start, end, startPlace, endPlace, ...hours }
      if (!(await holdTime(ctx, hold))) return false
    }
  }
  return true
}

const OFFER = { label: 'Another time', amountPence: 0 }

/** An offer that is still open is replaced; the answer to the old one is void then. */
export const offerTime = (ctx: Ctx, bookingId: string, newStart: Date): Promise<DriverBookingView | Refusal> =>
  ctx.tx(async (tx) => {
    const now = tx.clock.now()
    const party = await lockParty(tx, bookingId, (_, booking) =>
      waitsForAnswer(stateOf(booking), booking.respondBy, now),
    )
    if (party instanceof Refusal) return party
    const { booking, side } = party
    const { respondBy } = booking
    if (side !== 'mover' || !respondBy) return refuse(commonRefusals.notFound)
    const flaw = newStartFlaw({ now, start: booking.start, isInProgress: false, newStart })
    if (flaw) return invalidField('new_start_at', NEW_START_FLAWS[flaw])
    if (newStart < earliestOffer(now)) return invalidField('new_start_at', 'Choose a time at least 2 hours from now.')
    const standing = await findOpenChange(tx, bookingId)
    if (standing && standing.proposedBy !== side) return refuse(changeOpen)
    if (!(await isFreeAt(tx, booking, newStart)))
      return invalidField('new_start_at', 'Your calendar isn’t free for this job then. Choose another time.')
    const change = await writeChange(tx, booking, side, {
      proposal: { kind: 'time', words: '', newStartAt: newStart.toISOString() },
      terms: { line: OFFER, byRates: undefined },
      standing,
      expiresAt: offerExpiry({ now, respondBy, newStart }),
    })
    await tx.enqueue(changeExpires, { bookingId }, { startAfter: change.expiresAt })
    await announce(tx, booking, change, 'bookings.change-proposed')
    return readDriverBooking(tx, booking.unitId, bookingId)
  })

async function writeStart(ctx: TxCtx, booking: BookingNow, start: Date, end: Date): Promise<void> {
  const { move } = await ctx.db
    .selectFrom('bookings.booking')
    .select('move')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const feeFloorPence = feeOfBooking(ctx, booking)
  const { day, minute } = toLocal(start)
  const [first, ...others] = move.routePoints
  const routePoints = first ? [{ ...first, date: day, time: `${formatTime(minute)}:00` }, ...others] : others
  const order = { ...booking.work.order, startAt: start.toISOString(), endAt: end.toISOString() }
  await ctx.db
    .updateTable('bookings.booking')
    .set({
      startAt: start,
      endAt: end,
      feeFloorPence,
      move: toJson({ ...move, routePoints }),
      work: toJson({ ...booking.work, order }),
      version: sql`version + 1`,
    })
    .where('id', '=', booking.id)
    .execute()
}

/** Keeps the named crew of each van for its new time, except people who are on another job then. */
async function moveCrew(ctx: TxCtx, bookingId: string): Promise<void> {
  await sql`/* crew-busy-then */
    delete from bookings.crew_member m where m.booking_id = ${bookingId} and exists (
      select from bookings.crew_member o join bookings.van_part v on v.booking_id = m.booking_id and v.van = m.van
      where o.person_id = m.person_id and o.booking_id <> m.booking_id and o.during && tstzrange(v.start_at, v.end_at))`.execute(
    ctx.db,
  )
  await sql`update bookings.crew_member m set during = tstzrange(v.start_at, v.end_at)
    from bookings.van_part v where v.booking_id = m.booking_id and v.van = m.van and m.booking_id = ${bookingId}`.execute(
    ctx.db,
  )
}

/** The driver is asked a day before the new start, as for any; who has agreed to it within that day has said yes. */
async function askAgain(ctx: TxCtx, { id: bookingId, createdAt, confirmedAt }: BookingNow, start: Date): Promise<void> {
  const now = ctx.clock.now()
  const askAt = reconfirmationAt(start, createdAt, confirmedAt ?? createdAt)
  const isAhead = askAt !== undefined && askAt > now
  await ctx.db
    .updateTable('bookings.booking')
    .set({ reconfirmBy: null, reconfirmedAt: isAhead ? null : now })
    .where('id', '=', bookingId)
    .execute()
  if (isAhead) await ctx.enqueue(reconfirmationDue, { bookingId }, { startAfter: askAt })
}

/** More time was agreed: it is held too, if no other job is in the way. Otherwise this one runs into the next, and that is looked at. */
export async function lengthenJob(ctx: TxCtx, booking: BookingNow, minutes: number): Promise<void> {
  const { id: bookingId, unitId, work } = booking
  const [startPlace, endPlace] = [work.places[0], work.places.at(-1)]
  if (!unitId || !startPlace || !endPlace) return
  await lockUnit(ctx, unitId)
  const until = addMinutes(booking.end, minutes)
  // The lead works longer, on its last day.
  const last = (await stretchesOf(ctx, booking)).findLast((one) => one.unitId === unitId)
  const heldUntil = last && addMinutes(last.end, minutes)
  if (last && heldUntil) {
    const calendar = (await listUnitCalendars(ctx, [unitId], last.start, heldUntil)).get(unitId)
    const holds = calendar?.holds.filter(({ start }) => start.getTime() !== last.start.getTime()) ?? []
    const { drivingMinutes, dutyMinutes } = last
    const stay = { start: last.start, end: heldUntil, startPlace, endPlace, drivingMinutes, dutyMinutes }
    // A job that has begun continues regardless of the week's hours: only other jobs can conflict with it.
    if (isFree({ ...alwaysOpen, holds }, stay, driveBetweenJobs))
      await lengthenHold(ctx, { bookingId, unitId, start: last.start, until: heldUntil, minutes })
  }
  await ctx.db.updateTable('bookings.booking').set({ endAt: until }).where('id', '=', bookingId).execute()
}

const alwaysOpen: ProviderWeek = {
  businessDays: ([1, 2, 3, 4, 5, 6, 7] as const).map((dayOfWeek) => ({
    dayOfWeek,
    startMinute: 0,
    endMinute: MINUTES_PER_DAY,
    dayOff: false,
  })),
  availability: [],
  vacations: [],
}
