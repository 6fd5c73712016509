import { sql } from 'kysely'
import { queueMessage } from '#modules/notifications/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName, job } from '#platform/jobs.ts'
import { addMinutes, startOfDay, type LocalDay } from '#shared/local-time.ts'
import { percentText } from '../rules.ts'
import { commissionRaised, commissionStays } from './messages.ts'

/** Job that notifies the owners when a raise was set or withdrawn. */
export const raiseDue = jobName<{ id: string }>('settings.tell-of-commission')

const KIND = { raised: 'commission_raised', stays: 'commission_stays' } as const
const BATCH = 100

/**
 * Emails the owners of every company that pays more from that day on than on the day before; for a withdrawn raise,
 * those who had been notified. Each is emailed once: the message itself records who has been, so a restarted job
 * continues where it was. Owners cannot opt out of this notice.
 */
export async function notifyOfCommission(ctx: Ctx, { id }: { id: string }): Promise<void> {
  for (;;) if ((await ctx.tx((tx) => notifyBatch(tx, id))) < BATCH) return
}

interface Owner {
  email: string
  firstName: string
  companyName: string
  before: number
  after: number
}

async function notifyBatch(tx: TxCtx, id: string): Promise<number> {
  const row = await tx.db
    .selectFrom('companies.commission')
    .select(['companyId', 'fromDay', 'reason', 'withdrawnAt'])
    .where('id', '=', id)
    // The lock serialises two workers.
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 0
  const owners = await (row.withdrawnAt ? listNotified(tx, id) : listRaised(tx, id, row))
  const { publicUrl, contacts } = tx.config
  for (const { email: to, before, after, ...owner } of owners) {
    const [from, toPercent] = [percentText(before), percentText(after)]
    const about = { ...owner, ...contacts, before: from, after: toPercent, fromDay: row.fromDay, reason: row.reason }
    const noticeDetails = { ...about, termsUrl: `${publicUrl}/terms/movers` }
    await queueMessage(tx, {
      channel: 'email',
      to,
      subjectId: id,
      kind: row.withdrawnAt ? KIND.stays : KIND.raised,
      ...(row.withdrawnAt ? commissionStays(noticeDetails) : commissionRaised(noticeDetails)),
    })
  }
  return owners.length
}

interface Row {
  companyId: string | null
  fromDay: LocalDay
}

const OWNERS = sql`companies.company k join identity."user" u on u.id = k.owner_user_id and u.status = 'active'`
const notifiedEmailsSql = (id: string, kind: string) =>
  sql`(select m.recipient from notifications.message m where m.subject_id = ${id} and m.kind = ${kind})`

/** Lists owners whose commission is higher at the first instant of that day than at the last before it. */
async function listRaised(tx: TxCtx, id: string, { companyId, fromDay }: Row): Promise<Owner[]> {
  const first = startOfDay(fromDay)
  const { rows } = await sql<Owner>`/* commission-raised */
    select u.email, u.first_name, k.name as company_name, p.before::float8 as before, p.after::float8 as after
    from ${OWNERS} cross join lateral (
      select companies.commission_percent(k.id, ${addMinutes(first, -1)}) as before, companies.commission_percent(k.id, ${first}) as after) p
    where ${companyId === null ? sql`true` : sql`k.id = ${companyId}`} and p.after > p.before
      and u.email not in ${notifiedEmailsSql(id, KIND.raised)}
    order by k.id limit ${BATCH}`.execute(tx.db)
  return rows
}

/** What they were told does not come. */
async function listNotified(tx: TxCtx, id: string): Promise<Owner[]> {
  const { rows } = await sql<Owner>`/* commission-stays */
    select u.email, u.first_name, k.name as company_name, p.before::float8 as before,
      coalesce(c.percent, companies.commission_percent(null, p.at))::float8 as after
    from companies.commission c cross join (${OWNERS})
    cross join lateral (select c.from_day::timestamp at time zone 'Europe/London' as at) d
    cross join lateral (select d.at, companies.commission_percent(k.id, d.at) as before) p
    where c.id = ${id} and u.email in ${notifiedEmailsSql(id, KIND.raised)} and u.email not in ${notifiedEmailsSql(id, KIND.stays)}
    order by k.id limit ${BATCH}`.execute(tx.db)
  return rows
}

export const settingsJobs = [job({ ...raiseDue, long: { minutes: 30 }, handle: notifyOfCommission })]
