import { listHeld, refuseHeld, type HeldBooking, type OwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import {
  commonRefusals,
  refuse,
  type AnswerOf,
  type FieldErrors,
  type InputOf,
  type Refusal,
} from '#shared/endpoint.ts'
import {
  addDays,
  ALL_HOURS,
  endOfDay,
  localDayOf,
  startOfDay,
  startOfWeek,
  toLocal,
  type HourMask,
  type LocalDay,
} from '#shared/local-time.ts'
import { lockUnit } from '../commands.ts'
import type {
  addVacation as addVacationEndpoint,
  saveAvailability as saveAvailabilityEndpoint,
  saveSchedule as saveScheduleEndpoint,
} from '../contract.ts'
import { listUnitCalendars } from '../queries.ts'
import { HOUR_KEYS, maskOfFlags, reasonNotFree } from '../rules.ts'
import { availabilityView, readWeek, type AvailabilityView, type BookingView } from '../week-queries.ts'
import {
  availabilityFlaw,
  hoursWhenWorked,
  joinVacations,
  MOST_DAYS_AHEAD,
  readWorkingHours,
  touches,
  vacationProblems,
} from './rules.ts'

/**
 * Replaces the whole week: a day that is not listed is a day off. Bookings outside the new hours stay and are listed in the answer,
 * because a new week is for jobs to come.
 */
export function saveSchedule(
  ctx: Ctx,
  unit: OwnUnit,
  entries: InputOf<typeof saveScheduleEndpoint>['body'],
): Promise<AnswerOf<typeof saveScheduleEndpoint> | Refusal> {
  return ctx.tx(async (tx) => {
    const days = readWorkingHours(entries, unit.unitId)
    if (!Array.isArray(days)) return refuse(commonRefusals.invalid, { errors: days })
    await lockUnit(tx, unit.unitId)
    await tx.db.deleteFrom('calendar.business_day').where('unitId', '=', unit.unitId).execute()
    await tx.db
      .insertInto('calendar.business_day')
      .values(
        days.map((day) => ({
          unitId: unit.unitId,
          dayOfWeek: day.dayOfWeek,
          startMinute: day.startMinute,
          endMinute: day.endMinute,
          dayOff: day.dayOff,
        })),
      )
      .execute()
    await tx.emit({ type: 'calendar.hours-changed', unitId: unit.unitId })
    const week = await readWeek(tx, unit.unitId, startOfWeek(localDayOf(tx.clock.now())), 7)
    return { ...week, bookingsOutside: await listOutside(tx, unit.unitId) }
  })
}

/** Takes the whole week away, as it was before the first was saved. Bookings stay. */
export const clearSchedule = (ctx: Ctx, { unitId }: OwnUnit): Promise<void> =>
  ctx.tx(async (tx) => {
    await lockUnit(tx, unitId)
    await tx.db.deleteFrom('calendar.business_day').where('unitId', '=', unitId).execute()
    await tx.emit({ type: 'calendar.hours-changed', unitId })
  })

/** Upcoming bookings that fall outside the week as it now is. */
async function listOutside(ctx: TxCtx, unitId: string): Promise<BookingView[]> {
  const now = ctx.clock.now()
  const until = startOfDay(addDays(localDayOf(now), MOST_DAYS_AHEAD))
  const held = await listHeld(ctx, unitId, now, until)
  if (held.length === 0) return []
  const calendar = (await listUnitCalendars(ctx, [unitId], now, until)).get(unitId)
  if (!calendar) return []
  // Only the week is asked: where they lead and what else the driver does was asked when they were booked.
  const noPlaces = { startPlace: null, endPlace: null, drivingMinutes: 0, dutyMinutes: 0 }
  const free = { ...calendar, holds: [] }
  return held
    .filter(({ start, end }) => reasonNotFree(free, { start, end, ...noPlaces }, () => 0) !== null)
    .map(heldView)
}

const heldView = (held: HeldBooking): BookingView => ({
  id: held.id,
  status: held.status,
  startAt: held.start.toISOString(),
  endAt: held.end.toISOString(),
  from: held.from,
  to: held.to,
  totalPence: held.totalPence,
  respondBy: held.respondBy?.toISOString() ?? null,
})

type Sent = InputOf<typeof saveAvailabilityEndpoint>['body']
type SentDay = Exclude<Sent, unknown[]>

/**
 * Changes hours of single days. They only take away from the business day and never affect a booking: one inside the time taken off
 * stays.
 */
export function saveAvailability(ctx: Ctx, unit: OwnUnit, sent: Sent): Promise<AvailabilityView[] | Refusal> {
  const days: SentDay[] = Array.isArray(sent) ? sent : [sent]
  const path = (index: number, field: string) => (Array.isArray(sent) ? `${index}.${field}` : field)
  return ctx.tx(async (tx) => {
    await lockUnit(tx, unit.unitId)
    const before = await freeHoursOf(
      tx,
      unit.unitId,
      days.map(({ dayOfWeek }) => dayOfWeek),
    )
    const now = toLocal(tx.clock.now())
    const errors: FieldErrors = {}
    const after = new Map<LocalDay, HourMask>()
    days.forEach((day, index) => {
      const saved = before.get(day.dayOfWeek)
      const mask = day.isAvailable ? maskOf(day) : 0
      const flaw = availabilityFlaw(day.dayOfWeek, { before: saved?.freeHours ?? ALL_HOURS, after: mask }, now)
      if (flaw) errors[path(index, 'day_of_week')] = [flaw]
      else if (after.has(day.dayOfWeek)) errors[path(index, 'day_of_week')] = ['This day is in the list already.']
      else if (day.id && day.id !== saved?.id) errors[path(index, 'id')] = ['This day is saved under another id.']
      after.set(day.dayOfWeek, mask)
    })
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    return writeAvailability(tx, unit.unitId, after, before)
  })
}

const maskOf = (day: SentDay): HourMask => maskOfFlags(HOUR_KEYS.map((key) => day[key]))

async function freeHoursOf(ctx: TxCtx, unitId: string, days: readonly LocalDay[]) {
  const rows = await ctx.db
    .selectFrom('calendar.availability')
    .select(['id', 'day', 'freeHours', 'hoursWhenWorked'])
    .where('unitId', '=', unitId)
    .where('day', 'in', [...days])
    .execute()
  return new Map(rows.map(({ day, ...row }) => [day, row]))
}

async function writeAvailability(
  ctx: TxCtx,
  unitId: string,
  after: ReadonlyMap<LocalDay, HourMask>,
  before: Awaited<ReturnType<typeof freeHoursOf>>,
): Promise<AvailabilityView[]> {
  const rows = await ctx.db
    .insertInto('calendar.availability')
    .values(
      [...after].map(([day, freeHours]) => ({
        unitId,
        day,
        freeHours,
        hoursWhenWorked: hoursWhenWorked(freeHours, before.get(day)),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['unitId', 'day']).doUpdateSet((eb) => ({
        freeHours: eb.ref('excluded.freeHours'),
        hoursWhenWorked: eb.ref('excluded.hoursWhenWorked'),
      })),
    )
    .returning(['id', 'day', 'freeHours', 'hoursWhenWorked'])
    .execute()
  return rows.toSorted((a, b) => (a.day < b.day ? -1 : 1)).map(availabilityView)
}

/** More than any calendar has; bounds what is read. */
const mostVacations = 200

/**
 * Adds days off, both ends included. If bookings fall in them nothing is saved and they are listed. Touching vacations are joined,
 * so sending one twice changes nothing.
 */
export function addVacation(
  ctx: Ctx,
  unit: OwnUnit,
  { startTime: startDay, endTime: endDay }: InputOf<typeof addVacationEndpoint>['body'],
): Promise<AnswerOf<typeof addVacationEndpoint> | Refusal> {
  return ctx.tx(async (tx) => {
    const problems = vacationProblems({ startDay, endDay }, localDayOf(tx.clock.now()))
    if (problems) return refuse(commonRefusals.invalid, { errors: problems })
    await lockUnit(tx, unit.unitId)
    const held = await listHeld(tx, unit.unitId, startOfDay(startDay), endOfDay(endDay))
    if (held.length > 0) return refuseHeld(held, 'start_time')
    const others = await tx.db
      .selectFrom('calendar.vacation')
      .select(['id', 'startDay', 'endDay'])
      .where('unitId', '=', unit.unitId)
      .where('endDay', '>=', addDays(startDay, -MOST_DAYS_AHEAD))
      .limit(mostVacations)
      .execute()
    const joined = joinVacations({ startDay, endDay }, others)
    const replacedIds = others.filter((other) => touches(joined, other)).map(({ id }) => id)
    if (replacedIds.length > 0) await tx.db.deleteFrom('calendar.vacation').where('id', 'in', replacedIds).execute()
    const { id } = await tx.db
      .insertInto('calendar.vacation')
      .values({ unitId: unit.unitId, startDay: joined.startDay, endDay: joined.endDay })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, startTime: joined.startDay, endTime: joined.endDay }
  })
}

export function removeVacation(ctx: Ctx, unit: OwnUnit, vacationId: string): Promise<undefined | Refusal> {
  return ctx.tx(async (tx) => {
    await lockUnit(tx, unit.unitId)
    const removed = await tx.db
      .deleteFrom('calendar.vacation')
      .where('id', '=', vacationId)
      .where('unitId', '=', unit.unitId)
      .returning('id')
      .executeTakeFirst()
    return removed ? undefined : refuse(commonRefusals.notFound)
  })
}
