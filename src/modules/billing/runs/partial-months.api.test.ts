import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { casesOf } from '#test/support/cases.ts'
import { randomOf, type Random } from '#test/support/chaos/random.ts'
import { must } from '#test/support/driver.ts'
import { chargeFor, postedJob, type PostedJob } from '#test/support/factories/billed-month.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { invoices, statements } from '../documents/contract.ts'
import { post } from '../ledger/commands.ts'
import { continueRun, listSteps, previewDocument, previewMonth, startRun } from './contract.ts'
import { daysOf } from './rules.ts'
import { processRuns } from './steps-commands.ts'

/** A month of which some days are on saved documents already: it is billed for the other days, and nothing twice. */
let app: TestApp
let office: Call
/** Each test bills months that no other has. */
let year = 2050
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  year += 1
  app.clock.set(`${year}-05-02T09:00:00Z`)
  await removeCompanies(app)
  office = await anOffice(app)
})
afterAll(() => app.close())

const posted = async (...jobs: PostedJob[]) => {
  const entries = jobs.map((job) => postedJob(app, job))
  await app.ctx.tx((tx) =>
    post(
      tx,
      entries.flatMap((job) => (job.about.paidBy === 'card' ? [job, chargeFor(job)] : [job])),
    ),
  )
  return entries
}
const statementOf = ({ id }: TestUnit, startDate: string, endDate: string, needValidation = true) =>
  office(statements.create, { params: { id }, body: { startDate, endDate, needValidation } })
const savedStatement = async (unit: TestUnit, startDate: string, endDate: string) => {
  const { id } = await must(statementOf(unit, startDate, endDate))
  return must(office(statements.save, { params: { id } }))
}
const savedInvoices = async (startDate: string, endDate: string) => {
  const { id } = await must(office(invoices.create, { body: { startDate, endDate } }))
  return must(office(invoices.save, { params: { id } }))
}
async function run(month: string) {
  const { id } = await must(office(startRun, { body: { month, save: true } }))
  await processRuns(app.ctx, { runId: id })
  return id
}
const stepsOf = async (id: string) =>
  (await must(office(listSteps, { params: { id }, query: { pageSize: 100 } }))).results
const daysIn = (lines: readonly { day: string }[]) => lines.map(({ day }) => Number(day.slice(-2)))

describe('a unit with a saved statement of a week', () => {
  it('is billed for the other days of the month, and the run names what had some of them', async () => {
    const unit = await aUnit(app)
    const month = `${year}-03`
    await posted({ unit, day: `${month}-03` }, { unit, day: `${month}-12` }, { unit, day: `${month}-28` })
    const week = await savedStatement(unit, `${month}-10`, `${month}-16`)
    const { startDay, endDay } = daysOf(month)
    const days = { startDate: startDay, endDate: endDay }
    const covering = { id: week.id, number: week.number, startDate: week.startDate, endDate: week.endDate }
    expect(await must(office(previewMonth, { query: { month } }))).toMatchObject({
      coveredUnits: 0,
      partlyCoveredUnits: 1,
    })
    expect(
      await must(office(previewDocument, { query: { kind: 'statement', subject: unit.id, ...days } })),
    ).toMatchObject({ bookings: 2, pricePence: 20_000, coveredBy: [covering] })
    const id = await run(month)
    const step = (await stepsOf(id)).find(({ kind }) => kind === 'statement')
    expect(step).toMatchObject({ state: 'saved', coveredBy: [covering] })
    const made = await must(office(statements.get, { params: { id: step?.document?.id ?? '' } }))
    expect(daysIn(made.lines)).toEqual([3, 28])
    expect(made.totals.grossPence).toBe(20_000)
  })

  it('has a statement of the rest made by hand, and is refused only if no line is left', async () => {
    const unit = await aUnit(app)
    const month = `${year}-03`
    await posted({ unit, day: `${month}-03` }, { unit, day: `${month}-12` })
    const week = await savedStatement(unit, `${month}-10`, `${month}-16`)
    expect(daysIn((await savedStatement(unit, `${month}-01`, `${month}-31`)).lines)).toEqual([3])
    const refused = { status: 409, problem: { code: 'already_generated' } }
    expect(await statementOf(unit, `${month}-01`, `${month}-31`)).toMatchObject(refused)
    expect(await statementOf(unit, `${month}-08`, `${month}-20`)).toMatchObject(refused)
    expect(await statementOf(unit, `${month}-11`, `${month}-13`)).toMatchObject({
      problem: { suggested: { id: expect.any(String) } },
    })
    expect(week.lines).toHaveLength(1)
  })

  it('has a draft of the month brought up to date when it is saved', async () => {
    const unit = await aUnit(app)
    const month = `${year}-03`
    await posted({ unit, day: `${month}-03` }, { unit, day: `${month}-12` })
    const draft = await must(statementOf(unit, `${month}-01`, `${month}-31`))
    await savedStatement(unit, `${month}-10`, `${month}-16`)
    expect(await office(statements.save, { params: { id: draft.id }, body: { version: draft.version } })).toMatchObject(
      { problem: { code: 'draft_changed' } },
    )
    const { version, lines } = await must(office(statements.get, { params: { id: draft.id } }))
    expect(daysIn(lines)).toEqual([3])
    expect(await must(office(statements.save, { params: { id: draft.id }, body: { version } }))).toMatchObject({
      status: 'saved',
    })
  })

  it('whose lines are all on it is left alone by the run, which names it', async () => {
    const unit = await aUnit(app)
    const month = `${year}-03`
    await posted({ unit, day: `${month}-12` })
    const week = await savedStatement(unit, `${month}-10`, `${month}-16`)
    const id = await run(month)
    expect((await stepsOf(id)).find(({ kind }) => kind === 'statement')).toMatchObject({
      state: 'covered',
      document: { id: week.id, number: week.number },
      coveredBy: [{ id: week.id }],
    })
  })
})

it('invoices of a week leave the other days to the invoices of the month', async () => {
  const unit = await aUnit(app)
  const month = `${year}-03`
  await posted({ unit, day: `${month}-03` }, { unit, day: `${month}-12` })
  await savedInvoices(`${month}-10`, `${month}-16`)
  const step = (await stepsOf(await run(month))).find(({ kind }) => kind === 'invoice')
  expect(step).toMatchObject({ state: 'saved' })
  const { documents } = await must(office(invoices.get, { params: { id: step?.document?.id ?? '' } }))
  expect(documents).toMatchObject([{ lines: [{ bookings: 1 }], totals: { commissionPence: 1500 } }])
})

it('a job settled after its month was billed is on the next statement, also of a unit that had none', async () => {
  const [busy, idle] = [await aUnit(app), await aUnit(app)]
  await posted({ unit: busy, day: `${year}-02-12` })
  await run(`${year}-02`)
  await posted({ unit: idle, day: `${year}-02-28` })
  await run(`${year}-03`)
  expect(await notBilledOnce([busy, idle])).toEqual([])
})

/** Jobs of these units that are not on exactly one saved statement and one saved invoice. */
async function notBilledOnce(units: readonly TestUnit[]) {
  const { rows } = await sql`
    select e.day, b.* from billing.entry e cross join lateral (
      select count(*) filter (where se.kind = 'statement')::int as statements, count(*) filter (where se.kind = 'invoice')::int as invoices
      from billing.sheet_entry se where se.entry_id = e.id and se.is_saved) b
    where e.kind = 'booking' and e.unit_id = any (${units.map(({ id }) => id)}::uuid[]) and (b.statements <> 1 or b.invoices <> 1)
    order by e.day`.execute(app.ctx.db)
  return rows
}

/** Commission that saved statements deduct, and that saved invoices bill. */
async function commissionOf(units: readonly TestUnit[]) {
  const companies = units.map(({ company }) => company.id)
  const { rows } = await sql<{ deducted: number; billed: number }>`
    select (sum(s.commission_pence) filter (where s.kind = 'statement'))::float8 as deducted,
      (sum(s.commission_pence) filter (where s.kind = 'invoice'))::float8 as billed
    from billing.sheet s where s.number is not null and s.company_id = any (${companies}::uuid[])`.execute(app.ctx.db)
  return rows[0]
}

describe('any order of jobs, documents of some days, and runs', () => {
  const MONTHS = ['02', '03', '04'] as const

  async function history(seed: number) {
    const random = randomOf(seed)
    const units = [await aUnit(app), await aUnit(app)]
    for (const [index, name] of MONTHS.entries()) {
      const month = `${year}-${name}`
      app.clock.set(`${year}-0${index + 3}-02T09:00:00Z`)
      office = await anOffice(app)
      await jobsIn(random, units, month, 1 + random.below(6))
      for (let left = random.below(4); left > 0; left -= 1) await someDays(random, units, month)
      await jobsIn(random, units, month, random.below(3))
      const id = await run(month)
      // Settled when the month had been billed, and so on a document of the next one, or of this one if the run goes on.
      await jobsIn(random, units, month, random.below(3))
      if (random.below(3) === 0) {
        await must(office(continueRun, { params: { id }, body: { save: true } }))
        await processRuns(app.ctx, { runId: id })
      }
    }
    await jobsIn(random, units, `${year}-05`, 1)
    app.clock.set(`${year}-06-02T09:00:00Z`)
    office = await anOffice(app)
    await run(`${year}-05`)
    return units
  }

  async function jobsIn(random: Random, units: readonly TestUnit[], month: string, count: number) {
    for (let left = count; left > 0; left -= 1)
      await posted({
        unit: random.of(units) as TestUnit,
        day: `${month}-${String(1 + random.below(28)).padStart(2, '0')}`,
        pricePence: 5000 + random.below(40_000),
        paidBy: random.of(['cash', 'card'] as const) ?? 'cash',
      })
  }

  /** A statement or invoices of some days: saved, left as a draft, or refused. */
  async function someDays(random: Random, units: readonly TestUnit[], month: string) {
    const first = 1 + random.below(28)
    const last = first + random.below(29 - first)
    const [startDate, endDate] = [first, last].map((day) => `${month}-${String(day).padStart(2, '0')}`)
    const body = { startDate: startDate ?? '', endDate: endDate ?? '', needValidation: random.below(3) > 0 }
    const id = (random.of(units) as TestUnit).id
    const kind = random.of([statements, statements, invoices] as const) ?? statements
    const made =
      kind === invoices
        ? await office(invoices.create, { body })
        : await office(statements.create, { params: { id }, body })
    if (made.ok && random.below(4) > 0) await office(kind.save, { params: { id: made.data.id } })
  }

  it.each(Array.from({ length: casesOf(6, 60) }, (_, seed) => seed))(
    'bills each job once to the company and once on a statement (%d)',
    async (seed) => {
      const units = await history(seed)
      expect(await notBilledOnce(units)).toEqual([])
      const { deducted, billed } = (await commissionOf(units)) ?? {}
      expect(deducted).toBe(billed)
    },
  )
})
