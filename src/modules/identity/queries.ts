import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import {
  unitsOf,
  userIdOf,
  type Actor,
  type DrivenFor,
  type Driver,
  type HiredDriver,
  type OwnCompany,
} from '#platform/session.ts'
import { refuse, type AnswerOf, type Refusal, type Role, type StaffRole } from '#shared/endpoint.ts'
import { dataOf, type LinkPurpose } from './one-time-links-commands.ts'
import { readAccessToken } from './sessions/gateway.ts'
import type { Contact } from './sessions/commands.ts'
import { accountBlocked, unverifiedEmail, type getUser } from './contract.ts'
import type { getTwoStep } from './two-step/contract.ts'
import { isPlaceholder } from './verification/rules.ts'
import { accountRefusal, asksStaffForTwoStep } from './rules.ts'

declare module '#platform/ctx.ts' {
  interface Services {
    /**
     * SQL for a user's company and units (`OwnCompany`), null if there is none. The tables belong to later slices, so the app
     * supplies it.
     */
    readonly ownCompanySql: (userId: RawBuilder<unknown>) => RawBuilder<OwnCompany | null>
    /** Company that a hired driver drives for, with their one unit; null while there is none. */
    readonly drivenForSql: (userId: RawBuilder<unknown>) => RawBuilder<DrivenFor | null>
  }
}

/**
 * Who bears this token: an access token (session and account are read each time, so log-outs and blocks take effect at once) or a
 * booking token. Undefined if it is invalid; a Refusal names the state of an account that may not be used.
 */
export async function authenticate(ctx: Ctx, bearer: string): Promise<Actor | Refusal | undefined> {
  if (bearer.includes('.')) return signedIn(ctx, bearer)
  return /^[A-Za-z0-9_-]{43}$/.test(bearer) ? bookingTokenBearer(ctx, bearer) : undefined
}

async function signedIn(ctx: Ctx, bearer: string): Promise<Actor | Refusal | undefined> {
  const token = await readAccessToken(ctx, bearer)
  if (!token) return undefined
  // Written as plain SQL: every request runs it, and building it would take longer than everything else here.
  const living = ctx.config.guardOff.has('session_lookup')
    ? sql`true`
    : sql`s.revoked_at is null and s.expires_at > ${ctx.clock.now()}`
  const { rows } = await sql<SessionRow>`/* session */
    select u.status, u.user_role, u.staff_role, u.email_verified_at as "emailVerifiedAt", ${living} as "isLiving",
      ${needsTwoStepSql(ctx)} as "needsTwoStep",
      u.opened_by = 'invitation' as "isHired",
      u.opened_by = 'phone' and u.phone_verified_at is not null as "isProvenByPhone",
      case when u.opened_by = 'invitation' then ${ctx.services.drivenForSql(sql`u.id`)}
        when u.user_role = 'driver' then ${ctx.services.ownCompanySql(sql`u.id`)} end as company
    from identity.session s join identity."user" u on u.id = s.user_id
    where s.id = ${token.sessionId} and u.id = ${token.userId}`.execute(ctx.db)
  const row = rows[0]
  if (!row) return undefined
  const state = accountRefusal(row)
  // Blocking ends the sessions; the refusal says why.
  if (state === accountBlocked) return refuse(state)
  if (!row.isLiving || state === unverifiedEmail) return undefined
  if (state) return refuse(state)
  const { userId, sessionId } = token
  if (row.isHired) return { kind: 'hired', userId, sessionId, company: drivenFor(row.company) }
  if (row.userRole === 'customer') return { kind: 'customer', userId, sessionId, company: null }
  if (row.userRole === 'admin') {
    const { staffRole, needsTwoStep } = row
    return { kind: 'admin', userId, sessionId, company: null, ...(staffRole ? { staffRole } : {}), needsTwoStep }
  }
  return { kind: 'driver', userId, sessionId, company: row.company ?? (await openCompany(ctx, userId)) }
}

/** Somebody of a company as they are now, for a link that was sent to them alone; undefined if they may not act for a company any more. */
export async function findDriver(
  ctx: Ctx,
  userId: string,
  sessionId: string,
): Promise<Driver | HiredDriver | undefined> {
  const { rows } = await sql<Pick<SessionRow, 'isHired' | 'company'>>`
    select u.opened_by = 'invitation' as "isHired",
      case when u.opened_by = 'invitation' then ${ctx.services.drivenForSql(sql`u.id`)}
        else ${ctx.services.ownCompanySql(sql`u.id`)} end as company
    from identity."user" u where u.id = ${userId} and u.status = 'active' and u.user_role = 'driver'`.execute(ctx.db)
  const [row] = rows
  if (!row?.company) return undefined
  return row.isHired
    ? { kind: 'hired', userId, sessionId, company: drivenFor(row.company) }
    : { kind: 'driver', userId, sessionId, company: row.company }
}

const needsTwoStepSql = (ctx: Ctx): RawBuilder<boolean> =>
  asksStaffForTwoStep(ctx.config)
    ? sql`u.user_role = 'admin' and not exists (select from identity.two_step t where t.user_id = u.id and t.confirmed_at is not null)`
    : sql`false`

/** A driver's company is created when they confirm their address; a driver without one gets it with the next request. */
async function openCompany(ctx: Ctx, userId: string): Promise<OwnCompany> {
  await ctx.tx((tx) => tx.services.openCompany(tx, userId))
  const { rows } = await sql<{ company: OwnCompany | null }>`
    select ${ctx.services.ownCompanySql(sql`${userId}::uuid`)} as company`.execute(ctx.db)
  const company = rows[0]?.company
  if (!company) throw new Error('A company that was opened is gone')
  return company
}

const drivenFor = (company: SessionRow['company']): DrivenFor | null =>
  company && { ...company, mayAnswer: company.mayAnswer === true }

interface SessionRow {
  status: string
  userRole: Role
  staffRole: StaffRole | null
  needsTwoStep: boolean
  emailVerifiedAt: Date | null
  isProvenByPhone: boolean
  isLiving: boolean
  isHired: boolean
  /** Drivers only. */
  company: (OwnCompany & Partial<DrivenFor>) | null
}

/**
 * A spent token still identifies its bearer, so that a retry with its Idempotency-Key gets the first answer again. Whether it may
 * book is decided where it is spent.
 */
async function bookingTokenBearer(ctx: Ctx, bearer: string): Promise<Actor | undefined> {
  const tokenDigest = digestOf(bearer)
  const row = await ctx.db
    .selectFrom('identity.one_time_token')
    .select('userId')
    .where('digest', '=', tokenDigest)
    .where('purpose', '=', 'booking')
    .where('expiresAt', '>', ctx.clock.now())
    .executeTakeFirst()
  return row && { kind: 'bookingToken', userId: row.userId, tokenDigest }
}

/** The signed-in user; for a driver, with a summary of the company. */
export async function getSignedInUser(ctx: Ctx): Promise<AnswerOf<typeof getUser>> {
  const { actor } = ctx
  const company = unitsOf(actor)
  const user = await ctx.db
    .selectFrom('identity.user as u')
    .select(['u.id', 'u.userRole', 'u.email', 'u.emailVerifiedAt', 'u.firstName', 'u.lastName', 'u.phone'])
    .select('u.phoneVerifiedAt')
    .select((eb) => [
      eb
        .selectFrom('identity.one_time_token as t')
        .select(sql<string>`t.data ->> 'email'`.as('email'))
        .whereRef('t.userId', '=', 'u.id')
        .where('t.purpose', '=', 'change_email')
        .where('t.usedAt', 'is', null)
        .where('t.expiresAt', '>', ctx.clock.now())
        .orderBy('t.createdAt', 'desc')
        .limit(1)
        .as('pendingEmail'),
      eb
        .exists(
          eb
            .selectFrom('identity.two_step as s')
            .select('s.userId')
            .whereRef('s.userId', '=', 'u.id')
            .where('s.confirmedAt', 'is not', null),
        )
        .as('totpIsOn'),
    ])
    .where('u.id', '=', userIdOf(actor))
    .executeTakeFirstOrThrow()
  return {
    id: user.id,
    userRole: user.userRole,
    // A placeholder means that no address was given yet.
    email: isPlaceholder(user.email) ? '' : user.email,
    emailIsVerified: user.emailVerifiedAt !== null,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone,
    phoneIsVerified: user.phone !== null && user.phoneVerifiedAt !== null,
    pendingEmail: user.pendingEmail,
    totpIsOn: Boolean(user.totpIsOn),
    ...(company ? { companyId: company.id, workingUnitIds: [...company.unitIds] } : {}),
    ...(actor.kind === 'admin' ? { staffRole: actor.staffRole, needsTwoStep: actor.needsTwoStep } : {}),
    ...(actor.kind === 'hired' ? { isHired: true, mayAnswer: actor.company?.mayAnswer === true } : {}),
  }
}

/** Who is booking: the account's owner or, for a booking token, the person as they registered. */
export async function contactOf(ctx: Ctx): Promise<Contact> {
  const { actor } = ctx
  if (actor.kind === 'bookingToken') {
    const row = await ctx.db
      .selectFrom('identity.one_time_token')
      .select('data')
      .where('digest', '=', actor.tokenDigest)
      .executeTakeFirstOrThrow()
    return dataOf('booking', row.data).contact
  }
  return ctx.db
    .selectFrom('identity.user')
    .select(['firstName', 'lastName', 'phone', 'email'])
    .where('id', '=', userIdOf(actor))
    .executeTakeFirstOrThrow()
}

export async function getOwnTwoStep(ctx: Ctx): Promise<AnswerOf<typeof getTwoStep>> {
  const userId = userIdOf(ctx.actor)
  const row = await ctx.db
    .selectFrom('identity.two_step as s')
    .leftJoin('identity.recovery_code as r', (join) =>
      join.onRef('r.userId', '=', 's.userId').on('r.usedAt', 'is', null),
    )
    .select(['s.confirmedAt as since'])
    .select((eb) => eb.fn.count<number>('r.digest').as('left'))
    .where('s.userId', '=', userId)
    .where('s.confirmedAt', 'is not', null)
    .groupBy('s.userId')
    .executeTakeFirst()
  return { isOn: row !== undefined, since: row?.since?.toISOString() ?? null, recoveryCodesLeft: row?.left ?? 0 }
}

/** Whether the link still works, without using it up. */
export async function isLinkGood(ctx: Ctx, purpose: LinkPurpose, secret: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token as t')
    .innerJoin('identity.user as u', 'u.id', 't.userId')
    .select('t.userId')
    .where('t.digest', '=', digestOf(secret))
    .where('t.purpose', '=', purpose)
    .where('t.usedAt', 'is', null)
    .where('t.expiresAt', '>', ctx.clock.now())
    .where('u.status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

/** Time at which the newest working link of this purpose was emailed. */
export async function findLinkMailedAt(ctx: Ctx, purpose: LinkPurpose, userId: string): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now())
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

/** The person behind a booking token, as they registered; undefined once that registration is void. */
export async function findBooker(
  ctx: Ctx,
  bookingId: string,
): Promise<{ tokenDigest: Buffer; contact: Contact; mailId?: string } | undefined> {
  const row = await ctx.db
    .selectFrom('identity.one_time_token')
    .select(['digest', 'data'])
    .where('purpose', '=', 'booking')
    .where(sql<string>`data ->> 'bookingId'`, '=', bookingId)
    .executeTakeFirst()
  if (!row) return undefined
  const { contact, mailId } = dataOf('booking', row.data)
  return { tokenDigest: row.digest, contact, mailId }
}
