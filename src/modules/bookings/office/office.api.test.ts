import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { cancelBooking, confirmBooking, reconfirmBooking } from '../answers/contract.ts'
import { getBooking } from '#modules/bookings/contract.ts'
import { getBoardBooking } from '#modules/board/bookings/contract.ts'
import { getBoard } from '#modules/board/contract.ts'
import { proposeChange, refuseChange } from '../changes/contract.ts'
import { getTrail, askAgain, listMoveUnits, makeHot, moveBooking } from './contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aBooking, aCustomer, heldTimes, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { createPerson, mailboxOf } from '#test/support/people.ts'
import { roundsOf } from '#test/support/races.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'

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

/** A booking with the cheapest unit, and a dearer one that could do it. */
async function aChoice({
  isConfirmed = false,
  allowHotJob = true,
  other = {},
}: { isConfirmed?: boolean; allowHotJob?: boolean; other?: UnitOptions } = {}) {
  const first = await aUnit(app, { company: { name: 'Tamar Moves', pencePerHour: 5000 } })
  const second = await aUnit(app, {
    ...other,
    company: { name: 'Pennant & Daughters', pencePerHour: 9000, vatRegisteredFrom: '2026-01-01' },
  })
  const customer = await aCustomer(app)
  const booking = await aBooking(app, { customer, allowHotJob })
  const [driver, taker] = [callAs(app, first.company.owner.id), callAs(app, second.company.owner.id)]
  if (isConfirmed) await must(driver(confirmBooking, { params: { id: booking.id } }))
  return {
    first,
    second,
    booking,
    id: booking.id,
    params: { id: booking.id },
    driver,
    taker,
    customer: callAs(app, customer.id),
  }
}
type Choice = Awaited<ReturnType<typeof aChoice>>

const moveTo = ({ params, second }: Choice, more: object = {}) =>
  office(moveBooking, { params, body: { workingUnitId: second.id, seen: 'new_booking', ...more } })
const problem = (code: string) => ({ ok: false, problem: { code } })
const kinds = async (id: string) => (await messagesAbout(app, id)).map(({ kind }) => kind)

describe('a booking is moved', () => {
  it.each([false, true])('to a unit that can do it, at its price; confirmed before: %s', async (isConfirmed) => {
    const choice = await aChoice({ isConfirmed })
    const { first, second, booking, id, params, driver, taker, customer } = choice
    expect((await must(office(listMoveUnits, { params }))).results).toMatchObject([
      { id: second.id, company: { name: 'Pennant & Daughters' } },
    ])
    const before = (await kinds(id)).length
    app.clock.advance({ minutes: 30 })
    const seen = isConfirmed ? 'confirmed' : 'new_booking'
    expect(await must(moveTo(choice, { seen, reason: 'Their van broke down.' }))).toEqual({
      id,
      status: 'new_booking',
      isHot: false,
      workingUnitId: second.id,
      respondBy: '2026-11-20T21:30:00.000Z',
    })
    // The same price and ceiling for the customer; what of it is VAT depends on who does the job.
    expect(await must(customer(getBooking, { params }))).toMatchObject({
      status: 'new_booking',
      company: { name: 'Pennant & Daughters' },
      totalPence: booking.totalPence,
      ceilingPence: booking.ceilingPence,
      lines: booking.lines,
      vatPence: Math.round(booking.totalPence / 6),
      leftBy: { name: 'Tamar Moves', how: 'taken_away' },
    })
    expect((await heldTimes(app)).map(({ unitId, bookingId }) => [unitId, bookingId])).toEqual([[second.id, id]])
    expect((await kinds(id)).slice(before).sort()).toEqual(['booking_moved_to', 'job_taken_away', 'new_job'])
    const { results } = await must(customer(getTrail, { params: { hash: booking.hash } }))
    expect(results.slice(-2)).toMatchObject([
      { kind: 'taken_away', by: 'office', companyName: 'Tamar Moves' },
      { kind: 'given', by: 'office', companyName: 'Pennant & Daughters' },
    ])
    const audit = await app.ctx.db
      .selectFrom('audit.entry')
      .select(['before', 'after'])
      .where('object', '=', `booking ${id}`)
      .where('action', '=', 'booking.moved')
      .execute()
    expect(audit).toEqual([
      { before: { state: seen, unitId: first.id }, after: { unitId: second.id, reason: 'Their van broke down.' } },
    ])
    // Who had it comes too late; who has it answers as to any new booking.
    expect(await driver(confirmBooking, { params })).toMatchObject(problem('conflict'))
    await must(taker(confirmBooking, { params }))
    expect((await must(customer(getBooking, { params }))).status).toBe('confirmed')
  })

  it('from nobody: a hot job is given to one who can do it', async () => {
    const choice = await aChoice()
    await must(office(makeHot, { params: choice.params, body: { seen: 'new_booking' } }))
    await app.runJobs()
    expect(await must(moveTo(choice, { seen: 'hot' }))).toMatchObject({ workingUnitId: choice.second.id, isHot: false })
    expect((await storedBooking(app, choice.id)).events).toEqual(['created', 'became_hot', 'given'])
    expect(await moveTo(choice, { seen: 'hot' })).toMatchObject(problem('conflict'))
  })

  it('ends as any other if the second does not answer either', async () => {
    const choice = await aChoice()
    const { respondBy } = await must(moveTo(choice))
    app.clock.set(respondBy ?? '')
    await app.runJobs()
    expect(await storedBooking(app, choice.id)).toMatchObject({ isHot: true, unitId: null })
  })

  it('not to a unit that is busy, does not cover its day, or takes no such job; then nothing has happened', async () => {
    const choice = await aChoice()
    const { second, id, params, booking } = choice
    const version = (await storedBooking(app, id)).version
    await aHold(app, { id: second.id }, { start: new Date(booking.startAt), end: new Date(booking.endAt) })
    expect((await must(office(listMoveUnits, { params }))).results).toEqual([])
    expect(await moveTo(choice)).toMatchObject(problem('not_fit'))
    await app.ctx.db.deleteFrom('calendar.hold').where('unitId', '=', second.id).execute()
    const set = (values: object) =>
      app.ctx.db.updateTable('fleet.working_unit').set(values).where('id', '=', second.id).execute()
    await set({ papersUntil: booking.startAt.slice(0, 10) })
    expect(await moveTo(choice)).toMatchObject(problem('not_fit'))
    await set({ papersUntil: 'infinity', jobKinds: ['furniture'] })
    expect(await moveTo(choice)).toMatchObject(problem('not_fit'))
    expect(
      await office(moveBooking, { params, body: { workingUnitId: crypto.randomUUID(), seen: 'new_booking' } }),
    ).toMatchObject(problem('not_fit'))
    expect(await storedBooking(app, id)).toMatchObject({ version, unitId: choice.first.id, events: ['created'] })
    expect((await heldTimes(app)).map(({ unitId }) => unitId)).toEqual([choice.first.id])
  })

  it('not when it is something else by now, starts too soon, or its customer wants nobody else', async () => {
    const choice = await aChoice({ allowHotJob: false })
    const { params, first, booking } = choice
    const body = { seen: 'new_booking' as const }
    expect(await moveTo(choice, { seen: 'confirmed' })).toMatchObject(problem('conflict'))
    expect(await moveTo(choice, { workingUnitId: first.id, customerAgreed: true })).toMatchObject(problem('conflict'))
    expect(await moveTo(choice)).toMatchObject(problem('only_this_driver'))
    expect(await office(makeHot, { params, body })).toMatchObject(problem('only_this_driver'))
    const at = (minutes: number) =>
      app.clock.set(new Date(Date.parse(booking.startAt) + minutes * 60_000).toISOString())
    at(-80)
    expect(await moveTo(choice, { customerAgreed: true })).toMatchObject(problem('starts_too_soon'))
    expect((await must(office(listMoveUnits, { params }))).results).toEqual([])
    at(-60)
    expect(await office(makeHot, { params, body: { ...body, customerAgreed: true } })).toMatchObject(
      problem('starts_too_soon'),
    )
    app.clock.set('2026-11-20T09:30:00Z')
    await must(moveTo(choice, { customerAgreed: true }))
    const unknownBooking = { params: { id: crypto.randomUUID() } }
    expect((await office(listMoveUnits, unknownBooking)).status).toBe(404)
    expect((await office(makeHot, { ...unknownBooking, body })).status).toBe(404)
    expect((await office(moveBooking, { ...unknownBooking, body: { ...body, workingUnitId: first.id } })).status).toBe(
      404,
    )
  })
})

it('the office makes it hot: its unit is told, its time is free, and all others who can do it are asked', async () => {
  const { id, params, second, driver, taker } = await aChoice({ isConfirmed: true })
  const before = (await kinds(id)).length
  await must(office(makeHot, { params, body: { seen: 'confirmed' } }))
  await app.runJobs()
  expect((await kinds(id)).slice(before).sort()).toEqual(['booking_moved', 'hot_job', 'job_taken_away'])
  expect(await heldTimes(app)).toEqual([])
  expect(await office(makeHot, { params, body: { seen: 'confirmed' } })).toMatchObject(problem('conflict'))
  expect((await driver(confirmBooking, { params })).status).toBe(409)
  await must(taker(confirmBooking, { params, body: { workingUnitId: second.id } }))
})

it('units that can do it are found in the same number of statements, however many', async () => {
  const { params } = await aChoice()
  const statements = async () => (await statementsOf(app, () => must(office(listMoveUnits, { params })))).length
  const one = await statements()
  for (let made = 0; made < 5; made++) await aUnit(app, { company: { pencePerHour: 9100 + made } })
  expect((await must(office(listMoveUnits, { params }))).results).toHaveLength(6)
  expect(await statements()).toBe(one)
})

/** The first request wins; the other is refused because the booking has changed. */
describe('the office moves it while', () => {
  const rounds = roundsOf(8, 100)

  async function race(other: 'confirm' | 'cancel', guards: readonly string[] = []) {
    const ends = new Set<string>()
    const odd: string[] = []
    const careless = await withoutGuards(app, ...guards)
    const asAt = async (id: string): Promise<Call> =>
      createCall(careless.fastify, { bearer: (await sessionFor(app, id)).bearer })
    const admin = await asAt((await createPerson(app, { role: 'admin' })).id)
    try {
      for (let round = 0; round < rounds; round++) {
        await removeCompanies(app)
        const choice = await aChoice()
        const { id, params, first, second, booking } = choice
        const [owner, customer] = [await asAt(first.company.owner.id), await asAt(booking.customer.id)]
        const meets = () =>
          other === 'confirm'
            ? owner(confirmBooking, { params })
            : customer(cancelBooking, { params, body: { feePence: 0 } })
        const moves = () => admin(moveBooking, { params, body: { workingUnitId: second.id, seen: 'new_booking' } })
        const [moved, met] =
          round % 2 === 0 ? await Promise.all([moves(), meets()]) : (await Promise.all([meets(), moves()])).toReversed()
        const { status, unitId } = await storedBooking(app, id)
        const held = (await heldTimes(app)).map((one) => one.unitId)
        const isSecond = unitId === second.id
        ends.add(`${moved?.status} ${met?.status} ${status} ${isSecond ? 'second' : 'first'}`)
        const isHeldRight =
          status === 'canceled_by_customer' ? held.length === 0 : held.length === 1 && held[0] === unitId
        // A confirmed job is never taken from a driver who was notified that it is theirs; a cancelled one has no unit.
        const isRight =
          other === 'confirm'
            ? moved?.ok !== met?.ok && status === (met?.ok ? 'confirmed' : 'new_booking')
            : status === 'canceled_by_customer' || !met?.ok
        if (!isHeldRight || !isRight || (moved?.status ?? 0) >= 500 || (met?.status ?? 0) >= 500)
          odd.push(`${[...ends].at(-1)} ${held.length}`)
      }
    } finally {
      await careless.close()
    }
    return { ends: [...ends].sort(), odd }
  }

  it('its driver confirms', async () => {
    const { ends, odd } = await race('confirm')
    expect(odd).toEqual([])
    for (const end of ends) expect(['200 409 new_booking second', '409 200 confirmed first']).toContain(end)
  })

  it('its customer cancels', async () => {
    const { ends, odd } = await race('cancel')
    expect(odd).toEqual([])
    // Moved first, it can be cancelled still.
    for (const end of ends)
      expect(['409 200 canceled_by_customer first', '200 200 canceled_by_customer second']).toContain(end)
  })

  it('the control: where neither its lock, its version nor its state is looked at, both have it, or it breaks', async () => {
    const { odd } = await race('confirm', ['booking_lock', 'booking_version', 'seen_state'])
    expect(odd).not.toEqual([])
  })
})

describe('the office asks a driver again', () => {
  it('sends the notice once more, keeps the time to answer, and is in the audit and the trail', async () => {
    const { id, params, booking, customer, first } = await aChoice()
    const before = (await kinds(id)).length
    app.clock.advance({ minutes: 20 })
    expect(await must(office(askAgain, { params }))).toEqual({
      id,
      askedAgainAt: '2026-11-20T09:20:00.000Z',
      respondBy: booking.respondBy,
    })
    expect(new Set((await kinds(id)).slice(before))).toEqual(new Set(['new_job_again']))
    const [sent] = (await messagesAbout(app, id)).slice(before)
    const mails = await mailboxOf(app, sent?.recipient ?? '')
    expect(mails[0]?.subject).toMatch(/^Still waiting for your answer/)
    const { results } = await must(customer(getTrail, { params: { hash: booking.hash } }))
    expect(results.at(-1)).toMatchObject({ kind: 'answer_asked_again', by: 'office', companyName: 'Tamar Moves' })
    const audit = await app.ctx.db
      .selectFrom('audit.entry')
      .select(['after'])
      .where('object', '=', `booking ${id}`)
      .where('action', '=', 'booking.asked_again')
      .execute()
    expect(audit).toEqual([{ after: { unitId: first.id, respondBy: booking.respondBy } }])
    app.clock.set(booking.respondBy ?? '')
    await app.runJobs()
    expect(await storedBooking(app, id)).toMatchObject({ isHot: true, unitId: null })
  })

  it('asks once more whether a confirmed job still goes ahead, and the time to answer stays', async () => {
    const { id, params, booking, driver } = await aChoice({ isConfirmed: true })
    expect(await office(askAgain, { params })).toMatchObject(problem('not_waiting'))
    app.clock.set(new Date(Date.parse(booking.startAt) - 24 * 3_600_000))
    await app.runJobs()
    office = await anOffice(app)
    const { reconfirmBy } = await app.ctx.db
      .selectFrom('bookings.booking')
      .select('reconfirmBy')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const due = reconfirmBy?.toISOString()
    const board = await must(office(getBoard, {}))
    expect(board.groups.filter(({ count }) => count > 0)).toMatchObject([
      { group: 'unanswered', cases: [{ id, due, note: 'reconfirmation', actions: ['ask_again', 'move', 'make_hot'] }] },
    ])
    expect((await must(office(getBoardBooking, { params }))).question).toEqual({ kind: 'reconfirmation', due })
    const before = (await kinds(id)).length
    expect(await must(office(askAgain, { params }))).toMatchObject({ respondBy: due })
    expect(new Set((await kinds(id)).slice(before))).toEqual(new Set(['job_reconfirm']))
    await must(driver(reconfirmBooking, { params }))
    expect(await office(askAgain, { params })).toMatchObject(problem('not_waiting'))
    expect((await must(office(getBoardBooking, { params }))).question).toBeNull()
  })

  it('asks once more about a change that waits for the company, and about none that waits for the customer', async () => {
    const { id, params, driver, customer } = await aChoice({ isConfirmed: true })
    const body = { kind: 'item' as const, words: 'An armchair' }
    const change = await must(customer(proposeChange, { params, body }))
    const board = await must(office(getBoard, {}))
    expect(board.groups.filter(({ count }) => count > 0)).toMatchObject([
      { group: 'unanswered', cases: [{ id: change.id, due: change.expiresAt, note: 'change', booking: { id } }] },
    ])
    const before = (await kinds(id)).length
    expect(await must(office(askAgain, { params }))).toMatchObject({ respondBy: change.expiresAt })
    expect(new Set((await kinds(id)).slice(before))).toEqual(new Set(['change_proposed']))
    await must(driver(refuseChange, { params, body: { changeId: change.id, version: change.version } }))
    await must(driver(proposeChange, { params, body: { ...body, line: { label: 'Armchair', amountPence: 3100 } } }))
    app.clock.advance({ minutes: 31 })
    expect(await office(askAgain, { params })).toMatchObject(problem('not_waiting'))
  })

  it('asks once in half an hour, also if two of the office press at once', async () => {
    const { id, params } = await aChoice()
    const before = (await kinds(id)).length
    const answers = await Promise.all([office(askAgain, { params }), office(askAgain, { params })])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = answers.find(({ ok }) => !ok)
    expect(refused).toMatchObject({
      problem: {
        code: 'asked_lately',
        detail: 'The driver was asked again at 09:00. Call them, or ask again from 09:30.',
      },
    })
    const noticesPerAsk = (await kinds(id)).length - before
    app.clock.advance({ minutes: 30 })
    await must(office(askAgain, { params }))
    expect((await kinds(id)).length - before).toBe(2 * noticesPerAsk)
  })

  it('refuses if the booking no longer waits for an answer', async () => {
    const confirmed = await aChoice({ isConfirmed: true })
    expect(await office(askAgain, { params: confirmed.params })).toMatchObject(problem('not_waiting'))
    const late = await aBooking(app, { move: aMove({ date: '2026-12-03' }) })
    app.clock.set(late.respondBy ?? '')
    expect(await office(askAgain, { params: { id: late.id } })).toMatchObject({
      problem: {
        detail: 'This booking no longer waits for its driver’s answer. Reload the page to see its status.',
      },
    })
    expect((await office(askAgain, { params: { id: crypto.randomUUID() } })).status).toBe(404)
  })
})
