import { insertUnit } from '#modules/fleet/units/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import type { Role } from '#shared/endpoint.ts'

/** Creates the company of a driver who has just confirmed their address. Somebody hired has none. */
export async function openDriversCompany(
  ctx: TxCtx,
  { userId, role }: { userId: string; role: Role | 'hired' },
): Promise<void> {
  if (role === 'driver') await openCompany(ctx, userId)
}

/** The driver's company, created with a first unit if there is none. Two calls at once create only one. */
export async function openCompany(ctx: TxCtx, userId: string): Promise<string> {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select(['firstName', 'lastName', 'companyName'])
    .where('id', '=', userId)
    .where('userRole', '=', 'driver')
    .executeTakeFirstOrThrow()
  const name = user.companyName ?? [user.firstName, user.lastName].filter(Boolean).join(' ')
  const made = await ctx.db
    .insertInto('companies.company')
    .values({ name: name.slice(0, 120), ownerUserId: userId, createdAt: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('ownerUserId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return findCompany(ctx, userId)
  await insertUnit(ctx, made.id, user.firstName)
  return made.id
}

const findCompany = async (ctx: TxCtx, userId: string): Promise<string> => {
  const { id } = await ctx.db
    .selectFrom('companies.company')
    .select('id')
    .where('ownerUserId', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}
