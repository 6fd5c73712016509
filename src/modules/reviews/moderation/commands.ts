import { notifyCustomer } from '#modules/bookings/notices/commands.ts'
import { findParties } from '#modules/bookings/notices/queries.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { announceReview, countRating } from '../commands.ts'
import { reviewHidden, reviewPublished, reviewRestored } from '../messages.ts'
import { HIDE_REASON_TEXTS, type HideReason } from '../rules.ts'
import { notHidden, notShown } from './contract.ts'
import { getModerated } from './queries.ts'

/** Hides a review for its text: its marks are no reason, and none of the reasons asks for them. */
export const hideReview = (ctx: Ctx, id: string, { reason, note }: { reason: HideReason; note: string }) =>
  ctx.tx(async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) return refuse(commonRefusals.notFound)
    if (review.hiddenAt && !review.heldAt) return refuse(notShown)
    await tx.db
      .updateTable('reviews.review')
      .set({ hiddenAt: tx.clock.now(), heldAt: null })
      .where('id', '=', id)
      .execute()
    await saveStep(tx, id, { step: 'hidden', reason: HIDE_REASON_TEXTS[reason], note })
    await countRating(tx, review.companyId)
    await tx.emit({
      type: 'reviews.review-hidden',
      reviewId: id,
      bookingId: review.bookingId,
      companyId: review.companyId,
    })
    await notifyAuthor(tx, review.bookingId, (companyName) => reviewHidden(companyName, reason, note))
    return getModerated(tx, id)
  })

export const restoreReview = (ctx: Ctx, id: string, note: string) =>
  ctx.tx(async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) return refuse(commonRefusals.notFound)
    if (!review.hiddenAt) return refuse(notHidden)
    await tx.db.updateTable('reviews.review').set({ hiddenAt: null, heldAt: null }).where('id', '=', id).execute()
    await saveStep(tx, id, { step: 'restored', reason: note, note: '' })
    if (review.heldAt) {
      await publish(tx, id, review)
      return getModerated(tx, id)
    }
    await countRating(tx, review.companyId)
    await tx.emit({
      type: 'reviews.review-restored',
      reviewId: id,
      bookingId: review.bookingId,
      companyId: review.companyId,
    })
    await notifyAuthor(tx, review.bookingId, reviewRestored)
    return getModerated(tx, id)
  })

/** One that was held is shown for the first time. */
async function publish(
  ctx: TxCtx,
  reviewId: string,
  { companyId, bookingId, unitId, ...given }: Locked,
): Promise<void> {
  if (bookingId) await announceReview(ctx, { reviewId, bookingId, companyId, unitId }, given)
  else await countRating(ctx, companyId)
  await notifyAuthor(ctx, bookingId, reviewPublished)
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockReview>>>

const lockReview = (ctx: TxCtx, id: string) =>
  ctx.db
    .selectFrom('reviews.review')
    .select(['companyId', 'bookingId', 'hiddenAt', 'heldAt', 'punctuality', 'care', 'value', 'text'])
    .select((eb) =>
      eb
        .selectFrom('bookings.booking as b')
        .select('b.unitId')
        .whereRef('b.id', '=', 'reviews.review.bookingId')
        .as('unitId'),
    )
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

async function saveStep(
  ctx: TxCtx,
  reviewId: string,
  step: { step: 'hidden' | 'restored'; reason: string; note: string },
): Promise<void> {
  await ctx.write(
    ctx.db
      .insertInto('reviews.moderation')
      .values({ reviewId, at: ctx.clock.now(), officeUserId: userIdOf(ctx.actor), ...step }),
  )
  const { reason, note } = step
  await recordAudit(ctx, { action: `review.${step.step}`, object: `review ${reviewId}`, after: { reason, note } })
}

type ReviewNotice = ReturnType<typeof reviewHidden | typeof reviewRestored | typeof reviewPublished>

/** Notifies the booker alone; for moves that have been erased the booker is unknown. */
async function notifyAuthor(
  ctx: TxCtx,
  bookingId: string | null,
  noticeFor: (companyName: string) => ReviewNotice,
): Promise<void> {
  if (!bookingId) return
  const parties = await findParties(ctx, bookingId)
  await notifyCustomer(ctx, { ...parties, copyRecipient: null }, ({ companyName }) => noticeFor(companyName))
}
