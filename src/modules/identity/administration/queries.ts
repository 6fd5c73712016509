import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { emailKey } from '#shared/email.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { inviteStaff, listStaff } from './contract.ts'

type Member = AnswerOf<typeof inviteStaff>

const MOST_STAFF = 500

const members = (ctx: Ctx) =>
  ctx.db
    .selectFrom('identity.user as u')
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.email', 'u.staffRole', 'u.status'])
    .select((eb) => [
      eb
        .selectFrom('identity.session as s')
        .whereRef('s.userId', '=', 'u.id')
        .select((max) => max.fn.max('s.lastUsedAt').as('at'))
        .as('lastSeenAt'),
      eb
        .exists(
          eb
            .selectFrom('identity.two_step as t')
            .select('t.userId')
            .whereRef('t.userId', '=', 'u.id')
            .where('t.confirmedAt', 'is not', null),
        )
        .as('hasTwoStep'),
    ])
    .where('u.userRole', '=', 'admin')
    .where('u.status', '!=', 'deleted')

type Row = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>

const memberOf = (ctx: Ctx, row: Row): Member => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  // A constraint: every admin has one.
  staffRole: row.staffRole ?? 'editor',
  status: row.status !== 'active' ? 'ended' : row.lastSeenAt === null ? 'invited' : 'active',
  hasTwoStep: Boolean(row.hasTwoStep),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  isSelf: row.id === userIdOf(ctx.actor),
})

/** Lists people with access first, then by name. */
export async function listOffice(ctx: Ctx): Promise<AnswerOf<typeof listStaff>> {
  const rows = await members(ctx).orderBy('u.firstName').orderBy('u.id').limit(MOST_STAFF).execute()
  const all = rows.map((row) => memberOf(ctx, row))
  return {
    results: [...all.filter(({ status }) => status !== 'ended'), ...all.filter(({ status }) => status === 'ended')],
  }
}

export const getMember = async (ctx: Ctx, id: string): Promise<Member> =>
  memberOf(ctx, await members(ctx).where('u.id', '=', id).executeTakeFirstOrThrow())

/**
 * Role of an address with us, for the owner of its mailbox: `none` may open an account, `hired` is a hired driver’s
 * account to log in with, `other` cannot be hired (a customer’s, an owner’s, the office’s, or one that is not open).
 */
type AddressAccount = 'none' | 'hired' | 'other'

export async function accountOfAddress(ctx: Ctx, email: string): Promise<AddressAccount> {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['status', 'openedBy', 'emailVerifiedAt'])
    .where('emailKey', '=', emailKey(email))
    .executeTakeFirst()
  if (!user) return 'none'
  if (user.status !== 'active') return 'other'
  if (!user.emailVerifiedAt) return 'none'
  return user.openedBy === 'invitation' ? 'hired' : 'other'
}
