import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { newId } from '#platform/new-id.ts'
import { commonRefusals, invalidField, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { sideOf } from '../../changes/queries.ts'
import type { Side } from '../../changes/rules.ts'
import { notifyCompany, notifyCustomer, notifyHiredDriver } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { mayAnswer } from '../../policy.ts'
import { lockBooking, refuseOtherVan, type BookingNow } from '../../queries.ts'
import { entryAuthorOf } from '../actions/commands.ts'
import { saveDay } from '../clock/commands.ts'
import { dayOpensAt } from '../clock/rules.ts'
import { appendEntry, lastEntry } from '../record/commands.ts'
import type { EntryKind } from '../rules.ts'
import { listParts, readCorrection, type Parts } from '../queries.ts'
import {
  correctionOpen,
  correctionOver,
  hoursSettled,
  otherSideAnswers,
  outOfOrder,
  tooManyCorrections,
  type answerCorrection as answerEndpoint,
  type correctTime as correctEndpoint,
} from './corrections-contract.ts'
import { actName, answered, askedCompany, askedCustomer, askedHired, type CorrectionDetails } from './messages.ts'
import { isOpenAt, type CorrectionRow, type CorrectionView } from './queries.ts'
import {
  actsOf,
  arrivalsOfActs,
  clockOfActs,
  correctionExpiry,
  fitTime,
  MOST_CORRECTIONS,
  provedAfter,
  withTime,
  type DayAction,
  type TimeFlaw,
} from './corrections-rules.ts'
import { hasDay } from '../../rules.ts'

/** A proposed time was not answered: the recorded one counts. */
export const correctionExpires = jobName<{ bookingId: string }>('bookings.correction-expires')

interface Party {
  booking: BookingNow
  side: Side
  parts: Parts
  acts: DayAction[]
}

/** The booking, locked, with its day and who is calling. */
async function lockDay(ctx: TxCtx, bookingId: string): Promise<Party | Refusal> {
  const booking = await lockBooking(ctx, bookingId)
  const side = booking && sideOf(ctx, booking)
  const parts = booking && (await listParts(ctx, [booking.id])).get(booking.id)
  if (!side || !parts) return refuse(commonRefusals.notFound)
  const other = await refuseOtherVan(ctx, booking)
  if (other) return other
  if (!hasDay(booking.status)) return refuse(commonRefusals.conflict)
  if (parts.day.hours === 'confirmed') return refuse(hoursSettled)
  return { booking, side, parts, acts: actsOf(parts.events) }
}

const FLAWS = {
  same: 'That is the time on record already.',
  future: 'This time hasn’t come yet. Enter one in the past.',
  before_day: 'This is before the day of the move began.',
} as const

function flawed(flaw: TimeFlaw, { parts }: Party): Refusal {
  if (flaw.kind !== 'out_of_order') return invalidField('happened_at', FLAWS[flaw.kind])
  const { after, before } = flaw
  const named = (act: DayAction) => actName(act, parts.booking)
  const detail =
    after && before
      ? `Enter a time between ${named(after)} and ${named(before)}, or correct one of these first.`
      : `Enter a time ${after ? 'after' : 'before'} ${named((after ?? before) as DayAction)}, or correct that first.`
  return refuse(outOfOrder, { detail })
}

const fit = ({ acts, booking }: Party, seq: number, to: Date, now: Date) =>
  fitTime(acts, { seq, to, opensAt: dayOpensAt(booking.start), now })

/** One side proposes another time. What its own side has asked for the same act is replaced. */
export const correctTime = (
  ctx: Ctx,
  bookingId: string,
  { seq, happenedAt, why }: InputOf<typeof correctEndpoint>['body'],
): Promise<CorrectionView | Refusal> =>
  ctx.tx(async (tx) => {
    const party = await lockDay(tx, bookingId)
    if (party instanceof Refusal) return party
    const { booking, side, parts } = party
    const act = party.acts.find((one) => one.seq === seq)
    if (!act) return invalidField('seq', 'Choose what to correct.')
    const now = tx.clock.now()
    const toAt = fit(party, seq, new Date(happenedAt), now)
    if (!(toAt instanceof Date)) return flawed(toAt, party)
    const standing = parts.corrections.find((row) => row.seq === seq && row.state === 'open')
    if (standing && isOpenAt(standing, now)) {
      if (standing.proposedBy !== side) return refuse(correctionOpen)
      if (Date.parse(standing.toAt) === toAt.getTime()) return readCorrection(tx, bookingId, standing.id)
    }
    if (parts.corrections.length >= MOST_CORRECTIONS) return refuse(tooManyCorrections)
    if (standing) await close(tx, standing.id, isOpenAt(standing, now) ? 'withdrawn' : 'expired')
    const payload = { act: seq, from: act.at.toISOString(), to: toAt.toISOString(), note: why ?? '' }
    await appendEntry(tx, booking.id, { kind: 'correction_proposed', who: entryAuthorOf(tx), happenedAt: now, payload })
    const row = {
      id: newId(tx.clock),
      bookingId: booking.id,
      seq,
      proposalSeq: (await lastEntry(tx, booking.id))?.seq ?? 0,
      proposedBy: side,
      fromAt: act.at,
      toAt,
      createdAt: now,
      expiresAt: correctionExpiry(now),
    }
    await tx.db.insertInto('bookings.day_correction').values(row).execute()
    await tx.enqueue(correctionExpires, { bookingId: booking.id }, { startAfter: row.expiresAt })
    const correction = { act, place: placeOf(parts, act), fromAt: act.at, toAt, why: why ?? '' }
    await notifyAsked(tx, booking, side, correction)
    await tx.emit({ type: 'bookings.day-changed', bookingId: booking.id, unitId: booking.unitId })
    return readCorrection(tx, booking.id, row.id)
  })

const placeOf = ({ booking }: Parts, { stop }: DayAction): string | undefined =>
  stop === null ? undefined : booking.work.places[stop]?.town

const close = (ctx: TxCtx, id: string, state: 'withdrawn' | 'expired') =>
  ctx.write(ctx.db.updateTable('bookings.day_correction').set({ state }).where('id', '=', id))

/** The other side agrees, or the recorded time stays. */
export const answerCorrection = (
  ctx: Ctx,
  bookingId: string,
  { correctionId, agree }: InputOf<typeof answerEndpoint>['body'],
): Promise<CorrectionView | Refusal> =>
  ctx.tx(async (tx) => {
    const party = await lockDay(tx, bookingId)
    if (party instanceof Refusal) return party
    const { booking, side, parts } = party
    const row = parts.corrections.find(({ id }) => id === correctionId)
    if (!row) return refuse(commonRefusals.notFound)
    if (row.proposedBy === side) return refuse(otherSideAnswers)
    if (side === 'mover' && !mayAnswer(tx.actor)) return refuse(commonRefusals.forbidden)
    const state = agree ? 'agreed' : 'refused'
    if (row.state === state) return readCorrection(tx, booking.id, row.id)
    const now = tx.clock.now()
    if (!isOpenAt(row, now)) return refuse(correctionOver)
    const toAt = agree ? fit(party, row.seq, new Date(row.toAt), now) : null
    if (toAt && !(toAt instanceof Date)) return flawed(toAt, party)
    await tx.db
      .updateTable('bookings.day_correction')
      .set({ state, answeredAt: now, ...(toAt ? { toAt } : {}) })
      .where('id', '=', row.id)
      .execute()
    const kind: EntryKind = agree ? 'correction_agreed' : 'correction_refused'
    const payload = { act: row.seq, from: new Date(row.fromAt).toISOString(), to: new Date(row.toAt).toISOString() }
    await appendEntry(tx, booking.id, { kind, who: entryAuthorOf(tx), happenedAt: now, payload })
    if (toAt) await apply(tx, party, row.seq, toAt)
    await notifyAnswered(tx, booking.id, row, parts, state)
    await tx.emit({ type: 'bookings.day-changed', bookingId: booking.id, unitId: booking.unitId })
    return readCorrection(tx, booking.id, row.id)
  })

/** The clock is that of the acts as they count now. */
async function apply(ctx: TxCtx, { booking, parts, acts }: Party, seq: number, at: Date): Promise<void> {
  const { day } = parts
  const corrected = withTime(acts, seq, at)
  const clock = clockOfActs(corrected, day, booking.start)
  const isStart = clock.startedAt?.getTime() !== day.startedAt?.getTime()
  const proved =
    isStart && clock.startedAt ? provedAfter(await provedStart(ctx, booking.id, at), clock.startedAt) : null
  await saveDay(ctx, booking.id, {
    ...clock,
    arrivals: arrivalsOfActs(corrected, day.arrivals),
    ...(proved ? { provedStartAt: proved } : {}),
  })
}

/** Start proved before the correction; the recorded start without a proof, and `otherwise` without either. */
async function provedStart(ctx: TxCtx, bookingId: string, fallback: Date): Promise<Date> {
  const day = await ctx.db
    .selectFrom('bookings.day')
    .select(['provedStartAt', 'startedAt'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  return day?.provedStartAt ?? day?.startedAt ?? fallback
}

async function notifyAsked(ctx: TxCtx, booking: BookingNow, by: Side, correction: CorrectionDetails): Promise<void> {
  const parties = await findParties(ctx, booking.id)
  if (by === 'mover') return notifyCustomer(ctx, parties, askedCustomer(correction))
  await notifyCompany(ctx, parties, 'booking_changed', askedCompany(correction))
  await notifyHiredDriver(ctx, parties, 'job_question', askedHired(correction))
}

/** Notifies the person who asked of the outcome, and a hired driver of the time that counts now. */
async function notifyAnswered(
  ctx: TxCtx,
  bookingId: string,
  row: CorrectionRow,
  parts: Parts,
  as: 'agreed' | 'refused' | 'expired',
): Promise<void> {
  const act = actsOf(parts.events).find(({ seq }) => seq === row.seq)
  if (!act) return
  const correction = {
    act,
    place: placeOf(parts, act),
    fromAt: new Date(row.fromAt),
    toAt: new Date(row.toAt),
    why: '',
  }
  const parties = await findParties(ctx, bookingId)
  if (row.proposedBy === 'customer') {
    await notifyCustomer(ctx, parties, answered(correction, as, 'customer'))
    if (as === 'agreed' && ctx.actor.kind === 'driver')
      await notifyHiredDriver(ctx, parties, 'job_changed', answered(correction, as, 'hired'))
    return
  }
  await notifyCompany(ctx, parties, 'booking_changed', answered(correction, as, 'mover'))
  await notifyHiredDriver(ctx, parties, 'job_changed', answered(correction, as, 'mover'))
}

/** Ends corrections after a day without an answer: nothing changes, and the person who asked is notified. */
export async function expireCorrections(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  const parts = booking && (await listParts(ctx, [bookingId])).get(bookingId)
  const open = parts?.corrections.filter(({ state }) => state === 'open') ?? []
  const [first] = open
  if (!booking || !parts || !first) return
  const now = ctx.clock.now()
  const over = open.filter((row) => !isOpenAt(row, now))
  if (over.length === 0) {
    const [due, soonest] = [new Date(first.expiresAt), addMinutes(now, 1)]
    return ctx.enqueue(correctionExpires, { bookingId }, { startAfter: due > soonest ? due : soonest })
  }
  for (const row of over) {
    await close(ctx, row.id, 'expired')
    await notifyAnswered(ctx, bookingId, row, parts, 'expired')
  }
  await ctx.emit({ type: 'bookings.day-changed', bookingId, unitId: booking.unitId })
}

/** Ends unanswered corrections without a change, because the hours are settled. The caller has locked the booking. */
export const endOpenCorrections = (ctx: TxCtx, bookingId: string): Promise<void> =>
  ctx.write(
    ctx.db
      .updateTable('bookings.day_correction')
      .set({ state: 'expired' })
      .where('bookingId', '=', bookingId)
      .where('state', '=', 'open'),
  )
