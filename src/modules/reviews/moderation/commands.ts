import { tellCustomer } from '#modules/bookings/notices/commands.ts'
import { findParties } from '#modules/bookings/notices/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { countRating } from '../commands.ts'
import { reviewHidden, reviewRestored } from '../messages.ts'
import { HIDE_REASON_TEXTS, type HideReason } from '../rules.ts'
import { notHidden, notShown } from './contract.ts'
import { getModerated } from './queries.ts'

/** For what it says: its marks are no reason, and none of the reasons asks for them. */
export const hideReview = (ctx: Ctx, id: string, { reason, note }: { reason: HideReason; note: string }) =>
  ctx.tx(async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) return refuse(commonRefusals.notFound)
    if (review.hiddenAt) return refuse(notShown)
    await tx.db.updateTable('reviews.review').set({ hiddenAt: tx.clock.now() }).where('id', '=', id).execute()
    await keepStep(tx, id, { step: 'hidden', reason: HIDE_REASON_TEXTS[reason], note })
    await countRating(tx, review.companyId)
    await tx.emit({
      type: 'reviews.review-hidden',
      reviewId: id,
      bookingId: review.bookingId,
      companyId: review.companyId,
    })
    await tellAuthor(tx, review.bookingId, (companyName) => reviewHidden(companyName, reason, note))
    return getModerated(tx, id)
  })

export const restoreReview = (ctx: Ctx, id: string, note: string) =>
  ctx.tx(async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) return refuse(commonRefusals.notFound)
    if (!review.hiddenAt) return refuse(notHidden)
    await tx.db.updateTable('reviews.review').set({ hiddenAt: null }).where('id', '=', id).execute()
    await keepStep(tx, id, { step: 'restored', reason: note, note: '' })
    await countRating(tx, review.companyId)
    await tx.emit({
      type: 'reviews.review-restored',
      reviewId: id,
      bookingId: review.bookingId,
      companyId: review.companyId,
    })
    await tellAuthor(tx, review.bookingId, reviewRestored)
    return getModerated(tx, id)
  })

const lockReview = (ctx: TxCtx, id: string) =>
  ctx.db
    .selectFrom('reviews.review')
    .select(['companyId', 'bookingId', 'hiddenAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

const keepStep = (
  ctx: TxCtx,
  reviewId: string,
  step: { step: 'hidden' | 'restored'; reason: string; note: string },
): Promise<void> =>
  ctx.write(
    ctx.db
      .insertInto('reviews.moderation')
      .values({ reviewId, at: ctx.clock.now(), officeUserId: userIdOf(ctx.actor), ...step }),
  )

type Words = ReturnType<typeof reviewHidden> | ReturnType<typeof reviewRestored>

/** The booker alone; of moves that are no longer kept nobody knows who that was. */
async function tellAuthor(ctx: TxCtx, bookingId: string | null, words: (companyName: string) => Words): Promise<void> {
  if (!bookingId) return
  const parties = await findParties(ctx, bookingId)
  await tellCustomer(ctx, { ...parties, alsoTold: null }, ({ companyName }) => words(companyName))
}
