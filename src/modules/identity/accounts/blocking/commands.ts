import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { lockOwners } from '../administration/commands.ts'
import { mailAbout } from '../mail/commands.ts'
import { voidLinks } from '../../credentials/one-time-links/commands.ts'
import { hasWorkAhead } from '../../privacy/personal-data/queries.ts'
import type { UserStatus } from '../../rules.ts'
import { endAllSessions } from '../../sessions/commands.ts'
import { alreadyBlocked, notBlocked, notOpen, ownAccount, type blockPerson as endpoint } from './contract.ts'
import { blockedMail, unblockedMail } from './messages.ts'

type Decided = AnswerOf<typeof endpoint>

/**
 * The office blocks a person. It takes effect at once, because sessions are checked on each request (T-029); their company's units
 * stop being offered, because the owner's state is one of the facts that determine a unit's status.
 */
export const blockPerson = (ctx: Ctx, userId: string, reason: string): Promise<Decided | Refusal> =>
  ctx.tx(async (ctx) => {
    if (userId === userIdOf(ctx.actor)) return refuse(ownAccount)
    const mayBlockStaff = await isOwner(ctx)
    const person = await lockPerson(ctx, userId)
    if (!person) return refuse(commonRefusals.notFound)
    if (person.userRole === 'admin' && !mayBlockStaff) return refuse(commonRefusals.staffRole)
    if (person.status === 'blocked') return refuse(alreadyBlocked)
    if (person.status !== 'active') return refuse(notOpen)
    await setStatus(ctx, userId, 'blocked', reason)
    await endAllSessions(ctx, userId)
    await voidLinks(ctx, userId)
    await ctx.emit({ type: 'identity.account-blocked', userId })
    await recordAudit(ctx, {
      action: 'account.blocked',
      object: `user ${userId}`,
      before: { status: person.status },
      after: { status: 'blocked', reason },
    })
    await notify(
      ctx,
      person,
      blockedMail(
        { firstName: person.firstName, url: ctx.config.publicUrl, role: roleOf(person) },
        ctx.config.contacts,
      ),
    )
    // A booking being made for a unit is waited for and counted.
    await ctx.settle()
    return view(ctx, userId)
  })

export const unblockPerson = (ctx: Ctx, userId: string, reason: string): Promise<Decided | Refusal> =>
  ctx.tx(async (ctx) => {
    const mayUnblockStaff = await isOwner(ctx)
    const person = await lockPerson(ctx, userId)
    if (!person) return refuse(commonRefusals.notFound)
    if (person.userRole === 'admin' && !mayUnblockStaff) return refuse(commonRefusals.staffRole)
    if (person.status !== 'blocked') return refuse(notBlocked)
    await setStatus(ctx, userId, 'active', null)
    await ctx.emit({ type: 'identity.account-unblocked', userId })
    await recordAudit(ctx, {
      action: 'account.unblocked',
      object: `user ${userId}`,
      before: { status: 'blocked', reason: person.reason },
      after: { status: 'active', reason },
    })
    await notify(ctx, person, unblockedMail({ firstName: person.firstName, url: ctx.config.publicUrl }))
    return view(ctx, userId)
  })

/** Owners are locked, so that two who block each other cannot both succeed and leave none. */
const isOwner = async (ctx: TxCtx): Promise<boolean> => (await lockOwners(ctx)).includes(userIdOf(ctx.actor))

type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

const lockPerson = (ctx: TxCtx, userId: string) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['id', 'email', 'status', 'statusReason as reason', 'firstName'])
    .select(['emailVerifiedAt', 'userRole', 'openedBy'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whoever came by an owner's invitation drives for them (ADR 0026). */
const roleOf = ({ userRole, openedBy }: Person) =>
  userRole === 'driver' && openedBy === 'invitation' ? 'hired' : userRole

const setStatus = (ctx: TxCtx, userId: string, status: UserStatus, reason: string | null) =>
  ctx.db.updateTable('identity.user').set({ status, statusReason: reason }).where('id', '=', userId).execute()

/** An unverified address may be a stranger's, who has no account here to hear about. */
async function notify(ctx: TxCtx, person: Person, words: Parameters<typeof mailAbout>[3]): Promise<void> {
  if (person.emailVerifiedAt) await mailAbout(ctx, person.id, person.email, words)
}

async function view(ctx: TxCtx, userId: string): Promise<Decided> {
  const person = await ctx.db
    .selectFrom('identity.user')
    .select(['status', 'statusReason'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    id: userId,
    status: person.status,
    statusReason: person.statusReason,
    hasBookingsAhead: await hasWorkAhead(ctx, userId),
  }
}
