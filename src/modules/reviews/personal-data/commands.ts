import type { PersonalData } from '#modules/identity/personal-data/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'

export const reviewsPersonalData: PersonalData = { name: 'reviews', read: listOwnReviews, erase: forgetAuthor }

function listOwnReviews(ctx: Ctx, userId: string) {
  return ctx.db
    .selectFrom('reviews.review as r')
    .innerJoin('bookings.booking as b', 'b.id', 'r.booking_id')
    .select(['r.author_name as authorName', 'r.punctuality', 'r.care', 'r.value', 'r.text', 'r.answer'])
    .select('r.created_at as createdAt')
    .where('b.customer_id', '=', userId)
    .orderBy('r.created_at')
    .execute()
}

/** The opinion stays, for it is about the company; the name does not. */
async function forgetAuthor(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('reviews.review')
    .set({ author_name: 'A customer' })
    .where('booking_id', 'in', (eb) => eb.selectFrom('bookings.booking').select('id').where('customer_id', '=', userId))
    .execute()
}
