import { sql } from 'kysely'
import { queueMessage, replaceMessage } from '#modules/notifications/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { spendDurable, spendOrSlow } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { dataOf } from '../one-time-links-commands.ts'
import { findBooker } from '../queries.ts'
import { bookingLinkMail, type BookedMove } from './messages.ts'
import { issueVerification } from '../verification/commands.ts'
import { listWaiting } from '../verification/queries.ts'
import { originText } from '../verification/rules.ts'

const perMinute = { name: 'verification-again', per: 'user', count: 1, seconds: 60 } as const
const perDayOfAddress = { name: 'verification-again-address', per: 'user', count: 5, seconds: 86_400 } as const
const perDay = { name: 'verification-again-day', per: 'user', count: 5, seconds: 86_400 } as const

/** A booking that waits for its customer to confirm the address. */
export interface WaitingBooking {
  id: string
  move: BookedMove
}

/**
 * Mails the link of the registration behind a booking that has just been made, in place of the registration's own mail if that has not
 * been sent yet. Without a link, as where the account is closed, that mail says all there is to say.
 */
export async function mailBookingLink(ctx: TxCtx, booking: WaitingBooking): Promise<void> {
  const found = await findLink(ctx, booking.id)
  if (!found) return
  const waiting = await listWaiting(ctx, found.userId, found.data.bookingToken)
  const others = waiting.map((at) => originText({ at: at.toISOString(), device: null, network: '' }))
  if (found.mailId) await replaceMessage(ctx, found.mailId)
  await mailLink(ctx, booking, found, others)
}

/**
 * Emails the link of the registration behind a waiting booking once more, only to the address typed there. Earlier
 * links still work, because the order in which emails arrive is unknown.
 */
export async function mailVerificationAgain(ctx: TxCtx, booking: WaitingBooking): Promise<Refusal | undefined> {
  const found = await findLink(ctx, booking.id)
  if (!found) return refuse(commonRefusals.notFound)
  const tooFast = await spendPace(ctx, booking.id, found.email)
  if (tooFast) return tooFast
  await mailLink(ctx, booking, found, [])
  return undefined
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

async function mailLink(
  ctx: TxCtx,
  { id, move }: WaitingBooking,
  { userId, data, email, firstName }: Link,
  others: string[],
): Promise<void> {
  const url = await issueVerification(ctx, userId, data)
  const isKnown = data.registration === null
  await queueMessage(ctx, {
    channel: 'email',
    to: email,
    kind: 'booking_awaits_verification',
    subjectId: id,
    holdsSecret: true,
    ...bookingLinkMail({ isKnown, firstName, url, origin: originText(data.from), others, move }),
  })
}

const spendPace = async (ctx: TxCtx, bookingId: string, email: string): Promise<Refusal | undefined> =>
  (await spendDurable(ctx, perMinute, bookingId)) ??
  (await spendDurable(ctx, perDay, bookingId)) ??
  // A stranger who books with another person's address only slows down the emails to it.
  (await spendOrSlow(ctx, perDayOfAddress, digestOf(email).toString('hex')))

/** The newest link of the registration that made the booking, unless it was followed. */
async function findLink(ctx: TxCtx, bookingId: string) {
  const booker = await findBooker(ctx, bookingId)
  if (!booker) return undefined
  const row = await ctx.db
    .selectFrom('identity.one_time_token as t')
    .innerJoin('identity.user as u', 'u.id', 't.userId')
    .select(['t.userId', 't.data', 'u.email', 'u.firstName'])
    .where('t.userId', '=', (eb) =>
      eb.selectFrom('identity.one_time_token').select('userId').where('digest', '=', booker.tokenDigest),
    )
    .where('t.purpose', '=', 'verify_email')
    .where('t.usedAt', 'is', null)
    .where(sql<string>`t.data ->> 'bookingToken'`, '=', booker.tokenDigest.toString('hex'))
    .where('u.status', '=', 'active')
    .orderBy('t.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const data = dataOf('verify_email', row.data)
  const { email, firstName } = data.registration ?? { email: row.email ?? '', firstName: row.firstName }
  return { userId: row.userId, data, email, firstName, mailId: booker.mailId }
}
