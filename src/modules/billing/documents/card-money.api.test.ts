import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { rowsOfCsv } from '#test/support/csv.ts'
import { download, must } from '#test/support/driver.ts'
import { chargeFor, postedJob, type PostedJob } from '#test/support/factories/billed-month.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { wordsOf } from '#test/support/pdf.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { postingsOfRefund } from '../ledger/rules.ts'
import { continueRun, startRun } from '../runs/contract.ts'
import { processRuns } from '../runs/steps-commands.ts'
import { invoices, statements } from './contract.ts'

/** A statement pays out card money that was collected, and no other. */
let app: TestApp
let office: Call
let bearer: string
let unit: TestUnit
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await removeCompanies(app)
  await on('2026-12-01T09:00:00Z')
  unit = await aUnit(app)
})
afterAll(() => app.close())

async function on(moment: string) {
  app.clock.set(moment)
  const { id } = await createPerson(app, { role: 'admin' })
  ;({ bearer } = await sessionFor(app, id))
  office = app.call(bearer)
}

/** The booking is £100 at 15 %: £82.00 for the company by card. */
async function done(more: Partial<PostedJob> = {}): Promise<Entry> {
  const entry = postedJob(app, { unit, day: '2026-11-28', ...more })
  await app.ctx.tx((tx) => post(tx, [entry]))
  return entry
}
const collect = (entry: Entry) => app.ctx.tx((tx) => post(tx, [chargeFor(entry)]))
const giveBack = (entry: Entry) =>
  app.ctx.tx((tx) =>
    post(tx, [
      {
        ...chargeFor(entry),
        cause: `refund ${entry.bookingId} 2`,
        kind: 'refund',
        postings: postingsOfRefund(entry.about.pricePence),
      },
    ]),
  )

const november = { startDate: '2026-11-01', endDate: '2026-11-30' }
const december = { startDate: '2026-12-01', endDate: '2026-12-31' }
const statementOf = (body: object) =>
  must(office(statements.create, { params: { id: unit.id }, body: body as typeof november }))
const save = (id: string, version?: number) =>
  office(statements.save, { params: { id }, ...(version === undefined ? {} : { body: { version } }) })

describe('card money that has not been collected', () => {
  it('stands apart on the statement of its month, and comes in the first one after it was; its commission is invoiced in its month', async () => {
    const waiting = await done()
    const collected = await done({ pricePence: 20_000 })
    await collect(collected)
    await done({ pricePence: 5000, paidBy: 'cash' })
    const draft = await statementOf(november)
    expect(draft).toMatchObject({
      entriesCount: 2,
      notCollected: [{ bookingId: waiting.bookingId, cardState: 'to_be_charged', balancePence: 8200 }],
      totals: {
        grossPence: 25_000,
        heldByMoverPence: 5000,
        commissionPence: 3750,
        vatPence: 750,
        balancePence: 15_500,
      },
    })
    const { number } = await must(save(draft.id, draft.version))
    const run = await must(office(invoices.create, { body: november }))
    expect(run.documents.find(({ companyId }) => companyId === unit.company.id)).toMatchObject({
      entries: 3,
      totals: { commissionPence: 5250, vatPence: 1050 },
    })

    // Paper and table say the same.
    const text = await wordsOf((await file(`statements/${draft.id}/download-report/`)).rawPayload)
    expect(text).toContain('Card money collected, 1 booking £200.00')
    expect(text).toMatch(/Not yet collected: not in the sums[\s\S]*1 booking £100.00 £15.00 £3.00 £82.00/)
    const rows = rowsOfCsv((await file(`statements/${draft.id}/download-csv/`)).body)
    expect(rows.map((row) => [row['Balance (GBP)'], row['Not yet collected (GBP)']])).toEqual([
      ['0.00', '82.00'],
      ['164.00', '0.00'],
      ['-9.00', '0.00'],
    ])

    await on('2027-01-02T09:00:00Z')
    await done({ day: '2026-12-05', paidBy: 'cash' })
    expect(await statementOf(december)).toMatchObject({
      lines: [{ day: '2026-12-05' }],
      notCollected: [{ bookingId: waiting.bookingId }],
    })
    await collect(waiting)
    const next = await statementOf({ ...december, needValidation: false })
    expect(next).toMatchObject({
      lines: [{ bookingId: waiting.bookingId, isLate: true, balancePence: 8200 }, { day: '2026-12-05' }],
      notCollected: [],
      totals: { balancePence: 8200 - 1800 },
    })
    await must(save(next.id))
    // The issued document does not change.
    expect(await must(office(statements.get, { params: { id: draft.id } }))).toMatchObject({
      number,
      notCollected: [{ bookingId: waiting.bookingId }],
      totals: { balancePence: 15_500 },
    })
  })

  it('is on a statement of its month even if it is all there was', async () => {
    await done()
    const draft = await statementOf(november)
    expect(draft).toMatchObject({ lines: [], entriesCount: 0, totals: { balancePence: 0 } })
    expect(await must(save(draft.id))).toMatchObject({ status: 'saved', notCollected: [{ balancePence: 8200 }] })
  })

  it.each([
    ['comes', 0, 8200],
    ['goes back', 8200, 0],
  ])(
    'that %s after a draft was made changes it before it is saved, and who looked is told',
    async (how, before, after) => {
      const entry = await done()
      if (how === 'goes back') await collect(entry)
      const draft = await statementOf(november)
      expect(draft.totals.balancePence).toBe(before)
      await (how === 'comes' ? collect(entry) : giveBack(entry))
      expect(await save(draft.id, draft.version)).toMatchObject({ status: 409, problem: { code: 'draft_changed' } })
      const now = await must(office(statements.get, { params: { id: draft.id } }))
      expect(now).toMatchObject({ version: draft.version + 1, status: 'draft', totals: { balancePence: after } })
      expect(await must(save(draft.id, now.version))).toMatchObject({
        status: 'saved',
        totals: { balancePence: after },
      })
    },
  )

  it('is looked at again by a run that saves its drafts later', async () => {
    const entry = await done()
    await collect(entry)
    const { id } = await must(office(startRun, { body: { month: '2026-11' } }))
    await processRuns(app.ctx, { runId: id })
    await giveBack(entry)
    await must(office(continueRun, { params: { id }, body: { save: true } }))
    await processRuns(app.ctx, { runId: id })
    const { results } = await must(office(statements.list, { query: { workingUnit: unit.id } }))
    expect(results).toMatchObject([{ status: 'saved', entriesCount: 0, totals: { balancePence: 0 } }])
  })
})

it('a statement names the invoice that was saved before it', async () => {
  await done({ paidBy: 'cash', day: '2026-10-28' })
  const october = { startDate: '2026-10-01', endDate: '2026-10-31' }
  const run = await must(office(invoices.create, { body: october }))
  await must(office(invoices.save, { params: { id: run.id } }))
  const saved = await must(office(invoices.get, { params: { id: run.id } }))
  const number = saved.documents.find(({ companyId }) => companyId === unit.company.id)?.number
  const { id } = await statementOf(october)
  const text = await wordsOf((await file(`statements/${id}/download-report/`)).rawPayload)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`VAT invoice ${number ?? ''} of 01/12/2026 bills it.`)
})

const file = (path: string) => download(app, bearer, `/api/admin/${path}`)

it('VAT of an invoice is 20% of its net, and the ledger owes what was invoiced', async () => {
  // Two at £172.50: £25.88 and £5.18 VAT each, and 20% of £51.76 is £10.35.
  for (const day of ['2026-09-01', '2026-09-02']) await done({ day, pricePence: 17_250, paidBy: 'cash' })
  const september = { startDate: '2026-09-01', endDate: '2026-09-30' }
  const { id } = await must(office(invoices.create, { body: september }))
  const { totals, documents } = await must(office(invoices.save, { params: { id } }))
  expect(documents).toMatchObject([{ lines: [{ netPence: 5176, vatPence: 1035 }] }])
  expect(totals).toMatchObject({ commissionPence: 5176, vatPence: 1035, balancePence: 6211 })
  const { rows } = await app.app.pool.query(
    `select sum(p.amount_pence)::int as vat from billing.entry e join billing.posting p on p.entry_id = e.id
     where e.company_id = $1 and p.account = 'vat'`,
    [unit.company.id],
  )
  expect(rows).toEqual([{ vat: -1035 }])
  const pdf = await file(`invoices/${id}/download-report/`)
  expect(await wordsOf(pdf.rawPayload)).toContain('Rounding of VAT £0.01')
  expect((await file(`invoices/${id}/download-report/`)).rawPayload.equals(pdf.rawPayload)).toBe(true)
})
