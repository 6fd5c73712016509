import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { emailKey } from '#shared/email.ts'
import { commonRefusals, refuse, Refusal, type FieldErrors } from '#shared/endpoint.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { costOf, hashPassword } from '../passwords/gateway.ts'
import { passwordFlaw } from '../passwords/rules.ts'
import { lockTokens, voidOtherLinks } from '../verification/commands.ts'

/** Fields entered by a person who follows an emailed invitation. */
export interface InvitedFields {
  firstName: string
  lastName?: string | null
  phone?: string | null
  password: string
}

/** The same, checked. */
interface Checked {
  firstName: string
  lastName: string | null
  phone: string | null
  passwordHash: string
}

export interface Invited extends Checked {
  /** The address that the invitation went to. */
  email: string
}

/** Before the transaction, because hashing is slow. */
export async function checkInvited(ctx: Ctx, fields: InvitedFields): Promise<Checked | Refusal> {
  const errors: FieldErrors = {}
  const flaw = passwordFlaw(fields.password)
  if (flaw) errors.password = [flaw]
  const phone = fields.phone ? parsePhone(fields.phone) : null
  if (fields.phone && !phone) errors.phone = [phoneHint]
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  const passwordHash = await hashPassword(fields.password, costOf(ctx.config))
  if (passwordHash instanceof Refusal) return passwordHash
  return { firstName: fields.firstName, lastName: fields.lastName || null, phone, passwordHash }
}

/**
 * Opens the account of a hired driver. The emailed invitation proves the address, so registrations of it by strangers
 * are void. Returns its id; undefined if the address has a verified account, or one that is not open.
 */
export async function openInvitedAccount(ctx: TxCtx, invited: Invited): Promise<string | undefined> {
  const columns = columnsOf(invited, ctx.clock.now())
  const added = await ctx.db
    .insertInto('identity.user')
    .values({ ...columns, emailKey: emailKey(invited.email), createdAt: ctx.clock.now() })
    .onConflict((conflict) => conflict.constraint('user_email_is_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? takeOver(ctx, columns)
}

const columnsOf = ({ email, firstName, lastName, phone, passwordHash }: Invited, now: Date) => ({
  userRole: 'driver' as const,
  openedBy: 'invitation' as const,
  email,
  emailVerifiedAt: now,
  firstName,
  lastName,
  phone,
  companyName: null,
  passwordHash,
})

/** Takes over an unverified account, whose data may be a stranger's: it becomes that of the owner of the mailbox. */
async function takeOver(ctx: TxCtx, columns: ReturnType<typeof columnsOf>): Promise<string | undefined> {
  const key = emailKey(columns.email)
  const find = () =>
    ctx.db.selectFrom('identity.user').select(['id', 'status', 'emailVerifiedAt']).where('emailKey', '=', key)
  const found = await find().executeTakeFirst()
  if (!found) return undefined
  // Tokens before the user, like verifying an address.
  await lockTokens(ctx, found.id)
  const known = await find().forNoKeyUpdate().executeTakeFirst()
  if (!known || known.emailVerifiedAt || known.status !== 'active') return undefined
  await ctx.db.updateTable('identity.user').set(columns).where('id', '=', known.id).execute()
  await voidOtherLinks(ctx, known.id, null)
  await ctx.emit({ type: 'identity.address-confirmed', userId: known.id, role: 'hired', bookingId: null })
  return known.id
}
