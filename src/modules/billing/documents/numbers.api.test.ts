import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import { Refusal } from '#shared/endpoint.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createPerson } from '#test/support/people.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { post, type Entry } from '../ledger/commands.ts'
import { postingsOfFee } from '../ledger/rules.ts'
import { makeDocument, saveDocument } from './commands.ts'

let app: TestApp
let office: Ctx
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2027-04-05T12:00:00Z')
  await removeCompanies(app)
  const { id: userId } = await createPerson(app, { role: 'admin' })
  office = withActor(app.ctx, { kind: 'admin', userId, sessionId: userId, company: null })
})
afterAll(() => app.close())

const march = { startDate: '2027-03-01', endDate: '2027-03-31', needValidation: false }

/** A job of a unit that day, as a booking would post it. */
const jobOf = (unit: Awaited<ReturnType<typeof aUnit>>, day = '2027-03-15'): Entry => ({
  cause: `booking ${newId(app.ctx.clock)}`,
  kind: 'booking',
  day,
  bookingId: newId(app.ctx.clock),
  companyId: unit.company.id,
  unitId: unit.id,
  customerId: null,
  about: {
    reference: 'ABCD1234',
    from: 'Walthamstow E17',
    to: 'Brighton BN1',
    startAt: `${day}T09:00:00.000Z`,
    registration: null,
    paidBy: 'card',
    pricePence: 10_000,
    roadChargesPence: 0,
    commissionPercent: 15,
    moverChargesVat: false,
  },
  postings: postingsOfFee({ pricePence: 10_000, commissionablePence: 10_000, commissionPercent: 15, paidBy: 'card' }),
})

const done = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(answer.detail)
  return answer
}

const draftOf = async (unitId: string) => done(await makeDocument(office, 'statement', { unitId }, march)).id

const numbersOf = async (taxYear: string) => {
  const rows = await app.ctx.db
    .selectFrom('billing.sheet')
    .select('number')
    .where('kind', '=', 'statement')
    .where('taxYear', '=', taxYear)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number ?? 0)
}

it('200 saves at once, some of which fail at the end, leave no gap in the numbers', async () => {
  const units = await Promise.all(Array.from({ length: 20 }, () => aUnit(app)))
  await app.ctx.tx((tx) =>
    post(
      tx,
      units.flatMap((unit) => Array.from({ length: 10 }, (_, index) => jobOf(unit, `2027-03-${10 + index}`))),
    ),
  )
  const drafts = await Promise.all(
    units.flatMap(({ id: unitId }) =>
      Array.from({ length: 10 }, async (_, index) => {
        const day = `2027-03-${10 + index}`
        return done(
          await makeDocument(office, 'statement', { unitId }, { startDate: day, endDate: day, needValidation: false }),
        ).id
      }),
    ),
  )
  const killed = new Error('killed')
  const outcomes = await Promise.allSettled(
    drafts.map((id, index) =>
      index % 7 === 0
        ? office.tx(async (tx) => {
            await saveDocument(tx, 'statement', id)
            throw killed
          })
        : saveDocument(office, 'statement', id),
    ),
  )
  const saved = outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(saved).toBe(drafts.length - Math.ceil(drafts.length / 7))
  expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual(
    Array.from({ length: drafts.length - saved }, () => killed),
  )
  expect(await numbersOf('2026/27')).toEqual(Array.from({ length: saved }, (_, index) => index + 1))
})

it('a tax year begins on 6 April with 1', async () => {
  const unit = await aUnit(app)
  await app.ctx.tx((tx) => post(tx, [jobOf(unit)]))
  app.clock.set('2027-04-06T00:00:00+01:00')
  done(await saveDocument(office, 'statement', await draftOf(unit.id)))
  expect(await numbersOf('2027/28')).toEqual([1])
})

it('two drafts of the same entries saved at the same moment: one is refused; without the look before, the index refuses it', async () => {
  const unit = await aUnit(app)
  await app.ctx.tx((tx) => post(tx, [jobOf(unit)]))
  const both = async (ctx: Ctx) => {
    const drafts = [await draftOf(unit.id), await draftOf(unit.id)]
    return Promise.all(drafts.map((id) => saveDocument(ctx, 'statement', id)))
  }
  const answers = await both(office)
  expect(answers.map((answer) => (answer instanceof Refusal ? answer.kind.code : answer.status)).toSorted()).toEqual([
    'already_billed',
    'saved',
  ])
  // Without the look before, the index stops it.
  const careless = { ...app.ctx, config: { ...app.ctx.config, guardOff: new Set(['billed_once']) } }
  await expect(both(withActor(careless, office.actor))).rejects.toThrow(/entry_billed_once/)
})
