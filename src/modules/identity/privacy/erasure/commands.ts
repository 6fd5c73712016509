import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { forgetMessages } from '#modules/notifications/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { Refusal } from '#shared/endpoint.ts'
import { erasureDue } from '../closure/commands.ts'
import { costOf, hashPassword } from '../../credentials/passwords/gateway.ts'
import { hasWorkAhead } from '../personal-data/queries.ts'
import { addressesOf } from '../../rules.ts'

const dayMs = 86_400_000

/**
 * Erases what is held about the owner of an account closed thirty days ago. An account that was restored, or closed again since, is
 * left alone; one with work ahead, agreed at the last moment, waits another day.
 */
export async function eraseAccount(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  // A password nobody knows. Hashed before the transaction, because hashing is slow.
  const passwordHash = await hashPassword(randomBytes(24).toString('base64url'), costOf(ctx.config))
  if (passwordHash instanceof Refusal) throw new Error('Too busy to erase an account: it is tried again')
  await ctx.tx(async (ctx) => {
    const now = ctx.clock.now()
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'email', 'emailKey', 'phone', 'phoneVerifiedAt'])
      .select(['status', 'eraseAt'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (user?.status !== 'pending_delete' || !user.eraseAt) return
    if (user.eraseAt > now) return ctx.enqueue(erasureDue, { userId }, { startAfter: user.eraseAt })
    if (await hasWorkAhead(ctx, userId))
      return ctx.enqueue(erasureDue, { userId }, { startAfter: new Date(now.getTime() + dayMs) })
    await ctx.emit({ type: 'identity.account-erased', userId })
    await forgetMessages(ctx, { addresses: addressesOf(user), subjectIds: [userId] })
    await forgetBelongings(ctx, userId, user.emailKey)
    await anonymise(ctx, userId, passwordHash)
    await recordAudit(ctx, { action: 'account.erased', object: `user ${userId}` })
  })
}

async function forgetBelongings(ctx: TxCtx, userId: string, emailKey: string): Promise<void> {
  for (const table of [
    'identity.session',
    'identity.one_time_token',
    'identity.two_step',
    'identity.phone_code',
    'identity.known_device',
    'identity.saved_address',
    'identity.message_setting',
  ] as const) {
    await ctx.db.deleteFrom(table).where('userId', '=', userId).execute()
  }
  await ctx.db.deleteFrom('identity.login_guard').where('digest', '=', digestOf(emailKey)).execute()
  // Answers kept for retries contain names and addresses.
  await ctx.db
    .deleteFrom('platform.idempotency')
    .where(sql<boolean>`scope like ${`% user ${userId}`}`)
    .execute()
}

/** Blanks the user's row, which stays because bookings refer to it. */
async function anonymise(ctx: TxCtx, userId: string, passwordHash: string): Promise<void> {
  const placeholder = `erased-${userId}@vanfare.invalid`
  await ctx.db
    .updateTable('identity.user')
    .set({
      status: 'deleted',
      eraseAt: null,
      erasedAt: ctx.clock.now(),
      email: placeholder,
      emailKey: placeholder,
      passwordHash,
      firstName: 'Erased',
      lastName: null,
      phone: null,
      phoneVerifiedAt: null,
      companyName: null,
      statusReason: null,
    })
    .where('id', '=', userId)
    .execute()
}
