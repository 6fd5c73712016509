import { sql } from 'kysely'
import { reasonBlockedByHolds } from '#modules/calendar/rules.ts'
import { hoursOfOrder } from '#modules/quoting/load/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { tellingNetwork } from '#platform/shared-networks.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { formatDayTime, localDayOf, minutesBetween } from '#shared/local-time.ts'
import { transition } from '../../lifecycle/commands.ts'
import { type EntryWho, clockTransitionOf } from '../rules.ts'
import { stateOf } from '../../lifecycle/rules.ts'
import { allowedActions, maySayArrived } from '../../policy.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { isConfirmed } from '../../rules.ts'
import { saveDay } from '../clock/commands.ts'
import { findDay } from '../clock/queries.ts'
import {
  advance,
  clampTime,
  dayOpensAt,
  earliestOf,
  lowersTheBill,
  provedStart,
  stateOfClock,
  timesOf,
  type ClockAction,
} from '../clock/rules.ts'
import { sendEarlyStartLink } from '../lateness/commands.ts'
import { confirmBy } from '../hours/rules.ts'
import { appendEntry, findLastActAt, type NewEntry } from '../record/commands.ts'
import type { Payload } from '../record/rules.ts'
import { askOffice } from '../questions/ask-commands.ts'
import { readDriverDay, type DriverDayView } from '../queries.ts'
import { clockNotRunning, dayNotOpen, jobChanged, lastVan, tooEarly, vanNotThere } from './contract.ts'
import {
  digestOfRequest,
  findAction,
  findAtTheDoor,
  comesFromCompany,
  listOtherStays,
  unitForDay,
  wasOnlineSince,
} from './queries.ts'

/** Silence has confirmed the hours. */
export const hoursDue = jobName<{ bookingId: string }>('bookings.hours-due')

export interface PhoneAction {
  actionKey: string
  happenedAt: string
}

/** An action of a phone on a booking that is locked: when it happened, and for which unit. */
export interface OnDay {
  booking: BookingNow
  unitId: string
  happenedAt: Date
  isShifted: boolean
}

/** The entry kept if the job had changed since. */
export interface Kept {
  kind: string
  given: object
  entry: NewEntry['kind']
  payload?: Payload
  /** It may be dated back as far as the phone says. */
  isLenient?: boolean
}

/**
 * Does an action of a phone once, however often it is sent. One for a job that was cancelled or went to another is kept in the record
 * and put to the office, and refused: that is committed, so the refusal comes after the transaction.
 */
export async function runPhoneActionOnce(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  actionRecord: Kept,
  work: (tx: TxCtx, on: OnDay) => Promise<Refusal | undefined>,
): Promise<{ unitId: string } | Refusal> {
  const done = await ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    const found = await unitForDay(tx, booking)
    if (found instanceof Refusal) return found
    const requestDigest = digestOfRequest(actionRecord.kind, { ...actionRecord.given, happenedAt: phone.happenedAt })
    const before = await findAction(tx, bookingId, phone.actionKey)
    if (before && !tx.config.guardOff.has('action_key'))
      return before.requestDigest.equals(requestDigest)
        ? { unitId: before.unitId, isChanged: before.isConflict }
        : refuse(commonRefusals.keyReused)
    const last = await findLastActAt(tx, bookingId)
    const now = tx.clock.now()
    const reportedAt = new Date(phone.happenedAt)
    const earliest = earliestOf({
      last: last ?? booking.confirmedAt,
      opensAt: dayOpensAt(booking.start),
      happenedAt: reportedAt,
      wasOnlineSince: !actionRecord.isLenient && (await wasOnlineSince(tx, found.unitId, reportedAt)),
      now,
    })
    const time = clampTime(reportedAt, earliest, now)
    const on = { booking, unitId: found.unitId, ...time }
    const refused = found.isChanged
      ? await recordConflict(tx, on, actionRecord)
      : (refuseBeforeDay(booking, now) ?? (await work(tx, on)))
    if (refused) return refused
    const { kind } = actionRecord
    const row = {
      bookingId,
      actionKey: phone.actionKey,
      unitId: found.unitId,
      kind,
      requestDigest,
      at: now,
      network: tx.actor.kind === 'customer' ? null : tellingNetwork(tx),
    }
    await tx.db
      .insertInto('bookings.day_action')
      .values({ ...row, isConflict: found.isChanged })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return found
  })
  if (done instanceof Refusal) return done
  return done.isChanged ? refuse(jobChanged) : { unitId: done.unitId }
}

/** Refuses what would be done before the day opens, so that next week’s move is not started by mistake. */
function refuseBeforeDay({ status, start }: BookingNow, now: Date): Refusal | undefined {
  const opensAt = dayOpensAt(start)
  if (!isConfirmed(status) || now >= opensAt) return undefined
  const detail = `It’s too early: this job starts ${formatDayTime(start)}, and its day opens ${formatDayTime(opensAt)}.`
  return refuse(dayNotOpen, { detail })
}

/** Work that was done for a job that had changed: it stays in the record, and is not billed until the office has decided. */
async function recordConflict(ctx: TxCtx, on: OnDay, { entry, payload }: Kept): Promise<undefined> {
  const { booking, unitId, happenedAt, isShifted } = on
  await appendEntry(ctx, booking.id, {
    kind: entry,
    who: entryAuthorOf(ctx),
    happenedAt,
    isShifted,
    isConflict: true,
    ...(payload ? { payload } : {}),
  })
  await askOffice(ctx, { bookingId: booking.id, unitId, kind: 'conflict' })
  await ctx.emit({ type: 'bookings.day-changed', bookingId: booking.id, unitId })
}

export const entryAuthorOf = ({ actor }: Ctx): EntryWho =>
  actor.kind === 'hired' || actor.kind === 'customer' ? actor.kind : 'driver'

/** Set off, start, pause, resume, finish, late: the clock and the booking go a step further. */
export async function actOnClock(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  action: ClockAction,
  more: { payload?: Payload; sharesPosition?: boolean } = {},
): Promise<DriverDayView | Refusal> {
  const given = { ...action, ...more }
  const actionRecord = {
    kind: action.kind,
    given,
    entry: clockTransitionOf(action).entry,
    ...(more.payload ? { payload: more.payload } : {}),
    isLenient: lowersTheBill(action),
  }
  const done = await runPhoneActionOnce(ctx, bookingId, phone, actionRecord, (tx, on) =>
    stepClock(tx, on, action, more),
  )
  return done instanceof Refusal ? done : readDriverDay(ctx, done.unitId, bookingId)
}

async function stepClock(
  ctx: TxCtx,
  { booking, happenedAt, isShifted }: OnDay,
  action: ClockAction,
  { payload = {}, sharesPosition }: { payload?: Payload; sharesPosition?: boolean },
): Promise<Refusal | undefined> {
  const next = advance(await findDay(ctx, booking.id), action, happenedAt, booking.start)
  if (next === 'already') return undefined
  const act = clockTransitionOf(action)
  const facts = { ...booking, state: stateOf(booking), now: ctx.clock.now() }
  // A pause for another reason follows on one that runs.
  const isAllowed = action.kind === 'pause' || allowedActions(ctx.actor, facts).includes(act.action)
  if (!next || !isAllowed) return refuse(commonRefusals.conflict)
  const early = action.kind === 'start' ? await earlyFlaw(ctx, booking) : undefined
  if (early) return early
  const silence = action.kind === 'finish' ? { confirmBy: confirmBy(ctx.clock.now()) } : {}
  const provedStartAt =
    action.kind === 'start'
      ? provedStart({ happenedAt, isShifted }, await findAtTheDoor(ctx, booking), ctx.clock.now())
      : undefined
  await saveDay(ctx, booking.id, {
    ...next,
    ...(provedStartAt ? { provedStartAt } : {}),
    ...silence,
    ...(sharesPosition === undefined ? {} : { sharesPosition }),
  })
  await appendEntry(ctx, booking.id, { kind: act.entry, who: entryAuthorOf(ctx), happenedAt, isShifted, payload })
  if (action.kind === 'start') await erasePosition(ctx, booking.id)
  if (silence.confirmBy) await ctx.enqueue(hoursDue, { bookingId: booking.id }, { startAfter: silence.confirmBy })
  const data =
    action.kind === 'late'
      ? { newEta: action.newEta.toISOString() }
      : action.kind === 'finish'
        ? { isChangeOpen: booking.changeAwaits !== null }
        : {}
  const refused = await transition(ctx, booking, act.step, { data })
  if (!refused && action.kind === 'start') await sendEarlyStartLink(ctx, booking.id)
  return refused
}

/**
 * A start before the agreed one leaves every other job of the van as it is. Looked at as long as the job is ahead: what a phone has kept
 * until later was done, and the hours count from the agreed start anyway.
 */
async function earlyFlaw(ctx: TxCtx, booking: BookingNow): Promise<Refusal | undefined> {
  const now = ctx.clock.now()
  const { start, end, work } = booking
  const [startPlace, endPlace] = [work.places[0], work.places.at(-1)]
  if (now >= start || !startPlace || !endPlace) return undefined
  const { drivingMinutes, dutyMinutes } = hoursOfOrder(work.order)
  const hours = { drivingMinutes, dutyMinutes: dutyMinutes + minutesBetween(now, start) }
  const stay = { start: now, end, startPlace, endPlace, ...hours }
  return reasonBlockedByHolds(await listOtherStays(ctx, booking), stay, driveBetweenJobs) ? refuse(tooEarly) : undefined
}

/** Erases the position once the van has arrived, as it is not needed any longer. */
export const erasePosition = (ctx: TxCtx, bookingId: string): Promise<void> =>
  ctx.write(ctx.db.deleteFrom('bookings.van_position').where('bookingId', '=', bookingId))

/**
 * Records the arrival of the company when the customer or the holder of the link reports it: the clock runs from then.
 * If the link is used on a device or network of the company, the entry is marked and is no proof of being on time.
 */
export const reportArrival = (
  ctx: Ctx,
  bookingId: string,
  by: { customerId: string } | { device: string | null },
): Promise<true | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.awaitingVerification) return refuse(commonRefusals.notFound)
    const isByLink = 'device' in by
    if (!isByLink && booking.customerId !== by.customerId) return refuse(commonRefusals.notFound)
    const now = tx.clock.now()
    const next = advance(await findDay(tx, bookingId), { kind: 'start' }, now, booking.start)
    if (next === 'already') return true
    if (!next || !maySayArrived({ ...booking, state: stateOf(booking), now }))
      return refuseBeforeDay(booking, now) ?? refuse(commonRefusals.conflict)
    const early = await earlyFlaw(tx, booking)
    if (early) return early
    const isFromCompany = isByLink && (await comesFromCompany(tx, booking, by.device))
    const isStartDoubted = isFromCompany && (await findAtTheDoor(tx, booking)) === null
    await saveDay(tx, bookingId, { ...next, provedStartAt: now, isStartDoubted })
    const payload = isFromCompany ? { payload: { fromMover: true } } : {}
    await appendEntry(tx, bookingId, {
      kind: 'arrived',
      who: isByLink ? 'link' : 'customer',
      happenedAt: now,
      ...payload,
    })
    await erasePosition(tx, bookingId)
    const refused = await transition(tx, booking, 'start')
    if (refused) return refused
    await sendEarlyStartLink(tx, bookingId)
    return true
  })

/** An item is loaded, or is not after all. */
export async function tickLoaded(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  { item, loaded }: { item: number; loaded: boolean },
): Promise<DriverDayView | Refusal> {
  const actionRecord = { kind: 'loaded', given: { item, loaded }, entry: 'loaded', payload: { item, loaded } } as const
  const done = await runPhoneActionOnce(
    ctx,
    bookingId,
    phone,
    actionRecord,
    async (tx, { booking, happenedAt, isShifted }) => {
      const day = await findDay(tx, bookingId)
      if (!['running', 'paused'].includes(stateOfClock(day))) return refuse(commonRefusals.conflict)
      const { move } = await tx.db
        .selectFrom('bookings.booking')
        .select('move')
        .where('id', '=', bookingId)
        .executeTakeFirstOrThrow()
      if (item >= move.items.length) return invalidField('item', 'There is no such item.')
      if (day.loaded.includes(item) === loaded) return undefined
      const ticked = loaded ? [...day.loaded, item].toSorted((a, b) => a - b) : day.loaded.filter((one) => one !== item)
      await saveDay(tx, bookingId, { loaded: ticked })
      await appendEntry(tx, bookingId, {
        kind: 'loaded',
        who: entryAuthorOf(tx),
        happenedAt,
        isShifted,
        payload: { item, loaded },
      })
      await tx.emit({ type: 'bookings.day-changed', bookingId, unitId: booking.unitId })
      return undefined
    },
  )
  return done instanceof Refusal ? done : readDriverDay(ctx, done.unitId, bookingId)
}

/** The lead's driver sends another van home. What the clock has come to until then is kept, and is all that is charged for that van. */
export async function sendVanHome(
  ctx: Ctx,
  bookingId: string,
  phone: PhoneAction,
  van: number,
): Promise<DriverDayView | Refusal> {
  const actionRecord = { kind: 'van_done', given: { van }, entry: 'van_done', payload: { van } } as const
  const done = await runPhoneActionOnce(ctx, bookingId, phone, actionRecord, (tx, on) => saveVanDone(tx, on, van))
  return done instanceof Refusal ? done : readDriverDay(ctx, done.unitId, bookingId)
}

async function saveVanDone(
  ctx: TxCtx,
  { booking: { id: bookingId, start }, unitId, happenedAt, isShifted }: OnDay,
  van: number,
): Promise<Refusal | undefined> {
  const day = await findDay(ctx, bookingId)
  if (!['running', 'paused'].includes(stateOfClock(day))) return refuse(clockNotRunning)
  const rows = await ctx.db
    .selectFrom('bookings.booking_van')
    .select(['day', 'doneAt'])
    .select(sql<Date>`lower(during)`.as('start'))
    .where('bookingId', '=', bookingId)
    .where('van', '=', van)
    .orderBy('day')
    .execute()
  if (rows.length === 0) return invalidField('van', 'There is no such van.')
  if (van === 1) return refuse(lastVan)
  // On two days, that of the day on which it is sent home.
  const row = rows.findLast((one) => localDayOf(one.start) <= localDayOf(happenedAt)) ?? rows[0]
  if (!row || row.doneAt) return refuse(vanNotThere)
  const { workedMinutes, waitedMinutes } = timesOf(day, start, happenedAt)
  await ctx.db
    .updateTable('bookings.booking_van')
    .set({ doneAt: happenedAt, doneWorkedMinutes: workedMinutes, doneWaitedMinutes: waitedMinutes })
    .where('bookingId', '=', bookingId)
    .where('van', '=', van)
    .where('day', '=', row.day)
    .execute()
  await appendEntry(ctx, bookingId, {
    kind: 'van_done',
    who: entryAuthorOf(ctx),
    happenedAt,
    isShifted,
    payload: { van },
  })
  await ctx.emit({ type: 'bookings.day-changed', bookingId, unitId })
  return undefined
}
