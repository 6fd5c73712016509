import { queueMessage, eraseMessages } from '#modules/notifications/commands.ts'
import type { Mail } from '#modules/notifications/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import {
  giveBackDurable,
  giveBackForAddress,
  networkKey,
  networkOf,
  spendDurable,
  spendForAddress,
} from '#platform/rate-limit.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { issueVerification, userColumnsOf } from '../verification/commands.ts'
import { listWaiting, type Registration } from '../verification/queries.ts'
import { originText, roughNetwork, type Origin } from '../verification/rules.ts'
import type { register as registerEndpoint } from '../contract.ts'
import { costOf, hashPassword, verifyPassword } from '../passwords/gateway.ts'
import { passwordFlaw } from '../passwords/rules.ts'
import { unverifiedSeconds, deviceOf } from '../rules.ts'
import { issueBookingToken, linkMail } from '../sessions/commands.ts'
import { knownAddressMail, knownAddressOnlyMail, shutAccountMail, verificationMail } from './messages.ts'

type Input = InputOf<typeof registerEndpoint>['body']

/** Data of the request. */
export interface Caller {
  userAgent?: string
  /** The digest of the browser's secret, in hex. */
  device?: string | null
}

/** A registration whose password has been checked. */
interface Asked extends Registration {
  /** The password is that of the existing account with this address. */
  knowsPassword: boolean
  /** The email waits for the booking that follows. */
  isForBooking: boolean
  from: Origin
}

/** Mails to one address, from each network; of all networks together they come more slowly beyond that. */
const perAddress = { name: 'register-address', per: 'user', count: 3, seconds: 3600 } as const
/** T-008: counts accepted registrations; refused ones count against the endpoint's own, wider limit. */
const perNetwork = { name: 'register-network', per: 'address', count: 5, seconds: 3600 } as const

/** The same answer and the same work whether or not the address is known; its owner learns the rest by mail. */
export async function register(
  ctx: Ctx,
  input: Input,
  caller: Caller = {},
): Promise<AnswerOf<typeof registerEndpoint> | Refusal> {
  const checked = check(input)
  if (checked instanceof Refusal) return checked
  const tooMany = await spendDurable(ctx, perNetwork, networkKey(ctx))
  if (tooMany) return tooMany
  const tooFast = await spendForAddress(ctx, perAddress, checked.emailKey)
  const made =
    tooFast ?? (await open(ctx, { ...checked, isForBooking: input.forBooking === true }, input.password, caller))
  // Refused registrations are not counted.
  if (made instanceof Refusal) {
    await giveBackDurable(ctx, perNetwork, networkKey(ctx))
    if (!tooFast) await giveBackForAddress(ctx, perAddress, checked.emailKey)
    return made
  }
  return { detail: 'Go to your email and follow the link to confirm your address.', bookingToken: made }
}

function check(input: Input): Omit<Registration, 'passwordHash'> | Refusal {
  const errors: FieldErrors = {}
  const email = parseEmail(input.email)
  if (!email) errors.email = ['Invalid email']
  const flaw = passwordFlaw(input.password)
  if (flaw) errors.password = [flaw]
  const phone = input.phone ? parsePhone(input.phone) : null
  if (input.phone && !phone) errors.phone = [phoneHint]
  if (!email || Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  return {
    userRole: input.userRole,
    email,
    emailKey: emailKey(email),
    firstName: input.firstName,
    lastName: input.lastName || null,
    phone,
    companyName: (input.userRole === 'driver' && input.companyName) || null,
  }
}

async function open(
  ctx: Ctx,
  checked: Omit<Asked, 'passwordHash' | 'knowsPassword' | 'from'>,
  password: string,
  { userAgent, device = null }: Caller,
): Promise<string | Refusal> {
  const owner = await ctx.db
    .selectFrom('identity.user')
    .select('passwordHash')
    .where('emailKey', '=', checked.emailKey)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst()
  // The password is checked even without an account, so that it takes as long.
  const knowsPassword = await verifyPassword(owner?.passwordHash, password, undefined, costOf(ctx.config))
  if (knowsPassword instanceof Refusal) return knowsPassword
  const passwordHash = await hashPassword(password, costOf(ctx.config))
  if (passwordHash instanceof Refusal) return passwordHash
  const from = {
    at: ctx.clock.now().toISOString(),
    device: deviceOf(userAgent?.slice(0, 300) ?? null),
    network: roughNetwork(networkOf(ctx.address)),
    deviceDigest: device,
  }
  return ctx.tx((ctx) => openAccount(ctx, { ...checked, passwordHash, knowsPassword, from }))
}

async function openAccount(ctx: TxCtx, request: Asked): Promise<string> {
  const added = await ctx.db
    .insertInto('identity.user')
    .values({ ...userColumnsOf(request), emailKey: request.emailKey, createdAt: ctx.clock.now() })
    .onConflict((conflict) => conflict.constraint('user_email_is_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return welcome(ctx, added.id, request)
  const known = await ctx.db
    .selectFrom('identity.user')
    .select(['id', 'status', 'userRole', 'email', 'firstName', 'emailVerifiedAt'])
    .where('emailKey', '=', request.emailKey)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (known.emailVerifiedAt || known.status !== 'active') return notifyOwner(ctx, known, request)
  // The account is unverified, so it holds the latest registration.
  await ctx.db.updateTable('identity.user').set(userColumnsOf(request)).where('id', '=', known.id).execute()
  return welcome(ctx, known.id, request)
}

async function welcome(ctx: TxCtx, userId: string, request: Asked): Promise<string> {
  const bookingToken = await bookingTokenFor(ctx, userId, request)
  const others = await listWaiting(ctx, userId)
  const { emailKey: key, from, knowsPassword: _, isForBooking: __, ...registration } = request
  const url = await issueVerification(ctx, userId, {
    emailKey: key,
    registration: { ...registration, emailKey: key },
    knowsPassword: false,
    bookingToken: digestOf(bookingToken).toString('hex'),
    from,
  })
  const mailContent = verificationMail({
    userRole: request.userRole,
    firstName: request.firstName,
    url,
    origin: originText(from),
    others: others.map((at) => originText({ at: at.toISOString(), device: null, network: '' })),
  })
  await mail(ctx, request, bookingToken, { to: request.email, userId, kind: 'verify_email', ...mailContent })
  return bookingToken
}

interface KnownUser {
  id: string
  status: string
  userRole: string
  email: string
  firstName: string
}

async function notifyOwner(ctx: TxCtx, known: KnownUser, request: Asked): Promise<string> {
  const bookingToken = await bookingTokenFor(ctx, known.id, request)
  const { publicUrl, contacts } = ctx.config
  const to = { firstName: known.firstName, url: publicUrl, origin: originText(request.from) }
  const recipient = { to: known.email, userId: known.id }
  if (known.status !== 'active') {
    const mailContent = shutAccountMail({ ...to, phone: contacts.phone, email: contacts.email })
    await mail(ctx, request, bookingToken, { ...recipient, kind: 'account_shut', ...mailContent })
  } else if (known.userRole === 'customer' && request.userRole === 'customer') {
    const url = await issueVerification(ctx, known.id, {
      emailKey: request.emailKey,
      registration: null,
      knowsPassword: request.knowsPassword,
      bookingToken: digestOf(bookingToken).toString('hex'),
      from: request.from,
    })
    await mail(ctx, request, bookingToken, { ...recipient, kind: 'known_address', ...knownAddressMail({ ...to, url }) })
  } else {
    await mail(ctx, request, bookingToken, { ...recipient, kind: 'known_address', ...knownAddressOnlyMail(to) })
  }
  return bookingToken
}

/** Drivers do not book: their token looks the same but is worthless. */
const bookingTokenFor = async (
  ctx: TxCtx,
  userId: string,
  { userRole, firstName, lastName, phone, email }: Registration,
) => (userRole === 'customer' ? issueBookingToken(ctx, userId, { firstName, lastName, phone, email }) : newSecret())

interface NewMail {
  to: string
  userId: string
  kind: string
  subject: string
  mail: Mail
}

/** So long a booking may take to follow the registration that it needs. */
const BOOKING_FOLLOWS_MINUTES = 3

async function mail(
  ctx: TxCtx,
  { isForBooking }: Asked,
  bookingToken: string,
  { userId, ...content }: NewMail,
): Promise<void> {
  const startAfter = isForBooking ? addMinutes(ctx.clock.now(), BOOKING_FOLLOWS_MINUTES) : undefined
  const message = { channel: 'email', subjectId: userId, holdsSecret: true, ...content } as const
  await linkMail(ctx, digestOf(bookingToken), await queueMessage(ctx, message, startAfter))
}

/**
 * Deletes accounts whose address has not been verified in thirty days: they may belong to strangers who never asked for one.
 * Accounts with a link or booking token that still works are spared.
 */
export async function removeUnverified(ctx: Ctx): Promise<void> {
  for (const userId of await listStale(ctx)) await ctx.tx((ctx) => remove(ctx, userId))
}

async function listStale(ctx: Ctx): Promise<string[]> {
  const rows = await staleUsers(ctx).select('u.id').execute()
  return rows.map(({ id }) => id)
}

const staleUsers = (ctx: Ctx) =>
  ctx.db
    .selectFrom('identity.user as u')
    .where('u.emailVerifiedAt', 'is', null)
    // An account opened by phone has no address to verify, and holds a booking.
    .where('u.openedBy', '=', 'email')
    // Blocked accounts stay blocked; closed ones have their own deadline.
    .where('u.status', '=', 'active')
    .where('u.createdAt', '<', new Date(ctx.clock.now().getTime() - unverifiedSeconds * 1000))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('identity.one_time_token as t')
            .select('t.userId')
            .whereRef('t.userId', '=', 'u.id')
            .where('t.expiresAt', '>', ctx.clock.now()),
        ),
      ),
    )

async function remove(ctx: TxCtx, userId: string): Promise<void> {
  // Checked again under a lock, because a registration or verification of this address may be under way.
  await ctx.db.selectFrom('identity.user').select('id').where('id', '=', userId).forUpdate().execute()
  const user = await staleUsers(ctx).select(['u.email', 'u.emailKey']).where('u.id', '=', userId).executeTakeFirst()
  if (!user) return
  // Messages to its number stay: they may be another account's.
  await eraseMessages(ctx, { addresses: [{ to: user.email }] })
  await removeWhole(ctx, { id: userId, emailKey: user.emailKey })
}

/** Deletes an account that was never verified, with everything that refers to it. Waits for writes in progress. */
export async function removeWhole(ctx: TxCtx, { id, emailKey }: { id: string; emailKey: string }): Promise<void> {
  await ctx.db.selectFrom('identity.user').select('id').where('id', '=', id).forUpdate().execute()
  await ctx.emit({ type: 'identity.account-removed', userId: id })
  await eraseMessages(ctx, { subjectIds: [id] })
  await ctx.db.deleteFrom('identity.login_guard').where('digest', '=', digestOf(emailKey)).execute()
  await ctx.db.deleteFrom('identity.user').where('id', '=', id).execute()
  await recordAudit(ctx, { action: 'account.never_verified', object: `user ${id}` })
}
