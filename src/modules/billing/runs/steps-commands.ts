import { sql } from 'kysely'
import { withActor, type Ctx, type TxCtx } from '#platform/ctx.ts'
import type { JobRun } from '#platform/jobs.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import {
  bringUpToDate,
  freeze,
  isEmpty,
  lockDocument,
  makeDraft,
  refreshDraft,
  removeDraft,
} from '../documents/commands.ts'
import { alreadyGenerated, noData } from '../documents/contract.ts'
import { listBilledBy } from '../documents/covered-queries.ts'
import { sendDocuments } from '../pdf-documents/commands.ts'
import { createPdfWriter, type PdfWriter } from '../pdf-documents/gateway.ts'
import { findRunRow, listDueSteps, listRunning, progressOf, type RunRow, type StepRow } from './queries.ts'
import { dueOf, statesDue, type StepState } from './rules.ts'

/** Steps made in one transaction, and between checks whether the run was stopped. */
const AT_ONCE = 40
/** Documents emailed together. */
const MAILED_AT_ONCE = 20
/** A step that breaks is tried once more before it is given up. */
const TRIES = 2

/** Does what is left of a run, in the name of the admin who started it or carried on with it. Repeated at any point, it makes nothing twice. */
export async function processRuns(ctx: Ctx, { runId }: { runId?: string }, run?: JobRun): Promise<void> {
  const writer = createPdfWriter(ctx.log)
  try {
    for (const id of runId ? [runId] : await listRunning(ctx)) await workOnRun(ctx, writer, id, run)
  } finally {
    await writer.close()
  }
}

/** The next documents are made while others are emailed: that takes two connections, which is what long jobs have. */
async function workOnRun(ctx: Ctx, writer: PdfWriter, id: string, run?: JobRun): Promise<void> {
  for (;;) {
    run?.signal.throwIfAborted()
    const found = await findRunRow(ctx, id)
    if (found?.state !== 'running') return
    const office = asStarter(ctx, found)
    const did = await settleThenAll([makeSome(office, found), sendSome(office, writer, found)])
    const { done, total } = await progressOf(ctx, found)
    await run?.progress(done, total)
    if (sumOf(did) === 0) return finish(ctx, id)
  }
}

/** Waits for both even if one fails: otherwise the other would go on after the run. */
async function settleThenAll(works: readonly Promise<number>[]): Promise<number[]> {
  await Promise.allSettled(works)
  return Promise.all(works)
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

const asStarter = (ctx: Ctx, { changedBy }: RunRow): Ctx =>
  withActor(ctx, { kind: 'admin', userId: changedBy, sessionId: changedBy, company: null })

async function finish(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('billing.run')
    .set({ state: 'done', endedAt: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/**
 * Makes steps together; if one of them fails, each alone. They run in sequence, so that numbers follow the order of the
 * steps.
 */
async function makeSome(ctx: Ctx, run: RunRow): Promise<number> {
  const steps = await listDueSteps(ctx, run.id, statesDue(run, ['make', 'save']), AT_ONCE)
  if (await fails(makeTogether(ctx, run, steps)))
    for (const step of steps) await recordFailure(ctx, step, () => makeTogether(ctx, run, [step]))
  return steps.length
}

/** Whether it was refused or broke off: then nothing is left of it. */
const fails = (work: Promise<Refusal | undefined>): Promise<boolean> =>
  work.then(
    (refused) => refused !== undefined,
    () => true,
  )

async function sendSome(ctx: Ctx, writer: PdfWriter, run: RunRow): Promise<number> {
  const steps = await listDueSteps(ctx, run.id, statesDue(run, ['send']), AT_ONCE)
  const parts = [...Map.groupBy(steps, ({ kind }) => kind).values()].flatMap((same) => chunksOf(same, MAILED_AT_ONCE))
  // The next documents are laid out while others are emailed, which needs no connection.
  const left = parts.values()
  const sendThese = async () => {
    for (const part of left)
      if (await fails(sendTogether(ctx, writer, part)))
        for (const step of part) await recordFailure(ctx, step, () => sendTogether(ctx, writer, [step]))
    return 0
  }
  await settleThenAll([sendThese(), sendThese()])
  return steps.length
}

const chunksOf = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))

/** Documents and their steps are one transaction: after a kill all of them are there, or none is. */
const makeTogether = (ctx: Ctx, run: RunRow, steps: readonly StepRow[]): Promise<Refusal | undefined> =>
  ctx.tx(async (tx) => {
    const settled: Settled[] = []
    for (const step of await takeSteps(tx, run, steps)) {
      if (dueOf(step.state, run) === null) continue
      const outcome = await makeOne(tx, run, step)
      if (outcome instanceof Refusal) return outcome
      settled.push({ step, outcome })
    }
    await settle(tx, settled)
    return undefined
  })

async function makeOne(tx: TxCtx, run: RunRow, step: StepRow): Promise<Outcome | Refusal> {
  const made = step.documentId ?? (await makeDraft(tx, step.kind, subjectOf(step), periodOf(run)))
  const id = made instanceof Refusal ? ((await takeOver(tx, step, made)) ?? made) : made
  if (id instanceof Refusal) return skippedOutcomeOf(id) ?? id
  if (step.kind === 'sales_credit' && (await isEmpty(tx, id))) {
    await removeDraft(tx, id)
    return { state: 'no_data' }
  }
  const refused = run.saves ? await saveDraft(tx, step, id) : undefined
  return refused ?? { state: run.saves ? 'saved' : 'made', documentId: id }
}

/**
 * Takes over a draft of the whole month made by hand, with its corrections, and recalculates it. A saved document is
 * left alone, and so is a draft whose lines are all on saved documents.
 */
async function takeOver(tx: TxCtx, { kind }: StepRow, refused: Refusal): Promise<string | Refusal | undefined> {
  const id = refused.kind.code === alreadyGenerated.code ? refused.suggested?.['id'] : undefined
  if (typeof id !== 'string' || (await lockDocument(tx, kind, id))?.status !== 'draft') return undefined
  await refreshDraft(tx, id)
  const [billed] = await listBilledBy(tx, id)
  return billed ? refuse(alreadyGenerated, { suggested: { id: billed.id } }) : id
}

/** Claims steps that no other worker has. Documents are locked before those of their kind are saved, as by hand. */
async function takeSteps(
  tx: TxCtx,
  { id: runId, startDay, endDay }: RunRow,
  steps: readonly StepRow[],
): Promise<StepRow[]> {
  if (steps.length === 0) return []
  const taken = await tx.db
    .selectFrom('billing.run_step')
    .selectAll()
    .where('runId', '=', runId)
    .where(
      'place',
      'in',
      steps.map(({ place }) => place),
    )
    .orderBy('place')
    .forUpdate()
    .skipLocked()
    .execute()
  const made = taken.flatMap(({ documentId }) => documentId ?? [])
  // Drafts of the same month that were made by hand are taken over.
  await sql`select id from billing.document where id = any (${made}::uuid[])
    or (status = 'draft' and start_day = ${startDay} and end_day = ${endDay} and (kind, coalesce(unit_id, customer_id)) in (
      select kind, coalesce(unit_id, customer_id) from billing.run_step where run_id = ${runId} and place = any (${taken.map(({ place }) => place)}::int[])))
    order by id for update`.execute(tx.db)
  return taken
}

const subjectOf = ({ unitId, customerId }: StepRow) => ({
  ...(unitId === null ? {} : { unitId }),
  ...(customerId === null ? {} : { customerId }),
})

const periodOf = ({ startDay, endDay }: RunRow) => ({ startDate: startDay, endDate: endDay, needValidation: true })

async function saveDraft(tx: TxCtx, { kind }: StepRow, id: string): Promise<Refusal | undefined> {
  const document = await lockDocument(tx, kind, id)
  // An admin may have saved it by hand.
  if (document?.status !== 'draft') return undefined
  await bringUpToDate(tx, id)
  return freeze(tx, document)
}

/** Emails documents once: after a kill between sending and recording, an email already sent is only recorded. */
async function sendTogether(ctx: Ctx, writer: PdfWriter, steps: readonly StepRow[]): Promise<Refusal | undefined> {
  const [first] = steps
  if (!first) return undefined
  const ids = steps.flatMap(({ documentId }) => documentId ?? [])
  const sent = await sendDocuments(ctx, writer, first.kind, ids)
  const settled: Settled[] = []
  for (const step of steps) {
    const answer = (step.documentId && sent.get(step.documentId)) || refuse(commonRefusals.notFound)
    if (answer instanceof Refusal) return answer
    settled.push({ step, outcome: mailedOutcome(answer.withoutAddress) })
  }
  await settle(ctx, settled)
  return undefined
}

const mailedOutcome = (withoutAddress: number): Outcome =>
  withoutAddress === 0
    ? { state: 'sent' }
    : { state: 'unaddressed', reason: `${withoutAddress} without an email address.` }

/** Records a refusal or failure of a step with its reason; the run continues. */
async function recordFailure(ctx: Ctx, step: StepRow, work: () => Promise<Refusal | undefined>): Promise<void> {
  let refused: Refusal | undefined
  for (let tried = 1; ; tried += 1) {
    try {
      refused = await work()
      break
    } catch (error) {
      if (tried < TRIES) continue
      ctx.log.error({ err: error, run: step.runId, place: step.place }, 'a step of a billing run failed')
      return fail(ctx, step, 'It broke off. Carry on with the run to try it again.')
    }
  }
  if (refused) await fail(ctx, step, refused.detail)
}

const fail = (ctx: Ctx, step: StepRow, reason: string): Promise<void> =>
  settle(ctx, [{ step, outcome: { state: 'failed', reason } }])

interface Outcome {
  state: StepState
  documentId?: string
  reason?: string
}

interface Settled {
  step: StepRow
  outcome: Outcome
}

/** What is no failure: nothing to bill, or a document that is there already. */
function skippedOutcomeOf({ kind, suggested }: Refusal): Outcome | undefined {
  if (kind.code === noData.code) return { state: 'no_data' }
  const covering = suggested?.['id']
  return kind.code === alreadyGenerated.code && typeof covering === 'string'
    ? { state: 'covered', documentId: covering }
    : undefined
}

/** In one statement. A step that is not as it was found stays as it is. */
async function settle(ctx: Ctx, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const rows = settled.map(({ step: { runId, place, state: before }, outcome: { state, documentId, reason } }) => ({
    run: runId,
    place,
    before,
    state,
    document: documentId ?? null,
    reason: reason ?? null,
  }))
  await sql`
    update billing.run_step s set state = r.state, document_id = coalesce(r.document, s.document_id), reason = coalesce(r.reason, s.reason),
      at = ${ctx.clock.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(run uuid, place int, before text, state text, document uuid, reason text)
    where s.run_id = r.run and s.place = r.place and s.state = r.before`.execute(ctx.db)
}
