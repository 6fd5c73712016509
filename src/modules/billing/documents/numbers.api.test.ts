import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import { Refusal } from '#shared/endpoint.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { casesOf } from '#test/support/cases.ts'
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
    paidBy: 'cash',
    pricePence: 10_000,
    roadChargesPence: 0,
    commissionPercent: 15,
    moverChargesVat: false,
  },
  postings: postingsOfFee({ pricePence: 10_000, commissionablePence: 10_000, commissionPercent: 15, paidBy: 'cash' }),
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

const DAYS = casesOf(3, 10)
const DRAFTS = 20 * DAYS
const KILLED = Math.ceil(DRAFTS / 7)

/** Drafts of 20 units, each saved at the same moment; every seventh is killed once it has its number: half by an error, half by a connection that ends. */
async function saveManyAtOnce(taxYear: string): Promise<{ saved: number; numbers: number[] }> {
  const units = await Promise.all(Array.from({ length: 20 }, () => aUnit(app)))
  const days = Array.from({ length: DAYS }, (_, index) => `2027-03-${10 + index}`)
  await app.ctx.tx((tx) =>
    post(
      tx,
      units.flatMap((unit) => days.map((day) => jobOf(unit, day))),
    ),
  )
  const drafts = await Promise.all(
    units.flatMap(({ id: unitId }) =>
      days.map(async (day) => {
        const period = { startDate: day, endDate: day, needValidation: false }
        return done(await makeDocument(office, 'statement', { unitId }, period)).id
      }),
    ),
  )
  const outcomes = await Promise.allSettled(
    drafts.map((id, index) =>
      index % 7 === 0 ? saveAndDie(id, index % 2 === 0) : saveDocument(office, 'statement', id),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    drafts.map((_, index) => (index % 7 === 0 ? 'rejected' : 'fulfilled')),
  )
  const saved = outcomes.filter(({ status }) => status === 'fulfilled').length
  return { saved, numbers: await numbersOf(taxYear) }
}

const saveAndDie = (id: string, isCutOff: boolean) =>
  office.tx(async (tx) => {
    const { number } = done(await saveDocument(tx, 'statement', id))
    expect(number).toMatch(/^STM-20/)
    if (isCutOff) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.db)
    throw new Error('killed')
  })

const unbroken = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it(`${DRAFTS} saves at once, some of which are killed between number and commit, leave no gap in the numbers`, async () => {
  const { saved, numbers } = await saveManyAtOnce('2026/27')
  expect(saved).toBe(DRAFTS - KILLED)
  expect(numbers).toEqual(unbroken(saved))
})

it('control: numbers from a sequence have gaps under the same saves', async () => {
  app.clock.set('2029-03-01T12:00:00Z')
  await app.database.asOwner(`
    create sequence billing.careless;
    create function billing.number_carelessly() returns trigger language plpgsql security definer as $$
    begin
      new.number := nextval('billing.careless');
      return new;
    end $$;
    create trigger careless before update of number on billing.sheet for each row
    when (new.number is distinct from old.number) execute function billing.number_carelessly()`)
  try {
    const { saved, numbers } = await saveManyAtOnce('2028/29')
    expect(new Set(numbers).size).toBe(saved)
    expect(numbers).not.toEqual(unbroken(saved))
    expect(Math.max(...numbers)).toBe(DRAFTS)
  } finally {
    await app.database.asOwner('drop function billing.number_carelessly() cascade; drop sequence billing.careless')
  }
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
  // The index stops it even without the earlier check.
  const careless = { ...app.ctx, config: { ...app.ctx.config, guardOff: new Set(['billed_once']) } }
  await expect(both(withActor(careless, office.actor))).rejects.toThrow(/entry_billed_once/)
})
