import { sql } from 'kysely'
import { linesOfShare } from '#modules/items/rules.ts'
import { jobOf } from '#modules/quoting/move/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import { cashToTake } from '#modules/calendar/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { minutesOfTimeString } from '#shared/duration.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'
import { consentKeyOf } from '../changes/gateway.ts'
import { stateOf } from '../lifecycle/rules.ts'
import { allowedActions, maySayArrived } from '../policy.ts'
import {
  changeAwaits,
  changeMinutes,
  dayFacts,
  isBesideLead,
  likelyStart,
  pricePence,
  vansOfBooking,
  type BookedVan,
} from '../queries.ts'
import { hasDay, isAgreed, isFinished } from '../rules.ts'
import { itemsOf } from '../lists/rules.ts'
import {
  mayDisputeCash,
  mayRecordCash,
  paidOf,
  agreedMinutes,
  billOf,
  bookedOf,
  ceilingRoomOf,
  earlyStartToAgree,
  type AgreedPrice,
  type SentHome,
} from './hours/rules.ts'
import { dayOf, keptDay, type KeptDay } from './clock/queries.ts'
import { billedFrom, countedPauses, mayCancelFree, stateOfClock, timesOf } from './clock/rules.ts'
import type { clock, driverDay, getDay, getSharedDay, hours } from './contract.ts'
import { correctionsOf, correctionView, isOpenAt, type CorrectionRow, type CorrectionView } from './hours/queries.ts'
import { actsOf } from './hours/corrections-rules.ts'
import {
  legsOf,
  likelyArrivals,
  likelyEnd,
  plannedArrivals,
  type DayOnTheRoad,
  type LikelyArrival,
} from './lateness/rules.ts'
import { listLeaves } from './actions/queries.ts'
import {
  photosOf,
  photoView,
  type DayPhotoView,
  eventOf,
  eventsOf,
  eventsView,
  happenedOf,
  textOf,
  type DayEvent,
} from './record/queries.ts'
import { isByTransfer } from '../create/queries.ts'

export type DriverDayView = Camel<z.output<typeof driverDay>>
type DayView = AnswerOf<typeof getDay>
export type HoursView = Camel<z.output<typeof hours>>
type ClockView = Camel<z.output<typeof clock>>

const bookingRows = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .select(['b.id', 'b.customerId', 'b.unitId', 'b.status', 'b.isHot', 'b.awaitingVerification'])
    .select(['b.startAt as start', 'b.endAt as end', 'b.reconfirmBy', 'b.reconfirmedAt', 'b.paymentMethod'])
    .select(['b.totalPence', 'b.ceilingPence', 'b.finalPence', 'b.lines', 'b.extraLines', 'b.companyTerms'])
    .select(['b.move', 'b.work', dayFacts.as('facts'), changeAwaits('b').as('changeAwaits')])
    .select([isByTransfer.as('isByTransfer'), openChange.as('openChange'), addedWork.as('addedWork')])
    .select([vansOfBooking.as('vans'), pricePence.as('pricePence'), planVans.as('planVans'), sentHome.as('sentHome')])
    .select([changeMinutes('b').as('changeMinutes'), likelyStart.as('likelyStartAt')])
    .where('b.id', '=', sql<string>`any (${[...ids]}::uuid[])`)

/** Vans of a plan as the day shows them; null for any other booking. */
const planVans = sql<{ van: number; name: string; doneAt: string | null }[] | null>`case when b.plan is not null then (
  select json_agg(json_build_object('van', d.van, 'name', d.name, 'doneAt', d.done_at) order by d.van)
  from (select p.van, min(u.name) as name, case when bool_and(p.done_at is not null) then max(p.done_at) end as done_at
    from bookings.booking_van p join fleet.working_unit u on u.id = p.unit_id where p.booking_id = b.id group by p.van) d) end`

/** Vans of the price beside the lead that are not there to the end: sent home, or not among those of a company that rescued the plan. */
const sentHome = sql<SentHome[]>`case when b.plan is not null then array(
  select json_build_object('van', n.van, 'workedMinutes', coalesce(max(p.done_worked_minutes), 0), 'waitedMinutes', coalesce(max(p.done_waited_minutes), 0))
  from generate_series(2, 3) n (van) left join bookings.booking_van p on p.booking_id = b.id and p.van = n.van
  group by n.van having bool_and(p.van is null or p.done_at is not null)) else '{}' end`

type OpenChange = { label: string | null; words: string; amountPence: number | null }

const openChange = sql<OpenChange | null>`(
  select json_build_object('label', c.label, 'words', c.words, 'amountPence', c.amount_pence)
  from bookings.change c where c.booking_id = b.id and c.state = 'open')`

/** The same as `changeMinutes`, one by one; `at` is when both had agreed. */
const addedWork = sql<{ minutes: number; at: string }[]>`coalesce((
  select json_agg(json_build_object('minutes', c.extra_minutes, 'at', c.answered_at))
  from bookings.change c where c.booking_id = b.id and c.state = 'agreed' and c.extra_minutes > 0), '[]')`

export type DayBooking = Awaited<ReturnType<ReturnType<typeof bookingRows>['executeTakeFirstOrThrow']>>

/** One statement, however many bookings. */
export const listDayBookings = (ctx: Ctx, ids: readonly string[]): Promise<DayBooking[]> =>
  bookingRows(ctx, ids).execute()

export interface Parts {
  booking: DayBooking
  day: KeptDay
  events: DayEvent[]
  photos: DayPhotoView[]
  corrections: CorrectionRow[]
}

/** The parts of the days of bookings, in one statement whatever their number. */
export async function listParts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Parts>> {
  const rows = await bookingRows(ctx, ids)
    .select([dayOf.as('day'), eventsOf.as('events'), photosOf.as('photos'), correctionsOf.as('corrections')])
    .execute()
  return new Map(
    rows.map(({ day, events, photos, corrections, ...booking }) => {
      const { id } = booking
      const parts = {
        booking,
        day: keptDay(day),
        events: events.map(eventOf),
        photos: photos.map((photo) => photoView(id, photo)),
        corrections,
      }
      return [id, parts]
    }),
  )
}

export const agreedOf = ({ companyTerms, work, ...booking }: DayBooking): AgreedPrice => ({
  ...booking,
  totalTime: work.order.totalTime,
  waiting: companyTerms,
})

export const clockView = (booking: DayBooking, day: KeptDay, now: Date): ClockView => ({
  state: stateOfClock(day),
  setOffAt: day.setOffAt?.toISOString() ?? null,
  startedAt: day.startedAt?.toISOString() ?? null,
  pausedAt: day.pausedAt?.toISOString() ?? null,
  pauseReason: day.pauseReason,
  finishedAt: day.finishedAt?.toISOString() ?? null,
  ...countedPauses(day),
  billedFrom: billedFrom(day, booking.start)?.toISOString() ?? null,
  mayAgreeToStart: earlyStartToAgree(day, agreedOf(booking), booking.start) !== null,
  lateEta: day.lateEta?.toISOString() ?? null,
  likelyStartAt: day.startedAt ? null : (booking.likelyStartAt?.toISOString() ?? null),
  asOf: now.toISOString(),
  agreedMinutes: agreedMinutes(agreedOf(booking)),
})

export function hoursView(booking: DayBooking, day: KeptDay, now: Date): HoursView {
  const times = timesOf(day, booking.start, now)
  const bill = billOf(agreedOf(booking), times)
  const { finalPence } = booking
  const booked = bookedOf(agreedOf(booking))
  const isToConfirm = day.hours === 'open' && isFinished(booking.status)
  return {
    state: isToConfirm ? 'to_confirm' : day.hours,
    confirmBy: isToConfirm && booking.changeAwaits === null ? (day.confirmBy?.toISOString() ?? null) : null,
    confirmedBy: day.hoursBy,
    workedMinutes: day.billedMinutes ?? times.workedMinutes,
    waitedMinutes: times.waitedMinutes,
    bookedMinutes: booked.minutes,
    bookedPence: booked.pence,
    changeLines: booked.changes,
    lines: finalPence === null ? bill.lines : booking.extraLines,
    totalPence: booking.totalPence,
    ceilingPence: finalPence === null ? booking.ceilingPence : null,
    waitingRoomPence: bill.waitingRoomPence,
    toPayPence: finalPence ?? bill.toPayPence,
    finalPence,
  }
}

/** What the driver is to be given; null where nothing is paid in cash. */
export async function findCashDue(ctx: Ctx, bookingId: string): Promise<number | null> {
  const [booking] = await listDayBookings(ctx, [bookingId])
  return booking ? cashDueOf(booking) : null
}

const cashDueOf = (booking: DayBooking): number | null => cashToTake({ ...booking, totalPence: booking.pricePence })

export function cashView({ booking, day, events }: Pick<Parts, 'booking' | 'day' | 'events'>): DayView['cash'] {
  const { cashState: state, cashPence: takenPence, cashAt } = day
  const due = cashDueOf(booking)
  if (takenPence === null || cashAt === null || due === null) return null
  const cashEvent = events.findLast(({ kind, isConflict }) => kind === 'cash_paid' && !isConflict)
  const reason = textOf(cashEvent?.payload?.['note'])
  return { state, paid: paidOf(takenPence, due), takenPence, duePence: due, reason, at: cashAt.toISOString() }
}

/** For one of the vans, or for the customer. */
function commonOf(ctx: Ctx, parts: Parts, van?: BookedVan) {
  const { booking, day, events, photos, corrections } = parts
  const now = ctx.clock.now()
  const order = itemsOf(booking.move)
  const isActing = !isBesideLead(van?.van ?? null)
  return {
    bookingId: booking.id,
    status: booking.status,
    startAt: new Date(van?.start ?? booking.start).toISOString(),
    endAt: new Date(van?.end ?? booking.end).toISOString(),
    clock: clockView(booking, day, now),
    events: eventsView(events, order),
    items: linesOfShare(order, van?.share ?? null).map(([index, { name, amount }]) => ({
      index,
      name,
      amount,
      loaded: day.loaded.includes(index),
    })),
    vans: (booking.planVans ?? []).map((one) => ({ ...one, doneAt: one.doneAt && new Date(one.doneAt).toISOString() })),
    arrivals: day.arrivals,
    likelyArrivals: likelyArrivalsOf(parts, now),
    cash: cashView(parts),
    photos,
    corrections: corrections.filter((row) => isOpenAt(row, now)).map((row) => viewOfCorrection(ctx, row, parts)),
    mayCorrectTimes: isActing && day.hours !== 'confirmed' && hasDay(booking.status) && actsOf(events).length > 0,
    allowedActions: isActing
      ? allowedActions(ctx.actor, { ...booking, state: stateOf(booking), day: booking.facts, now })
      : [],
  }
}

const viewOfCorrection = (ctx: Ctx, row: CorrectionRow, { booking, day, events }: Parts): CorrectionView =>
  correctionView(ctx, row, {
    start: booking.start,
    day,
    events,
    toPay: (clock) => billOf(agreedOf(booking), timesOf(clock, booking.start, ctx.clock.now())).toPayPence,
  })

/** One that is there. */
export async function readCorrection(ctx: Ctx, bookingId: string, id: string): Promise<CorrectionView> {
  const parts = (await listParts(ctx, [bookingId])).get(bookingId.toLowerCase())
  const row = parts?.corrections.find((one) => one.id === id)
  if (!parts || !row) throw new Error('A correction that is not there')
  return viewOfCorrection(ctx, row, parts)
}

/** Likely arrivals; empty for a job that is over. */
const likelyArrivalsOf = (parts: Parts, now: Date): LikelyArrival[] =>
  parts.day.finishedAt || !isAgreed(parts.booking.status) ? [] : likelyArrivals(roadOf(parts, now))

/** When the van of a job has left, or likely will. */
export const likelyEndOf = (parts: Parts, now: Date): Date =>
  likelyEnd(parts.booking, parts.day, now, roadOf(parts, now))

function roadOf({ booking, day, events }: Parts, now: Date): DayOnTheRoad {
  const { move, work, addedWork } = booking
  const { places, order } = work
  const trips = order.trips ?? 1
  const estimates = places.slice(1).map((place, leg) => driveBetweenJobs(places[leg] ?? place, place))
  const legs = legsOf(minutesOfTimeString(order.travelTime), trips, estimates).map((minutes) => ({ minutes }))
  return {
    planned: plannedArrivals(jobOf(move, legs, trips)),
    added: addedWork.map(({ minutes, at }) => ({ minutes, at: new Date(at) })),
    start: day.startedAt ?? day.lateEta ?? booking.likelyStartAt ?? booking.start,
    isStarted: day.startedAt !== null,
    arrivals: day.arrivals,
    acts: actsOf(events),
    drives: legs.map(({ minutes }) => minutes),
    loadedAt: allLoadedAt({ booking, day, events }),
    now,
  }
}

/** When the last item was ticked off; null while some are not. */
function allLoadedAt({ booking, day, events }: Pick<Parts, 'booking' | 'day' | 'events'>): Date | null {
  const items = itemsOf(booking.move)
  if (!items.every((_, index) => day.loaded.includes(index))) return null
  const last = events.findLast(({ kind }) => kind === 'loaded')
  return last ? new Date(last.at) : null
}

/** Finds the day for the booking's customer. */
export async function findOwnDay(ctx: Ctx, id: string, customerId: string): Promise<DayView | Refusal> {
  const parts = (await listParts(ctx, [id])).get(id.toLowerCase())
  if (!parts || parts.booking.customerId !== customerId || parts.booking.awaitingVerification)
    return refuse(commonRefusals.notFound)
  const { booking, day } = parts
  const now = ctx.clock.now()
  const position = stateOfClock(day) === 'on_the_way' && day.sharesPosition ? await findPosition(ctx, booking.id) : null
  const place = booking.work.places[0]
  const drive = position && place ? driveBetweenJobs({ ...position, outcode: place.outcode }, place) : null
  const eta = position && drive !== null ? addMinutes(position.at, drive) : day.lateEta
  return {
    ...commonOf(ctx, parts),
    hours: hoursView(booking, day, now),
    mayCancelFree: mayCancelFree(booking, now),
    mayDisputeCash: mayDisputeCash(day.cashState),
    consentKey:
      isAgreed(booking.status) && ctx.actor.kind === 'customer'
        ? consentKeyOf(ctx, booking.id, ctx.actor.sessionId).toString('base64url')
        : null,
    position: position && { ...position, at: position.at.toISOString() },
    eta: eta?.toISOString() ?? null,
  }
}

const findPosition = async (ctx: Ctx, bookingId: string) =>
  (await ctx.db
    .selectFrom('bookings.van_position')
    .select(['lat', 'lng', 'at'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()) ?? null

/** Reads the day for the unit's driver. */
export async function readDriverDay(ctx: Ctx, unitId: string, id: string): Promise<DriverDayView | Refusal> {
  const parts = (await listParts(ctx, [id])).get(id.toLowerCase())
  const van = parts && vanOfUnit(parts, unitId)
  if (!van || !hasDay(parts.booking.status)) return refuse(commonRefusals.notFound)
  const job = { ...parts.booking, start: new Date(van.start), end: new Date(van.end) }
  return driverDayOf(ctx, unitId, parts, (await listLeaves(ctx, unitId, [job])).get(job.id))
}

const vanOfUnit = ({ booking }: Pick<Parts, 'booking'>, unitId: string): BookedVan | undefined =>
  booking.vans.find((van) => van.unitId === unitId.toLowerCase())

export function driverDayOf(
  ctx: Ctx,
  unitId: string,
  parts: Parts,
  leave: DriverDayView['leave'] = null,
): DriverDayView {
  const { booking, day } = parts
  const own = hoursView(booking, day, ctx.clock.now())
  const van = vanOfUnit(parts, unitId)
  const cashToTakePence = isBesideLead(van?.van ?? null) ? null : cashDueOf(booking)
  return {
    ...commonOf(ctx, parts, van),
    workingUnitId: unitId,
    hours: ctx.actor.kind === 'driver' ? own : null,
    hoursState: own.state,
    sharesPosition: day.sharesPosition,
    leave,
    waiting: waitingView(ctx, booking, own),
    ceiling: ceilingView(ctx, booking, own),
    openChange: booking.openChange && {
      awaits: booking.changeAwaits ?? 'customer',
      what: booking.openChange.words || booking.openChange.label || '',
      amountPence: ctx.actor.kind === 'driver' ? booking.openChange.amountPence : null,
    },
    cashToTakePence,
    mayRecordCash: cashToTakePence !== null && mayRecordCash(stateOfClock(day), day.cashState),
  }
}

function waitingView(ctx: Ctx, { companyTerms: terms }: DayBooking, hours: HoursView): DriverDayView['waiting'] {
  if (!terms || terms.waitingPencePerHalfHour === 0) return null
  const isOwner = ctx.actor.kind === 'driver'
  return {
    freeMinutes: terms.freeWaitingMinutes,
    halfHourPence: isOwner ? terms.waitingPencePerHalfHour : null,
    roomPence: isOwner ? hours.waitingRoomPence : null,
  }
}

/** A hired driver sees the minutes alone. */
function ceilingView(ctx: Ctx, booking: DayBooking, { waitedMinutes }: HoursView): DriverDayView['ceiling'] {
  const room = ceilingRoomOf(agreedOf(booking), waitedMinutes)
  return room && ctx.actor.kind !== 'driver' ? { ...room, roomPence: null, halfHourPence: null } : room
}

/** Finds the day for the holder of the link. */
export async function findSharedDay(ctx: Ctx, id: string): Promise<AnswerOf<typeof getSharedDay> | undefined> {
  const parts = (await listParts(ctx, [id])).get(id)
  if (!parts) return undefined
  const { booking, day, events } = parts
  const now = ctx.clock.now()
  return {
    status: booking.status,
    startAt: booking.start.toISOString(),
    endAt: booking.end.toISOString(),
    clock: clockView(booking, day, now),
    events: events.map(happenedOf),
    arrivals: day.arrivals,
    likelyArrivals: likelyArrivalsOf(parts, now),
    maySayArrived: maySayArrived({ ...booking, state: stateOf(booking), day: booking.facts, now }),
  }
}
