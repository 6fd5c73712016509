import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { accountOfAddress } from '#modules/identity/administration/queries.ts'
import { tokenExpired } from '#modules/identity/contract.ts'
import { listChoicesOf } from '#modules/identity/profile/queries.ts'
import { choicesIn, settingsOf, type Choices } from '#modules/notifications/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { userIdOf, type DrivenFor } from '#platform/session.ts'
import { refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { Camel } from '#shared/wire.ts'
import type { getDrivenUnit, unitDriver, validateInvitation, getJobNotices } from './contract.ts'
import { HIRED_EVENT_RULES, type HiredEvent, companyInMail, driverState } from './rules.ts'

export type DriverView = Camel<z.output<typeof unitDriver>>

/** The row as JSON from the database. */
export interface DriverRow {
  firstName: string | null
  email: string
  mayAnswer: boolean
  invitedAt: string
  expiresAt: string
  hasJoined: boolean
}

/** Who drives the unit that the statement calls `u`, or is invited to. */
export const driverOfUnit = sql<DriverRow | null>`(
  select json_build_object('firstName', coalesce(p.first_name, d.first_name), 'email', coalesce(p.email, d.email),
    'mayAnswer', d.may_answer, 'invitedAt', d.invited_at, 'expiresAt', d.expires_at, 'hasJoined', d.user_id is not null)
  from fleet.unit_driver d left join identity."user" p on p.id = d.user_id where d.unit_id = u.id)`

export function driverView(row: DriverRow | null, now: Date): DriverView | null {
  if (!row) return null
  const { firstName, email, mayAnswer, hasJoined } = row
  const expiresAt = new Date(row.expiresAt)
  return {
    state: driverState({ hasJoined, expiresAt }, now),
    firstName,
    email,
    mayAnswer,
    invitedAt: new Date(row.invitedAt).toISOString(),
    expiresAt: hasJoined ? null : expiresAt.toISOString(),
  }
}

/** Throws if no driver is invited. */
export async function getDriver(ctx: Ctx, unitId: string): Promise<DriverView> {
  const { rows } = await sql<{ driver: DriverRow | null }>`/* unit-driver */
    select ${driverOfUnit} as driver from fleet.working_unit u where u.id = ${unitId}`.execute(ctx.db)
  const view = driverView(rows[0]?.driver ?? null, ctx.clock.now())
  if (!view) throw new Error('A driver who was found is gone')
  return view
}

/**
 * A hired driver's company with their one unit, for the statement that identifies the caller. A company whose owner may
 * not work (closed, blocked) has no drivers.
 */
export const drivenForSql = (userId: RawBuilder<unknown>): RawBuilder<DrivenFor | null> => sql<DrivenFor | null>`(
  select json_build_object('id', w.company_id, 'unitIds', array[w.id], 'mayAnswer', d.may_answer)
  from fleet.unit_driver d join fleet.working_unit w on w.id = d.unit_id join companies.company c on c.id = w.company_id
  join identity."user" o on o.id = c.owner_user_id and o.status = 'active'
  where d.user_id = ${userId})`

const invitationOf = (ctx: Ctx, token: string) =>
  ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as u', 'u.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .innerJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .where('d.digest', '=', digestOf(token))
    .where('d.expiresAt', '>', ctx.clock.now())
    .where('o.status', '=', 'active')

export interface Invitation {
  unitId: string
  email: string
}

/** The invitation, if its link still works; reading does not use it up. */
export async function findInvitation(ctx: Ctx, token: string): Promise<Invitation | undefined> {
  const row = await invitationOf(ctx, token).select(['d.unitId', 'd.email']).executeTakeFirst()
  return row?.email ? { unitId: row.unitId, email: row.email } : undefined
}

/** Details on the page of the link. */
export async function describeInvitation(
  ctx: Ctx,
  token: string,
): Promise<AnswerOf<typeof validateInvitation> | Refusal> {
  const row = await invitationOf(ctx, token)
    .select(['c.name as companyName', 'u.name as unitName', 'v.registration'])
    .select(['d.email', 'd.firstName', 'd.mayAnswer', 'd.expiresAt'])
    .executeTakeFirst()
  if (!row?.email) return refuse(tokenExpired)
  const { email, companyName, expiresAt, ...more } = row
  return {
    ...more,
    email,
    companyName: companyInMail(companyName),
    expiresAt: expiresAt.toISOString(),
    account: await accountOfAddress(ctx, email),
  }
}

/** The unit of the signed-in hired driver. */
export async function findDrivenUnit(ctx: Ctx): Promise<AnswerOf<typeof getDrivenUnit>> {
  const { actor } = ctx
  const company = actor.kind === 'hired' ? actor.company : null
  if (!company) return { unit: null }
  const row = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as u', 'u.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .select(['u.id', 'u.name', 'c.name as companyName', 'd.mayAnswer'])
    .select(['v.category', 'v.make', 'v.model', 'v.registration'])
    .where('d.userId', '=', userIdOf(actor))
    .executeTakeFirst()
  if (!row) return { unit: null }
  const { category, make, model, registration, ...unit } = row
  return {
    unit: { ...unit, van: category && make && model && registration ? { category, make, model, registration } : null },
  }
}

/** A person to write to about a unit's jobs. */
interface DriverToTell {
  userId: string
  email: string
  /** Null also for a number that was never confirmed: it may be a stranger's. */
  confirmedPhone: string | null
  /** Their owner lets them answer jobs. */
  mayAnswer: boolean
  choices: Choices<HiredEvent>
}

/** The hired driver of a unit, if there is one who may work, and how they want to hear of this event. */
export async function findDriverToTell(ctx: Ctx, unitId: string, event: HiredEvent): Promise<DriverToTell | undefined> {
  const rows = await ctx.db
    .selectFrom('fleet.unit_driver as d')
    .innerJoin('fleet.working_unit as w', 'w.id', 'd.unitId')
    .innerJoin('companies.company as c', 'c.id', 'w.companyId')
    .innerJoin('identity.user as o', 'o.id', 'c.ownerUserId')
    .innerJoin('identity.user as u', 'u.id', 'd.userId')
    .leftJoin('identity.message_setting as s', (join) => join.onRef('s.userId', '=', 'u.id').on('s.event', '=', event))
    .select([
      'u.id as userId',
      'u.email',
      'u.phone',
      'u.phoneVerifiedAt',
      'd.mayAnswer',
      's.event',
      's.channel',
      's.isOn',
    ])
    .where('d.unitId', '=', unitId)
    .where('u.status', '=', 'active')
    .where('o.status', '=', 'active')
    .execute()
  const [driver] = rows
  return (
    driver && {
      userId: driver.userId,
      email: driver.email,
      confirmedPhone: driver.phoneVerifiedAt && driver.phone,
      mayAnswer: driver.mayAnswer,
      choices: choicesIn(HIRED_EVENT_RULES, rows),
    }
  )
}

export const listJobNotices = async (ctx: Ctx, userId: string): Promise<AnswerOf<typeof getJobNotices>> =>
  settingsOf(HIRED_EVENT_RULES, choicesIn(HIRED_EVENT_RULES, await listChoicesOf(ctx, userId)))
