import { sql } from 'kysely'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { noData } from '../documents/contract.ts'
import { isClosed } from '../documents/covered-queries.ts'
import { isOver } from '../documents/rules.ts'
import {
  alreadyRun,
  monthNotOver,
  stillRunning,
  type continueRun as continueEndpoint,
  type startRun as startEndpoint,
} from './contract.ts'
import { findRun, type RunRow } from './queries.ts'
import { daysOf, reopened, type StepState } from './rules.ts'

/** Does what is left of one run, or of every run that is going on. */
export const runDue = jobName<{ runId?: string }>('billing.run')

type Run = AnswerOf<typeof startEndpoint>

/** One run for each month: starting it again leads to the one that is there. */
export const startRun = (
  ctx: Ctx,
  { month, save, send }: InputOf<typeof startEndpoint>['body'],
): Promise<Run | Refusal> =>
  ctx.tx(async (tx) => {
    if (!isOver(daysOf(month).endDay, localDayOf(tx.clock.now()))) return refuse(monthNotOver)
    const run = { id: newId(tx.clock), ...daysOf(month), saves: save, sends: send }
    const [at, by] = [tx.clock.now(), userIdOf(tx.actor)]
    const inserted = await tx.db
      .insertInto('billing.run')
      .values({ ...run, state: 'running', startedAt: at, startedBy: by, changedAt: at, changedBy: by })
      .onConflict((conflict) => conflict.column('startDay').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return refuse(alreadyRun, { suggested: { id: await idOfMonth(tx, run.startDay) } })
    if ((await planSteps(tx, run)) === 0) return refuse(noData)
    await tx.enqueue(runDue, { runId: run.id })
    await recordAudit(tx, {
      action: 'billing_run.started',
      object: `billing run ${run.id}`,
      after: { month, save, send },
    })
    return readRun(tx, run.id)
  })

async function idOfMonth(ctx: TxCtx, startDay: string): Promise<string> {
  const run = ctx.db.selectFrom('billing.run').select('id').where('startDay', '=', startDay)
  return (await run.executeTakeFirstOrThrow()).id
}

const readRun = async (ctx: Ctx, id: string) => (await findRun(ctx, id)) ?? refuse(commonRefusals.notFound)

/** A run that has stopped already stays as it is. */
export const stopRun = (ctx: Ctx, id: string): Promise<Run | Refusal> =>
  ctx.tx(async (tx) => {
    const run = await lockRun(tx, id)
    if (!run) return refuse(commonRefusals.notFound)
    if (run.state === 'running') {
      await change(tx, id, { state: 'stopped', endedAt: tx.clock.now() })
      await recordAudit(tx, { action: 'billing_run.stopped', object: `billing run ${id}` })
    }
    return readRun(tx, id)
  })

/** Retries what failed or was left alone, and makes what has been settled since. It goes as far as before, or further. */
export const continueRun = (
  ctx: Ctx,
  id: string,
  { save, send }: InputOf<typeof continueEndpoint>['body'],
): Promise<Run | Refusal> =>
  ctx.tx(async (tx) => {
    const run = await lockRun(tx, id)
    if (!run) return refuse(commonRefusals.notFound)
    if (run.state === 'running') return refuse(stillRunning)
    const aims = { saves: run.saves || save, sends: run.sends || send }
    await change(tx, id, { ...aims, state: 'running', endedAt: null })
    await reopenSteps(tx, id)
    await planSteps(tx, run)
    await tx.enqueue(runDue, { runId: id })
    await recordAudit(tx, { action: 'billing_run.continued', object: `billing run ${id}`, after: aims })
    return readRun(tx, id)
  })

const lockRun = (ctx: TxCtx, id: string): Promise<RunRow | undefined> =>
  ctx.db.selectFrom('billing.run').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const change = (
  ctx: TxCtx,
  id: string,
  columns: Partial<Pick<RunRow, 'saves' | 'sends'>> & Pick<RunRow, 'state' | 'endedAt'>,
) =>
  ctx.db
    .updateTable('billing.run')
    .set({ ...columns, changedAt: ctx.clock.now(), changedBy: userIdOf(ctx.actor) })
    .where('id', '=', id)
    .execute()

interface Planned {
  id: string
  startDay: LocalDay
  endDay: LocalDay
}

/**
 * One step for each document that the month may need, in the order of the companies' and customers' names; steps that exist are kept. A
 * unit that has never had a job needs none. Invoices come first, so that statements can name them. Answers how many steps the run has now.
 */
async function planSteps(ctx: TxCtx, { id, startDay, endDay }: Planned): Promise<number> {
  await sql`
    insert into billing.run_step (run_id, place, kind, unit_id, customer_id)
    select ${id}, (select coalesce(max(place), 0) from billing.run_step where run_id = ${id})
      + row_number() over (order by s.rank, s.name, s.detail, s.unit_id, s.customer_id), s.kind, s.unit_id, s.customer_id
    from (
      select 2 as rank, 'statement' as kind, u.id as unit_id, null::uuid as customer_id, c.name, v.registration as detail
      from fleet.working_unit u join companies.company c on c.id = u.company_id left join fleet.van v on v.unit_id = u.id
      where exists (select from billing.entry e where e.unit_id = u.id and e.day <= ${endDay})
      union all
      select 1, 'invoice', null, null, '', '' where exists (
        select from billing.entry e where e.kind in ('booking', 'cancellation') and e.day between ${startDay} and ${endDay})
        or exists (select from billing.commission_to_credit c where c.day <= ${endDay} and c.company_id is not null)
        or exists (select from billing.unbilled b where b.kind = 'invoice' and b.day < ${startDay} and ${isClosed({ kind: 'invoice', unitId: null, customerId: null }, sql`b.day`)})
      union all
      select 3, 'sales_credit', null, o.customer_id, u.last_name, u.first_name
      from (
        select distinct b.customer_id from billing.unbilled b
        where b.kind = 'sales_credit' and b.day between ${startDay}::date - 366 and ${endDay}
        union
        select d.customer_id from billing.document d join billing.sheet h on h.document_id = d.id and h.entries > 0
        where d.kind = 'sales_credit' and d.status = 'draft' and d.start_day = ${startDay} and d.end_day = ${endDay}
      ) o cross join lateral (
        select i.last_name, i.first_name from identity."user" i where i.id = o.customer_id and i.user_role = 'customer' limit 1) u
    ) s
    where not exists (select from billing.run_step t where t.run_id = ${id} and t.kind = s.kind
      and t.unit_id is not distinct from s.unit_id and t.customer_id is not distinct from s.customer_id)`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from billing.run_step where run_id = ${id}`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

interface Row {
  place: number
  state: StepState
  isSaved: boolean | null
}

/** Retries what was given up or left alone. */
async function reopenSteps(ctx: TxCtx, runId: string): Promise<void> {
  const { rows } = await sql<Row>`
    select s.place, s.state, d.status = 'saved' as is_saved
    from billing.run_step s left join billing.document d on d.id = s.document_id
    where s.run_id = ${runId} and s.state in ('no_data', 'covered', 'unaddressed', 'failed')`.execute(ctx.db)
  const reopenedSteps = rows.map(({ place, state, isSaved }) => ({ place, state: reopened(state, isSaved) }))
  await sql`
    update billing.run_step s set state = r.state, reason = null, document_id = case r.state when 'waiting' then null else s.document_id end
    from json_to_recordset(${JSON.stringify(reopenedSteps)}::json) as r(place int, state text)
    where s.run_id = ${runId} and s.place = r.place`.execute(ctx.db)
}
