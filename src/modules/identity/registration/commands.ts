import { queueMessage } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { spendDurable } from '#platform/rate-limit.ts'
import { digestOf, newSecret } from '#platform/secrets.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type FieldErrors, type InputOf } from '#shared/endpoint.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { issueBookingToken, markVerified, type Contact } from '../booking-tokens/commands.ts'
import { tokenExpired, type register as registerEndpoint, type verifyEmail as verifyEndpoint } from '../contract.ts'
import { costOf, hashPassword } from '../passwords/gateway.ts'
import { passwordFlaw } from '../passwords/rules.ts'
import { verificationSeconds } from '../rules.ts'
import { endAllSessions } from '../sessions/commands.ts'
import { knownAddressMail, knownAddressOnlyMail, shutAccountMail, verificationMail } from './messages.ts'

/** A booking that waited for its customer's address to be verified, and what became of it. */
export interface StartedBooking {
  /** Of its unguessable link. */
  hash: string
  status: string
  /** Whether its time was still free, and is held now. */
  isHeld: boolean
}

declare module '#platform/ctx.ts' {
  interface Services {
    /**
     * Gives a waiting booking its life, in the transaction that verified the address. Bookings come after identity, so the app plugs
     * this in. Null where there is no such booking any more.
     */
    readonly startWaitingBooking: (
      ctx: TxCtx,
      waiting: { bookingId: string; userId: string },
    ) => Promise<StartedBooking | null>
  }
}

type Input = InputOf<typeof registerEndpoint>['body']

interface Registration extends Contact {
  userRole: Input['userRole']
  emailKey: string
  passwordHash: string
  companyName: string | null
}

/** What the database keeps beside a mailed link. */
interface LinkData {
  /** The link speaks for this address only, whatever the account's becomes. */
  emailKey: string
  /** What this very registration said; the account takes it when its owner follows this link, not another's. Null for a known address. */
  registration: Registration | null
  /** The digest of the booking token that was given out with it, in hex. */
  bookingToken: string | null
}

const perAddress = { name: 'register-address', per: 'user', count: 3, seconds: 3600 } as const

/** The same answer and the same work whether or not the address is known; its owner learns the rest by mail. */
export async function register(ctx: Ctx, input: Input): Promise<AnswerOf<typeof registerEndpoint> | Refusal> {
  const checked = check(input)
  if (checked instanceof Refusal) return checked
  const tooFast = await spendDurable(ctx, perAddress, digestOf(checked.emailKey).toString('hex'))
  if (tooFast) return tooFast
  const passwordHash = await hashPassword(input.password, costOf(ctx.config))
  if (passwordHash instanceof Refusal) return passwordHash
  const bookingToken = await ctx.tx((ctx) => openAccount(ctx, { ...checked, passwordHash }))
  return { detail: 'Go to your e-mail and follow the link to confirm your address.', bookingToken }
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

async function openAccount(ctx: TxCtx, registration: Registration): Promise<string> {
  const added = await ctx.db
    .insertInto('identity.user')
    .values({ ...columnsOf(registration), email_key: registration.emailKey, created_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.constraint('user_email_is_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return welcome(ctx, added.id, registration)
  const known = await ctx.db
    .selectFrom('identity.user')
    .select(['id', 'status', 'user_role', 'email', 'first_name', 'email_verified_at'])
    .where('email_key', '=', registration.emailKey)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (known.email_verified_at || known.status !== 'active') return tellOwner(ctx, known, registration)
  // Nobody has proved to own this account yet, so the latest registration stands in it until somebody does.
  await ctx.db.updateTable('identity.user').set(columnsOf(registration)).where('id', '=', known.id).execute()
  return welcome(ctx, known.id, registration)
}

const columnsOf = (registration: Registration) => ({
  user_role: registration.userRole,
  email: registration.email,
  password_hash: registration.passwordHash,
  first_name: registration.firstName,
  last_name: registration.lastName,
  phone: registration.phone,
  company_name: registration.companyName,
})

async function welcome(ctx: TxCtx, userId: string, registration: Registration): Promise<string> {
  const bookingToken = await bookingTokenFor(ctx, userId, registration)
  const url = await addLink(ctx, userId, {
    emailKey: registration.emailKey,
    registration,
    bookingToken: digestOf(bookingToken).toString('hex'),
  })
  await mail(
    ctx,
    registration.email,
    userId,
    'verify_email',
    verificationMail({ firstName: registration.firstName, url }),
  )
  return bookingToken
}

interface KnownUser {
  id: string
  status: string
  user_role: string
  email: string
  first_name: string
}

async function tellOwner(ctx: TxCtx, known: KnownUser, registration: Registration): Promise<string> {
  const bookingToken = await bookingTokenFor(ctx, known.id, registration)
  const { publicUrl, contacts } = ctx.config
  const to = { firstName: known.first_name, url: publicUrl }
  if (known.status !== 'active') {
    await mail(
      ctx,
      known.email,
      known.id,
      'account_shut',
      shutAccountMail({ ...to, phone: contacts.phone, email: contacts.email }),
    )
  } else if (known.user_role === 'customer' && registration.userRole === 'customer') {
    const link: LinkData = {
      emailKey: registration.emailKey,
      registration: null,
      bookingToken: digestOf(bookingToken).toString('hex'),
    }
    const url = await addLink(ctx, known.id, link)
    await mail(ctx, known.email, known.id, 'known_address', knownAddressMail({ ...to, url }))
  } else {
    await mail(ctx, known.email, known.id, 'known_address', knownAddressOnlyMail(to))
  }
  return bookingToken
}

/** Drivers do not book: theirs looks the same and opens nothing. */
const bookingTokenFor = async (
  ctx: TxCtx,
  userId: string,
  { userRole, firstName, lastName, phone, email }: Registration,
) => (userRole === 'customer' ? issueBookingToken(ctx, userId, { firstName, lastName, phone, email }) : newSecret())

async function addLink(ctx: TxCtx, userId: string, data: LinkData): Promise<string> {
  const secret = newSecret()
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('identity.one_time_token')
    .values({
      digest: digestOf(secret),
      user_id: userId,
      purpose: 'verify_email',
      data: JSON.stringify(data),
      created_at: now,
      expires_at: new Date(now.getTime() + verificationSeconds * 1000),
    })
    .execute()
  return `${ctx.config.publicUrl}/verify-email?token=${secret}`
}

const mail = (
  ctx: TxCtx,
  to: string,
  userId: string,
  kind: string,
  words: { subject: string; text: string; html: string },
) => queueMessage(ctx, { channel: 'email', to, kind, subjectId: userId, holdsSecret: true, ...words })

/** The owner of an address has followed its link: the account opens as that registration described it, and its booking starts. */
export const verifyEmail = (ctx: Ctx, token: string): Promise<AnswerOf<typeof verifyEndpoint> | Refusal> =>
  ctx.tx(async (ctx) => {
    const link = await spendLink(ctx, token)
    if (!link) return refuse(tokenExpired)
    // Booking token before user, as a booking locks them; a refusal below undoes it.
    const bookingId = link.bookingToken ? await markVerified(ctx, Buffer.from(link.bookingToken, 'hex')) : null
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'status', 'email_key', 'email_verified_at'])
      .where('id', '=', link.userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (user.status !== 'active' || user.email_key !== link.emailKey) return refuse(tokenExpired)
    if (!user.email_verified_at) {
      if (!link.registration) return refuse(tokenExpired)
      await openFor(ctx, user.id, link.registration)
      if (link.registration.userRole === 'driver') await ctx.services.openCompany(ctx, user.id)
    }
    const booking = bookingId ? await ctx.services.startWaitingBooking(ctx, { bookingId, userId: user.id }) : null
    return { detail: 'Your e-mail address is confirmed.', booking }
  })

async function spendLink(ctx: TxCtx, token: string): Promise<(LinkData & { userId: string }) | undefined> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .updateTable('identity.one_time_token')
    .set({ used_at: now })
    .where('digest', '=', digestOf(token))
    .where('purpose', '=', 'verify_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'data'])
    .executeTakeFirst()
  return row && { ...(row.data as LinkData), userId: row.user_id }
}

async function openFor(ctx: TxCtx, userId: string, registration: Registration) {
  await ctx.db
    .updateTable('identity.user')
    .set({ ...columnsOf(registration), email_verified_at: ctx.clock.now() })
    .where('id', '=', userId)
    .execute()
  await endAllSessions(ctx, userId)
}
