import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import { addMinutes } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aConfirmedJob, anOffice } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { statementsOf } from '#test/support/statements.ts'
import { decideDayQuestion, listDayQuestions } from './contract.ts'
import { QUESTION_KINDS } from '../rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-11-20T09:00:00Z')
})
afterAll(() => app.close())

it('says whom to call, and pages through what waits and what is decided in the same number of statements', async () => {
  const { id: bookingId, unit, driver } = await aConfirmedJob(app)
  const hired = await aHiredDriver(app, driver, unit.id)
  const { db, clock } = app.ctx
  const now = clock.now()
  const questions = QUESTION_KINDS.map((kind, index) => ({
    id: newId(clock),
    bookingId,
    unitId: unit.id,
    kind,
    askedAt: addMinutes(now, index),
  }))
  await db.insertInto('bookings.day_question').values(questions).execute()
  await db.updateTable('identity.user').set({ phone: '+447700900111' }).where('id', '=', hired.id).execute()
  const owner = { id: unit.company.owner.id, phone: '+447700900222' }
  await db.updateTable('identity.user').set({ phone: owner.phone }).where('id', '=', owner.id).execute()

  const desk = await anOffice(app)
  const first = await must(desk(listDayQuestions, { query: { pageSize: 3 } }))
  expect(first).toMatchObject({
    count: QUESTION_KINDS.length,
    results: QUESTION_KINDS.slice(0, 3).map((kind) => ({ kind })),
  })
  expect(first.results[0]).toMatchObject({ company: { phone: owner.phone }, driver: { phone: '+447700900111' } })
  const rest = { pageSize: 3, after: first.nextCursor ?? '' }
  expect((await must(desk(listDayQuestions, { query: rest }))).results).toMatchObject(
    QUESTION_KINDS.slice(3).map((kind) => ({ kind })),
  )
  // A cursor of those that wait leads nowhere in the other list.
  expect((await desk(listDayQuestions, { query: { ...rest, show: 'decided' } })).status).toBe(422)

  for (const { id } of questions.filter(({ kind }) => kind === 'conflict'))
    await must(
      desk(decideDayQuestion, { params: { id }, body: { decision: 'count_work', reason: 'They were there.' } }),
    )
  const decided = await must(desk(listDayQuestions, { query: { show: 'decided', pageSize: 3 } }))
  expect(decided.results).toMatchObject([{ kind: 'conflict', decided: { decision: 'count_work' } }])

  const statementsFor = async (pageSize: number) =>
    (await statementsOf(app, () => must(desk(listDayQuestions, { query: { pageSize } })))).length
  expect(await statementsFor(3)).toBe(await statementsFor(1))
})
