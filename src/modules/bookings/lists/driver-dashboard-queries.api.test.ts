import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMinutes, toInstant } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { checkedPeople } from '#test/support/factories/crew.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import { sentStatementsOf } from '#test/support/statements.ts'
import type { BookingStatus } from '../rules.ts'
import { getUnitNews } from './driver-dashboard-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-20T09:00:00Z')
})
afterAll(() => app.close())

async function newsOf({ id, company }: TestUnit) {
  const answer = await app.call((await sessionFor(app, company.owner.id)).bearer)(getUnitNews, { params: { id } })
  if (!answer.ok) throw new Error(answer.problem.code)
  return answer.data
}

/** The job begins at nine and takes three hours, for £100. */
async function aJob(unit: TestUnit, day: string, status: BookingStatus, minute = 540): Promise<string> {
  const start = toInstant(day, minute)
  const id = await aHold(app, unit, { start, end: addMinutes(start, 180), from: 'E17 4QH', to: 'BN1 4QL' })
  await app.ctx.db.updateTable('bookings.booking').set({ status }).where('id', '=', id).execute()
  return id
}

const nothing = { jobs: 0, minutes: 0 }

it('of a new unit is empty', async () => {
  const unit = await aUnit(app)
  expect(await newsOf(unit)).toEqual({
    nextJob: null,
    thisWeek: { fromDay: '2026-11-16', toDay: '2026-11-22', done: nothing, booked: nothing, waiting: nothing },
    nextWeek: { fromDay: '2026-11-23', toDay: '2026-11-29', done: nothing, booked: nothing, waiting: nothing },
    takings: {
      thisWeek: { donePence: 0, bookedPence: 0, waitingPence: 0 },
      nextWeek: { donePence: 0, bookedPence: 0, waitingPence: 0 },
    },
    expiring: [],
  })
})

it('is the next job, both weeks, and what expires, in one statement', async () => {
  const unit = await aUnit(app, { people: 0 })
  const colleague = await aUnit(app, { company: unit.company })
  await aJob(unit, '2026-11-16', 'completed')
  await aJob(unit, '2026-11-17', 'canceled_by_customer')
  // The job begins this minute and has not been started.
  const next = await aJob(unit, '2026-11-20', 'confirmed')
  await aJob(unit, '2026-11-22', 'new_booking')
  await aJob(unit, '2026-11-24', 'confirmed')
  await aJob(colleague, '2026-11-19', 'confirmed')
  const [personId] = await checkedPeople(app, {
    companyId: unit.company.id,
    unitIds: [unit.id],
    count: 1,
    expiresOn: '2026-12-20',
  })
  const document = { companyId: unit.company.id, status: 'approved' as const, submittedAt: app.clock.now() }
  await app.ctx.db
    .insertInto('fleet.document')
    .values([
      { ...document, unitId: unit.id, kind: 'mot', expiresOn: '2026-12-01' },
      { ...document, unitId: colleague.id, kind: 'mot', expiresOn: '2026-11-21' },
      { ...document, kind: 'public_liability', expiresOn: '2026-11-30' },
    ])
    .execute()
  const news = await newsOf(unit)
  expect(news).toEqual({
    nextJob: {
      id: next,
      status: 'confirmed',
      startAt: '2026-11-20T09:00:00.000Z',
      endAt: '2026-11-20T12:00:00.000Z',
      from: { outcode: 'E17', town: 'Walthamstow' },
      to: { outcode: 'BN1', town: expect.any(String) },
      helpLevel: 'driver_helps',
      isCrewNamed: false,
    },
    thisWeek: {
      fromDay: '2026-11-16',
      toDay: '2026-11-22',
      done: { jobs: 1, minutes: 180 },
      booked: { jobs: 1, minutes: 180 },
      waiting: { jobs: 1, minutes: 180 },
    },
    nextWeek: expect.objectContaining({ done: nothing, booked: { jobs: 1, minutes: 180 } }),
    // £100 less 15 % and the VAT on it.
    takings: {
      thisWeek: { donePence: 8200, bookedPence: 8200, waitingPence: 8200 },
      nextWeek: { donePence: 0, bookedPence: 8200, waitingPence: 0 },
    },
    expiring: [
      expect.objectContaining({ kind: 'document', document: 'public_liability', daysLeft: 10 }),
      expect.objectContaining({ kind: 'document', document: 'mot', expiresOn: '2026-12-01', daysLeft: 11 }),
      expect.objectContaining({ kind: 'person', personId, firstName: 'Sam', daysLeft: 30 }),
    ],
  })
  const statements = await sentStatementsOf(app, () => newsOf(unit))
  expect(statements.filter(({ text }) => text.includes('unit-news'))).toHaveLength(1)
  expect(statements.filter(({ text }) => /bookings\.|fleet\.document/.test(text))).toHaveLength(1)
})

it('begins with the job that goes on', async () => {
  const unit = await aUnit(app)
  await aJob(unit, '2026-11-20', 'confirmed', 780)
  const going = await aJob(unit, '2026-11-19', 'in_progress')
  expect((await newsOf(unit)).nextJob).toMatchObject({ id: going, status: 'in_progress' })
})
