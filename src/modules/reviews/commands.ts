import { isFinished } from '#modules/bookings/rules.ts'
import { sql } from 'kysely'
import { notifyCustomer } from '#modules/bookings/notices/commands.ts'
import { findParties } from '#modules/bookings/notices/queries.ts'
import { lockBooking } from '#modules/bookings/queries.ts'
import { markReviewed } from '#modules/bookings/commands.ts'
import { saveRating, lockRating, notifyOwner } from '#modules/companies/commands.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName, job } from '#platform/jobs.ts'
import { newId } from '#platform/new-id.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { alreadyAnswered, alreadyReviewed, notFinished, type reviewBooking } from './contract.ts'
import { countedOf } from './figures/queries.ts'
import { reviewReceived, reviewRequest } from './messages.ts'
import { findReviewable, findShownReview, readReviewedDay, reviewHashOf } from './queries.ts'
import { askAt, meanOf, reasonToLook, remindAt } from './rules.ts'

type Given = InputOf<typeof reviewBooking>['body']

/**
 * Gives a review, once for each completed booking. Two at once are serialised by the booking's lock; a repeat gets the
 * earlier answer.
 */
export async function giveReview(
  ctx: Ctx,
  hash: string,
  given: Given,
): Promise<AnswerOf<typeof reviewBooking> | Refusal> {
  const bookingId = await findReviewable(ctx, hash)
  if (bookingId instanceof Refusal) return bookingId
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    const before = await findGiven(tx, bookingId)
    if (before) return isSame(before, given) ? onWire(before) : refuse(alreadyReviewed)
    const { companyId, unitId } = booking
    if (!isFinished(booking.status) || !companyId) return refuse(notFinished)
    const createdAt = tx.clock.now()
    const doubt = reasonToLook(await readReviewedDay(tx, bookingId))
    const id = newId(tx.clock)
    await tx.db
      .insertInto('reviews.review')
      .values((eb) => ({
        id,
        companyId,
        bookingId,
        ...given,
        createdAt,
        hiddenAt: doubt ? createdAt : null,
        heldAt: doubt ? createdAt : null,
        authorName: eb.selectFrom('identity.user').select('firstName').where('id', '=', booking.customerId),
      }))
      .execute()
    await markReviewed(tx, bookingId)
    if (doubt) {
      await holdForOffice(tx, id, doubt)
      return onWire({ ...given, createdAt })
    }
    await announceReview(tx, { reviewId: id, bookingId, companyId, unitId }, given)
    return onWire({ ...given, createdAt })
  })
}

/** Publishes a review, which counts from now on, and notifies its company. */
export async function announceReview(
  ctx: TxCtx,
  about: { reviewId: string; bookingId: string; companyId: string; unitId: string | null },
  given: Given,
): Promise<void> {
  const { bookingId, companyId } = about
  await countRating(ctx, companyId)
  await ctx.emit({ type: 'reviews.review-given', ...about })
  await notifyOwner(ctx, companyId, 'review_received', {
    ...reviewReceived(given, meanOf(given), `${ctx.config.publicUrl}/reviews`),
    subjectId: bookingId,
  })
}

/** It waits on the office's board with the reason, until the office shows or hides it. */
const holdForOffice = (ctx: TxCtx, reviewId: string, reason: string): Promise<void> =>
  ctx.write(
    ctx.db
      .insertInto('reviews.moderation')
      .values({ reviewId, at: ctx.clock.now(), officeUserId: null, step: 'hidden', reason, note: '' }),
  )

const findGiven = (ctx: TxCtx, bookingId: string) =>
  ctx.db
    .selectFrom('reviews.review')
    .select(['punctuality', 'care', 'value', 'text', 'createdAt'])
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()

const isSame = (one: Given, other: Given): boolean =>
  one.punctuality === other.punctuality &&
  one.care === other.care &&
  one.value === other.value &&
  one.text === other.text

const onWire = ({ punctuality, care, value, text, createdAt }: Given & { createdAt: Date }) => ({
  punctuality,
  care,
  value,
  text,
  createdAt: createdAt.toISOString(),
})

/** Counts the reviews that are shown, whatever their marks. */
export async function countRating(ctx: TxCtx, companyId: string): Promise<void> {
  await lockRating(ctx, companyId)
  const { rating, reviewsCount } = await ctx.db
    .selectFrom('reviews.review')
    .select([
      sql<number | null>`round(avg((punctuality + care + value) / 3.0), 2)::float8`.as('rating'),
      sql<number>`count(*)::int`.as('reviewsCount'),
    ])
    .where('companyId', '=', companyId)
    .where('hiddenAt', 'is', null)
    .executeTakeFirstOrThrow()
  await saveRating(ctx, companyId, { rating, reviewsCount })
}

/** Answers a review for the owner, once. Reviews of other companies, and hidden ones, are not found. */
export const answerReview = (ctx: Ctx, id: string, text: string) =>
  ctx.tx(async (tx) => {
    const companyId = ownCompanyOf(tx.actor).id
    const review = await tx.db
      .selectFrom('reviews.review')
      .select(['answer', 'bookingId'])
      .where('id', '=', id)
      .where('hiddenAt', 'is', null)
      .$if(!tx.config.guardOff.has('own_company'), (query) => query.where('companyId', '=', companyId))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!review) return refuse(commonRefusals.notFound)
    if (review.answer !== null && review.answer !== text) return refuse(alreadyAnswered)
    if (review.answer === null) {
      const answeredAt = tx.clock.now()
      await tx.db.updateTable('reviews.review').set({ answer: text, answeredAt }).where('id', '=', id).execute()
      await tx.emit({ type: 'reviews.review-answered', reviewId: id, bookingId: review.bookingId, companyId })
    }
    return (await findShownReview(tx, id)) ?? refuse(commonRefusals.notFound)
  })

/** A day after the finish, and once more after five. */
const requestDue = jobName<{ bookingId: string }>('reviews.request-due')

export const scheduleRequest = (ctx: TxCtx, { bookingId }: { bookingId: string }): Promise<void> =>
  ctx.enqueue(requestDue, { bookingId }, { startAfter: askAt(ctx.clock.now()) })

/** Asks the booker, who alone gets the address. What has been asked, and what was given, is looked up again when it is due. */
async function requestReview(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  if (!booking || !isFinished(booking.status) || !booking.companyId) return
  const { finishedAt, askedAt, remindedAt, isReviewed, isActive } = await requestOf(ctx, bookingId)
  if (!finishedAt || remindedAt || isReviewed || !isActive) return
  const now = ctx.clock.now()
  const due = askedAt ? remindAt(finishedAt) : askAt(finishedAt)
  if (due > now) return lookAgain(ctx, bookingId, due)
  const url = `${ctx.config.publicUrl}/company-review/${reviewHashOf(ctx, bookingId)}`
  const parties = await findParties(ctx, bookingId)
  await notifyCustomer(ctx, { ...parties, copyRecipient: null }, ({ companyName, from, to }) =>
    reviewRequest({ companyName, from, to }, url, askedAt !== null),
  )
  await ctx.db
    .insertInto('reviews.request')
    .values({ bookingId, askedAt: now })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet({ remindedAt: now }))
    .execute()
  if (!askedAt) await lookAgain(ctx, bookingId, remindAt(finishedAt))
}

const lookAgain = (ctx: TxCtx, bookingId: string, due: Date): Promise<void> => {
  const soonest = addMinutes(ctx.clock.now(), 1)
  return ctx.enqueue(requestDue, { bookingId }, { startAfter: due > soonest ? due : soonest })
}

const requestOf = (ctx: TxCtx, bookingId: string) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .leftJoin('reviews.request as q', 'q.bookingId', 'b.id')
    .select(['q.askedAt', 'q.remindedAt', 'b.hasFeedback as isReviewed'])
    .select(sql<boolean>`u.status = 'active'`.as('isActive'))
    .select((eb) =>
      eb
        .selectFrom('bookings.event as e')
        .select((of) => of.fn.max('e.at').as('at'))
        .whereRef('e.bookingId', '=', 'b.id')
        .where('e.kind', '=', 'finished')
        .as('finishedAt'),
    )
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()

export const reviewsPersonalData: PersonalData = {
  name: 'reviews',
  read: async (ctx, userId) => ({ written: await listWritten(ctx, userId), answered: await listAnswered(ctx, userId) }),
}

export async function eraseReviewer(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  await eraseAuthor(ctx, userId)
  await eraseAnswers(ctx, userId)
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
async function eraseAuthor(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('reviews.review')
    .set({ authorName: 'A customer' })
    .where('bookingId', 'in', (eb) => eb.selectFrom('bookings.booking').select('id').where('customerId', '=', userId))
    .execute()
}

async function eraseAnswers(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('reviews.review')
    .set({ answer: null })
    .where('companyId', 'in', (eb) => eb.selectFrom('companies.company').select('id').where('ownerUserId', '=', userId))
    .execute()
}

/** After something that counts for or against the company of a unit. */
export const figuresDue = jobName<{ unitId: string | null }>('reviews.figures-due')

/** Recounts a company's figures from its trail, so that they never drift; two counts run in sequence. */
export async function countFigures(ctx: TxCtx, { unitId }: { unitId: string | null }): Promise<void> {
  if (!unitId) return
  const unit = await ctx.db
    .selectFrom('fleet.working_unit')
    .select('companyId')
    .where('id', '=', unitId)
    .executeTakeFirst()
  if (!unit) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`figures ${unit.companyId}`}, 0))`.execute(ctx.db)
  await sql`/* figures */
    insert into reviews.figures (company_id, finished, started, on_time, price_kept, cancelled, last_cancelled_at, replies, reply_minutes, counted_at)
    select counted.*, ${ctx.clock.now()}::timestamptz from (${countedOf(sql`${unit.companyId}::uuid`)}) counted
    on conflict (company_id) do update set finished = excluded.finished, started = excluded.started, on_time = excluded.on_time,
      price_kept = excluded.price_kept, cancelled = excluded.cancelled, last_cancelled_at = excluded.last_cancelled_at,
      replies = excluded.replies, reply_minutes = excluded.reply_minutes, counted_at = excluded.counted_at`.execute(
    ctx.db,
  )
}

export const reviewsJobs = [
  job({ ...requestDue, handle: (ctx, { bookingId }) => ctx.tx((tx) => requestReview(tx, bookingId)) }),
  job({ ...figuresDue, handle: (ctx, { unitId }) => ctx.tx((tx) => countFigures(tx, { unitId })) }),
]
