import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { commonRefusals, invalidField, refuse, type FieldErrors, type Refusal } from '#shared/endpoint.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { unusableHash } from '../../credentials/passwords/gateway.ts'
import { placeholderOf } from '../opened-by-phone/rules.ts'
import { smsFlaw } from '../phones/rules.ts'
import { lockTokens, voidOtherLinks } from '../verification/commands.ts'

/** Somebody on the phone to the office: known already, or as they say who they are. */
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
 * Nobody knows a password of the new account, and only the mailbox can set one: so the address counts as its owner's, and whatever
 * strangers registered with it is void (T-039).
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

/** One account for one number, as long as nobody has claimed it for an address. */
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
      firstName,
      phone,
      createdAt: ctx.clock.now(),
    })
    .execute()
  return id
}
