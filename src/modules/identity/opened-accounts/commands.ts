import { randomInt } from 'node:crypto'
import { queueMessage } from '#modules/notifications/commands.ts'
import type { TxCtx, Ctx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { isMac, macOf } from '#platform/secret-key.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { commonRefusals, invalidField, refuse, type FieldErrors, type Refusal } from '#shared/endpoint.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { unusableHash } from '../passwords/gateway.ts'
import { noMobile } from './contract.ts'
import { findBooker } from '../queries.ts'
import type { Contact } from '../sessions/commands.ts'
import { lockTokens, voidOtherLinks } from '../verification/commands.ts'
import { noSms } from '../verification/contract.ts'
import { codeSms } from '../messages.ts'
import { spendCode } from '../verification/phones-commands.ts'
import { smsFlaw, codeSeconds, codeTries, placeholderOf } from '../verification/rules.ts'

/** A caller to the office: a known customer, or the details they give. */
export type Caller = { id: string } | { firstName: string; email?: string | null; phone?: string | null }

/** Paths of the fields as on the wire. */
const at = (field: string): string => `customer.${field}`

/** The account of a customer who is on the phone; opened if there is none. */
export async function customerOnPhone(ctx: TxCtx, caller: Caller): Promise<string | Refusal> {
  if ('id' in caller)
    return (await isCustomer(ctx, caller.id)) ? caller.id : invalidField(at('id'), 'Choose a customer.')
  const email = caller.email?.trim() ? parseEmail(caller.email) : undefined
  const phone = caller.phone?.trim() ? parsePhone(caller.phone) : undefined
  const errors: FieldErrors = {}
  if (email === null) errors[at('email')] = ['Invalid email']
  if (phone === null) errors[at('phone')] = [phoneHint]
  if (email === undefined && phone === undefined) errors[at('phone')] = ['Ask for an email or a phone number.']
  const flaw = phone && !email ? smsFlaw(phone, ctx.config.smsPrefixes) : undefined
  if (flaw) errors[at('phone')] = [flaw]
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  if (email) return customerOfAddress(ctx, { email, firstName: caller.firstName, phone: phone ?? null })
  return customerOfNumber(ctx, caller.firstName, phone ?? '')
}

const isCustomer = async (ctx: TxCtx, id: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('id', '=', id)
    .where('userRole', '=', 'customer')
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('emailVerifiedAt', 'is not', null), eb('openedBy', '=', 'phone')]))
    .executeTakeFirst()) !== undefined

interface New {
  firstName: string
  email: string
  phone: string | null
}

/**
 * The new account has no known password, and only the mailbox can set one: so the address counts as its owner's, and
 * registrations of it by strangers are void (T-039).
 */
async function customerOfAddress(ctx: TxCtx, { firstName, email, phone }: New): Promise<string | Refusal> {
  const now = ctx.clock.now()
  const columns = {
    userRole: 'customer' as const,
    openedBy: 'email' as const,
    email,
    emailVerifiedAt: now,
    firstName,
    lastName: null,
    phone,
    phoneVerifiedAt: null,
    companyName: null,
    passwordHash: unusableHash(),
  }
  const added = await ctx.db
    .insertInto('identity.user')
    .values({ ...columns, id: newId(ctx.clock), emailKey: emailKey(email), createdAt: now })
    .onConflict((conflict) => conflict.constraint('user_email_is_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return added.id
  const find = () =>
    ctx.db
      .selectFrom('identity.user')
      .select(['id', 'status', 'userRole', 'emailVerifiedAt'])
      .where('emailKey', '=', emailKey(email))
  const found = await find().executeTakeFirstOrThrow()
  // Tokens before the user, like verifying an address.
  await lockTokens(ctx, found.id)
  const known = await find().forNoKeyUpdate().executeTakeFirst()
  if (!known || known.status !== 'active' || (known.emailVerifiedAt && known.userRole !== 'customer'))
    return invalidField(at('email'), 'This address has an account that can’t book.')
  if (known.emailVerifiedAt) return known.id
  await ctx.db.updateTable('identity.user').set(columns).where('id', '=', known.id).execute()
  await voidOtherLinks(ctx, known.id, null)
  await ctx.emit({ type: 'identity.address-confirmed', userId: known.id, role: 'customer', bookingId: null })
  return known.id
}

/** Finds or opens one account for one number, until it is claimed for an address. */
async function customerOfNumber(ctx: TxCtx, firstName: string, phone: string): Promise<string> {
  const known = await ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('openedBy', '=', 'phone')
    .where('phone', '=', phone)
    .where('status', '=', 'active')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (known) return known.id
  return addByPhone(ctx, { firstName, phone })
}

/** Opens an account without a login. Its address is a placeholder. */
async function addByPhone(
  ctx: TxCtx,
  person: { firstName: string; lastName?: string | null; phone: string; phoneVerifiedAt?: Date },
): Promise<string> {
  const id = newId(ctx.clock)
  const placeholder = placeholderOf(id)
  await ctx.db
    .insertInto('identity.user')
    .values({
      id,
      userRole: 'customer',
      openedBy: 'phone',
      email: placeholder,
      emailKey: placeholder,
      passwordHash: unusableHash(),
      createdAt: ctx.clock.now(),
      ...person,
    })
    .execute()
  return id
}

/**
 * Opens an account for a person who has proved a phone but no address. Their booking is not added to the account of the
 * address they typed, which may be another person's: it gets its own, without a login until the link of that
 * registration is followed.
 */
export const openByPhone = (ctx: TxCtx, { firstName, lastName }: Contact, phone: string): Promise<string> =>
  addByPhone(ctx, { firstName, lastName, phone, phoneVerifiedAt: ctx.clock.now() })

/** Deletes it after its booking has moved to the verified account. False for any other account. */
export async function isByPhone(ctx: TxCtx, userId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('identity.user')
    .select('openedBy')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.openedBy === 'phone'
}

export async function closeByPhone(ctx: TxCtx, userId: string): Promise<void> {
  await ctx.db.deleteFrom('identity.user').where('id', '=', userId).where('openedBy', '=', 'phone').execute()
}

/**
 * Texts a code to the number given at the registration whose booking is waiting (decisions §2), and to no other. T-028's limits are
 * counted per booking, number and network, and in total.
 */
export async function sendStartCode(
  ctx: Ctx,
  bookingId: string,
): Promise<{ phone: string; expiresAt: Date } | Refusal> {
  const booker = await findBooker(ctx, bookingId)
  if (!booker) return refuse(commonRefusals.notFound)
  const { phone } = booker.contact
  if (!phone || smsFlaw(phone, ctx.config.smsPrefixes)) return refuse(noMobile)
  // Without an SMS provider the code would only reach the demonstration's mailbox, which production does not have.
  if (ctx.config.appMode === 'production' && !ctx.config.sms) return refuse(noSms)
  const tooFast = await spendCode(ctx, { purpose: 'booking', owner: bookingId, phone })
  if (tooFast) return tooFast
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + codeSeconds * 1000)
  const row = {
    phone,
    mac: macOf(ctx.config, 'start code', codeText(bookingId, phone, code)),
    tries: 0,
    createdAt: now,
    expiresAt,
  }
  await ctx.tx(async (ctx) => {
    await ctx.db
      .insertInto('identity.start_code')
      .values({ bookingDigest: booker.tokenDigest, ...row })
      .onConflict((conflict) => conflict.column('bookingDigest').doUpdateSet(row))
      .execute()
    const text = codeSms(code)
    await queueMessage(ctx, {
      channel: 'sms',
      to: phone,
      kind: 'start_code',
      text,
      subjectId: bookingId,
      holdsSecret: true,
    })
  })
  return { phone, expiresAt }
}

export type StartTry =
  | { kind: 'right'; contact: Contact; phone: string }
  | { kind: 'wrong'; left: number }
  | { kind: 'expired' }

/** One guess, recorded whatever the result: the caller must return a refusal only after the transaction. A right code is used up. */
export async function tryStartCode(ctx: TxCtx, bookingId: string, code: string): Promise<StartTry> {
  const booker = await findBooker(ctx, bookingId)
  if (!booker) return { kind: 'expired' }
  const issued = await ctx.db
    .selectFrom('identity.start_code')
    .select(['phone', 'mac', 'tries'])
    .where('bookingDigest', '=', booker.tokenDigest)
    .where('expiresAt', '>', ctx.clock.now())
    .forUpdate()
    .executeTakeFirst()
  if (!issued || (issued.tries >= codeTries && !ctx.config.guardOff.has('code_tries'))) return { kind: 'expired' }
  const { phone } = issued
  if (isMac(ctx.config, 'start code', codeText(bookingId, phone, code), issued.mac)) {
    await ctx.db.deleteFrom('identity.start_code').where('bookingDigest', '=', booker.tokenDigest).execute()
    return { kind: 'right', contact: booker.contact, phone }
  }
  const tries = Math.min(codeTries, issued.tries + 1)
  await ctx.db
    .updateTable('identity.start_code')
    .set({ tries })
    .where('bookingDigest', '=', booker.tokenDigest)
    .execute()
  return tries < codeTries ? { kind: 'wrong', left: codeTries - tries } : { kind: 'expired' }
}

const codeText = (bookingId: string, phone: string, code: string): string => `${bookingId} ${phone} ${code}`
