import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discardDocument, makeDocument } from '#modules/billing/documents/commands.ts'
import { listCreditClients } from '#modules/billing/corrections/queries.ts'
import { findDocument, listDocuments } from '#modules/billing/documents/queries.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { previewDocument } from '#modules/billing/documents/sheet-totals-queries.ts'
import { exportRecords, getIncome } from '#modules/billing/income/queries.ts'
import { catchUpOn } from '#modules/billing/ledger/commands.ts'
import { continueRun, startRun } from '#modules/billing/runs/commands.ts'
import { findRun, listRuns, previewMonth } from '#modules/billing/runs/queries.ts'
import { listSteps } from '#modules/billing/runs/steps-queries.ts'
import { listSellers } from '#modules/billing/sellers/queries.ts'
import { listAudit } from '#modules/settings/audit/queries.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { fillBillingTables } from '#test/support/growing-billing.ts'
import { fillGrowingTables, scansWhile, uuidOf } from '#test/support/growing-tables.ts'

/** As plans.api.test.ts, of what the office bills: nothing reads the ledger or all documents from end to end. */

let app: TestApp
let office: Ctx
beforeAll(async () => {
  app = await createTestApp({ now: new Date('2026-11-20T10:00:00Z') })
  const unit = await aUnit(app)
  const customer = await aCustomer(app)
  await fillGrowingTables(app, { customerId: customer.id, unitId: unit.id })
  await fillBillingTables(app)
  office = withActor(app.ctx, { kind: 'admin', userId: uuidOf('u2'), sessionId: uuidOf('u2'), company: null })
}, 180_000)
afterAll(() => app.close())

const owner = () =>
  withActor(app.ctx, {
    kind: 'driver',
    userId: uuidOf('u1'),
    company: { id: uuidOf('c1'), unitIds: [uuidOf('w1')] },
    sessionId: uuidOf('nobody’s'),
  })

const firstPage = { page: 1, pageSize: 20 }
const unitId = uuidOf('w7')
const customerId = uuidOf('u360')
const october = { startDate: '2026-10-01', endDate: '2026-10-31' }
const subjects: Record<DocumentKind, object> = { statement: { unitId }, invoice: {}, sales_credit: { customerId } }

const done = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(answer.detail)
  return answer
}
/** Made, looked at and thrown away; without a trace, so that each test finds the same. */
const undone = (work: (ctx: Ctx) => Promise<unknown>) =>
  office.tx(async (tx) => {
    await work(tx)
    return refuse(commonRefusals.notFound)
  })
const draft = (kind: DocumentKind) =>
  undone(async (tx) => {
    const { id } = done(await makeDocument(tx, kind, subjects[kind], { ...october, needValidation: false }))
    done(await discardDocument(tx, kind, id))
  })

describe('what the office bills', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a draft of a statement', () => draft('statement')],
    ['a draft of a sales credit', () => draft('sales_credit')],
    ['statements', () => listDocuments(office, 'statement', firstPage)],
    ['statements of a unit', () => listDocuments(office, 'statement', { ...firstPage, workingUnit: unitId })],
    ['sales credits of a client', () => listDocuments(office, 'sales_credit', { ...firstPage, client: customerId })],
    ['one statement', () => findDocument(office, 'statement', uuidOf('d7'))],
    ['who may be credited', () => listCreditClients(office, { q: '', ...firstPage })],
    ['what a statement would have', () => previewDocument(office, { kind: 'statement', subject: unitId, ...october })],
    ['what a month has', () => previewMonth(office, { month: '2026-10' })],
    ['runs', () => listRuns(office, firstPage)],
    ['a run', () => findRun(office, uuidOf('r3'))],
    ['what a run made', () => listSteps(office, uuidOf('r3'), { ...firstPage, state: 'sent' })],
    [
      'a run of a month',
      () => undone(async (tx) => done(await startRun(tx, { month: '2026-10', save: true, send: true }))),
    ],
    ['a run that is carried on with', () => undone((tx) => continueRun(tx, uuidOf('r3'), { save: true, send: true }))],
    ['what a company earned by quarters', () => getIncome(owner(), { periods: 'standard' })],
    [
      'the records behind it',
      async () => {
        const { body } = await exportRecords(owner(), { periods: 'standard', quarter: 4 })
        return typeof body === 'object' && 'read' in body ? text(body) : body
      },
    ],
    ['the report of sellers', () => listSellers(office, { year: 2026, ...firstPage })],
    ['the night: what is missing in the ledger', () => catchUpOn(office, {})],
  ])('%s', async (_name, work) => {
    expect(await scansWhile(app, work)).toEqual([])
  })

  it.each<[string, string[], string, () => Promise<unknown>]>([
    ['a statement reads the ledger', ['entry_unit', 'entry_day'], 'billing.entry', () => draft('statement')],
    [
      'a list of creditors reads all that is unbilled',
      ['unbilled_of_customer'],
      'billing.unbilled',
      () => listCreditClients(office, { q: '', ...firstPage }),
    ],
  ])('the control: without its index, %s', async (_name, indexes, table, work) => {
    for (const index of indexes) await app.database.asOwner(`drop index billing.${index}`)
    const found = await scansWhile(app, work)
    expect(found.some((scan) => scan.startsWith(`${table} by`))).toBe(true)
  })
})

// The audit names the documents that its entries are about.
describe('of the audit, too', () => {
  it.each([{}, { what: 'booking' as const }, { object: 'booking 7' }, { day: '2026-11-19' }, { who: 'c4ca4238' }])(
    'reads no table from end to end by %j',
    async (query) => {
      expect(await scansWhile(app, () => listAudit(office, { ...query, ...firstPage }))).toEqual([])
    },
  )
})
