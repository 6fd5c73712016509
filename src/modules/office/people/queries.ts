import { literals } from '#platform/db.ts'
import { sql } from 'kysely'
import { AHEAD, referenceOf } from '#modules/bookings/rules.ts'
import { listUpcomingJobs, listUnitsOfOwner } from '#modules/bookings/waiting/queries.ts'
import { shownEmail } from '#modules/identity/verification/rules.ts'
import { sessionLife, addressesOf, deviceOf } from '#modules/identity/rules.ts'
import { sentToAny } from '#modules/notifications/queries.ts'
import type { Channel } from '#modules/notifications/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type AnswerOf, Refusal } from '#shared/endpoint.ts'
import type { KeyPageRequest } from '#shared/page.ts'
import type { getPerson as getEndpoint, listPersonMessages as endpoint } from './contract.ts'
import { blockFlawOf, type PersonRole, type PersonStatus } from '../rules.ts'

type Person = AnswerOf<typeof getEndpoint>

/** Role of the account `u`: a person who accepted an invitation drives for an owner (ADR 0026). */
export const roleOfAccount = sql<PersonRole>`case when u.opened_by = 'invitation' then 'hired' else u.user_role end`

/** The company that they own, or drive a unit of. */
export const companyOfAccount = sql<{ id: string; name: string } | null>`coalesce(
  (select json_build_object('id', c.id, 'name', c.name) from companies.company c where c.owner_user_id = u.id),
  (select json_build_object('id', c.id, 'name', c.name) from fleet.unit_driver d join fleet.working_unit w on w.id = d.unit_id
    join companies.company c on c.id = w.company_id where d.user_id = u.id limit 1))`

interface Row {
  id: string
  role: PersonRole
  firstName: string
  lastName: string | null
  email: string
  emailVerifiedAt: Date | null
  phone: string | null
  phoneVerifiedAt: Date | null
  status: PersonStatus
  statusReason: string | null
  openedBy: 'email' | 'phone' | 'invitation'
  createdAt: Date
  company: { id: string; name: string } | null
  hasTwoStep: boolean
  blocked: { at: string; by: string | null } | null
  sessions: { id: string; createdAt: string; lastUsedAt: string; userAgent: string | null }[]
  choices: { event: string; channel: Channel; isOn: boolean }[]
  pushDevices: number
  bookingsCount: number
}

const MOST_SESSIONS = 50

async function readPerson(ctx: Ctx, id: string): Promise<Row | undefined> {
  const now = ctx.clock.now()
  const idle = (role: 'admin' | 'customer') => new Date(now.getTime() - sessionLife(role).idle * 1000)
  const { rows } = await sql<Row>`/* person */
    select u.id, ${roleOfAccount} as role, u.first_name, u.last_name, u.email, u.email_verified_at, u.phone, u.phone_verified_at, u.status,
      u.status_reason, u.opened_by, u.created_at, ${companyOfAccount} as company,
      exists (select from identity.two_step t where t.user_id = u.id and t.confirmed_at is not null) as has_two_step,
      case when u.status = 'blocked' then (
        select json_build_object('at', to_json(e.at), 'by', a.first_name) from audit.entry e left join identity."user" a on a.id = e.actor_id
        where e.object = 'user ' || u.id and e.action = 'account.blocked' order by e.at desc, e.id desc limit 1) end as blocked,
      coalesce((select json_agg(s) from (
        select s.id, to_json(s.created_at) as "createdAt", to_json(s.last_used_at) as "lastUsedAt", s.user_agent as "userAgent"
        from identity.session s where s.user_id = u.id and s.revoked_at is null and s.expires_at > ${now}
          and s.last_used_at > case when u.user_role = 'admin' then ${idle('admin')}::timestamptz else ${idle('customer')}::timestamptz end
        order by s.last_used_at desc, s.id limit ${MOST_SESSIONS}) s), '[]') as sessions,
      coalesce((select json_agg(json_build_object('event', m.event, 'channel', m.channel, 'isOn', m.is_on) order by m.event, m.channel) from (
        select event, channel, is_on from identity.message_setting where user_id = u.id
        union all select n.event, n.channel, n.is_on from companies.notification_setting n join companies.company c on c.id = n.company_id
          where c.owner_user_id = u.id) m), '[]') as choices,
      (select count(*)::int from notifications.push_device p where p.user_id = u.id) as push_devices,
      (select count(*)::int from bookings.booking b where b.customer_id = u.id and not b.awaiting_verification) as bookings_count
    from identity."user" u where u.id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** One person, and the look at them in the audit log. */
export async function seePerson(ctx: Ctx, id: string): Promise<Person | Refusal> {
  const row = await readPerson(ctx, id)
  if (!row) return refuse(commonRefusals.notFound)
  const [upcomingBookings, reports] = await Promise.all([aheadOf(ctx, row), listReports(ctx, id)])
  await ctx.tx((tx) => recordAudit(tx, { action: 'person.seen', object: `user ${id}` }))
  return viewOf(row, { ahead: upcomingBookings, reports }, userIdOf(ctx.actor))
}

function viewOf(row: Row, lists: Pick<Person, 'ahead' | 'reports'>, callerId: string): Person {
  const { emailVerifiedAt, phoneVerifiedAt, createdAt, sessions, blocked, ...rest } = row
  return {
    ...rest,
    ...lists,
    email: shownEmail(row.email),
    isEmailVerified: emailVerifiedAt !== null,
    isPhoneVerified: rest.phone !== null && phoneVerifiedAt !== null,
    createdAt: createdAt.toISOString(),
    blocked: blocked && { ...blocked, at: isoOf(blocked.at) },
    blockFlaw: blockFlawOf(row, callerId),
    sessions: sessions.map(({ userAgent, ...session }) => ({
      id: session.id,
      device: deviceOf(userAgent),
      createdAt: isoOf(session.createdAt),
      lastUsedAt: isoOf(session.lastUsedAt),
    })),
  }
}

const isoOf = (stored: string): string => new Date(stored).toISOString()

const MOST_AHEAD = 100

/** Upcoming work of a person: as a customer, or for all units of the company that they own. */
async function aheadOf(ctx: Ctx, { id, role }: Row): Promise<Person['ahead']> {
  const found =
    role === 'driver' ? await listUpcomingJobs(ctx, await listUnitsOfOwner(ctx, id)) : await listMovesAhead(ctx, id)
  return found.slice(0, MOST_AHEAD).map(({ start, becomes, ...booking }) => ({
    id: booking.id,
    reference: referenceOf(booking.id),
    startAt: start.toISOString(),
    status: booking.status,
    from: booking.from,
    to: booking.to,
    ifBlocked: becomes,
  }))
}

async function listMovesAhead(ctx: Ctx, userId: string) {
  const { rows } = await sql<{
    id: string
    start: Date
    status: Person['ahead'][number]['status']
    from: string
    to: string
    becomes: 'stands'
  }>`/* moves-ahead */
    select b.id, b.start_at as start, b.status, coalesce(b.work -> 'places' -> 0 ->> 'town', '') as "from",
      coalesce(b.work -> 'places' -> -1 ->> 'town', '') as "to", 'stands' as becomes
    from bookings.booking b
    where b.customer_id = ${userId} and not b.awaiting_verification and b.status in ${literals(AHEAD)}
      and b.end_at > ${ctx.clock.now()}
    order by b.start_at, b.id limit ${MOST_AHEAD}`.execute(ctx.db)
  return rows
}

const MOST_REPORTS = 20

/** Two statements in one, because each side has an index of its own. */
async function listReports(ctx: Ctx, userId: string): Promise<Person['reports']> {
  const columns = sql`r.id, r.at, m.author_id = ${userId} as is_own, m.text, r.reason, r.decision`
  const { rows } = await sql<Omit<Person['reports'][number], 'at'> & { at: Date }>`/* reports-of-person */
    select * from (
      (select ${columns} from bookings.message m join bookings.message_report r on r.message_id = m.id where m.author_id = ${userId}
        order by r.at desc, r.id desc limit ${MOST_REPORTS})
      union all
      (select ${columns} from bookings.message_report r join bookings.message m on m.id = r.message_id
        where r.reporter_id = ${userId} and m.author_id <> ${userId} order by r.at desc, r.id desc limit ${MOST_REPORTS})) x
    order by at desc, id desc limit ${MOST_REPORTS}`.execute(ctx.db)
  return rows.map(({ at, ...report }) => ({ ...report, at: at.toISOString() }))
}

/** What was sent to their address, to their number since it is known to be theirs, and to their browsers. */
export async function seeMessages(
  ctx: Ctx,
  id: string,
  pageRequest: KeyPageRequest,
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  const path = `/api/admin/people/${id}/messages/`
  const columns = { 'notifications.message.created_at': 'timestamptz', 'notifications.message.id': 'uuid' } as const
  const page = openPage(ctx, { list: path, direction: 'desc', columns }, pageRequest)
  if (page instanceof Refusal) return page
  const person = await ctx.db
    .selectFrom('identity.user')
    .select(['email', 'phone', 'phoneVerifiedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) return refuse(commonRefusals.notFound)
  const sent = ctx.db
    .selectFrom('notifications.message')
    .where((eb) =>
      eb.or([
        sentToAny(eb, addressesOf(person)),
        eb('deviceId', 'in', eb.selectFrom('notifications.push_device').select('id').where('userId', '=', id)),
      ]),
    )
  const [count, found] = await Promise.all([
    countOf(ctx, page, sent),
    sent
      .select(['id', 'channel', 'recipient', 'kind', 'subject', 'createdAt', 'sentAt', 'failedAt'])
      .select(sql<string | null>`case when not holds_secret then text end`.as('text'))
      .select(page.key.as('key'))
      .$call(page.cut)
      .execute(),
  ])
  await ctx.tx((tx) => recordAudit(tx, { action: 'person.messages_seen', object: `user ${id}` }))
  const { rows, ...answer } = pageOfRows(ctx, path, page, { rows: found, count })
  return {
    ...answer,
    results: rows.map(({ key: _key, recipient, createdAt, sentAt, failedAt, ...row }) => ({
      ...row,
      to: row.channel === 'push' ? '' : recipient,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
    })),
  }
}
