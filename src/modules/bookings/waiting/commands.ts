import { sql } from 'kysely'
import { detachUpload } from '#modules/files/commands.ts'
import { confirmsAtOnce } from '#modules/fleet/units/rules.ts'
import {
  closeByPhone,
  isByPhone,
  openByPhone,
  sendStartCode,
  tryStartCode,
  type StartTry,
} from '#modules/identity/opened-accounts/commands.ts'
import { mailVerificationAgain } from '#modules/identity/registration/resend-verification-commands.ts'
import type { StartedBooking } from '#modules/identity/verification/commands.ts'
import { codeExpired } from '#modules/identity/verification/contract.ts'
import { eraseMessages } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { countOf } from '#shared/texts.ts'
import { invalidField, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { tooManyOpen } from '../contract.ts'
import { confirmsFromHours } from '../create/queries.ts'
import { bookingIdOf, hashOf } from '../gateway.ts'
import { transition } from '../lifecycle/commands.ts'
import { stateOf, TRANSITIONS, columnsAfter } from '../lifecycle/rules.ts'
import { waitingBookingOf } from '../notices/commands.ts'
import { findParties } from '../notices/queries.ts'
import { replaceVan } from '../replacement/lost-vans-commands.ts'
import { findBooking, lockBooking, type BookingNow } from '../queries.ts'
import { MOST_OPEN_BOOKINGS, awaitsCustomer, isNotBegun, noOneTookAt } from '../rules.ts'
import { findStop, listUpcomingJobs, listUnitsOfOwner, countOpenByPhone } from './queries.ts'
import { notWaiting, type getStartCode, type sendAgain, type startBooking } from './contract.ts'

/** The address has been verified: starts the booking that was waiting for it. */
export async function startWaitingBooking(
  ctx: TxCtx,
  { bookingId, userId }: { bookingId: string; userId: string },
): Promise<StartedBooking | null> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking) return null
  if (booking.customerId !== userId) {
    // Already started by a code to the phone, with an account of its own; the booking moves to the verified account.
    if (!(await isByPhone(ctx, booking.customerId))) return null
    await assignTo(ctx, booking, userId)
    if (!(await hasBookings(ctx, booking.customerId))) await closeByPhone(ctx, booking.customerId)
  }
  return start(ctx, booking)
}

/** Holds the booking's time, or ends it if the time has gone. */
async function start(ctx: TxCtx, booking: BookingNow): Promise<StartedBooking> {
  const hash = hashOf(ctx, booking.id)
  if (!awaitsCustomer(booking)) return { hash, status: booking.status, isHeld: isNotBegun(booking.status) }
  const isTooLate = noOneTookAt(booking.start) <= ctx.clock.now()
  const step = await verifyingStep(ctx, booking)
  const isHeld = !isTooLate && (await transition(ctx, booking, step)) === undefined
  if (!isHeld) await transition(ctx, booking, 'time_gone')
  return { hash, status: TRANSITIONS[isHeld ? step : 'time_gone'].to, isHeld }
}

/** The vans may confirm automatically: by their setting now, and with the notice that is left. */
async function verifyingStep(ctx: TxCtx, { unitIds, start: startAt }: BookingNow) {
  const { rows } = await sql<{ hours: number | null }>`/* verified-at-once */
    select ${confirmsFromHours(sql`select unnest(${unitIds}::uuid[])`)} as hours`.execute(ctx.db)
  return confirmsAtOnce([rows[0]?.hours ?? null], ctx.clock.now(), startAt) ? 'verify_at_once' : 'verify'
}

/** The office may have booked for the same number since. */
const hasBookings = async (ctx: TxCtx, customerId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('bookings.booking')
    .select('id')
    .where('customerId', '=', customerId)
    .limit(1)
    .executeTakeFirst()) !== undefined

const assignTo = (ctx: TxCtx, { id }: BookingNow, customerId: string) =>
  ctx.db.updateTable('bookings.booking').set({ customerId }).where('id', '=', id).execute()

/** Texts a code to the person who made a waiting booking. Anybody with the booking's link may request it. */
export async function textStartCode(ctx: Ctx, hash: string): Promise<AnswerOf<typeof getStartCode> | Refusal> {
  const id = bookingIdOf(ctx, hash)
  const booking = id && (await findBooking(ctx, id))
  if (!booking) return refuseMiss(ctx, 'shared-booking')
  if (!awaitsCustomer(booking)) return refuse(notWaiting)
  const sent = await sendStartCode(ctx, booking.id)
  if (sent instanceof Refusal) return sent
  const phoneEnding = sent.phone.slice(-3)
  const detail = `We have sent a code to your number that ends in ${phoneEnding}.`
  return { detail, phoneEnding, expiresAt: sent.expiresAt.toISOString() }
}

/**
 * Sends the link by email and, if the number can be texted, a code. Both go only to the person who made the booking.
 */
export async function sendBothAgain(ctx: Ctx, hash: string): Promise<AnswerOf<typeof sendAgain> | Refusal> {
  const id = bookingIdOf(ctx, hash)
  const booking = id && (await findBooking(ctx, id))
  if (!booking) return refuseMiss(ctx, 'shared-booking')
  if (!awaitsCustomer(booking)) return refuse(notWaiting)
  const refused = await ctx.tx(async (tx) =>
    mailVerificationAgain(tx, waitingBookingOf(await findParties(tx, booking.id))),
  )
  if (refused) return refused
  const texted = await sendStartCode(ctx, booking.id)
  if (texted instanceof Refusal) return { detail: 'We have sent the email again.', phoneEnding: null }
  const phoneEnding = texted.phone.slice(-3)
  const detail = `We have sent the email again, and a code to your number that ends in ${phoneEnding}.`
  return { detail, phoneEnding }
}

/** The code proves the phone, so the booking starts, but under an account of its own: the address is still unverified. */
export async function startByPhone(
  ctx: Ctx,
  hash: string,
  code: string,
): Promise<AnswerOf<typeof startBooking> | Refusal> {
  const id = bookingIdOf(ctx, hash)
  if (!id) return refuseMiss(ctx, 'shared-booking')
  const outcome = await ctx.tx((ctx) => tryToStart(ctx, id, code))
  if (outcome instanceof Refusal || 'hash' in outcome)
    return outcome instanceof Refusal ? outcome : { detail: 'Your phone number is confirmed.', booking: outcome }
  // A wrong guess has to be recorded even though the command is refused.
  if (outcome.kind === 'expired') return refuse(codeExpired)
  const tries = countOf(outcome.left, 'try', 'tries')
  return invalidField('code', `That isn’t the code. You have ${tries} left.`)
}

async function tryToStart(
  ctx: TxCtx,
  bookingId: string,
  code: string,
): Promise<StartedBooking | Refusal | Exclude<StartTry, { kind: 'right' }>> {
  // Locks the code before the booking: the link of another registration, which voids the code, locks in that order.
  const tried = await tryStartCode(ctx, bookingId, code)
  if (tried.kind !== 'right') return tried
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || !awaitsCustomer(booking)) return refuse(notWaiting)
  if ((await countOpenByPhone(ctx, tried.phone)) >= MOST_OPEN_BOOKINGS) return refuse(tooManyOpen)
  const customerId = await openByPhone(ctx, tried.contact, tried.phone)
  await assignTo(ctx, booking, customerId)
  return start(ctx, { ...booking, customerId })
}

/** An address was confirmed for one registration: bookings that others made with that address are removed. */
export const dropOtherBookings = async (
  ctx: TxCtx,
  { userId, bookingId }: { userId: string; bookingId: string | null },
): Promise<void> => {
  if (!ctx.config.guardOff.has('one_registration')) await dropWaitingBookings(ctx, { userId, but: bookingId })
}

/**
 * Bookings under this address that still await verification, or ended before it, were never its owner's: removes them all, except
 * the one just verified.
 */
export async function dropWaitingBookings(
  ctx: TxCtx,
  { userId, but = null }: { userId: string; but?: string | null },
): Promise<void> {
  const bookings = await ctx.db
    .deleteFrom('bookings.booking')
    .where('customerId', '=', userId)
    .where('awaitingVerification', '=', true)
    .$if(but !== null, (query) => query.where('id', '!=', but))
    .returning(['id', 'photosId'])
    .execute()
  await eraseMessages(ctx, { subjectIds: bookings.map(({ id }) => id) })
  for (const { photosId } of bookings) if (photosId) await detachUpload(ctx, photosId)
}

/** The office has stopped a unit, or blocked the account of its owner. */
export const unitSuspended = jobName<{ unitId: string }>('bookings.unit-lost')
export const ownerBlocked = jobName<{ userId: string }>('bookings.owner-lost')

/**
 * Offers each upcoming job of a suspended unit to others at the same price, or ends it if the customer refused others.
 * Each job has a transaction of its own, so that a second run continues where the first stopped.
 */
export async function reassignJobs(ctx: Ctx, unitIds: readonly string[]): Promise<void> {
  for (const { id, unitId, becomes } of await listUpcomingJobs(ctx, unitIds))
    if (becomes !== 'goes_on') await ctx.tx((tx) => reassignBooking(tx, id, unitId))
}

export const reassignJobsOfOwner = async (ctx: Ctx, userId: string): Promise<void> =>
  reassignJobs(ctx, await listUnitsOfOwner(ctx, userId))

async function reassignBooking(ctx: TxCtx, bookingId: string, unitId: string): Promise<Refusal | undefined> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking?.unitIds.includes(unitId)) return undefined
  // The suspension may have been lifted since, or the driver may have begun.
  const stop = await findStop(ctx, unitId)
  if (!stop || booking.day?.isSetOff || (await replaceVan(ctx, booking, unitId))) return undefined
  const step = booking.allowHotJob ? 'make_hot' : 'take_away_for_good'
  return columnsAfter(stateOf(booking), step) && transition(ctx, booking, step, { data: { stop } })
}
