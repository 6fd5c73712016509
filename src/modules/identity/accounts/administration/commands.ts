import { randomInt } from 'node:crypto'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { costOf, hashPassword } from '../../credentials/passwords/gateway.ts'
import { passwordFlaw } from '../../credentials/passwords/rules.ts'

/** Run by the operator: nobody can register as an admin (T-038). Answers the password, which is not stored. */
export async function createAdmin(
  ctx: Ctx,
  input: { email: string; firstName: string; lastName: string | null },
): Promise<{ email: string; password: string } | Refusal> {
  const email = parseEmail(input.email)
  if (!email) return refuse(commonRefusals.invalid, { detail: `${input.email} isn’t an email address.` })
  const [firstName, lastName] = [input.firstName.trim(), input.lastName?.trim() || null]
  if (firstName === '' || Math.max(firstName.length, lastName?.length ?? 0) > LONGEST_NAME)
    return refuse(commonRefusals.invalid, { detail: `A name has 1 to ${LONGEST_NAME} letters.` })
  const password = newPassword()
  const hash = await hashPassword(password, costOf(ctx.config))
  if (hash instanceof Refusal) return hash
  return ctx.tx(async (ctx) => {
    const added = await ctx.db
      .insertInto('identity.user')
      .values({
        userRole: 'admin',
        email,
        emailKey: emailKey(email),
        emailVerifiedAt: ctx.clock.now(),
        passwordHash: hash,
        firstName,
        lastName,
        createdAt: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.constraint('user_email_is_unique').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added)
      return refuse(commonRefusals.conflict, { detail: `There is already an account with the address ${email}.` })
    await recordAudit(ctx, { action: 'admin.created', object: `user ${added.id}` })
    return { email, password }
  })
}

/** The ids of all active admins, locked so that nobody removes one until the transaction ends. */
export async function lockAdmins(ctx: Ctx): Promise<string[]> {
  const admins = await ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('userRole', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

const LONGEST_NAME = 100

/** Twenty letters and digits, easy to copy by hand: about 115 random bits. */
function newPassword(): string {
  const password = Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
  const grouped = (password.match(/.{5}/g) ?? []).join('-')
  return passwordFlaw(grouped) ? newPassword() : grouped
}

/** Without characters that are easily misread. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
