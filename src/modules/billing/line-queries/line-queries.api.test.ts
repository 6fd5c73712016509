import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { settleHours } from '#modules/bookings/day/hours/commands.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { callAs } from '#test/support/session.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { markCharged, markRefunded } from '../cards/contract.ts'
import { statements } from '../documents/contract.ts'
import { answerQuery, getOwnStatement, listOwnStatements, queryLine } from './contract.ts'

let app: TestApp
let office: Call
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  office = await anOffice(app)
})
afterAll(() => app.close())

/** The statement has one job by card, whose money has been collected by default. */
async function aStatement({ isCharged = true } = {}) {
  const unit = await aUnit(app, { company: { pencePerHour: 5000, paymentMethods: ['cash', 'card'] } })
  const booking = await aFinishedBooking(app, { paymentMethod: 'card' })
  await app.ctx.tx((tx) => settleHours(tx, booking.id, 'silence'))
  app.clock.set('2026-12-01T09:00:00Z')
  office = await anOffice(app)
  if (isCharged) await must(office(markCharged, { params: { id: booking.id }, body: { reference: 'ch_1' } }))
  const body = { startDate: '2026-11-01', endDate: '2026-11-30', needValidation: false }
  const statement = await must(office(statements.create, { params: { id: unit.id }, body }))
  return { unit, booking, statement, owner: callAs(app, unit.company.owner.id) }
}

it('an owner sees the statements of their units, asks about a line of a draft, and the answer stays with it', async () => {
  const { statement, owner, unit } = await aStatement()
  const params = { id: statement.id }
  expect((await must(owner(listOwnStatements, {}))).results).toMatchObject([{ id: statement.id, status: 'draft' }])
  const entryId = statement.lines[0]?.entryId ?? ''
  const body = { entryId, text: 'The customer paid £20 more for the piano.' }
  const lineQuery = await must(owner(queryLine, { params, body }))
  expect(await must(owner(queryLine, { params, body }))).toEqual(lineQuery)
  expect(await owner(queryLine, { params, body: { ...body, text: 'And more.' } })).toMatchObject({
    problem: { code: 'queried_already' },
  })
  expect(await owner(queryLine, { params, body: { ...body, entryId: crypto.randomUUID() } })).toMatchObject({
    status: 422,
  })
  expect((await must(office(statements.list, { query: { status: 'queried' } }))).results).toMatchObject([
    { id: statement.id, openQueries: 1 },
  ])
  const answer = { params: { id: lineQuery.id }, body: { text: 'We have added it.' } }
  await must(office(answerQuery, answer))
  expect((await must(office(answerQuery, answer))).answer).toBe('We have added it.')
  expect(await office(answerQuery, { ...answer, body: { text: 'No.' } })).toMatchObject({
    problem: { code: 'query_answered' },
  })
  await must(office(statements.save, { params }))
  const { lines } = await must(owner(getOwnStatement, { params }))
  expect(lines[0]?.query).toMatchObject({ text: body.text, answer: 'We have added it.' })
  expect(await owner(queryLine, { params, body: { ...body, entryId: crypto.randomUUID() } })).toMatchObject({
    problem: { code: 'not_a_draft' },
  })
  const sentEmails = await app.ctx.db
    .selectFrom('notifications.message')
    .select('kind')
    .where('subjectId', '=', statement.id)
    .where('channel', '=', 'email')
    .execute()
  expect(sentEmails).toEqual([{ kind: 'statement_query_answered' }])
  expect(unit.id).toBe(statement.workingUnitId)
})

it('another company’s statement is not there', async () => {
  const { statement } = await aStatement()
  const stranger = callAs(app, (await aUnit(app)).company.owner.id)
  const params = { id: statement.id }
  expect((await stranger(getOwnStatement, { params })).status).toBe(404)
  expect((await must(stranger(listOwnStatements, {}))).results).toEqual([])
  const body = { entryId: statement.lines[0]?.entryId ?? '', text: 'Mine?' }
  expect((await stranger(queryLine, { params, body })).status).toBe(404)
})

it('card money is to be charged, charged with the provider’s reference, perhaps refunded; each once', async () => {
  const { booking, statement, owner } = await aStatement({ isCharged: false })
  const params = { id: booking.id }
  const stateOf = async () =>
    (await must(owner(getOwnStatement, { params: { id: statement.id } }))).notCollected[0]?.cardState
  expect(await stateOf()).toBe('to_be_charged')
  expect(await office(markRefunded, { params, body: { reference: 're_1' } })).toMatchObject({
    problem: { code: 'not_charged' },
  })
  const body = { reference: 'ch_1' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => office(markCharged, { params, body })))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(await stateOf()).toBe('charged')
  expect(await office(markCharged, { params, body: { reference: 'ch_2' } })).toMatchObject({
    problem: { code: 'charged_already' },
  })
  app.clock.advance({ minutes: 1 })
  await must(office(markRefunded, { params, body: { reference: 're_1' } }))
  expect(await stateOf()).toBe('refunded')
  const kinds = await app.ctx.db
    .selectFrom('billing.entry')
    .select('kind')
    .where('bookingId', '=', booking.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['booking', 'charge', 'refund'])
})

it('nothing of a job that is paid in cash is charged', async () => {
  await aUnit(app)
  const { id } = await aFinishedBooking(app, { paymentMethod: 'cash' })
  await app.ctx.tx((tx) => settleHours(tx, id, 'silence'))
  const body = { reference: 'ch_1' }
  expect(await office(markCharged, { params: { id }, body })).toMatchObject({ problem: { code: 'not_by_card' } })
  expect((await office(markCharged, { params: { id: crypto.randomUUID() }, body })).status).toBe(404)
})
