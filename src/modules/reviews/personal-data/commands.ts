import type { PersonalData } from '#modules/identity/privacy/personal-data/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'

export const reviewsPersonalData: PersonalData = {
  name: 'reviews',
  read: async (ctx, userId) => ({ written: await listWritten(ctx, userId), answered: await listAnswered(ctx, userId) }),
}

export async function forgetReviewer(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  await forgetAuthor(ctx, userId)
  await forgetAnswers(ctx, userId)
}

const reviews = (ctx: Ctx) =>
  ctx.db
    .selectFrom('reviews.review as r')
    .select(['r.punctuality', 'r.care', 'r.value', 'r.text', 'r.answer', 'r.createdAt'])
    .orderBy('r.createdAt')

const listWritten = (ctx: Ctx, userId: string) =>
  reviews(ctx)
    .innerJoin('bookings.booking as b', 'b.id', 'r.bookingId')
    .select('r.authorName')
    .where('b.customerId', '=', userId)
    .execute()

/** The owner's replies. The customer's name is left out: it is not the company's data. */
const listAnswered = (ctx: Ctx, userId: string) =>
  reviews(ctx)
    .innerJoin('companies.company as c', 'c.id', 'r.companyId')
    .where('c.ownerUserId', '=', userId)
    .where('r.answer', 'is not', null)
    .execute()

/** The review stays, because it is about the company; the author's name goes. */
async function forgetAuthor(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('reviews.review')
    .set({ authorName: 'A customer' })
    .where('bookingId', 'in', (eb) => eb.selectFrom('bookings.booking').select('id').where('customerId', '=', userId))
    .execute()
}

async function forgetAnswers(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('reviews.review')
    .set({ answer: null })
    .where('companyId', 'in', (eb) => eb.selectFrom('companies.company').select('id').where('ownerUserId', '=', userId))
    .execute()
}
