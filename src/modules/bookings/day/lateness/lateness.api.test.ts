import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutesOfTimeString } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aBooking, aQuoteFor, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { dayHelpers, aConfirmedJob, dayTime, driverDayOf, type TestDay } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { confirmBooking, reconfirmBooking } from '../../answers/contract.ts'
import { answerByLink, getAnswerLink } from '../../answer-links/contract.ts'
import { agreeChange, figureChange, proposeChange } from '../../changes/contract.ts'
import { tokenOf } from '../../changes/gateway.ts'
import { finishJob, pauseJob, resumeJob, runLate, startJob, confirmArrivalByLink } from '../actions/contract.ts'
import { getDay, getDriverDay, getMyDay } from '../contract.ts'
import { confirmHours } from '../hours/contract.ts'
import { answerCorrection, correctTime } from '../hours/corrections-contract.ts'
import { reachStop } from '../questions/contract.ts'
import { checkLaterJobs } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const near = { from: 'E17 4QH', to: 'E10 6EQ' }

/** A short job from nine, and another of the same unit that afternoon. */
async function twoJobs() {
  const first = await anAgreedBooking(app, {}, { move: aMove({ ...near, date: '2026-11-28', time: '09:00' }) })
  const move = aMove({ ...near, date: '2026-11-28', time: '13:00' })
  const later = await aBooking(app, { quoteId: (await aQuoteFor(app, move)).quoteId })
  await must(first.driver(confirmBooking, { params: { id: later.id } }))
  app.clock.set('2026-11-27T14:00:00Z')
  await app.runJobs()
  for (const { id } of [first, later]) await must(first.driver(reconfirmBooking, { params: { id } }))
  return { first, later, customer: callAs(app, later.customer.id) }
}
const countOf = async (id: string, kind: string) =>
  (await messagesAbout(app, id)).filter((one) => one.kind === kind).length
const { phone } = dayHelpers(() => app)
const check = (id: string) => app.ctx.tx((tx) => checkLaterJobs(tx, id))

it('a job that more time was agreed for runs into the next: its customer is told, once', async () => {
  const { first, later } = await twoJobs()
  const line = { label: 'More time', amountPence: 0 }
  const body = { kind: 'time' as const, extraMinutes: 480, line }
  const change = await must(first.driver(proposeChange, { params: { id: first.id }, body }))
  await must(first.call(agreeChange, { params: { id: first.id }, body: { changeId: change.id, version: 1 } }))
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
  expect(await countOf(later.id, 'later_job_at_risk')).toBeGreaterThan(0)
  const before = await countOf(later.id, 'likely_late')
  await check(first.id)
  expect(await countOf(later.id, 'likely_late')).toBe(before)
})

it('who asks for more time is told whether the next job still fits, by the rule that warns its customer', async () => {
  const { first, later } = await twoJobs()
  const params = { id: first.id }
  const ask = (extraMinutes: number) =>
    must(first.driver(figureChange, { params, body: { kind: 'item', extraMinutes } }))
  const { nextJob } = await ask(30)
  expect(nextJob?.startAt).toBe('2026-11-28T13:00:00.000Z')
  const spare = nextJob?.spareMinutes ?? 0
  expect(spare).toBeGreaterThan(0)
  expect((await ask(60)).nextJob?.spareMinutes).toBe(spare - 30)
  // One minute that is not there, and its customer would be told.
  const over = Math.ceil((spare + 31) / 15) * 15
  expect((await ask(over)).nextJob?.spareMinutes).toBeLessThan(0)
  // The clock counts, not the plan.
  app.clock.set('2026-11-28T09:20:00Z')
  await must(first.driver(startJob, { params, body: phone() }))
  expect((await ask(30)).nextJob?.spareMinutes).toBe(spare - 20)
  // The next job is hidden from the customer, and is null without one on the day or without extra time.
  const change = { kind: 'item' as const, extraMinutes: 30 }
  expect((await must(first.call(figureChange, { params, body: change }))).nextJob).toBeNull()
  expect((await must(first.driver(figureChange, { params, body: { kind: 'item' } }))).nextJob).toBeNull()
  await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', later.id).execute()
  expect((await ask(30)).nextJob).toBeNull()
})

it('a van past its end still has its drive before it, until it has arrived', async () => {
  const { first } = await twoJobs()
  const params = { id: first.id }
  const spare = async () => {
    const change = { kind: 'item' as const, extraMinutes: 30 }
    return (await must(first.driver(figureChange, { params, body: change }))).nextJob?.spareMinutes ?? NaN
  }
  app.clock.set('2026-11-28T09:00:00Z')
  await must(first.driver(startJob, { params, body: phone() }))
  const { endAt, work } = await storedBooking(app, first.id)
  app.clock.set(new Date(endAt.getTime() + 10 * 60_000))
  const before = await spare()
  await must(first.driver(reachStop, { params, body: { ...phone(), stop: 1 } }))
  expect((await spare()) - before).toBe(minutesOfTimeString(work.order.travelTime))
})

it('a job that runs long is watched every five minutes, whoever presses what: customer and driver of the next are told', async () => {
  const { first, later } = await twoJobs()
  app.clock.set('2026-11-28T09:00:00Z')
  await must(first.driver(startJob, { params: { id: first.id }, body: phone() }))
  await app.runJobs()
  app.clock.set('2026-11-28T10:30:00Z')
  await must(first.driver(reachStop, { params: { id: first.id }, body: { ...phone(), stop: 1 } }))
  app.clock.set('2026-11-28T12:00:00Z')
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBe(0)
  app.clock.set('2026-11-28T12:59:00Z')
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
  expect(await countOf(later.id, 'later_job_at_risk')).toBeGreaterThan(0)
  // A finished job is no longer checked.
  await must(first.driver(finishJob, { params: { id: first.id }, body: phone() }))
  await app.runJobs()
  const countBefore = await countOf(later.id, 'likely_late')
  app.clock.set('2026-11-28T13:30:00Z')
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBe(countBefore)
})

it.each([
  ['keys', 'keys_not_released'],
  ['the company’s own break', 'other'],
] as const)(
  'a pause for %s is watched until the next job is at risk, and who was warned hears that it is on time after all',
  async (_, reason) => {
    const { first, later, customer } = await twoJobs()
    const params = { id: first.id }
    app.clock.set('2026-11-28T09:00:00Z')
    await must(first.driver(startJob, { params, body: phone() }))
    app.clock.set('2026-11-28T10:00:00Z')
    await must(first.driver(pauseJob, { params, body: { ...phone(), reason } }))
    app.clock.set('2026-11-28T10:05:00Z')
    await app.runJobs()
    expect(await countOf(later.id, 'likely_late')).toBe(0)
    // The follow-up queued by the pause checks again without any action by a person.
    app.clock.set('2026-11-28T13:00:00Z')
    await app.runJobs()
    expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
    expect(await countOf(later.id, 'back_on_time')).toBe(0)
    // The page of that booking says the same as the message, to customer and driver.
    const { unitId } = await app.ctx.db
      .selectFrom('bookings.booking')
      .select('unitId')
      .where('id', '=', later.id)
      .executeTakeFirstOrThrow()
    const shown = async () => {
      const { clock } = await must(customer(getDay, { params: { id: later.id } }))
      const input = { params: { id: String(unitId), bookingId: later.id } }
      const ofDriver = await must(first.driver(getDriverDay, input))
      expect(ofDriver.clock.likelyStartAt).toBe(clock.likelyStartAt)
      return clock.likelyStartAt
    }
    expect(Date.parse(String(await shown()))).toBeGreaterThan(Date.parse('2026-11-28T13:00:00Z'))
    // The keys had come at five past ten; the phone was without signal and says so now.
    await must(first.driver(resumeJob, { params, body: phone('2026-11-28T10:05:00.000Z') }))
    await must(first.driver(finishJob, { params, body: phone('2026-11-28T11:30:00.000Z') }))
    await app.runJobs()
    expect(await countOf(later.id, 'back_on_time')).toBeGreaterThan(0)
    expect(await shown()).toBeNull()
  },
)

it('a driver who says that they come four hours later is late for the next job too', async () => {
  const { first, later } = await twoJobs()
  app.clock.set('2026-11-28T08:30:00Z')
  const body = { ...phone(), newEta: '2026-11-28T13:00:00.000Z' }
  await must(first.driver(runLate, { params: { id: first.id }, body }))
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
})

it('a job that begins four hours late makes the next one late', async () => {
  const { first, later } = await twoJobs()
  app.clock.set('2026-11-28T13:00:00Z')
  await must(first.driver(startJob, { params: { id: first.id }, body: phone() }))
  await app.runJobs()
  expect(await countOf(later.id, 'likely_late')).toBeGreaterThan(0)
})

describe('the link to agree to an early start', () => {
  const { phone, at } = dayHelpers(() => app)

  const messages = (id: string) =>
    app.ctx.db
      .selectFrom('notifications.message')
      .select(['text', 'recipient', 'channel', 'holdsSecret'])
      .where('subjectId', '=', id)
      .where('kind', '=', 'day_started_early')
      .execute()

  const tokenIn = (text: string | null | undefined): string => /\/answer\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

  /** Begun forty minutes before nine, with the link that the booker got. */
  async function begunEarly(): Promise<TestDay & { token: string; agreed: number }> {
    const day = await aConfirmedJob(app)
    await at(dayTime('08:20'))
    const { clock } = await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
    const [message] = await messages(day.id)
    return { ...day, token: tokenIn(message?.text), agreed: clock.agreedMinutes }
  }

  const look = (token: string) => app.call()(getAnswerLink, { params: { token } })
  const agree = (token: string) => app.call()(answerByLink, { params: { token }, body: { answer: 'yes' } })
  const clockOf = async ({ customer, id }: TestDay) => (await must(customer(getDay, { params: { id } }))).clock

  it('goes to the booker alone, names act and amount, and is in no answer to anybody', async () => {
    const day = await begunEarly()
    const sent = await messages(day.id)
    expect(sent.length).toBeGreaterThan(0)
    const { email } = await app.ctx.db
      .selectFrom('bookings.booking as b')
      .innerJoin('identity.user as u', 'u.id', 'b.customerId')
      .select('u.email')
      .where('b.id', '=', day.id)
      .executeTakeFirstOrThrow()
    expect(sent.flatMap(({ channel, recipient }) => (channel === 'email' ? [recipient] : []))).toEqual([email])
    for (const { text, holdsSecret } of sent) {
      expect(holdsSecret).toBe(true)
      expect(text).toMatch(/from 08:20/)
      expect(text).toMatch(/up to £[\d.]+ more/)
    }
    expect(
      JSON.stringify([await driverDayOf(day), await day.customer(getDay, { params: { id: day.id } })]),
    ).not.toContain('/answer/')
    const trail = await app.ctx.db.selectFrom('bookings.event').select('data').where('bookingId', '=', day.id).execute()
    expect(JSON.stringify(trail)).not.toContain(day.token)
  })

  it('does nothing when it is opened, and agrees by the button, once', async () => {
    const day = await begunEarly()
    expect(await must(look(day.token))).toMatchObject({
      state: 'open',
      startAt: dayTime('09:00'),
      startedAt: dayTime('08:20'),
    })
    expect((await clockOf(day)).billedFrom).toBe(dayTime('09:00'))
    expect(await must(agree(day.token))).toMatchObject({ state: 'agreed' })
    expect(await must(agree(day.token))).toMatchObject({ state: 'agreed' })
    const own = await must(day.customer(getDay, { params: { id: day.id } }))
    expect(own.clock).toMatchObject({ billedFrom: dayTime('08:20'), mayAgreeToStart: false })
    expect(own.events.map(({ kind, who }) => [kind, who])).toEqual([
      ['started', 'driver'],
      ['early_start_agreed', 'link'],
    ])
  })

  it('costs no more than it names', async () => {
    const day = await begunEarly()
    const agreed = await must(agree(day.token))
    const most = agreed.purpose === 'early_start' ? agreed.mostPence : NaN
    app.clock.set(new Date(Date.parse(dayTime('09:00')) + (day.agreed + 10) * 60_000))
    await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
    await must(day.customer(confirmHours, { params: { id: day.id } }))
    const { finalPence, totalPence } = await storedBooking(app, day.id)
    expect(finalPence).toBeGreaterThan(totalPence)
    expect(finalPence).toBeLessThanOrEqual(totalPence + most)
  })

  it('comes too if the customer, or whoever holds the booking’s link, says that they are here', async () => {
    const day = await aConfirmedJob(app)
    await at(dayTime('08:30'))
    await must(app.call()(confirmArrivalByLink, { params: { hash: day.hash } }))
    const [message] = await messages(day.id)
    expect(await must(look(tokenIn(message?.text)))).toMatchObject({ state: 'open', startedAt: dayTime('08:30') })
  })

  it.each(['09:00', '08:56'])('isn’t sent for a start at %s, which is as good as agreed', async (time) => {
    const day = await aConfirmedJob(app)
    await at(dayTime(time))
    await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
    expect(await messages(day.id)).toEqual([])
  })

  it.each(['a day later', 'once the work is done', 'once the start is another'])(
    'agrees to nothing %s',
    async (when) => {
      const day = await begunEarly()
      const params = { id: day.id }
      if (when === 'a day later') app.clock.advance({ days: 1, minutes: 1 })
      if (when === 'once the work is done') {
        app.clock.set(dayTime('11:00'))
        await must(day.driver(finishJob, { params, body: phone() }))
      }
      if (when === 'once the start is another') {
        const { id } = await must(
          day.driver(correctTime, { params, body: { seq: 1, happenedAt: dayTime('08:10'), why: '' } }),
        )
        await must(day.customer(answerCorrection, { params, body: { correctionId: id, agree: true } }))
      }
      expect(await must(look(day.token))).toMatchObject({ state: 'over' })
      expect(await agree(day.token)).toMatchObject({ status: 409, problem: { code: 'answer_link_over' } })
      expect((await clockOf(day)).billedFrom).toBe(dayTime('09:00'))
    },
  )

  it('is no other link, and no other link is it', async () => {
    const day = await begunEarly()
    const links = [day.hash, tokenOf(app.ctx, 'keys', day.id), tokenOf(app.ctx, 'early start', day.id), 'x'.repeat(64)]
    for (const token of links) {
      expect((await look(token)).status).toBe(404)
      expect((await agree(token)).status).toBe(404)
    }
  })
})

describe('my day', () => {
  type Job = AnswerOf<typeof getMyDay>['jobs'][number]

  const leaveMinutesOf = (job: Job | undefined): number =>
    (Date.parse(job?.startAt ?? '') - Date.parse(job?.day.leave?.by ?? '')) / 60_000

  it('has all jobs of one day, with streets and contacts, in as many statements as for one', async () => {
    const day = await aConfirmedJob(app, { move: aMove({ to: 'E10 5AA' }) })
    const mine = { params: { id: day.unit.id }, query: { date: '2026-11-28' } }
    const { jobs } = await must(day.driver(getMyDay, mine))
    expect(jobs).toMatchObject([
      { id: day.id, cashToTakePence: expect.any(Number), day: { clock: { state: 'ahead' }, hoursState: 'open' } },
    ])
    expect(jobs[0]?.routePoints[0]?.postcode).toBe('E17 4QH')
    const waiting = jobs[0]?.day.waiting
    expect(waiting).toEqual({ freeMinutes: 30, halfHourPence: 1000, roomPence: expect.any(Number) })
    const { ceilingPence, totalPence = 0 } = jobs[0]?.day.hours ?? {}
    expect(jobs[0]?.day.ceiling).toMatchObject({ roomPence: (ceilingPence ?? 0) - totalPence })
    expect((await must(day.driver(getMyDay, { ...mine, query: { date: '2026-11-29' } }))).jobs).toEqual([])

    const { bearer } = await sessionFor(app, day.unit.company.owner.id)
    const ask = () => must(app.call(bearer)(getMyDay, mine))
    await ask()
    const forOne = await statementsOf(app, ask)
    // The first is left for from the base, the second from where the first ends.
    expect(jobs[0]?.day.leave).toMatchObject({ from: 'base' })
    expect(leaveMinutesOf(jobs[0])).toBe(jobs[0]?.day.leave?.driveMinutes)
    const second = await aBooking(app, { move: aMove({ to: 'E10 5AA', time: '15:00' }) })
    await must(day.driver(confirmBooking, { params: { id: second.id } }))
    expect((await ask()).jobs.map(({ id }) => id)).toEqual([day.id, second.id])
    const [, later] = (await ask()).jobs
    expect(later?.day.leave).toMatchObject({ from: 'job', place: jobs[0]?.routePoints.at(-1)?.place })
    expect(leaveMinutesOf(later)).toBe(later?.day.leave?.driveMinutes)
    expect((await driverDayOf({ ...day, id: second.id })).leave).toEqual(later?.day.leave)
    expect(await statementsOf(app, ask)).toHaveLength(forOne.length)
    // What is done stays in its day: there may be cash to take for it.
    app.clock.set(dayTime('09:00'))
    const { phone } = dayHelpers(() => app)
    await must(day.driver(startJob, { params: { id: day.id }, body: phone() }))
    await must(day.driver(finishJob, { params: { id: day.id }, body: phone() }))
    const after = (await must(day.driver(getMyDay, mine))).jobs
    expect(after.map(({ id, status }) => [id, status])).toEqual([
      [day.id, 'completed'],
      [second.id, 'confirmed'],
    ])
    const hired = callAs(app, (await aHiredDriver(app, day.driver, day.unit.id)).id)
    const [theirs] = (await must(hired(getMyDay, mine))).jobs
    expect(theirs).toMatchObject({
      totalPence: null,
      day: {
        hours: null,
        waiting: { freeMinutes: 30, halfHourPence: null, roomPence: null },
        ceiling: { coveredMinutes: jobs[0]?.day.ceiling?.coveredMinutes, roomPence: null, halfHourPence: null },
      },
    })
    expect((await callAs(app, (await aUnit(app)).company.owner.id)(getMyDay, mine)).status).toBe(404)
  })
})
