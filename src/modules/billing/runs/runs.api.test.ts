import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCtx, type Ctx } from '#platform/ctx.ts'
import type { Call } from '#shared/call.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { casesOf } from '#test/support/cases.ts'
import { must } from '#test/support/driver.ts'
import { failing } from '#test/support/failing-statements.ts'
import { billedMonths, postedCompensation, postedJob } from '#test/support/factories/billed-month.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { mailsQueued, outcomeOf } from '#test/support/billing-runs.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { addCorrection, salesCredits, statements } from '../documents/contract.ts'
import { post } from '../ledger/commands.ts'
import { statementPdfs } from '../pdf-documents/contract.ts'
import {
  continueRun,
  getRun,
  listRuns,
  listSteps,
  previewDocument,
  previewMonth,
  startRun,
  stopRun,
} from './contract.ts'
import { daysOf } from './rules.ts'
import { processRuns } from './steps-commands.ts'

let app: TestApp
let office: Call
/** Each test bills months that no other has. */
let year = 2030
let month: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  year += 1
  month = `${year}-03`
  app.clock.set(`${year}-05-02T09:00:00Z`)
  await removeCompanies(app)
  office = await anOffice(app)
})
afterAll(() => app.close())

const start = (more: object = {}, of = month) => office(startRun, { body: { month: of, ...more } })
const work = (runId: string) => processRuns(app.ctx, { runId })
const countsOf = async (id: string) => {
  const { counts } = await must(office(getRun, { params: { id } }))
  return Object.fromEntries(counts.map(({ kind, state, count }) => [`${kind} ${state}`, count]))
}
const stepsOf = async (id: string, query: object = {}) =>
  (await must(office(listSteps, { params: { id }, query: { pageSize: 100, ...query } }))).results
const draftOf = (unit: TestUnit) => {
  const { startDay, endDay } = daysOf(month)
  const body = { startDate: formatDateUk(startDay), endDate: formatDateUk(endDay) }
  return office(statements.create, { params: { id: unit.id }, body })
}

describe('a month', () => {
  it('is seen before it is billed, and then has what was seen', async () => {
    const units = await billedMonths(app, 3, [month])
    const [first] = units
    if (!first) throw new Error('There are none')
    const customer = await aCustomer(app)
    const owed = { unit: first, day: `${month}-09`, pricePence: 4000, customerId: customer.id }
    await app.ctx.tx((tx) => post(tx, [postedCompensation(app, owed)]))
    const pence = 3 * 10_000 + 2 * 10_100 + 10_200
    expect(await must(office(previewMonth, { query: { month } }))).toEqual({
      month,
      isOver: true,
      // March, on 2 May.
      isLate: true,
      bookings: 6,
      pricePence: pence,
      workingUnits: 3,
      companies: 3,
      coveredUnits: 0,
      partlyCoveredUnits: 0,
      openDrafts: [],
      clients: 1,
      runId: null,
    })
    const { startDay, endDay } = daysOf(month)
    const days = { startDate: formatDateUk(startDay), endDate: formatDateUk(endDay) }
    const seen = (query: { kind: 'statement' | 'invoice' | 'sales_credit'; subject?: string }) =>
      must(office(previewDocument, { query: { ...query, ...days } }))
    expect(await seen({ kind: 'statement', subject: first.id })).toEqual({
      bookings: 2,
      pricePence: 14_000,
      companies: 1,
      elsewhere: null,
      coveredBy: [],
      readyOn: null,
      isLate: false,
    })
    expect(await seen({ kind: 'invoice' })).toEqual({
      bookings: 6,
      pricePence: pence,
      companies: 3,
      elsewhere: null,
      coveredBy: [],
      readyOn: null,
      isLate: true,
    })
    expect(await seen({ kind: 'sales_credit', subject: customer.id })).toMatchObject({ bookings: 1, pricePence: 4000 })
    expect(await office(previewDocument, { query: { kind: 'statement', ...days } })).toMatchObject({ status: 422 })
    // On days without any, it says where the others are, whatever kind of document it is.
    const owing = { bookings: 1, pricePence: 4000, startDate: `${month}-09`, endDate: `${month}-09` }
    for (const [kind, subject, elsewhere] of [
      ['sales_credit', customer.id, owing],
      ['statement', first.id, { bookings: 2, pricePence: 14_000 }],
    ] as const) {
      const query = { kind, subject, startDate: `01/01/${year}`, endDate: `31/01/${year}` }
      expect(await must(office(previewDocument, { query }))).toMatchObject({ bookings: 0, elsewhere })
    }
    const run = await must(start())
    expect(run).toMatchObject({
      month,
      isLate: true,
      state: 'running',
      total: 5,
      done: 0,
      save: false,
      send: false,
      totals: null,
    })
    await work(run.id)
    const over = await must(office(getRun, { params: { id: run.id } }))
    expect(over).toMatchObject({ state: 'done', total: 5, done: 5 })
    expect(over.totals).toMatchObject({ dueToMovers: { count: 2 }, dueToUs: { count: 1 }, invoiced: { count: 3 } })
    expect(over.totals?.credited).toEqual({ count: 1, pence: 4000 })
    expect(await countsOf(run.id)).toEqual({ 'statement made': 3, 'invoice made': 1, 'sales_credit made': 1 })
    const { rows } = await sql<{ gross: number }>`
      select sum(gross_pence)::float8 as gross from billing.run_step t join billing.sheet s using (document_id)
      where t.run_id = ${run.id} and s.kind = 'statement'`.execute(app.ctx.db)
    expect(rows).toEqual([{ gross: pence }])
    expect(await must(office(previewMonth, { query: { month } }))).toMatchObject({ coveredUnits: 0, openDrafts: [] })
    await must(office(continueRun, { params: { id: run.id }, body: { save: true } }))
    await work(run.id)
    expect((await must(office(previewMonth, { query: { month } }))).coveredUnits).toBe(3)
  })

  it('is billed once: started again, the run that is there is named', async () => {
    await billedMonths(app, 1, [month])
    const { id } = await must(start())
    const answers = await Promise.all([start(), start({ save: true, send: true })])
    for (const answer of answers)
      expect(answer).toMatchObject({ ok: false, status: 409, problem: { code: 'already_run', suggested: { id } } })
    expect((await must(office(listRuns, {}))).results[0]).toMatchObject({ id, month })
  })

  it('started by two at once has one run', async () => {
    await billedMonths(app, 1, [month])
    const answers = await Promise.all(Array.from({ length: 5 }, () => start()))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it.each([
    ['that isn’t over', (of: number) => `${of}-05`, 'month_not_over'],
    ['in which nothing happened', (of: number) => `${of - 1}-02`, 'no_data'],
  ])('%s is refused', async (_name, monthIn, code) => {
    expect(await start({}, monthIn(year))).toMatchObject({ ok: false, problem: { code } })
  })

  it('is not sent unsaved', async () => {
    expect(await start({ send: true })).toMatchObject({ ok: false, status: 422 })
  })
})

describe('a run', () => {
  it('leaves alone what is covered, says who did nothing, and goes on after what fails', async () => {
    const [covered, idle, deleted] = await billedMonths(app, 4, [month])
    const quiet = await aUnit(app)
    await app.ctx.tx((tx) => post(tx, [postedJob(app, { unit: quiet, day: `${year}-02-03` })]))
    if (!covered || !idle || !deleted) throw new Error('There are too few')
    const there = await must(draftOf(covered))
    await must(office(statements.save, { params: { id: there.id } }))
    const run = await must(start())
    await app.ctx.db.deleteFrom('fleet.working_unit').where('id', '=', deleted.id).execute()
    await work(run.id)
    expect(await countsOf(run.id)).toEqual({
      'invoice made': 1,
      'statement covered': 1,
      'statement failed': 1,
      'statement made': 2,
      'statement no_data': 1,
    })
    expect(await stepsOf(run.id, { state: 'covered' })).toMatchObject([
      { workingUnit: { id: covered.id }, document: { id: there.id, status: 'saved' } },
    ])
    expect(await stepsOf(run.id, { state: 'no_data' })).toMatchObject([
      { workingUnit: { id: quiet.id, company: quiet.company.name }, document: null },
    ])
    expect(await stepsOf(run.id, { state: 'failed' })).toMatchObject([{ reason: expect.stringMatching(/\w/) }])
  })

  it('takes over a draft of the month with its corrections, and no draft of other days keeps a unit from being billed', async () => {
    const [fullyDrafted, part] = await billedMonths(app, 2, [month])
    if (!fullyDrafted || !part) throw new Error('There are too few')
    const draft = await must(draftOf(fullyDrafted))
    const body = { statement: draft.id, amountPence: -100, reason: 'Late' }
    await must(office(addCorrection, { body }))
    // Settled after the draft was made.
    await app.ctx.tx((tx) => post(tx, [postedJob(app, { unit: fullyDrafted, day: `${month}-30`, paidBy: 'cash' })]))
    const week = { startDate: `${month}-01`, endDate: `${month}-07` }
    const forgotten = await must(office(statements.create, { params: { id: part.id }, body: week }))
    expect((await must(office(previewMonth, { query: { month } }))).openDrafts).toMatchObject([
      {
        kind: 'statement',
        count: 2,
        documents: [
          {
            id: draft.id,
            name: expect.stringContaining(`Vans 001, 01/03/${year} to 31/03/${year}`),
          },
          { id: forgotten.id, name: expect.stringContaining('Vans 002') },
        ],
      },
    ])
    const { id } = await must(start({ save: true }))
    expect((await must(office(getRun, { params: { id } }))).openDrafts).toBeNull()
    await work(id)
    expect(await countsOf(id)).toEqual({ 'statement saved': 2, 'invoice saved': 1 })
    const [first, second] = (await stepsOf(id, { state: 'saved' })).filter(({ kind }) => kind === 'statement')
    expect(first?.document).toMatchObject({ id: draft.id, status: 'saved' })
    expect(await must(office(statements.get, { params: { id: draft.id } }))).toMatchObject({
      entriesCount: 3,
      linesCount: 2,
      corrections: [{ amountPence: -100 }],
    })
    expect(second?.document?.id).not.toBe(forgotten.id)
    // The forgotten draft is listed and can no longer be saved.
    expect((await must(office(getRun, { params: { id } }))).openDrafts).toMatchObject([
      { kind: 'statement', count: 1, documents: [{ id: forgotten.id }] },
    ])
    expect(await office(statements.save, { params: { id: forgotten.id } })).toMatchObject({
      problem: { code: 'already_billed' },
    })
  })

  it('saves and sends what it makes, in order, each email once; the audit says who started it', async () => {
    await billedMonths(app, 3, [month])
    const run = await must(start({ save: true, send: true }))
    await work(run.id)
    expect(await countsOf(run.id)).toEqual({ 'statement sent': 3, 'invoice sent': 1 })
    const steps = await stepsOf(run.id)
    const numbers = steps.flatMap(({ document }) => document?.number ?? [])
    expect(numbers).toHaveLength(3)
    expect(numbers).toEqual(numbers.toSorted())
    for (const { document } of steps.filter(({ kind }) => kind === 'statement'))
      expect(await must(office(statementPdfs.send, { params: { id: document?.id ?? '' } }))).toMatchObject({
        mailed: 0,
        mailedBefore: 1,
      })
    const audit = await app.ctx.db
      .selectFrom('audit.entry')
      .select(['action', 'actorKind', 'after'])
      .where('object', '=', `billing run ${run.id}`)
      .execute()
    expect(audit).toEqual([
      { action: 'billing_run.started', actorKind: 'admin', after: { month, save: true, send: true } },
    ])
  })

  it('of drafts is carried on with: it saves them, and makes what was discarded or settled meanwhile', async () => {
    const [unit] = await billedMonths(app, 2, [month])
    if (!unit) throw new Error('There is none')
    const { id } = await must(start())
    expect(await office(continueRun, { params: { id }, body: {} })).toMatchObject({
      ok: false,
      problem: { code: 'still_running' },
    })
    await work(id)
    const first = (await stepsOf(id)).find(({ kind }) => kind === 'statement')
    await must(office(statements.discard, { params: { id: first?.document?.id ?? '' } }))
    const late = await aUnit(app)
    await app.ctx.tx((tx) => post(tx, [postedJob(app, { unit: late, day: `${month}-30` })]))
    await must(office(continueRun, { params: { id }, body: { save: true } }))
    await work(id)
    expect(await countsOf(id)).toEqual({ 'statement saved': 3, 'invoice saved': 1 })
  })

  it('is stopped, and carried on with', async () => {
    await billedMonths(app, 2, [month])
    const { id } = await must(start())
    expect(await must(office(stopRun, { params: { id } }))).toMatchObject({ state: 'stopped' })
    await work(id)
    expect(await countsOf(id)).toEqual({ 'statement waiting': 2, 'invoice waiting': 1 })
    await must(office(continueRun, { params: { id }, body: {} }))
    await work(id)
    expect(await must(office(stopRun, { params: { id } }))).toMatchObject({ state: 'done', done: 3 })
  })

  it('takes over a credit of the month that was made by hand; without a line or a correction it is not saved', async () => {
    const [unit] = await billedMonths(app, 1, [month])
    if (!unit) throw new Error('There is none')
    const { startDay: startDate, endDay: endDate } = daysOf(month)
    const [credited, empty] = await Promise.all(
      ['2000', '0'].map(async (pence) => {
        const { id } = await aCustomer(app)
        await app.ctx.tx((tx) =>
          post(tx, [postedJob(app, { unit, day: `${month}-20`, customerId: id, pricePence: 9000 })]),
        )
        const draft = await must(office(salesCredits.create, { params: { id }, body: { startDate, endDate } }))
        const body = { salesCreditInvoice: draft.id, amountPence: Number(pence), reason: 'For the wait' }
        if (body.amountPence > 0) await must(office(addCorrection, { body }))
        return draft.id
      }),
    )
    const { id } = await must(start({ save: true }))
    await work(id)
    expect(await countsOf(id)).toMatchObject({ 'sales_credit saved': 1 })
    const credits = (await stepsOf(id)).filter(({ kind }) => kind === 'sales_credit')
    expect(credits).toMatchObject([{ document: { id: credited, status: 'saved' } }])
    expect(await office(salesCredits.save, { params: { id: empty ?? '' } })).toMatchObject({
      status: 409,
      problem: { code: 'empty_credit' },
    })
  })

  it('makes no credit without lines for whom something was owed earlier', async () => {
    const [unit] = await billedMonths(app, 1, [month])
    if (!unit) throw new Error('There is none')
    const customer = await aCustomer(app)
    const before = { unit, day: `${year}-01-09`, pricePence: 4000, customerId: customer.id }
    await app.ctx.tx((tx) =>
      post(tx, [postedCompensation(app, before), postedJob(app, { ...before, day: `${month}-20` })]),
    )
    const { id } = await must(start())
    await work(id)
    expect(await countsOf(id)).toMatchObject({ 'sales_credit no_data': 1 })
    expect((await must(office(salesCredits.list, { query: { client: customer.id } }))).count).toBe(0)
  })
})

describe('a worker that is killed', () => {
  /** Together the attempts, each of which gets one statement farther than the last, are killed after every statement of a step. */
  async function killAgainAndAgain(ctx: Ctx, runId: string): Promise<number> {
    for (let at = 1; ; at += 1) {
      const attempt = () => processRuns(ctx, { runId }).catch(() => undefined)
      if ((await failing(at, attempt, app.app.pool, { onwards: true })) < at) return at - 1
    }
  }
  /**
   * Two months alike: one is billed and nothing breaks it. So long after other tests that no credit is open, and after a month that has
   * taken up what they left.
   */
  async function twoMonths(units: number) {
    year += 2
    const other = `${year}-02`
    month = `${year}-03`
    app.clock.set(`${year}-05-02T09:00:00Z`)
    office = await anOffice(app)
    await billedMonths(app, units, [`${year}-01`, other, month])
    await work((await must(start({ save: true }, `${year}-01`))).id)
    const before = await mailsQueued(app)
    const unbroken = await must(start({ save: true, send: true }, other))
    await work(unbroken.id)
    const { id } = await must(start({ save: true, send: true }))
    return { id, expected: await outcomeOf(app, unbroken.id), mails: (await mailsQueued(app)) - before }
  }

  it(
    'after any statement: the next one goes on, and all is as after a run that nothing broke',
    { timeout: 120_000 },
    async () => {
      const units = casesOf(2, 4)
      const { id, expected, mails } = await twoMonths(units)
      expect(expected).toHaveLength(2 * units)
      const before = await mailsQueued(app)
      expect(await killAgainAndAgain(app.ctx, id)).toBeGreaterThan(7 * units)
      expect(await outcomeOf(app, id)).toEqual(expected)
      expect((await mailsQueued(app)) - before).toBe(mails)
    },
  )

  it('control: without transactions it does not come to the same', { timeout: 120_000 }, async () => {
    const { id, expected } = await twoMonths(2)
    const config = { ...app.ctx.config, guardOff: new Set(['one_transaction']) }
    await killAgainAndAgain(createCtx({ ...app.ctx, config }), id)
    expect(await outcomeOf(app, id)).not.toEqual(expected)
  })
})
