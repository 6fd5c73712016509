import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import type { Contact } from '../../sessions/booking-tokens/commands.ts'
import { unusableHash } from '../../credentials/passwords/gateway.ts'

/**
 * Somebody who proved a phone and no address. Their booking is not put into the account of the address that they typed, which may be
 * somebody else's: it has an account of its own that nobody logs in to, until the link of that very registration is followed.
 */
export async function openByPhone(ctx: TxCtx, { firstName, lastName }: Contact, phone: string): Promise<string> {
  const id = newId(ctx.clock)
  const nowhere = `phone-${id}@vanfare.invalid`
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('identity.user')
    .values({
      id,
      userRole: 'customer',
      openedBy: 'phone',
      email: nowhere,
      emailKey: nowhere,
      passwordHash: unusableHash(),
      firstName,
      lastName,
      phone,
      phoneVerifiedAt: now,
      createdAt: now,
    })
    .execute()
  return id
}

/** Its booking has gone to the account of the address: nothing is left in it. False where it is anybody else's. */
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
