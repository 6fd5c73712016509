import { sql } from 'kysely'
import { holdTime, lockUnits, releaseHold, type LockedUnit } from '#modules/calendar/commands.ts'
import type { DriversHours } from '#modules/calendar/drivers-hours-rules.ts'
import { listUnitCalendars, type HoldPlace } from '#modules/calendar/queries.ts'
import { reasonNotFree, type Stay } from '#modules/calendar/rules.ts'
import { coversDay } from '#modules/fleet/documents/rules.ts'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import { coversJob } from '#modules/fleet/units/rules.ts'
import { termsToKeep } from '#modules/pricing/terms/queries.ts'
import { findBan } from '#modules/pricing/queries.ts'
import { planSizeOf, type FrozenPlan, type KeptWork } from '#modules/quoting/commands.ts'
import { hoursOfOrder, waitingOfOrder } from '#modules/quoting/load/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { Event } from '#platform/events.ts'
import { jobName } from '#platform/jobs.ts'
import { toJson } from '#platform/json-columns.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { addMinutes, lastDayOf } from '#shared/local-time.ts'
import { notCovered, slotTaken, vanKeptOut } from '../contract.ts'
import { holdPeople, releaseCrew } from '../crew/commands.ts'
import { sendNotice } from '../notices/commands.ts'
import { rolesOf } from '../policy.ts'
import { findParties, type Parties } from '../notices/queries.ts'
import type { BookingNow } from '../queries.ts'
import type { RescuePlan } from '../replacement/plan-rescue-queries.ts'
import { withdrawQuestion } from '../day/questions/ask-commands.ts'
import { isReportOpen } from '../answers/rules.ts'
import { eveningBefore, lateAt, outcomeAskedAt } from '../day/clock/rules.ts'
import { confirmedMarks } from './confirmation-rules.ts'
import { noOneTookAt, reconfirmationAt, respondBy } from '../rules.ts'
import {
  columnsAfter,
  stateOf,
  TRANSITIONS,
  type FirstStep,
  type StateColumns,
  type Step,
  type Transition,
} from './rules.ts'

interface OfBooking {
  bookingId: string
}

/** The driver's time to answer has run out. */
export const responseDue = jobName<OfBooking>('bookings.response-due')
/** An hour before the start. */
export const noOneTookDue = jobName<OfBooking>('bookings.no-one-took-due')
/** The driver is asked a day before the start to reconfirm the job. */
export const reconfirmationDue = jobName<OfBooking>('bookings.reconfirmation-due')

/** The evening before its day; its driver has not come; a day after its end it was not started or finished. Each looks at the booking. */
export const eveningDue = jobName<OfBooking>('bookings.evening-due')
export const latenessDue = jobName<OfBooking>('bookings.lateness-due')
export const outcomeDue = jobName<OfBooking>('bookings.outcome-due')

/** Unit that gets the booking, for steps that assign it. */
export interface Taker {
  unitId: string
  companyId: string
  /** Contained in the price, if they charge it. */
  vatPence?: number
  /** Vans and days of the unit's company, in place of those of the one that a plan has lost. */
  rescue?: Pick<RescuePlan, 'end' | 'work' | 'plan'>
}

/** What a step brings besides its row of the table. */
export interface StepMore {
  taker?: Taker
  set?: Partial<Marks>
  /** Reason given, for the trail and the list of the unit that had it. */
  reason?: string
  /** Figures for the trail: the cost and its debtor. */
  data?: Record<string, unknown>
  /** Sends no notice of this step; a later one of the same decision does. */
  isQuiet?: boolean
}

interface Marks {
  confirmedAt: Date | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  cancelledBy: 'customer' | 'driver' | 'office' | null
  cancellationFeePence: number
  byMover: boolean
  claimedFeePence: number | null
  disputedAt: Date | null
  rejectReason: string | null
}

/**
 * Takes a booking one step further, with everything that follows. The only writer of a status. Refuses, changing nothing, if the
 * step is not possible from the current state or the time it needs is not free.
 */
export async function transition(
  ctx: TxCtx,
  booking: BookingNow,
  step: Step,
  more: StepMore = {},
): Promise<Refusal | undefined> {
  const { taker, set, reason } = more
  const now = ctx.clock.now()
  const row: Transition = TRANSITIONS[step]
  const columns = columnsAfter(stateOf(booking), step)
  if (!columns) return refuse(commonRefusals.conflict)
  const unitId = taker?.unitId ?? booking.unitId
  const refused =
    row.hold === 'take'
      ? await holdJob(ctx, { ...booking, ...taker?.rescue, unitId })
      : row.needsDocuments && (await findDocumentRefusal(ctx, { ...booking, unitId }))
  if (refused) return refused
  // The parties are read before the company leaves the booking; a new company is read afterwards.
  const parties = row.leavesUnit && row.notices.length > 0 ? await findParties(ctx, booking.id) : undefined
  const answerBy = row.deadlines.includes('response') ? respondBy(now, booking.start) : booking.respondBy
  const marks = row.events.includes('bookings.confirmed') ? confirmedMarks(now, booking.start, row.atOnce) : {}
  const { numUpdatedRows } = await ctx.db
    .updateTable('bookings.booking')
    .set((eb) => ({
      ...stored(columns),
      respondBy: answerBy,
      version: eb('version', '+', 1),
      ...marks,
      ...(reason && !row.leavesUnit ? { rejectReason: reason } : {}),
      ...set,
      ...(taker ? takerColumns(taker, now) : {}),
      ...(row.leavesUnit ? { unitId: null, companyId: null, companyTerms: null } : {}),
    }))
    .where('id', '=', booking.id)
    .$if(!ctx.config.guardOff.has('booking_version'), (update) => update.where('version', '=', booking.version))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('A booking was taken a step further without its lock')
  if (taker?.rescue) await saveVans(ctx, booking.id, taker.rescue.plan)
  if (taker?.rescue && !(await holdPeople(ctx, booking.id))) return refuse(slotTaken, { detail: TOO_FEW })
  if (isReportOpen(booking) && columns.status !== 'confirmed')
    await withdrawQuestion(ctx, { bookingId: booking.id, kind: 'reported' })
  if (row.hold === 'free') await releaseHold(ctx, { bookingId: booking.id })
  if (row.leavesUnit && booking.unitId) await recordLostJob(ctx, booking, row.leavesUnit, reason)
  const after = { ...booking, ...taker?.rescue, unitId, respondBy: answerBy }
  await applyTransitionEffects(ctx, after, step, { before: parties, ...more })
  return undefined
}

/** In the lists of the units that had it, which are not offered it again. */
const recordLostJob = (
  ctx: TxCtx,
  { id: bookingId, unitIds, start: startAt }: BookingNow,
  status: 'rejected' | 'not_taken_by_driver',
  reason?: string,
): Promise<void> =>
  ctx.write(
    ctx.db
      .insertInto('bookings.lost_job')
      .values(unitIds.map((unitId) => ({ bookingId, unitId, startAt, status, reason, at: ctx.clock.now() })))
      .onConflict((conflict) =>
        conflict.columns(['bookingId', 'unitId']).doUpdateSet({ status, reason, at: ctx.clock.now() }),
      ),
  )

/** The vans of a plan on their days, which take the place of the booking's own row. */
export const saveVans = (ctx: TxCtx, bookingId: string, { stretches }: FrozenPlan) =>
  sql`/* booking-vans */
    insert into bookings.booking_van (booking_id, van, day, unit_id, state, during, trips, help, items, lines, total_pence,
      commissionable_pence, minimum_time_pence, driving_minutes, duty_minutes)
    select b.id, s.van, s.day, s."unitId", bookings.state_of(b), tstzrange(s.start, s."heldUntil"), s.trips, s.help, s.share, s.lines,
      s."totalPence", s."commissionablePence", s."minimumTimePence", s."drivingMinutes", s."dutyMinutes"
    from bookings.booking b, jsonb_to_recordset(${JSON.stringify(stretches)}::jsonb) s (van int, day int, "unitId" uuid, start timestamptz,
      "heldUntil" timestamptz, trips int, help text, share jsonb, lines jsonb, "totalPence" int, "commissionablePence" int,
      "minimumTimePence" int, "drivingMinutes" int, "dutyMinutes" int)
    where b.id = ${bookingId}
    on conflict (booking_id, van, day) do update set unit_id = excluded.unit_id, during = excluded.during, trips = excluded.trips,
      help = excluded.help, items = excluded.items, lines = excluded.lines, total_pence = excluded.total_pence,
      commissionable_pence = excluded.commissionable_pence, minimum_time_pence = excluded.minimum_time_pence,
      driving_minutes = excluded.driving_minutes, duty_minutes = excluded.duty_minutes`.execute(ctx.db)

/** The first step of a booking that has just been inserted: holds its time and applies the effects. */
export async function enterLifecycle(
  ctx: TxCtx,
  booking: FollowedBooking & BookedJob,
  step: FirstStep,
): Promise<Refusal | undefined> {
  const refused = TRANSITIONS[step].hold === 'take' ? await holdJob(ctx, booking) : undefined
  if (refused) return refused
  await applyTransitionEffects(ctx, booking, step)
  return undefined
}

export const CAN_WORK = ['operating', 'insurance_expires_soon']

interface BookedJob {
  id: string
  unitId: string | null
  start: Date
  end: Date
  work: KeptWork
  help: HelpLevel
  /** Several vans or days, whose rows say which. */
  isPlanned: boolean
  /** The vans and days, where their rows are not written yet. */
  plan?: FrozenPlan
}

/** A unit's time for one day of the job. */
interface Stretch extends DriversHours {
  unitId: string
  start: Date
  /** Waiting that was declared included. */
  end: Date
  help: HelpLevel
}

const TOO_FEW = 'Too few of this company’s people are free then. Choose another company or time.'

/** Holds the vans of a booking and, for a plan, their people: all of it or nothing, also where a refusal is not the end of the command. */
async function holdJob(ctx: TxCtx, job: BookedJob): Promise<Refusal | undefined> {
  const refused = await holdJobTime(ctx, job)
  if (!job.isPlanned || (!refused && (job.plan || (await holdPeople(ctx, job.id))))) return refused
  await releaseHold(ctx, { bookingId: job.id })
  await releaseCrew(ctx, { bookingId: job.id })
  return refused ?? refuse(slotTaken, { detail: TOO_FEW })
}

/**
 * Lock, check, hold: the lock avoids needless conflicts, the check gives a precise reason, the database constraint guarantees it. All vans
 * of a plan or none; their units are locked in the order of their ids, so that no two bookings wait for each other.
 */
export async function holdJobTime(ctx: TxCtx, job: BookedJob): Promise<Refusal | undefined> {
  const stretches = await stretchesOf(ctx, job)
  if (stretches.length === 0) return refuse(slotTaken)
  const units = await lockUnitsOf(ctx, stretches)
  for (const stretch of stretches) {
    const refused = await holdStretch(ctx, job, stretch, units.get(stretch.unitId))
    if (refused) return refused
  }
  return undefined
}

/** What each van does on each day, the lead's last; at the job's start, which may be another than the one that was booked. */
export async function stretchesOf(ctx: Ctx, { id, unitId, isPlanned, plan, ...job }: BookedJob): Promise<Stretch[]> {
  const ofPlan = plan?.stretches.map((one) => ({ ...one, start: new Date(one.start), end: new Date(one.heldUntil) }))
  if (ofPlan) return ofPlan.toReversed()
  if (isPlanned) return readStretches(ctx, id, job.start)
  return unitId
    ? [{ unitId, start: job.start, end: heldUntilOf(job), help: job.help, ...hoursOfOrder(job.work.order) }]
    : []
}

async function readStretches(ctx: Ctx, bookingId: string, start: Date): Promise<Stretch[]> {
  const rows = await ctx.db
    .selectFrom('bookings.booking_van')
    .select(['unitId', 'help'])
    .select((eb) => [
      eb.fn.coalesce('drivingMinutes', sql.lit(0)).as('drivingMinutes'),
      eb.fn.coalesce('dutyMinutes', sql.lit(0)).as('dutyMinutes'),
    ])
    .select([sql<Date>`lower(during)`.as('start'), sql<Date>`upper(during)`.as('end')])
    .where('bookingId', '=', bookingId)
    .orderBy('van', 'desc')
    .orderBy('day')
    .execute()
  const first = rows.reduce((least, row) => Math.min(least, row.start.getTime()), Infinity)
  const moved = (at: Date) => new Date(at.getTime() + start.getTime() - first)
  return rows.map((row) => ({ ...row, start: moved(row.start), end: moved(row.end) }))
}

/** Locks the units of all of its vans, in the order of their ids. */
export const lockUnitsOf = (ctx: TxCtx, stretches: readonly Pick<Stretch, 'unitId'>[]) =>
  lockUnits(ctx, unitIdsOf(stretches))

export const unitIdsOf = (stretches: readonly Pick<Stretch, 'unitId'>[]): string[] => [
  ...new Set(stretches.map(({ unitId }) => unitId)),
]

/** Takes the unit's time for that day, which the caller has locked; refused, with nothing held, if it is not free or may not come. */
export async function holdStretch(
  ctx: TxCtx,
  { id: bookingId, work, ...job }: BookedJob,
  { unitId, help, ...times }: Stretch,
  unit: LockedUnit | undefined,
): Promise<Refusal | undefined> {
  const [startPlace, endPlace] = [work.places[0], work.places.at(-1)]
  if (!startPlace || !endPlace || !unit || !CAN_WORK.includes(unit.status)) return refuse(slotTaken)
  const isRechecked = !ctx.config.guardOff.has('recheck')
  // The quote may date from before a document or a person's check was found to expire.
  if (isRechecked && !coversJob(unit, help, lastDayOf(times.start, times.end)))
    return refuse(slotTaken, { detail: 'This driver is no longer available that day. Choose another driver or time.' })
  const stay = { ...times, startPlace, endPlace }
  if (isRechecked && !(await isStillFree(ctx, unitId, stay))) return refuse(slotTaken)
  const keptOut = isRechecked
    ? await findZoneBan(ctx, unitId, { start: times.start, end: job.isPlanned ? times.end : job.end, work })
    : undefined
  if (keptOut) return refuse(vanKeptOut, { detail: `This van may not enter the ${keptOut}. Choose another driver.` })
  return (await holdTime(ctx, { unitId, heldFor: { bookingId }, ...stay })) ? undefined : refuse(slotTaken)
}

/** Waiting that was declared included. */
const heldUntilOf = ({ end, work }: Pick<BookedJob, 'end' | 'work'>): Date =>
  addMinutes(end, waitingOfOrder(work.order))

/** Read without a lock: nothing of the unit's time changes here, and who confirms goes on to lock the company. */
async function findDocumentRefusal(ctx: TxCtx, { unitId, ...job }: BookedJob): Promise<Refusal | undefined> {
  const units = ctx.db.selectFrom('fleet.working_unit').select('papersUntil')
  const unit = unitId ? await units.where('id', '=', unitId).executeTakeFirst() : undefined
  const isCovered = unit && coversDay(unit.papersUntil, lastDayOf(job.start, heldUntilOf(job)))
  return isCovered ? undefined : refuse(notCovered)
}

/** The zone that keeps the unit's van out, which may be another van than the one that was quoted. Most bookings meet none, and ask nothing. */
async function findZoneBan(
  ctx: TxCtx,
  unitId: string,
  { start, end, work }: Pick<BookedJob, 'start' | 'end' | 'work'>,
) {
  const zones = work.order.zones?.filter(({ kind }) => kind === 'ban') ?? []
  const visits = zones.map(({ code }) => ({ zone: code, start, end }))
  return visits.length > 0 ? findBan(ctx, unitId, visits) : undefined
}

async function isStillFree(ctx: TxCtx, unitId: string, stay: Stay<HoldPlace>): Promise<boolean> {
  const calendar = (await listUnitCalendars(ctx, [unitId], stay.start, stay.end)).get(unitId)
  return calendar !== undefined && reasonNotFree(calendar, stay, driveBetweenJobs) === null
}

type FollowedBooking = Pick<
  BookingNow,
  'id' | 'unitId' | 'start' | 'end' | 'respondBy' | 'awaitingVerification' | 'createdAt'
>

/** Emits the events, queues the deadlines and sends the notices of a step. */
async function applyTransitionEffects(
  ctx: TxCtx,
  booking: FollowedBooking,
  step: Step,
  { before, reason, data, isQuiet }: Omit<StepMore, 'taker' | 'set'> & { before?: Parties | undefined } = {},
): Promise<void> {
  const { by, atOnce, events, deadlines, notices }: Transition = TRANSITIONS[step]
  if (!by.some((who) => rolesOf(ctx.actor).includes(who)))
    throw new Error(`A ${ctx.actor.kind} may not take the step ${step}`)
  const { id: bookingId, unitId, start, respondBy } = booking
  // More events than the compiler tells apart by their name at once.
  for (const type of events)
    await ctx.emit({ type, bookingId, unitId, reason, data: atOnce ? { ...data, atOnce } : data } as Event)
  if (respondBy && deadlines.includes('response'))
    await ctx.enqueue(responseDue, { bookingId }, { startAfter: respondBy })
  if (deadlines.includes('no_one_took'))
    await ctx.enqueue(noOneTookDue, { bookingId }, { startAfter: noOneTookAt(start) })
  const askAt = deadlines.includes('reconfirm') && reconfirmationAt(start, booking.createdAt, ctx.clock.now())
  if (askAt) await ctx.enqueue(reconfirmationDue, { bookingId }, { startAfter: askAt })
  if (deadlines.includes('day')) await queueDay(ctx, booking)
  // No driver was asked for an unverified booking, and its address may be a stranger's, so no notice is sent.
  if (isQuiet || notices.length === 0 || (booking.awaitingVerification && (step === 'nobody' || step === 'cancel')))
    return
  const parties = before ?? (await findParties(ctx, bookingId))
  const owedPence = typeof data?.['owedToCustomerPence'] === 'number' ? data['owedToCustomerPence'] : 0
  for (const notice of notices) await sendNotice(ctx, { ...parties, respondBy, owedPence, about: data }, notice)
}

/** What time has to do about a booking's day; again if its time is changed. Each job looks at the time as it is then. */
export async function queueDay(ctx: TxCtx, { id: bookingId, start, end }: Pick<BookingNow, 'id' | 'start' | 'end'>) {
  const now = ctx.clock.now()
  const evening = eveningBefore(start)
  if (evening > now) await ctx.enqueue(eveningDue, { bookingId }, { startAfter: evening })
  await ctx.enqueue(latenessDue, { bookingId }, { startAfter: lateAt(start) })
  await ctx.enqueue(outcomeDue, { bookingId }, { startAfter: outcomeAskedAt(end) })
  await claimDeadlineQueue(ctx, bookingId)
}

/** False if the deadlines of its day were queued before. */
export async function claimDeadlineQueue(ctx: TxCtx, bookingId: string): Promise<boolean> {
  const made = await ctx.db
    .insertInto('bookings.day_deadlines')
    .values({ bookingId, queuedAt: ctx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('bookingId')
    .executeTakeFirst()
  return made !== undefined
}

export const stored = (columns: StateColumns) => ({
  status: columns.status,
  isHot: columns.isHot,
  awaitingVerification: columns.awaitingVerification,
})

/** A booking is agreed on the terms of the company that has it. */
const takerColumns = ({ unitId, companyId, vatPence, rescue }: Taker, now: Date) => ({
  unitId,
  companyId,
  companyTerms: termsToKeep(companyId, now),
  ...(vatPence === undefined ? {} : { vatPence }),
  ...(rescue ? { endAt: rescue.end, work: toJson(rescue.work), plan: toJson(planSizeOf(rescue.plan)) } : {}),
})
