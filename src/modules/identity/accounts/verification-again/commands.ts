import { sql } from 'kysely'
import { queueMessage } from '#modules/notifications/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { spendDurable } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { dataOf } from '../../credentials/one-time-links/commands.ts'
import { findBooker } from '../../credentials/start-codes/queries.ts'
import { knownAddressMail, verificationMail } from '../registration/messages.ts'
import { issueVerification } from '../verification/commands.ts'
import { originText } from '../verification/rules.ts'

const perMinute = { name: 'verification-again', per: 'user', count: 1, seconds: 60 } as const
const perDay = { name: 'verification-again-day', per: 'user', count: 5, seconds: 86_400 } as const

/**
 * Mails the link of the registration behind a waiting booking once more, to the address that was typed there and to no other. The links
 * before it work as well: which mail arrives first, nobody knows.
 */
export async function mailVerificationAgain(ctx: TxCtx, bookingId: string): Promise<Refusal | undefined> {
  const found = await findLink(ctx, bookingId)
  if (!found) return refuse(commonRefusals.notFound)
  const tooFast = await spendPace(ctx, bookingId, found.email)
  if (tooFast) return tooFast
  const { userId, data, email, firstName } = found
  const url = await issueVerification(ctx, userId, data)
  const to = { firstName, url, origin: originText(data.from) }
  const words = data.registration
    ? verificationMail({ ...to, userRole: data.registration.userRole, others: [] })
    : knownAddressMail(to)
  const kind = data.registration ? 'verify_email' : 'known_address'
  await queueMessage(ctx, { channel: 'email', to: email, kind, subjectId: userId, holdsSecret: true, ...words })
  return undefined
}

const spendPace = async (ctx: TxCtx, bookingId: string, email: string): Promise<Refusal | undefined> =>
  (await spendDurable(ctx, perMinute, bookingId)) ??
  (await spendDurable(ctx, perDay, bookingId)) ??
  (await spendDurable(ctx, perDay, digestOf(email).toString('hex')))

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
  return { userId: row.userId, data, email, firstName }
}
