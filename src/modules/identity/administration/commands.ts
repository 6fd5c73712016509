import { randomInt } from 'node:crypto'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { emailKey, parseEmail } from '#shared/email.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf, type StaffRole } from '#shared/endpoint.ts'
import {
  alreadyBlocked,
  notBlocked,
  notOpen,
  ownAccount,
  type blockPerson as endpoint,
  accessEnded,
  addressTaken,
  lastOwner,
  ownAccess,
  type inviteStaff,
} from './contract.ts'
import { blockedMail, unblockedMail, invitedMail } from '../messages.ts'
import { issueLink, voidLinks } from '../one-time-links-commands.ts'
import { costOf, hashPassword, unusableHash } from '../passwords/gateway.ts'
import { passwordFlaw } from '../passwords/rules.ts'
import { hasWorkAhead } from '../privacy/queries.ts'
import { mailAbout } from '../profile/commands.ts'
import type { UserStatus } from '../rules.ts'
import { endAllSessions, notifyEnded } from '../sessions/commands.ts'
import { getMember } from './queries.ts'

/**
 * Creates an admin for the operator: registration as an admin is impossible (T-038). Returns the password, which is not
 * stored.
 */
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
    const id = await addAdmin(ctx, { ...input, email, firstName, lastName, passwordHash: hash })
    if (!id)
      return refuse(commonRefusals.conflict, { detail: `There is already an account with the address ${email}.` })
    return { email, password }
  })
}

interface NewAdmin {
  email: string
  firstName: string
  lastName: string | null
  staffRole: StaffRole
  passwordHash: string
}

/** The account and its audit; undefined if the address has an account already. */
async function addAdmin(ctx: TxCtx, admin: NewAdmin): Promise<string | undefined> {
  const now = ctx.clock.now()
  const added = await ctx.db
    .insertInto('identity.user')
    .values({ ...admin, userRole: 'admin', emailKey: emailKey(admin.email), emailVerifiedAt: now, createdAt: now })
    .onConflict((conflict) => conflict.constraint('user_email_is_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added)
    await recordAudit(ctx, {
      action: 'admin.created',
      object: `user ${added.id}`,
      after: { staffRole: admin.staffRole },
    })
  return added?.id
}

type Member = AnswerOf<typeof inviteStaff>

/** Creates the account without a known password: only the owner of the mailbox can choose one. */
export const inviteMember = (ctx: Ctx, { email, firstName, lastName, staffRole }: Invited): Promise<Member | Refusal> =>
  ctx.tx(async (ctx) => {
    const address = parseEmail(email)
    if (!address) return invalidField('email', 'Invalid email')
    const names = { firstName, lastName: lastName || null }
    const id = await addAdmin(ctx, { ...names, email: address, staffRole, passwordHash: unusableHash() })
    if (!id) return refuse(addressTaken)
    const token = await issueLink(ctx, { userId: id, purpose: 'reset_password', seconds: INVITATION_SECONDS, data: {} })
    const { firstName: by } = await getMember(ctx, userIdOf(ctx.actor))
    const url = `${ctx.config.publicUrl}/reset-password?token=${token}`
    await mailAbout(ctx, id, address, invitedMail({ firstName, by, role: staffRole, url }))
    return getMember(ctx, id)
  })

interface Invited {
  email: string
  firstName: string
  lastName?: string | null | undefined
  staffRole: StaffRole
}

const INVITATION_SECONDS = 3 * 86_400

/** The role is read with each call, so it counts at once; open streams check again whose they are. */
export const changeRole = (ctx: Ctx, id: string, staffRole: StaffRole): Promise<Member | Refusal> =>
  ctx.tx(async (ctx) => {
    const owners = await lockOwners(ctx)
    if (!owners.includes(userIdOf(ctx.actor))) return refuse(commonRefusals.staffRole)
    const known = await lockMember(ctx, id)
    if (!known) return refuse(commonRefusals.notFound)
    if (known.status !== 'active') return refuse(accessEnded)
    if (staffRole !== 'owner' && owners.length === 1 && owners[0] === id) return refuse(lastOwner)
    if (known.staffRole !== staffRole) {
      await ctx.db.updateTable('identity.user').set({ staffRole }).where('id', '=', id).execute()
      await notifyEnded(ctx, id)
      await recordAudit(ctx, {
        action: 'admin.role_changed',
        object: `user ${id}`,
        before: { staffRole: known.staffRole },
        after: { staffRole },
      })
    }
    return getMember(ctx, id)
  })

/** Ends access like a block, without a reason: an owner can open the account again on the person's page. */
export const endAccess = (ctx: Ctx, id: string): Promise<Member | Refusal> =>
  ctx.tx(async (ctx) => {
    // Owners cannot end their own access, so the owner who does it remains.
    if (id === userIdOf(ctx.actor)) return refuse(ownAccess)
    if (!(await lockOwners(ctx)).includes(userIdOf(ctx.actor))) return refuse(commonRefusals.staffRole)
    const known = await lockMember(ctx, id)
    if (!known) return refuse(commonRefusals.notFound)
    if (known.status !== 'active') return refuse(accessEnded)
    await ctx.db
      .updateTable('identity.user')
      .set({ status: 'blocked', statusReason: 'Access to the office has ended.' })
      .where('id', '=', id)
      .execute()
    await endAllSessions(ctx, id)
    await voidLinks(ctx, id)
    await ctx.emit({ type: 'identity.account-blocked', userId: id })
    await recordAudit(ctx, {
      action: 'admin.access_ended',
      object: `user ${id}`,
      before: { staffRole: known.staffRole },
    })
    return getMember(ctx, id)
  })

const lockMember = (ctx: TxCtx, id: string) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['status', 'staffRole'])
    .where('id', '=', id)
    .where('userRole', '=', 'admin')
    .where('status', '!=', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()

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

/** Letters without those that are easily misread. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

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

/** A person invited by an owner drives for them (ADR 0026). */
const roleOf = ({ userRole, openedBy }: Person) =>
  userRole === 'driver' && openedBy === 'invitation' ? 'hired' : userRole

const setStatus = (ctx: TxCtx, userId: string, status: UserStatus, reason: string | null) =>
  ctx.db.updateTable('identity.user').set({ status, statusReason: reason }).where('id', '=', userId).execute()

/** An unverified address may be a stranger's, who has no account here to hear about. */
async function notify(ctx: TxCtx, person: Person, message: Parameters<typeof mailAbout>[3]): Promise<void> {
  if (person.emailVerifiedAt) await mailAbout(ctx, person.id, person.email, message)
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
