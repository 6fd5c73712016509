import { holdTime, lockUnit, releaseHold } from '#modules/calendar/commands.ts'
import { listUnitCalendars, type HoldPlace } from '#modules/calendar/queries.ts'
import { whyNotFree, type Stay } from '#modules/calendar/rules.ts'
import { coversDay } from '#modules/fleet/documents/rules.ts'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import { coversJob } from '#modules/fleet/units/rules.ts'
import { termsToKeep } from '#modules/pricing/customer-terms/queries.ts'
import { findBan } from '#modules/pricing/road-charges/queries.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import { hoursOfOrder, waitingOfOrder } from '#modules/quoting/load/rules.ts'
import { driveBetweenJobs } from '#modules/quoting/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'
import type { EventOf } from '#platform/events.ts'
import { jobName } from '#platform/jobs.ts'
import type { Actor } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { addMinutes, lastDayOf } from '#shared/local-time.ts'
import { notCovered, slotTaken, vanKeptOut } from '../contract.ts'
import { sendNotice } from '../notices/commands.ts'
import { findParties, type Parties } from '../notices/queries.ts'
import type { BookingNow } from '../queries.ts'
import { noOneTookAt, respondBy } from '../rules.ts'
import {
  columnsAfter,
  stateOf,
  TRANSITIONS,
  type BookingEventName,
  type StateColumns,
  type Step,
  type Transition,
  type Who,
} from './rules.ts'

interface OfBooking {
  bookingId: string
}

/** The driver's time to answer has run out. */
export const responseDue = jobName<OfBooking>('bookings.response-due')
/** An hour before the start. */
export const noOneTookDue = jobName<OfBooking>('bookings.no-one-took-due')

/** For steps that give the booking to somebody: who gets it. */
export interface Taker {
  unitId: string
  companyId: string
}

/**
 * Takes a booking one step further, with everything that follows. The only writer of a status. Refuses, changing nothing, if the
 * step is not possible from the current state or the time it needs is not free.
 */
export async function transition(
  ctx: TxCtx,
  booking: BookingNow,
  step: Step,
  taker?: Taker,
): Promise<Refusal | undefined> {
  const row: Transition = TRANSITIONS[step]
  const columns = columnsAfter(stateOf(booking), step)
  if (!columns) return refuse(commonRefusals.conflict)
  const unitId = taker?.unitId ?? booking.unitId
  const refused =
    row.hold === 'take'
      ? await takeTime(ctx, { ...booking, unitId })
      : row.needsPapers && (await papersFlaw(ctx, { ...booking, unitId }))
  if (refused) return refused
  // Read before the company leaves it; whoever takes it is read afterwards.
  const parties = row.leavesUnit && row.notices.length > 0 ? await findParties(ctx, booking.id) : undefined
  const answerBy = row.deadlines.includes('response') ? respondBy(ctx.clock.now(), booking.start) : booking.respondBy
  const { numUpdatedRows } = await ctx.db
    .updateTable('bookings.booking')
    .set((eb) => ({
      ...stored(columns),
      respondBy: answerBy,
      version: eb('version', '+', 1),
      ...(taker ? takenBy(taker, ctx.clock.now()) : {}),
      ...(row.leavesUnit ? { unitId: null, companyId: null, companyTerms: null } : {}),
    }))
    .where('id', '=', booking.id)
    .where('version', '=', booking.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('A booking was taken a step further without its lock')
  if (row.hold === 'free') await releaseHold(ctx, { bookingId: booking.id })
  await follow(ctx, { ...booking, unitId, respondBy: answerBy }, step, parties)
  return undefined
}

/** The first step of a booking that has just been inserted: holds its time and applies the effects. */
export async function begin(
  ctx: TxCtx,
  booking: FollowedBooking & BookedJob,
  step: 'book' | 'book_unverified',
): Promise<Refusal | undefined> {
  const refused = TRANSITIONS[step].hold === 'take' ? await takeTime(ctx, booking) : undefined
  if (refused) return refused
  await follow(ctx, booking, step)
  return undefined
}

const CAN_WORK = ['operating', 'insurance_expires_soon']

interface BookedJob {
  id: string
  unitId: string | null
  start: Date
  end: Date
  work: KeptWork
  help: HelpLevel
}

/** Lock, check, hold: the lock avoids needless conflicts, the check gives a precise reason, the database constraint guarantees it. */
async function takeTime(ctx: TxCtx, { id: bookingId, unitId, ...job }: BookedJob): Promise<Refusal | undefined> {
  const [startPlace, endPlace] = [job.work.places[0], job.work.places.at(-1)]
  const unit = unitId ? await lockUnit(ctx, unitId) : undefined
  if (!unitId || !startPlace || !endPlace || !unit || !CAN_WORK.includes(unit.status)) return refuse(slotTaken)
  const { order } = job.work
  const end = endOfStay(job)
  // Its quote may be from before a document or somebody's check was found to expire.
  if (!ctx.config.guardOff.has('recheck') && !coversJob(unit, job.help, lastDayOf(job.start, end)))
    return refuse(slotTaken, { detail: 'This driver cannot take that day any more. Choose another driver or time.' })
  const stay = { start: job.start, end, startPlace, endPlace, ...hoursOfOrder(order) }
  if (!ctx.config.guardOff.has('recheck') && !(await isStillFree(ctx, unitId, stay))) return refuse(slotTaken)
  const keptOut = ctx.config.guardOff.has('recheck') ? undefined : await banOf(ctx, unitId, job)
  if (keptOut) return refuse(vanKeptOut, { detail: `This van may not enter the ${keptOut}. Choose another driver.` })
  return (await holdTime(ctx, { unitId, heldFor: { bookingId }, ...stay })) ? undefined : refuse(slotTaken)
}

/** Waiting that was declared included. */
const endOfStay = ({ end, work }: Pick<BookedJob, 'end' | 'work'>): Date => addMinutes(end, waitingOfOrder(work.order))

/** Read without a lock: nothing of the unit's time changes here, and who confirms goes on to lock the company. */
async function papersFlaw(ctx: TxCtx, { unitId, ...job }: BookedJob): Promise<Refusal | undefined> {
  const units = ctx.db.selectFrom('fleet.working_unit').select('papersUntil')
  const unit = unitId ? await units.where('id', '=', unitId).executeTakeFirst() : undefined
  const isCovered = unit && coversDay(unit.papersUntil, lastDayOf(job.start, endOfStay(job)))
  return isCovered ? undefined : refuse(notCovered)
}

/** The zone that keeps the unit's van out, which may be another van than the one that was quoted. Most bookings meet none, and ask nothing. */
async function banOf(ctx: TxCtx, unitId: string, { start, end, work }: Pick<BookedJob, 'start' | 'end' | 'work'>) {
  const zones = work.order.zones?.filter(({ kind }) => kind === 'ban') ?? []
  const visits = zones.map(({ code }) => ({ zone: code, start, end }))
  return visits.length > 0 ? findBan(ctx, unitId, visits) : undefined
}

async function isStillFree(ctx: TxCtx, unitId: string, stay: Stay<HoldPlace>): Promise<boolean> {
  const calendar = (await listUnitCalendars(ctx, [unitId], stay.start, stay.end)).get(unitId)
  return calendar !== undefined && whyNotFree(calendar, stay, driveBetweenJobs) === null
}

type FollowedBooking = Pick<BookingNow, 'id' | 'unitId' | 'start' | 'respondBy' | 'awaitingVerification'>

/** Emits the events, queues the deadlines and sends the notices of a step. */
async function follow(ctx: TxCtx, booking: FollowedBooking, step: Step, before?: Parties): Promise<void> {
  const { by, events, deadlines, notices }: Transition = TRANSITIONS[step]
  if (!by.some((who) => rolesOf(ctx.actor).includes(who)))
    throw new Error(`A ${ctx.actor.kind} may not take the step ${step}`)
  const { id: bookingId, unitId, start, respondBy } = booking
  for (const type of events) await ctx.emit({ type, bookingId, unitId })
  if (respondBy && deadlines.includes('response'))
    await ctx.enqueue(responseDue, { bookingId }, { startAfter: respondBy })
  if (deadlines.includes('no_one_took'))
    await ctx.enqueue(noOneTookDue, { bookingId }, { startAfter: noOneTookAt(start) })
  // No driver was asked for a booking that was never verified, so there is nobody to notify.
  if (notices.length === 0 || (booking.awaitingVerification && step === 'nobody')) return
  const parties = before ?? (await findParties(ctx, bookingId))
  for (const notice of notices) await sendNotice(ctx, { ...parties, respondBy }, notice)
}

/** Jobs have no identity, nor has somebody who follows a mailed link without signing in. */
const ROLES: Record<Actor['kind'], readonly Who[]> = {
  visitor: ['clock', 'link'],
  customer: ['customer', 'link'],
  bookingToken: ['customer', 'link'],
  driver: ['driver', 'link'],
  hired: ['hired', 'link'],
  admin: ['office', 'link'],
}

const rolesOf = (actor: Actor): readonly Who[] =>
  actor.kind === 'hired' && actor.company?.mayAnswer ? [...ROLES.hired, 'trusted'] : ROLES[actor.kind]

export const stored = (columns: StateColumns) => ({
  status: columns.status,
  isHot: columns.isHot,
  awaitingVerification: columns.awaitingVerification,
})

/** A booking is agreed on the terms of the company that has it. */
const takenBy = ({ unitId, companyId }: Taker, now: Date) => ({
  unitId,
  companyId,
  companyTerms: termsToKeep(companyId, now),
})

/** What happened, and who did it. The trail is read from these rows, never inferred from the status. */
export async function keepTrail(ctx: TxCtx, event: EventOf<BookingEventName>): Promise<void> {
  const { actor } = ctx
  await ctx.write(
    ctx.db.insertInto('bookings.event').values({
      bookingId: event.bookingId,
      at: ctx.clock.now(),
      kind: event.type.slice('bookings.'.length).replaceAll('-', '_'),
      actorKind: actor.kind === 'visitor' ? 'system' : actor.kind,
      actorId: actor.kind === 'visitor' ? null : actor.userId,
      unitId: event.unitId,
    }),
  )
}
