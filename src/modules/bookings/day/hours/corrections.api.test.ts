import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listHappened } from '#modules/content/location-figures/queries.ts'
import { findFigures } from '#modules/reviews/figures/queries.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aCustomer, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, driverDayOf, type TestDay } from '#test/support/factories/day.ts'
import { callAs } from '#test/support/session.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { finishJob, pauseJob, resumeJob, startJob } from '../actions/contract.ts'
import { getDay, getSharedDay } from '../contract.ts'
import { confirmHours } from './contract.ts'
import { getDayRecord, verifyRecord } from '../record/contract.ts'
import { reachStop } from '../questions/contract.ts'
import { answerCorrection, correctTime } from './corrections-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const { phone, at } = dayHelpers(() => app)

/** Started at 09:40, and finished as many minutes after the agreed time as asked. */
async function aDayStartedLate(over = 0): Promise<TestDay & { agreed: number }> {
  const day = await aConfirmedJob(app)
  await at(dayTime('09:40'))
  const { clock } = await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
  app.clock.set(new Date(Date.parse(dayTime('09:40')) + (clock.agreedMinutes + over) * 60_000))
  await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
  return { ...day, agreed: clock.agreedMinutes }
}

const customerDay = ({ customer, id }: TestDay) => must(customer(getDay, { params: { id } }))
const seqOf = async (day: TestDay, kind: string) =>
  (await customerDay(day)).events.find((event) => event.kind === kind)?.seq ?? 0

const propose = async (day: TestDay, kind: string, time: string, call = day.driver) =>
  call(correctTime, {
    params: { id: day.id },
    body: { seq: await seqOf(day, kind), happenedAt: dayTime(time), why: 'We were carrying.' },
  })
const answer = (day: TestDay, correctionId: string, agree: boolean, call = day.customer) =>
  call(answerCorrection, { params: { id: day.id }, body: { correctionId, agree } })

const textsAbout = (id: string, kind: string) =>
  app.ctx.db
    .selectFrom('notifications.message')
    .select(['text', 'channel', 'recipient'])
    .where('subjectId', '=', id)
    .where('kind', '=', kind)
    .where('channel', '=', 'email')
    .execute()

const textsTo = async (id: string, recipient: string): Promise<string[]> =>
  (
    await app.ctx.db
      .selectFrom('notifications.message')
      .select('text')
      .where('subjectId', '=', id)
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  ).map(({ text }) => text)

describe('a corrected time', () => {
  it('counts once the other side has agreed, and both times stay on record', async () => {
    const day = await aDayStartedLate()
    const proposal = await must(propose(day, 'started', '09:10'))
    expect(proposal).toMatchObject({
      kind: 'started',
      proposedBy: 'mover',
      fromAt: dayTime('09:40'),
      toAt: dayTime('09:10'),
      why: 'We were carrying.',
      state: 'open',
      mayAnswer: false,
    })
    const before = await customerDay(day)
    expect(before.corrections).toMatchObject([{ id: proposal.id, mayAnswer: true }])
    expect([before.clock.startedAt, before.hours.workedMinutes]).toEqual([dayTime('09:40'), day.agreed])
    expect(before.corrections[0]?.toPayPence).toBeGreaterThan(before.hours.toPayPence)
    expect(await must(answer(day, proposal.id, true))).toMatchObject({ state: 'agreed', mayAnswer: false })
    const after = await customerDay(day)
    expect([after.clock.startedAt, after.clock.billedFrom]).toEqual([dayTime('09:10'), dayTime('09:10')])
    expect(after.hours).toMatchObject({
      workedMinutes: day.agreed + 30,
      lines: [{ code: 'time_over' }],
      toPayPence: before.corrections[0]?.toPayPence,
    })
    expect(after.events.filter(({ correctedTo }) => correctedTo)).toMatchObject([
      { kind: 'started', happenedAt: dayTime('09:40'), correctedTo: dayTime('09:10') },
    ])
    expect(after.events.map(({ kind, who }) => [kind, who])).toEqual([
      ['started', 'driver'],
      ['finished', 'driver'],
      ['correction_proposed', 'driver'],
      ['correction_agreed', 'customer'],
    ])
    const shared = await must(app.call()(getSharedDay, { params: { hash: day.hash } }))
    expect(shared.events[0]).toMatchObject({ happenedAt: dayTime('09:40'), correctedTo: dayTime('09:10') })
    const record = await day.customer(getDayRecord, { params: { id: day.id } })
    const text = record.ok ? Buffer.from(record.data as never).toString('utf8') : ''
    expect(text).toContain(dayTime('09:40'))
    expect(text).toContain(dayTime('09:10'))
    expect(await must(app.call()(verifyRecord, { body: { record: text } }))).toMatchObject({ isValid: true })
    await must(day.customer(confirmHours, { params: { id: day.id } }))
    expect((await storedBooking(app, day.id)).finalPence).toBe(after.hours.toPayPence)
  })

  it('that the customer proposes lowers the hours once the company has agreed', async () => {
    const day = await aDayStartedLate(20)
    const before = await driverDayOf(day)
    const proposal = await must(propose(day, 'started', '09:55', day.customer))
    expect((await driverDayOf(day)).corrections).toMatchObject([{ mayAnswer: true, proposedBy: 'customer' }])
    await must(answer(day, proposal.id, true, day.driver))
    const after = await driverDayOf(day)
    expect(after.hours?.workedMinutes).toBe((before.hours?.workedMinutes ?? 0) - 15)
    expect([before.hours?.lines.length, after.hours?.lines]).toEqual([1, []])
  })

  it.each(['refused', 'not answered for a day', 'not answered until the hours are settled'])(
    'that is %s changes nothing',
    async (how) => {
      const day = await aDayStartedLate()
      const proposal = await must(propose(day, 'started', '09:10'))
      if (how === 'refused') await must(answer(day, proposal.id, false))
      if (how === 'not answered for a day') {
        await day.customer(confirmHours, { params: { id: day.id }, body: { minutes: 60, text: 'An hour.' } })
        app.clock.advance({ days: 1, minutes: 1 })
        await app.runJobs()
      }
      if (how === 'not answered until the hours are settled')
        await must(day.customer(confirmHours, { params: { id: day.id } }))
      const { corrections, clock, hours } = await customerDay(day)
      expect([corrections, clock.startedAt, hours.workedMinutes]).toEqual([[], dayTime('09:40'), day.agreed])
      const late = await answer(day, proposal.id, true)
      const code = how === 'not answered until the hours are settled' ? 'hours_settled' : 'correction_over'
      expect(late).toMatchObject({ status: 409, problem: { code } })
    },
  )

  it('of a pause changes what was waited', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:00'))
    await must(day.driver(startJob, { params, body: phone() }))
    await at(dayTime('10:00'))
    await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'access' } }))
    await at(dayTime('11:00'))
    await must(day.driver(resumeJob, { params, body: phone() }))
    const proposal = await must(propose(day, 'resumed', '10:20', day.customer))
    expect(proposal.toPayPence).toBeNull()
    await must(answer(day, proposal.id, true, day.driver))
    expect((await customerDay(day)).hours).toMatchObject({ workedMinutes: 100, waitedMinutes: 20 })
    // What was sent before the correction and dated after it is still in order.
    await must(day.driver(pauseJob, { params, body: { ...phone(dayTime('10:50')), reason: 'other' } }))
    expect((await customerDay(day)).clock.pausedAt).toBe(dayTime('10:50'))
  })

  it('of an arrival is shown at the stop', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:00'))
    await must(day.driver(startJob, { params, body: phone() }))
    await at(dayTime('11:47'))
    await must(day.driver(reachStop, { params, body: { ...phone(), stop: 1 } }))
    const proposal = await must(propose(day, 'at_stop', '11:31'))
    expect(proposal).toMatchObject({ kind: 'at_stop', stop: 1 })
    await must(answer(day, proposal.id, true))
    expect((await customerDay(day)).arrivals).toEqual([{ stop: 1, at: dayTime('11:31') }])
  })

  it('before the agreed start is free until then, and never above the ceiling', async () => {
    const day = await aDayStartedLate(0)
    const proposal = await must(propose(day, 'started', '05:00'))
    await must(answer(day, proposal.id, true))
    const { clock, hours } = await customerDay(day)
    expect([clock.startedAt, clock.billedFrom, clock.mayAgreeToStart]).toEqual([
      dayTime('05:00'),
      dayTime('09:00'),
      false,
    ])
    expect(hours.workedMinutes).toBe(day.agreed + 40)
    expect(hours.toPayPence).toBeLessThanOrEqual(hours.ceilingPence ?? 0)
  })

  it('costs no more than the ceiling', async () => {
    const day = await aDayStartedLate()
    await day.customer(confirmHours, { params: { id: day.id }, body: { minutes: 60, text: 'An hour.' } })
    app.clock.advance({ hours: 9 })
    const late = app.clock.now().toISOString().slice(11, 16)
    const proposal = await must(propose(day, 'finished', late))
    await must(answer(day, proposal.id, true))
    const { hours } = await customerDay(day)
    expect(hours.workedMinutes).toBeGreaterThan(day.agreed + 500)
    expect([hours.toPayPence, proposal.toPayPence]).toEqual([hours.ceilingPence, hours.ceilingPence])
  })

  it('makes nobody more on time than they were', async () => {
    const day = await aDayStartedLate()
    await must(answer(day, (await must(propose(day, 'started', '09:00'))).id, true))
    await app.runJobs()
    expect((await findFigures(app.ctx, day.unit.company.id))?.onTime).toBe(0)
    const span = [new Date('2026-11-28T00:00:00Z'), new Date('2026-11-29T00:00:00Z')] as const
    const happened = await listHappened(app.ctx, ['E17'], ...span)
    expect(happened.map(({ started, onTime }) => [started, onTime])).toEqual([[1, 0]])
  })
})

describe('who may correct a time', () => {
  it('is whoever is of the booking, and to everybody else there is none', async () => {
    const foreign = await aConfirmedJob(app)
    const day = await aDayStartedLate()
    const stranger = callAs(app, (await aCustomer(app)).id)
    const other = callAs(app, (await aUnit(app)).company.owner.id)
    const { id } = await must(propose(day, 'started', '09:10'))
    for (const call of [stranger, other]) {
      expect((await propose(day, 'started', '09:20', call)).status).toBe(404)
      expect((await answer(day, id, true, call)).status).toBe(404)
    }
    expect((await answer(foreign, id, true)).status).toBe(404)
  })

  it('answers only what the other side has proposed', async () => {
    const day = await aDayStartedLate()
    const { id } = await must(propose(day, 'started', '09:10'))
    expect(await answer(day, id, true, day.driver)).toMatchObject({
      status: 409,
      problem: { code: 'other_side_answers' },
    })
    expect(await propose(day, 'started', '09:20', day.customer)).toMatchObject({
      problem: { code: 'correction_open' },
    })
  })

  it('may be the hired driver, who answers only if the owner lets them', async () => {
    const day = await aDayStartedLate()
    const { call, email } = await aHiredDriver(app, day.driver, day.unit.id, { mayAnswer: false })
    expect(await must(propose(day, 'started', '09:10', call))).toMatchObject({ toPayPence: null })
    await must(propose(day, 'finished', '09:50', day.customer))
    const [, proposal] = (await customerDay(day)).corrections
    expect((await answer(day, proposal?.id ?? '', true, call)).status).toBe(403)
    const toHired = () => textsTo(day.id, email)
    expect((await toHired()).at(-1)).toContain('the work finished at 09:50, not at')
    expect((await toHired()).at(-1)).not.toContain('Agree or refuse')
    await must(answer(day, proposal?.id ?? '', true, day.driver))
    expect((await toHired()).at(-1)).toContain('Your company agreed: the work finished at 09:50')
  })

  it('says it twice and it is said once; another time replaces the first', async () => {
    const day = await aDayStartedLate()
    const first = await must(propose(day, 'started', '09:10'))
    expect((await must(propose(day, 'started', '09:10'))).id).toBe(first.id)
    const second = await must(propose(day, 'started', '09:20'))
    expect((await customerDay(day)).corrections.map(({ id }) => id)).toEqual([second.id])
    expect(await answer(day, first.id, true)).toMatchObject({ problem: { code: 'correction_over' } })
    await must(answer(day, second.id, true))
    expect(await must(answer(day, second.id, true))).toMatchObject({ state: 'agreed' })
    expect(await answer(day, second.id, false)).toMatchObject({ problem: { code: 'correction_over' } })
    expect((await customerDay(day)).events.filter(({ kind }) => kind === 'correction_agreed')).toHaveLength(1)
  })
})

describe('a time that can’t be', () => {
  it.each([
    ['still to come', 'finished', '23:00', 422, 'invalid'],
    ['before the day opened', 'started', '02:00', 422, 'invalid'],
    ['the one on record', 'started', '09:40', 422, 'invalid'],
    ['of no act', 'hours_confirmed', '09:30', 422, 'invalid'],
    ['before the act before it', 'finished', '09:30', 409, 'out_of_order'],
  ])('is refused if it is %s', async (_, kind, time, status, code) => {
    const day = await aDayStartedLate()
    expect(await propose(day, kind, time)).toMatchObject({ status, problem: { code } })
  })

  it('is refused with the acts between which it has to lie, also if they came after it was proposed', async () => {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    await at(dayTime('09:40'))
    await must(day.driver(startJob, { params, body: phone() }))
    await at(dayTime('10:20'))
    const proposal = await must(propose(day, 'started', '10:10', day.customer))
    await must(day.driver(pauseJob, { params, body: { ...phone(dayTime('10:00')), reason: 'other' } }))
    expect(await answer(day, proposal.id, true, day.driver)).toMatchObject({
      problem: { code: 'out_of_order', detail: 'Enter a time before the pause at 10:00, or correct that first.' },
    })
    expect((await customerDay(day)).clock.startedAt).toBe(dayTime('09:40'))
  })

  it('is any time once the hours are settled', async () => {
    const day = await aDayStartedLate()
    await must(day.customer(confirmHours, { params: { id: day.id } }))
    expect(await propose(day, 'started', '09:10')).toMatchObject({ status: 409, problem: { code: 'hours_settled' } })
    expect((await customerDay(day)).mayCorrectTimes).toBe(false)
  })
})

describe('the messages about a time', () => {
  it('say who asks and who answered, with the way to the buttons', async () => {
    const day = await aDayStartedLate()
    const proposal = await must(propose(day, 'started', '09:10'))
    const [toCustomer] = await textsAbout(day.id, 'day_time_asked')
    expect(toCustomer?.text).toContain('the work started at 09:10, not at 09:40')
    expect(toCustomer?.text).toContain(`/booking/${day.hash}/day`)
    await must(answer(day, proposal.id, false))
    const [toDriver] = await textsAbout(day.id, 'job_time_answered')
    expect(toDriver?.text).toContain('The customer didn’t agree: 09:40 stays')
    expect(toDriver?.text).toContain(`/my-day/${day.id}`)
    await must(propose(day, 'started', '09:50', day.customer))
    expect((await textsAbout(day.id, 'job_time_asked'))[0]?.text).toContain(`/my-day/${day.id}`)
    app.clock.advance({ days: 1, minutes: 1 })
    await day.customer(confirmHours, { params: { id: day.id }, body: { minutes: 60, text: 'An hour.' } })
    await app.runJobs()
    const [over] = await textsAbout(day.id, 'day_time_answered')
    expect(over?.text).toContain('hasn’t answered: 09:40 stays')
  })
})
