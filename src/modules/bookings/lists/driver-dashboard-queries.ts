import { literals } from '#platform/db.ts'
import { sql, type RawBuilder } from 'kysely'
import { commissionPercentOf } from '#modules/companies/queries.ts'
import type { DocumentKind, DocumentStatus } from '#modules/fleet/documents/rules.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { unitsOf, userIdOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, localDayOf, startOfDay, startOfWeek, type LocalDay } from '#shared/local-time.ts'
import { hasVanOf } from '../queries.ts'
import type { getWaiting } from './contract.ts'
import type { getUnitNews } from './driver-dashboard-contract.ts'
import { expiringOf, takingsOf, weekOf, type WeekJob } from './rules.ts'
import { NOT_BEGUN, ON_CALENDAR, UNDER_WAY, type AheadStatus, AGREED, CONFIRMED, LOST, UNANSWERED } from '../rules.ts'

interface End {
  outcode: string | null
  town: string | null
}

interface Row {
  nextJob: {
    id: string
    status: AheadStatus
    startAt: string
    endAt: string
    from: End
    to: End
    helpLevel: HelpLevel
    isCrewNamed: boolean
  } | null
  jobs: (Omit<WeekJob, 'start' | 'end'> & { start: string; end: string })[]
  documents: ({ kind: DocumentKind } & CheckRow)[]
  people: { id: string; firstName: string; checks: CheckRow[] }[]
}

interface CheckRow {
  status: DocumentStatus
  expiresOn: LocalDay | null
  submittedAt: string
}

/** Days before which no unfinished job can have begun; keeps the search small. */
const LONGEST_JOB_DAYS = 14

/** One statement. Takings are the owner's to see. */
export async function findNews(ctx: Ctx, { unitId, companyId }: OwnUnit): Promise<AnswerOf<typeof getUnitNews>> {
  const now = ctx.clock.now()
  const today = localDayOf(now)
  const monday = startOfWeek(today)
  const earliest = startOfDay(addDays(today, -LONGEST_JOB_DAYS))
  const [from, to] = [startOfDay(monday), startOfDay(addDays(monday, 14))]
  const { rows } = await sql<Row>`/* unit-news */
    select (select json_build_object('id', b.id, 'status', b.status, 'startAt', b.start_at, 'endAt', b.end_at,
          'from', json_build_object('outcode', b.work #>> '{places,0,outcode}', 'town', b.work #>> '{places,0,town}'),
          'to', json_build_object('outcode', b.work #>> '{places,-1,outcode}', 'town', b.work #>> '{places,-1,town}'),
          'helpLevel', b.help, 'isCrewNamed', exists (select from bookings.crew_member m where m.booking_id = b.id and m.van = b.van))
        from calendar.unit_booking b
        where b.unit_id = ${unitId} and b.start_at >= ${earliest}
          and (b.status in ${literals(UNDER_WAY)} or b.end_at > ${now} and b.status in ${literals(NOT_BEGUN)})
        order by b.status not in ${literals(UNDER_WAY)}, b.start_at, b.id limit 1) as next_job,
      coalesce((select json_agg(json_build_object('status', b.status, 'start', b.start_at, 'end', b.end_at,
          'totalPence', coalesce(b.final_pence, b.due_pence, b.total_pence), 'commissionablePence', b.commissionable_pence,
          'commissionPercent', ${commissionPercentOf(companyId, sql`b.created_at`)}))
        from calendar.unit_booking b
        where b.unit_id = ${unitId} and b.start_at >= ${from} and b.start_at < ${to} and b.status in ${literals(ON_CALENDAR)}), '[]') as jobs,
      coalesce((select json_agg(json_build_object('kind', d.kind, 'status', d.status, 'expiresOn', d.expires_on, 'submittedAt', d.submitted_at))
        from fleet.document d
        where d.company_id = ${companyId} and (d.unit_id = ${unitId} or d.unit_id is null)
          and d.status in ('pending', 'approved', 'refused')), '[]') as documents,
      coalesce((select json_agg(json_build_object('id', p.id, 'firstName', p.first_name, 'checks', coalesce((
            select json_agg(json_build_object('status', k.status, 'expiresOn', k.expires_on, 'submittedAt', k.submitted_at))
            from fleet.person_check k where k.person_id = p.id and k.status in ('pending', 'approved', 'refused')), '[]')) order by p.created_at, p.id)
        from fleet.unit_person up join fleet.person p on p.id = up.person_id where up.unit_id = ${unitId}), '[]') as people
    from companies.company c where c.id = ${companyId}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('A company that was found is gone')
  const jobs = row.jobs.map(({ start, end, ...job }) => ({ ...job, start: new Date(start), end: new Date(end) }))
  const nextWeek = addDays(monday, 7)
  return {
    nextJob: nextJobOf(row.nextJob),
    thisWeek: weekOf(jobs, monday),
    nextWeek: weekOf(jobs, nextWeek),
    takings:
      ctx.actor.kind === 'driver' ? { thisWeek: takingsOf(jobs, monday), nextWeek: takingsOf(jobs, nextWeek) } : null,
    expiring: expiringOf(
      row.documents.map(dated),
      row.people.map(({ checks, ...person }) => ({ ...person, checks: checks.map(dated) })),
      today,
    ),
  }
}

const dated = <One extends CheckRow>(row: One) => ({ ...row, submittedAt: new Date(row.submittedAt) })

function nextJobOf(job: Row['nextJob']) {
  if (!job) return null
  const { startAt, endAt, from, to, ...more } = job
  return {
    ...more,
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(endAt).toISOString(),
    from: endOf(from),
    to: endOf(to),
  }
}

const endOf = ({ outcode, town }: End) => ({ outcode: outcode ?? '', town: town ?? '' })

type Counts = AnswerOf<typeof getWaiting>
type Count = RawBuilder<number>

/** No more is counted; the badge says "99+" long before. */
const MOST = 200

const nothing: Count = sql<number>`0`
const count = (rows: RawBuilder<unknown>): Count =>
  sql<number>`(select count(*)::int from (${rows} limit ${sql.lit(MOST)}) w)`

/** One statement. Each count is read from an index of just these rows. */
export async function countWaiting(ctx: Ctx): Promise<Counts> {
  const { jobs, reconfirmations, messages, changes } = countsOf(ctx)
  const { rows } = await sql<Omit<Counts, 'total'>>`/* waiting */
    select ${jobs} as jobs_to_answer, ${reconfirmations} as reconfirmations, ${messages} as unread_messages,
      ${changes} as changes_proposed`.execute(ctx.db)
  const counts = rows[0] ?? { jobsToAnswer: 0, reconfirmations: 0, unreadMessages: 0, changesProposed: 0 }
  return { ...counts, total: Object.values(counts).reduce((sum, one) => sum + one, 0) }
}

function countsOf(ctx: Ctx): Record<'jobs' | 'reconfirmations' | 'messages' | 'changes', Count> {
  const { kind } = ctx.actor
  if (kind !== 'driver' && kind !== 'hired') {
    const unread = sql`select from bookings.thread t where t.customer_id = ${userIdOf(ctx.actor)} and t.customer_unread > 0`
    const open = sql`select from bookings.change c join bookings.booking b on b.id = c.booking_id
      where c.state = 'open' and c.awaits = 'customer' and b.customer_id = ${userIdOf(ctx.actor)}`
    return { jobs: nothing, reconfirmations: nothing, messages: count(unread), changes: count(open) }
  }
  const company = unitsOf(ctx.actor)
  const units = sql`${[...(company?.unitIds ?? [])]}::uuid[]`
  const mayAnswer = kind === 'driver' || ctx.actor.company?.mayAnswer === true
  // What has to be answered, the lead of several vans answers.
  const ofLead = (
    states: readonly AheadStatus[],
  ) => sql`bookings.booking_van v join bookings.booking b on b.id = v.booking_id
    and v.unit_id = any (${units}) and (v.van, v.day) = (1, 1) and v.state in ${literals(states)}`
  const reconfirmations = sql`select from ${ofLead(CONFIRMED)} where b.reconfirm_by is not null and b.reconfirmed_at is null`
  const unread = sql`select from bookings.thread t join bookings.booking b on b.id = t.booking_id
    where t.company_id = ${company?.id ?? null} and t.company_unread > 0 and b.company_id = t.company_id
      and not b.is_hot and b.status not in ${literals(LOST)} and ${hasVanOf(company?.unitIds)}`
  const fresh = sql`select from bookings.booking_van v where v.unit_id = any (${units}) and (v.van, v.day) = (1, 1)
    and v.state in ${literals(UNANSWERED)}`
  const open = sql`select from ${ofLead(AGREED)} join bookings.change c on c.booking_id = b.id
    where c.state = 'open' and c.awaits = 'mover'`
  return {
    jobs: mayAnswer ? count(fresh) : nothing,
    reconfirmations: count(reconfirmations),
    messages: count(unread),
    changes: mayAnswer ? count(open) : nothing,
  }
}
