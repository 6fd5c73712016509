import { sql } from 'kysely'
import { attachUpload, detachUpload } from '#modules/files/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { ownCompanyOf, userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { AfterEventName } from '../commands.ts'
import { notifyCompany, notifyCustomer } from '../notices/commands.ts'
import { findParties } from '../notices/queries.ts'
import { lockBooking, type BookingNow } from '../queries.ts'
import {
  answeredAlready,
  claimedAlready,
  claimTooLate,
  notWithOffice,
  type answerClaim as answerEndpoint,
  type createClaim as createEndpoint,
  type decideClaim as decideEndpoint,
} from './contract.ts'
import {
  claimAnswered,
  claimDecided,
  claimDecidedForCompany,
  claimMade,
  claimReceived,
  claimWithOffice,
  claimWithOfficeForCompany,
} from './messages.ts'
import { findClaim } from './queries.ts'
import { answerBy, claimUntil, statusAfterAnswer, totalOf } from './rules.ts'
import { isFinished } from '../rules.ts'

/** The company's time to answer has run out. */
export const claimDue = jobName<{ bookingId: string }>('bookings.claim-due')

export const makeClaim = (ctx: Ctx, bookingId: string, { items }: InputOf<typeof createEndpoint>['body']) =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || booking.customerId !== userIdOf(tx.actor) || booking.awaitingVerification)
      return refuse(commonRefusals.notFound)
    const refused = await refusalOfClaim(tx, booking)
    if (refused) return refused
    const madeAt = tx.clock.now()
    const due = answerBy(madeAt)
    await tx.db
      .insertInto('bookings.claim')
      .values({
        bookingId,
        companyId: booking.companyId ?? '',
        status: 'with_company',
        askedPence: totalOf(items),
        madeAt,
        answerBy: due,
      })
      .execute()
    for (const [position, { photosId }] of items.entries())
      if (photosId && !(await attachUpload(tx, photosId)))
        return invalidField(`items.${position}.photos_id`, 'These photos are gone. Add them again.')
    await tx.db
      .insertInto('bookings.claim_item')
      .values(items.map((item, position) => ({ bookingId, position, ...item, photosId: item.photosId ?? null })))
      .execute()
    await tx.enqueue(claimDue, { bookingId }, { startAfter: due })
    await emit(tx, 'bookings.claimed', booking)
    const parties = await findParties(tx, bookingId)
    const claimFacts = { askedPence: totalOf(items), answerBy: due }
    await notifyCustomer(tx, parties, (details) => claimMade(details, claimFacts))
    await notifyCompany(tx, parties, 'booking_changed', (details) =>
      claimReceived(details, claimFacts, addressOf(tx, bookingId)),
    )
    return findClaim(tx, bookingId)
  })

async function refusalOfClaim(ctx: TxCtx, { id, status, companyId }: BookingNow): Promise<Refusal | undefined> {
  if (!isFinished(status) || !companyId) return refuse(commonRefusals.conflict)
  const { rows } = await sql<{ finishedAt: Date | null; isClaimed: boolean }>`
    select (select max(at) from bookings.event where booking_id = ${id} and kind = 'finished') as finished_at,
      exists (select from bookings.claim where booking_id = ${id}) as is_claimed`.execute(ctx.db)
  const [row] = rows
  if (row?.isClaimed) return refuse(claimedAlready)
  return row?.finishedAt && claimUntil(row.finishedAt) > ctx.clock.now() ? undefined : refuse(claimTooLate)
}

const emit = (
  ctx: TxCtx,
  type: Extract<AfterEventName, `bookings.claim${string}`>,
  { id: bookingId, unitId }: BookingNow,
): Promise<void> => ctx.emit({ type, bookingId, unitId })

const addressOf = (ctx: Ctx, bookingId: string): string => `${ctx.config.publicUrl}/my-bookings/claims/${bookingId}`

const readNow = (ctx: TxCtx, bookingId: string) =>
  ctx.db
    .selectFrom('bookings.claim')
    .select(['status', 'askedPence', 'companyId', 'acceptedPence', 'answer', 'answerBy', 'awardedPence', 'decision'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()

/** The owner of the company that did the move. The same sent again is answered as before. */
export const answerClaim = (ctx: Ctx, bookingId: string, answer: InputOf<typeof answerEndpoint>['body']) =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const claim = booking && (await readNow(tx, bookingId))
    const isOwn = claim?.companyId === ownCompanyOf(tx.actor).id || tx.config.guardOff.has('own_company')
    if (!booking || !claim || !isOwn) return refuse(commonRefusals.notFound)
    const { acceptedPence, text } = answer
    if (acceptedPence > claim.askedPence) return invalidField('accepted_pence', 'That is more than was asked.')
    if (claim.acceptedPence === acceptedPence && claim.answer === text) return findClaim(tx, bookingId)
    if (claim.status !== 'with_company' || claim.acceptedPence !== null) return refuse(answeredAlready)
    const status = statusAfterAnswer(acceptedPence, claim.askedPence)
    await tx.db
      .updateTable('bookings.claim')
      .set({ status, acceptedPence, answer: text, answeredAt: tx.clock.now() })
      .where('bookingId', '=', bookingId)
      .execute()
    await emit(tx, 'bookings.claim-answered', booking)
    await notifyCustomer(tx, await findParties(tx, bookingId), (details) =>
      claimAnswered(
        details,
        { ...answer, askedPence: claim.askedPence, isSettled: status === 'settled' },
        addressOf(tx, bookingId),
      ),
    )
    return findClaim(tx, bookingId)
  })

/** The company said nothing in its time. */
export async function escalateClaim(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  const claim = booking && (await readNow(ctx, bookingId))
  if (!booking || claim?.status !== 'with_company') return
  const now = ctx.clock.now()
  if (claim.answerBy > now) {
    const soonest = addMinutes(now, 1)
    return ctx.enqueue(claimDue, { bookingId }, { startAfter: claim.answerBy > soonest ? claim.answerBy : soonest })
  }
  await ctx.db.updateTable('bookings.claim').set({ status: 'with_office' }).where('bookingId', '=', bookingId).execute()
  await emit(ctx, 'bookings.claim-with-office', booking)
  const parties = await findParties(ctx, bookingId)
  await notifyCustomer(ctx, parties, (details) => claimWithOffice(details, addressOf(ctx, bookingId)))
  await notifyCompany(ctx, parties, 'booking_changed', (details) =>
    claimWithOfficeForCompany(details, addressOf(ctx, bookingId)),
  )
}

/** What the platform says. The same sent again is answered as before. */
export const decideClaim = (ctx: Ctx, bookingId: string, decision: InputOf<typeof decideEndpoint>['body']) =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const claim = booking && (await readNow(tx, bookingId))
    if (!booking || !claim) return refuse(commonRefusals.notFound)
    const { awardedPence, text } = decision
    if (awardedPence > claim.askedPence) return invalidField('awarded_pence', 'That is more than was asked.')
    if (claim.awardedPence === awardedPence && claim.decision === text) return findClaim(tx, bookingId)
    if (claim.status !== 'with_office') return refuse(notWithOffice)
    await tx.db
      .updateTable('bookings.claim')
      .set({
        status: 'decided',
        awardedPence,
        decision: text,
        decidedAt: tx.clock.now(),
        decidedBy: userIdOf(tx.actor),
      })
      .where('bookingId', '=', bookingId)
      .execute()
    await emit(tx, 'bookings.claim-decided', booking)
    const parties = await findParties(tx, bookingId)
    const decided = { ...decision, askedPence: claim.askedPence }
    await notifyCustomer(tx, parties, (details) => claimDecided(details, decided, addressOf(tx, bookingId)))
    await notifyCompany(tx, parties, 'booking_changed', (details) =>
      claimDecidedForCompany(details, decided, addressOf(tx, bookingId)),
    )
    return findClaim(tx, bookingId)
  })

/** Erases the claims of a customer: the sums stay for the company's accounts, the texts and photos go. */
export async function eraseClaims(ctx: TxCtx, bookingIds: readonly string[]): Promise<void> {
  const items = await ctx.db
    .deleteFrom('bookings.claim_item')
    .where('bookingId', 'in', bookingIds)
    .returning('photosId')
    .execute()
  for (const { photosId } of items) if (photosId) await detachUpload(ctx, photosId)
  const blank = { answer: null, decision: null }
  await ctx.db.updateTable('bookings.claim').set(blank).where('bookingId', 'in', bookingIds).execute()
}

/** Erases the answers of an owner to claims. */
export async function eraseClaimAnswers(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('bookings.claim')
    .set({ answer: null })
    .where('companyId', 'in', (eb) => eb.selectFrom('companies.company').select('id').where('ownerUserId', '=', userId))
    .execute()
}
