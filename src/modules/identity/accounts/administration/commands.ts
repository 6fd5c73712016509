import { randomInt } from 'node:crypto'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { commonRefusals, refuse, Refusal, type StaffRole } from '#shared/endpoint.ts'
import { costOf, hashPassword } from '../../credentials/passwords/gateway.ts'
import { passwordFlaw } from '../../credentials/passwords/rules.ts'

/** Run by the operator: nobody can register as an admin (T-038). Answers the password, which is not stored. */
export async function createAdmin(
  ctx: Ctx,
  input: { email: string; firstName: string; lastName: string | null; staffRole: StaffRole },
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
        staffRole: input.staffRole,
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
    await recordAudit(ctx, {
      action: 'admin.created',
      object: `user ${added.id}`,
      after: { staffRole: input.staffRole },
    })
    return { email, password }
  })
}

/** The ids of the office's owners whose accounts are open, locked so that none is removed until the transaction ends: one has to remain. */
export async function lockOwners(ctx: Ctx): Promise<string[]> {
  const owners = await ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('staffRole', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return owners.map(({ id }) => id)
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
