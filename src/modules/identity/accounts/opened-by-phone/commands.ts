import type { TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import type { Contact } from '../../sessions/booking-tokens/commands.ts'
import { unusableHash } from '../../credentials/passwords/gateway.ts'
import { placeholderOf } from './rules.ts'

/**
 * An account for somebody who has proved a phone but no address. Their booking is not added to the account of the address they
 * typed, which may be somebody else's: it gets its own, which nobody can log in to, until the link of that registration is followed.
 */
export async function openByPhone(ctx: TxCtx, { firstName, lastName }: Contact, phone: string): Promise<string> {
  const id = newId(ctx.clock)
  const placeholder = placeholderOf(id)
  const now = ctx.clock.now()
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
      lastName,
      phone,
      phoneVerifiedAt: now,
      createdAt: now,
    })
    .execute()
  return id
}

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
