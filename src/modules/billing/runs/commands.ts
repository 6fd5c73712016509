import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { jobName } from '#platform/jobs.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { noData } from '../documents/contract.ts'
import { isOver } from '../documents/rules.ts'
import {
  alreadyRun,
  monthNotOver,
  stillRunning,
  type continueRun as continueEndpoint,
  type startRun as startEndpoint,
} from './contract.ts'
import { findRun, type RunRow } from './queries.ts'
import { daysOf } from './rules.ts'
import { planSteps, reopenSteps } from './steps/plans/commands.ts'

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
