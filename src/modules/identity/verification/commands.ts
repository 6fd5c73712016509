import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { invalidField, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { rememberDevice, markVerified, endAllSessions } from '../sessions/commands.ts'
import { dataOf } from '../one-time-links-commands.ts'
import { passwordRequired, tokenExpired, type verifyEmail as endpoint } from '../contract.ts'
import { verifyPassword } from '../passwords/gateway.ts'
import { verificationSeconds } from '../rules.ts'
import { findVerification, isProvedBy, type FoundLink, type LinkData, type Registration } from './queries.ts'

/** A booking that was waiting for verification, and the outcome. */
export interface StartedBooking {
  /** The hash of its unguessable link. */
  hash: string
  status: string
  /** Whether its time was still free and is now held. */
  isHeld: boolean
}

declare module '#platform/ctx.ts' {
  interface Services {
    /**
     * Starts a waiting booking in the transaction that verifies the address. Bookings are a later slice, so the app supplies this.
     * Null if the booking no longer exists.
     */
    readonly startWaitingBooking: (
      ctx: TxCtx,
      waiting: { bookingId: string; userId: string },
    ) => Promise<StartedBooking | null>
  }
}

/** What a registration copies into the account, without the link's other data. */
export const userColumnsOf = ({
  userRole,
  email,
  passwordHash,
  firstName,
  lastName,
  phone,
  companyName,
}: Registration) => ({
  userRole,
  email,
  passwordHash,
  firstName,
  lastName,
  phone,
  companyName,
})

/** Answers the address of the page the link opens. */
export async function issueVerification(ctx: TxCtx, userId: string, data: LinkData): Promise<string> {
  const secret = newSecret()
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('identity.one_time_token')
    .values({
      digest: digestOf(secret),
      userId,
      purpose: 'verify_email',
      data: toJson(data),
      createdAt: now,
      expiresAt: new Date(now.getTime() + verificationSeconds * 1000),
    })
    .execute()
  return `${ctx.config.publicUrl}/verify-email?token=${secret}`
}

/**
 * T-039: the owner of an address has followed a link. It confirms one registration: the account takes that registration's details,
 * its booking starts, and other registrations of the address become void. The link alone is not enough, because an owner cannot tell a
 * stranger's mail from their own: it needs the device that registered, or the registration's password.
 */
export async function verifyEmail(
  ctx: Ctx,
  { token, password, device }: { token: string; password?: string | null; device: string | null },
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const link = await findVerification(ctx, token)
  if (!link) return refuse(tokenExpired)
  // Before the transaction, because hashing is slow.
  const refused = password ? await checkPassword(ctx, link, password) : withoutPassword(link, device)
  return refused ?? ctx.tx((ctx) => prove(ctx, link.userId, { token, device }))
}

/** Only on the device that registered, which showed there that it knows the password. */
function withoutPassword(link: FoundLink, device: string | null): Refusal | undefined {
  if (isProvedBy(link, device)) return undefined
  return link.registration
    ? refuse(passwordRequired)
    : refuse(passwordRequired, { detail: 'Enter the password of your account to complete this booking.' })
}

async function checkPassword(ctx: Ctx, link: FoundLink, password: string) {
  const isRight = await verifyPassword(
    link.registration?.passwordHash ?? (await passwordOf(ctx, link.userId)),
    password,
  )
  if (isRight instanceof Refusal) return isRight
  const passwordOwner = link.registration ? 'this registration' : 'your account'
  return isRight ? undefined : invalidField('password', `This isn’t the password of ${passwordOwner}.`)
}

async function passwordOf(ctx: Ctx, userId: string): Promise<string> {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.passwordHash
}

async function prove(
  ctx: TxCtx,
  userId: string,
  { token, device }: { token: string; device: string | null },
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  // Locks the tokens before the user, like bookings do, and always in one order: of two links followed at once, the second finds itself
  // void.
  await lockTokens(ctx, userId)
  const link = await spendLink(ctx, token)
  if (!link) return refuse(tokenExpired)
  const bookingId = link.bookingToken ? await markVerified(ctx, Buffer.from(link.bookingToken, 'hex')) : null
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['id', 'status', 'emailKey', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (user.status !== 'active' || user.emailKey !== link.emailKey) return refuse(tokenExpired)
  if ((user.emailVerifiedAt === null) !== (link.registration !== null)) return refuse(tokenExpired)
  if (link.registration) await openFor(ctx, userId, { ...link, registration: link.registration }, bookingId)
  await rememberDevice(ctx, userId, device)
  const booking = bookingId ? await ctx.services.startWaitingBooking(ctx, { bookingId, userId }) : null
  return { detail: 'Your email address is confirmed.', booking }
}

export const lockTokens = (ctx: TxCtx, userId: string) =>
  ctx.db
    .selectFrom('identity.one_time_token')
    .select('digest')
    .where('userId', '=', userId)
    .where('purpose', 'in', ['verify_email', 'booking'])
    .orderBy('digest')
    .forUpdate()
    .execute()

async function spendLink(ctx: TxCtx, token: string): Promise<LinkData | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ usedAt: now })
    .where('digest', '=', digestOf(token))
    .where('purpose', '=', 'verify_email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('data')
    .executeTakeFirst()
  return row && dataOf('verify_email', row.data)
}

async function openFor(
  ctx: TxCtx,
  userId: string,
  { registration, bookingToken }: LinkData & { registration: Registration },
  bookingId: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('identity.user')
    .set({ ...userColumnsOf(registration), emailVerifiedAt: ctx.clock.now() })
    .where('id', '=', userId)
    .execute()
  await endAllSessions(ctx, userId)
  if (!ctx.config.guardOff.has('one_registration')) await voidOtherLinks(ctx, userId, bookingToken)
  await ctx.emit({ type: 'identity.address-confirmed', userId, role: registration.userRole, bookingId })
}

/** Voids what others registered with this address: their links, booking tokens and codes. */
export async function voidOtherLinks(ctx: TxCtx, userId: string, bookingToken: string | null) {
  await ctx.db
    .deleteFrom('identity.one_time_token')
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([
        eb.and([eb('purpose', '=', 'verify_email'), eb('usedAt', 'is', null)]),
        eb.and([
          eb('purpose', '=', 'booking'),
          ...(bookingToken ? [eb('digest', '!=', Buffer.from(bookingToken, 'hex'))] : []),
        ]),
      ]),
    )
    .execute()
}
