import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { eraseMessages } from '#modules/notifications/commands.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { digestOf } from '#platform/secrets.ts'
import { userIdOf } from '#platform/session.ts'
import { emailKey } from '#shared/email.ts'
import { refuse, Refusal, type RefusalKind } from '#shared/endpoint.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { lockOwners } from '../administration/commands.ts'
import { lastOwner } from '../administration/contract.ts'
import { tokenExpired } from '../contract.ts'
import { issueLink, spendLink, voidLinks } from '../one-time-links-commands.ts'
import { findLinkMailedAt } from '../queries.ts'
import { costOf, hashPassword } from '../passwords/gateway.ts'
import { mailAbout } from '../profile/commands.ts'
import { closingLinkSeconds, erasureSeconds, addressesOf } from '../rules.ts'
import { endAllSessions } from '../sessions/commands.ts'
import { bookingAhead, pendingDelete } from '../profile/contract.ts'
import { closedMail, closingMail, restoredMail } from '../messages.ts'
import { hasWorkAhead } from './queries.ts'

/** Due when a closed account's thirty days are over. */
export const erasureDue = jobName<{ userId: string }>('identity.erasure-due')

/** A second mail within this time would only repeat the first. */
const patienceSeconds = 600

/** Mails the link that closes the account. Nothing changes until it is followed. */
export async function askClosing(ctx: Ctx): Promise<{ detail: string } | Refusal> {
  const userId = userIdOf(ctx.actor)
  const obstacle = await obstacleOf(ctx, userId)
  if (obstacle) return refuse(obstacle)
  return ctx.tx(async (ctx) => {
    const user = await lockUser(ctx, userId)
    const mailedAt = await findLinkMailedAt(ctx, 'delete_account', userId)
    const isRecent = mailedAt !== undefined && secondsSince(ctx, mailedAt) < patienceSeconds
    if (user.status !== 'active' || isRecent) return refuse(pendingDelete)
    const token = await issueLink(ctx, { userId, purpose: 'delete_account', seconds: closingLinkSeconds, data: {} })
    const url = `${ctx.config.publicUrl}/delete-account?token=${token}`
    await mailAbout(ctx, userId, user.email, closingMail({ firstName: user.firstName, url }))
    return { detail: 'Go to your email and follow the link.' }
  })
}

async function obstacleOf(ctx: Ctx, userId: string): Promise<RefusalKind | undefined> {
  if (await isLastOwner(ctx, userId)) return lastOwner
  return (await hasWorkAhead(ctx, userId)) ? bookingAhead : undefined
}

/** If the last two owners of the office leave at once, the second waits for the lock and is then refused. */
async function isLastOwner(ctx: Ctx, userId: string): Promise<boolean> {
  const owners = await lockOwners(ctx)
  return owners.length === 1 && owners[0] === userId
}

/** The owner has followed the link: access ends at once, and the data is erased in thirty days. */
export const confirmClosing = (ctx: Ctx, token: string): Promise<{ detail: string; erasedAt: string } | Refusal> =>
  ctx.tx(async (ctx) => {
    const link = await spendLink(ctx, 'delete_account', token)
    if (!link) return refuse(tokenExpired)
    const user = await lockUser(ctx, link.userId)
    if (user.status !== 'active') return refuse(tokenExpired)
    if (await isLastOwner(ctx, user.id)) return refuse(lastOwner)
    const eraseAt = new Date(ctx.clock.now().getTime() + erasureSeconds * 1000)
    await closeAccount(ctx, user.id, eraseAt)
    await ctx.settle()
    // Checked last: a booking made at the same time has by now either committed and been counted, or will find the
    // company closed.
    if (await hasWorkAhead(ctx, user.id)) return refuse(bookingAhead)
    const closureDetails = {
      firstName: user.firstName,
      erasedOn: formatDay(localDayOf(eraseAt)),
      url: ctx.config.publicUrl,
    }
    await mailAbout(ctx, user.id, user.email, closedMail(closureDetails, ctx.config.contacts))
    return { detail: 'Your account is closed.', erasedAt: eraseAt.toISOString() }
  })

async function closeAccount(ctx: TxCtx, userId: string, eraseAt: Date): Promise<void> {
  await ctx.db
    .updateTable('identity.user')
    .set({ status: 'pending_delete', eraseAt })
    .where('id', '=', userId)
    .execute()
  await endAllSessions(ctx, userId)
  await voidLinks(ctx, userId)
  await ctx.emit({ type: 'identity.account-closed', userId })
  await ctx.enqueue(erasureDue, { userId }, { startAfter: eraseAt })
  await recordAudit(ctx, { action: 'account.closed', object: `user ${userId}` })
}

export type Restored = 'restored' | 'not closed' | 'unknown'

/** Run by Customer Service after a call: the account is as it was before, and the owner is notified. */
export const restoreAccount = (ctx: Ctx, address: string): Promise<Restored> =>
  ctx.tx(async (ctx): Promise<Restored> => {
    const user = await ctx.db
      .selectFrom('identity.user')
      .select(['id', 'email', 'status', 'firstName'])
      .where('emailKey', '=', emailKey(address))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return 'unknown'
    if (user.status !== 'pending_delete') return 'not closed'
    await ctx.db
      .updateTable('identity.user')
      .set({ status: 'active', eraseAt: null })
      .where('id', '=', user.id)
      .execute()
    await ctx.emit({ type: 'identity.account-reopened', userId: user.id })
    await recordAudit(ctx, { action: 'account.restored', object: `user ${user.id}` })
    const url = `${ctx.config.publicUrl}/?dialog=login`
    await mailAbout(ctx, user.id, user.email, restoredMail({ firstName: user.firstName, url }))
    return 'restored'
  })

const lockUser = (ctx: TxCtx, userId: string) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['id', 'email', 'status', 'firstName'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

const secondsSince = (ctx: Ctx, instant: Date) => (ctx.clock.now().getTime() - instant.getTime()) / 1000

const dayMs = 86_400_000

/**
 * Erases what is held about the owner of an account closed thirty days ago. An account that was restored, or closed again since, is
 * left alone; one with work ahead, agreed at the last moment, waits another day.
 */
export async function eraseAccount(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  // A random password that is not kept. Hashed before the transaction, because hashing is slow.
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
    await eraseMessages(ctx, { addresses: addressesOf(user), subjectIds: [userId] })
    await eraseBelongings(ctx, userId, user.emailKey)
    await anonymise(ctx, userId, passwordHash)
    await recordAudit(ctx, { action: 'account.erased', object: `user ${userId}` })
  })
}

async function eraseBelongings(ctx: TxCtx, userId: string, emailKey: string): Promise<void> {
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
