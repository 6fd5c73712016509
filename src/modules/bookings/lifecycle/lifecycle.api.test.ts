import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeDriver } from '#modules/fleet/drivers/contract.ts'
import { blockPerson } from '#modules/identity/administration/contract.ts'
import { getUser, logOut } from '#modules/identity/contract.ts'
import { endOtherSessions } from '#modules/identity/sessions/contract.ts'
import { getReviewPage, reviewBooking } from '#modules/reviews/contract.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { notifyChange } from '#platform/live.ts'
import { newId } from '#platform/new-id.ts'
import type { Actor } from '#platform/session.ts'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { readEvents, type EventReader, type Listening } from '#test/support/event-reader.ts'
import {
  aBooking,
  aCustomer,
  heldTimes,
  messagesAbout,
  storedBooking,
  type Booking,
  type Customer,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { dayTime, driverDayOf, dayHelpers, type TestDay, anOffice } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { callAs, sessionFor } from '#test/support/session.ts'
import { confirmBooking, reconfirmBooking } from '../answers/contract.ts'
import { proposeChange, answerLinkedChange, getChangeCode, openChange } from '../changes/contract.ts'
import { getKeys, makeKeysLink, releaseKeys } from '../changes/links/contract.ts'
import { answerClaim, createClaim, getClaim } from '../claims/contract.ts'
import { notifyParties } from '../commands.ts'
import { getBooking } from '../contract.ts'
import { finishJob, pauseJob, resumeJob, setOff, startJob } from '../day/actions/contract.ts'
import { getDay, getSharedDay } from '../day/contract.ts'
import { lockBooking, BOOKINGS } from '../queries.ts'
import { STATUSES } from '../rules.ts'
import { stored, transition, type Taker } from './commands.ts'
import { columnsOf, stateOf, TRANSITIONS, type BookingState, type Step, type Transition, type Who } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Begins a test without companies, on a Friday morning. */
async function clearRoads(): Promise<void> {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
}

describe('transitions', () => {
  let taker: Taker
  let customer: Awaited<ReturnType<typeof aCustomer>>
  beforeEach(async () => {
    await clearRoads()
    const unit = await aUnit(app)
    taker = { unitId: unit.id, companyId: unit.company.id }
    customer = await aCustomer(app)
  })

  const rows = (Object.entries(TRANSITIONS) as [Step, Transition][]).filter(([, { from }]) => from.length > 0)
  const STATES: BookingState[] = [...STATUSES, 'awaiting_verification', 'hot']
  const HOLDING: BookingState[] = ['new_booking', 'confirmed', 'in_progress', 'completed']

  const ctxOf = (who: Who | undefined): Ctx => {
    const person = { userId: customer.id, sessionId: customer.id, company: null }
    const actors: Record<Who, Actor> = {
      clock: { kind: 'visitor' },
      link: { kind: 'visitor' },
      customer: { kind: 'customer', ...person },
      driver: { ...person, kind: 'driver', company: { id: customer.id, unitIds: [] } },
      hired: { ...person, kind: 'hired', company: { id: customer.id, unitIds: [], mayAnswer: false } },
      trusted: { ...person, kind: 'hired', company: { id: customer.id, unitIds: [], mayAnswer: true } },
      office: { kind: 'admin', ...person },
    }
    return withActor(app.ctx, actors[who ?? 'clock'])
  }

  /** A booking that has come as far as this. */
  async function aBookingIn(state: BookingState): Promise<string> {
    const { id } = await aBooking(app, { customer })
    await bringTo(id, state)
    await app.ctx.db.deleteFrom('notifications.message').execute()
    await app.ctx.db.deleteFrom('bookings.event').execute()
    await app.app.pool.query(`delete from pgboss.job where name like 'bookings.%'`)
    return id
  }

  async function bringTo(id: string, state: BookingState): Promise<void> {
    const left = state === 'hot' ? { unitId: null, companyId: null } : { unitId: taker.unitId }
    await app.ctx.db
      .updateTable('bookings.booking')
      .set({ ...stored(columnsOf(state)), ...left })
      .where('id', '=', id)
      .execute()
    if (!HOLDING.includes(state)) await app.ctx.db.deleteFrom('calendar.hold').where('bookingId', '=', id).execute()
  }

  const attempt = (ctx: Ctx, id: string, step: Step) =>
    ctx.tx(async (tx) => {
      const booking = await lockBooking(tx, id)
      if (!booking) throw new Error('The booking is gone')
      return transition(tx, booking, step, step === 'take_hot' || step === 'give' ? { taker } : {})
    })

  const read = async (id: string) => {
    const row = await storedBooking(app, id)
    const { awaitingVerification, isHot } = row
    const state = stateOf({ status: row.status, isHot, awaitingVerification })
    const { rows: jobs } = await app.app.pool.query<{ name: string }>(
      `select name from pgboss.job where name like 'bookings.%' order by name`,
    )
    return { ...row, state, jobs: jobs.map(({ name }) => name) }
  }

  const DUE = {
    response: ['bookings.response-due'],
    no_one_took: ['bookings.no-one-took-due'],
    reconfirm: ['bookings.reconfirmation-due'],
    day: ['bookings.evening-due', 'bookings.lateness-due', 'bookings.outcome-due'],
  }
  /** Whatever moves a job's end may make the unit late for the jobs after it. */
  const MOVES_LATER = [
    'bookings.running-late',
    'bookings.started',
    'bookings.paused',
    'bookings.waiting',
    'bookings.resumed',
    'bookings.finished',
  ]
  const jobsOf = ({ deadlines, notices, events }: Transition) =>
    [
      ...(events.some((event) => MOVES_LATER.includes(event)) ? ['bookings.later-jobs-at-risk'] : []),
      ...deadlines.flatMap((name) => DUE[name]),
      ...(notices.includes('hot_job') ? ['bookings.hot-job-offered'] : []),
    ].toSorted()

  describe('every step, from wherever it can be taken', () => {
    const cases = rows.flatMap(([step, row]) => row.from.map((from) => [step, from, row] as const))
    it.each(cases)('%s, from %s', async (step, from, row) => {
      const id = await aBookingIn(from)
      const before = await read(id)
      app.clock.advance({ hours: 3 })
      expect(await attempt(ctxOf(row.by[0]), id, step)).toBeUndefined()
      const after = await read(id)
      const held = { take: 1, free: 0, leave: HOLDING.includes(from) ? 1 : 0 }
      expect(await heldTimes(app)).toHaveLength(held[row.hold])
      const isUnproved = from === 'awaiting_verification' && !row.proves
      expect(after).toMatchObject({
        state: row.to,
        awaitingVerification: isUnproved,
        version: before.version + 1,
        respondBy: new Date(row.deadlines.includes('response') ? '2026-11-21T00:00:00Z' : '2026-11-20T21:00:00Z'),
        unitId: row.leavesUnit || (from === 'hot' && row.hold !== 'take') ? null : taker.unitId,
        events: row.events.map((name) => name.replace('bookings.', '').replaceAll('-', '_')),
        jobs: jobsOf(row),
      })
      // Each company that can do a hot job is notified by a queued job of its own, and a booking without a company
      // notifies none.
      const notices = row.notices.filter((name) => name !== 'hot_job' && (name !== 'job_cancelled' || from !== 'hot'))
      const sentCount = isUnproved ? 0 : notices.length
      expect(await messagesAbout(app, id)).toHaveLength(sentCount)
    })

    it('is refused from anywhere else, and changes nothing', async () => {
      const id = await aBookingIn('new_booking')
      for (const state of STATES) {
        await bringTo(id, state)
        const before = await read(id)
        for (const [step] of rows.filter(([, { from }]) => !from.includes(state)))
          expect([step, await attempt(ctxOf('clock'), id, step)]).toEqual([step, expect.any(Refusal)])
        expect(await read(id)).toEqual(before)
      }
    })
  })

  it('is not for anybody: a step that its table gives to others is a defect, and changes nothing', async () => {
    const id = await aBookingIn('new_booking')
    const before = await read(id)
    for (const [who, step] of [
      ['customer', 'confirm'],
      ['driver', 'nobody'],
      ['office', 'reject'],
    ] as const)
      await expect(attempt(ctxOf(who), id, step)).rejects.toThrow('may not take the step')
    expect(await read(id)).toEqual(before)
  })

  it('that needs a time which has gone is refused, and changes nothing', async () => {
    for (const [from, step, who] of [
      ['awaiting_verification', 'verify', 'link'],
      ['hot', 'take_hot', 'driver'],
    ] as const) {
      const id = await aBookingIn(from)
      await aBooking(app)
      const before = await read(id)
      expect(await attempt(ctxOf(who), id, step)).toMatchObject({ kind: { code: 'slot_taken' } })
      expect(await read(id)).toEqual(before)
      await app.ctx.db.deleteFrom('bookings.booking').execute()
    }
  })
})

describe('whole lives', () => {
  /** One booking through its whole life, over the API alone: the effects and the notices of each step. */
  let app: TestApp
  let unit: TestUnit
  let customer: Customer
  let booking: Booking
  let day: TestDay
  let reviewHash: string
  const read = new Set<string>()
  beforeAll(async () => {
    app = await createTestApp()
    app.clock.set('2026-11-20T09:00:00Z')
    const tariff = { waitingPencePerHalfHour: 2000, freeWaitingMinutes: 30 }
    unit = await aUnit(app, { company: { pencePerHour: 5000, tariff } })
    customer = await aCustomer(app)
  })
  afterAll(() => app.close())

  const { phone } = dayHelpers(() => app)
  const stored = () => storedBooking(app, booking.id)

  /** Moves the clock to a time and runs the jobs due by then. */
  async function at(time: string): Promise<void> {
    app.clock.set(time)
    await app.runJobs()
  }

  interface SentNotice {
    kind: string
    who: string
    text: string
  }

  /** Notices since the last call: recipients, by email and by text. */
  async function news(): Promise<SentNotice[]> {
    await app.runJobs()
    const rows = await app.ctx.db
      .selectFrom('notifications.message')
      .select(['id', 'kind', 'recipient', 'text'])
      .orderBy('id')
      .execute()
    const fresh = rows.filter(({ id }) => !read.has(id))
    for (const { id } of fresh) read.add(id)
    const owner = unit.company.owner
    const names = new Map([
      [customer.email, 'customer'],
      ['+447700900123', 'customer by text'],
      [owner.email, 'mover'],
    ])
    return fresh.map(({ recipient, kind, text }) => ({ kind, text, who: names.get(recipient) ?? recipient }))
  }
  const notified = async () => (await news()).map(({ who, kind }) => `${who}: ${kind}`)

  /** Token of the address in a notice. */
  const tokenIn = (text: string, path: string): string =>
    new RegExp(`/${path}/([A-Za-z0-9_-]{20,})`).exec(text)?.[1] ?? `no ${path} in ${text}`

  it('is booked and confirmed', async () => {
    booking = await aBooking(app, { customer })
    const driver = callAs(app, unit.company.owner.id)
    day = { id: booking.id, hash: booking.hash, unit, driver, customer: callAs(app, customer.id) }
    expect(await stored()).toMatchObject({ status: 'new_booking', totalPence: booking.totalPence })
    expect(await notified()).toEqual(['customer: booking_received', 'mover: new_job'])
    await must(driver(confirmBooking, { params: { id: booking.id } }))
    expect(await stored()).toMatchObject({ status: 'confirmed' })
    expect(await notified()).toEqual(['customer: booking_confirmed'])
  })

  it('is near: its driver is asked whether it stands, and both are reminded in the evening', async () => {
    await at('2026-11-27T09:00:00Z')
    expect(await notified()).toEqual(['mover: job_reconfirm'])
    await must(day.driver(reconfirmBooking, { params: { id: day.id } }))
    await at('2026-11-27T17:59:59Z')
    expect(await notified()).toEqual([])
    await at('2026-11-27T18:00:00Z')
    expect(await notified()).toEqual(['customer: day_evening_before', 'mover: job_evening_before'])
  })

  it('is its day: set off and started, and whoever holds the link sees it without a word of anybody', async () => {
    const params = { id: day.id }
    await at(dayTime('08:00'))
    await must(day.driver(setOff, { params, body: { ...phone(), sharePosition: false } }))
    expect(await notified()).toEqual(['customer: day_on_the_way'])
    await at(dayTime('09:00'))
    await must(day.driver(startJob, { params, body: phone() }))
    expect(await notified()).toEqual(['customer: day_started'])
    const shared = await must(app.call()(getSharedDay, { params: { hash: day.hash } }))
    expect(shared).toMatchObject({ status: 'in_progress', clock: { state: 'running', startedAt: dayTime('09:00') } })
  })

  it('stands still for keys until the agent says by the link that they are released', async () => {
    const params = { id: day.id }
    await at(dayTime('10:00'))
    await must(day.driver(pauseJob, { params, body: { ...phone(), reason: 'keys_not_released' } }))
    expect(await notified()).toEqual(['customer: day_waiting'])
    const { url } = await must(day.customer(makeKeysLink, { params, body: {} }))
    const token = { params: { token: url?.split('/').at(-1) ?? '' } }
    expect(await must(app.call()(getKeys, token))).toMatchObject({ outcode: 'BN1', releasedAt: null })
    await at(dayTime('10:55'))
    await must(app.call()(releaseKeys, { ...token, body: {} }))
    expect(await notified()).toEqual(['customer: keys_released', 'mover: keys_released'])
    await at(dayTime('11:00'))
    await must(day.driver(resumeJob, { params, body: phone() }))
    expect(await notified()).toEqual([])
    expect((await driverDayOf(day)).clock).toMatchObject({ state: 'running', waitedSeconds: 3600 })
  })

  it('costs more where the customer agrees, by a code to their phone', async () => {
    await at(dayTime('11:10'))
    const line = { label: 'The shed too', amountPence: 4000 }
    const body = { kind: 'time' as const, words: 'Two bicycles and a mower', extraMinutes: 30, line }
    const change = await must(day.driver(proposeChange, { params: { id: day.id }, body }))
    const notices = await news()
    expect(notices.map(({ who, kind }) => `${who}: ${kind}`)).toEqual(['customer: change_proposed'])
    const params = { token: tokenIn(notices.find(({ kind }) => kind === 'change_proposed')?.text ?? '', 'change') }
    await must(app.call()(getChangeCode, { params, body: {} }))
    const [text] = await news()
    expect(text).toMatchObject({ who: 'customer by text', kind: 'change_code' })
    const code = /\b\d{6}\b/.exec(text?.text ?? '')?.[0] ?? ''
    const { pass } = await must(app.call()(openChange, { params, body: { code } }))
    expect(await stored()).toMatchObject({ totalPence: booking.totalPence, ceilingPence: booking.ceilingPence })
    await must(app.call()(answerLinkedChange, { params, body: { pass, version: change.version, agree: true } }))
    expect(await notified()).toEqual(['customer: change_agreed', 'mover: change_agreed'])
    expect(await stored()).toMatchObject({
      totalPence: booking.totalPence + 4000,
      ceilingPence: (booking.ceilingPence ?? NaN) + 4000,
    })
  })

  it('is finished, and what silence confirms is what is owed', async () => {
    const params = { id: day.id }
    const { agreedMinutes } = (await driverDayOf(day)).clock
    const finish = new Date(Date.parse(dayTime('10:00')) + agreedMinutes * 60_000)
    await at(finish.toISOString())
    await must(day.driver(finishJob, { params, body: phone() }))
    expect(await notified()).toEqual(['customer: day_finished'])
    expect(await stored()).toMatchObject({ status: 'completed', finalPence: null })
    app.clock.set(finish)
    app.clock.advance({ hours: 23, minutes: 59 })
    expect(await notified()).toEqual([])
    app.clock.advance({ minutes: 1 })
    const notices = await news()
    expect
      .soft(notices.map(({ who, kind }) => `${who}: ${kind}`))
      .toEqual(['customer: day_hours_confirmed', 'mover: job_hours_confirmed', 'customer: review_request'])
    // An hour was waited, half of it free: a half hour. The half hour more was agreed to, and is paid by its line alone.
    expect(await stored()).toMatchObject({ finalPence: booking.totalPence + 4000 + 2000 })
    expect((await must(day.customer(getDay, { params }))).hours).toMatchObject({
      state: 'confirmed',
      confirmedBy: 'silence',
      workedMinutes: agreedMinutes,
      waitedMinutes: 60,
    })
    const request = notices.find(({ kind }) => kind === 'review_request')
    reviewHash = tokenIn(request?.text ?? '', 'company-review')
  })

  it('is reviewed by the emailed link, once', async () => {
    const params = { hash: reviewHash }
    expect(await must(app.call()(getReviewPage, { params }))).toMatchObject({ isFinished: true, review: null })
    const body = { punctuality: 5, care: 4, value: 4, text: 'They waited for the keys without a murmur.' }
    await must(app.call()(reviewBooking, { params, body }))
    expect(await notified()).toEqual(['mover: review_received'])
    expect(await must(day.customer(getBooking, { params: { id: day.id } }))).toMatchObject({ hasFeedback: true })
  })

  it('is claimed for, and answered', async () => {
    const params = { id: day.id }
    app.clock.advance({ days: 2 })
    expect(await notified()).toEqual([])
    await must(
      day.customer(createClaim, { params, body: { items: [{ words: 'The mirror: cracked.', askedPence: 12_000 }] } }),
    )
    expect(await notified()).toEqual(['customer: claim_made', 'mover: claim_received'])
    app.clock.advance({ days: 1 })
    await must(day.driver(answerClaim, { params, body: { acceptedPence: 12_000, text: 'We are sorry. We pay.' } }))
    expect(await notified()).toEqual(['customer: claim_answered'])
    expect(await must(day.customer(getClaim, { params }))).toMatchObject({ status: 'settled' })
  })

  it('is quiet afterwards, and its trail tells it in order', async () => {
    app.clock.advance({ days: 20 })
    expect(await notified()).toEqual([])
    expect
      .soft((await stored()).events)
      .toEqual([
        'created',
        'confirmed',
        'reconfirmation_asked',
        'reconfirmed',
        'set_off',
        'started',
        'waiting',
        'keys_released',
        'resumed',
        'change_proposed',
        'change_agreed',
        'finished',
        'hours_confirmed',
        'claimed',
        'claim_answered',
      ])
    const { events } = await must(day.customer(getDay, { params: { id: day.id } }))
    expect(events.map(({ kind, who }) => [kind, who])).toEqual([
      ['set_off', 'driver'],
      ['started', 'driver'],
      ['paused', 'driver'],
      ['keys_released', 'link'],
      ['resumed', 'driver'],
      ['change_proposed', 'driver'],
      ['change_agreed', 'link'],
      ['finished', 'driver'],
      ['hours_confirmed', 'system'],
    ])
  })
})

describe('live updates', () => {
  let url: string
  const open: EventReader[] = []
  beforeAll(async () => {
    url = `${await app.app.fastify.listen({ port: 0, host: '127.0.0.1' })}/api/booking/live/`
  })
  beforeEach(clearRoads)
  afterEach(() => {
    for (const reader of open.splice(0)) reader.close()
  })

  async function listen(bearer: string, more: Listening = {}) {
    const reader = await readEvents(url, { bearer, ...more })
    open.push(reader)
    return reader
  }

  const namesOf = ({ events }: EventReader) => events.map(({ name }) => name)
  const idsOf = ({ events }: EventReader) =>
    events.flatMap(({ data }) => (data as { bookingIds?: string[] }).bookingIds)

  async function parties() {
    const unit = await aUnit(app)
    const { ownerUserId: owner } = await app.ctx.db
      .selectFrom('companies.company')
      .select('ownerUserId')
      .where('id', '=', unit.company.id)
      .executeTakeFirstOrThrow()
    return { customer: await aCustomer(app), driver: await sessionFor(app, owner ?? ''), unit }
  }

  describe('a change of a booking', () => {
    it('is told to its customer and its driver, by its id, and to nobody else', async () => {
      const { customer, driver } = await parties()
      const [mine, theirs, strangers] = await Promise.all([
        listen(customer.bearer),
        listen(driver.bearer),
        listen((await aCustomer(app)).bearer),
      ])
      const { id } = await aBooking(app, { customer })
      await expect.poll(() => [idsOf(mine), idsOf(theirs)]).toEqual([[id], [id]])
      expect(strangers.events).toEqual([])
    })

    it('is told to whoever is hired for the van, and no more once their access has ended', async () => {
      const { customer, driver, unit } = await parties()
      const owner = app.call(driver.bearer)
      const hired = await aHiredDriver(app, owner, unit.id)
      const theirs = await listen(hired.bearer)
      const { id } = await aBooking(app, { customer })
      await expect.poll(() => idsOf(theirs)).toEqual([id])
      expect((await owner(removeDriver, { params: { id: unit.id } })).status).toBe(204)
      await expect.poll(() => theirs.isOver).toBe(true)
    })

    it('is told to the driver who no longer has it too', async () => {
      const { customer, driver, unit } = await parties()
      const before = await listen(driver.bearer)
      const { id } = await aBooking(app, { customer })
      await expect.poll(() => idsOf(before)).toEqual([id])
      const theirs = await listen(driver.bearer)
      await app.ctx.db.updateTable('bookings.booking').set({ companyId: null }).where('id', '=', id).execute()
      await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: null }))
      await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: unit.id }))
      await expect.poll(() => idsOf(theirs)).toEqual([id])
    })

    it('is told to as many as were offered it, who may be hundreds', async () => {
      const { customer } = await parties()
      const { id } = await aBooking(app, { customer })
      const mine = await listen(customer.bearer)
      const crowd = Array.from({ length: 2000 }, () => crypto.randomUUID())
      await app.ctx.tx((ctx) => notifyChange(ctx, { about: BOOKINGS, ids: [id], to: [...crowd, customer.id] }))
      await expect.poll(() => idsOf(mine)).toEqual([id])
    })

    it('that was rolled back is told to nobody', async () => {
      const { customer } = await parties()
      const { id } = await aBooking(app, { customer })
      const mine = await listen(customer.bearer)
      await app.ctx
        .tx(async (ctx) => {
          await notifyParties(ctx, { bookingId: id, unitId: null })
          throw new Error('no')
        })
        .catch(() => undefined)
      await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: null }))
      await expect.poll(() => idsOf(mine)).toEqual([id])
    })
  })

  describe('whoever comes back', () => {
    it('hears what changed while it was away, and no more than that', async () => {
      const { customer } = await parties()
      const before = newId(app.clock)
      const { id } = await aBooking(app, { customer })
      app.clock.advance({ minutes: 1 })
      const missed = await listen(customer.bearer, { lastEventId: before })
      expect([namesOf(missed), idsOf(missed)]).toEqual([['bookings_changed'], [id]])
      const next = await listen(customer.bearer, { lastEventId: missed.events[0]?.id })
      expect(next.events).toEqual([])
    })

    it('hears nothing of what is not its own', async () => {
      const { customer } = await parties()
      const before = newId(app.clock)
      await aBooking(app, { customer })
      expect((await listen((await aCustomer(app)).bearer, { lastEventId: before })).events).toEqual([])
    })

    it.each([
      ['after eleven minutes', () => newId({ now: () => new Date(app.clock.now().getTime() - 660_000) })],
      ['with an id that isn’t ours', () => 'abc'],
    ])('%s reads everything again', async (_, lastEventId) => {
      const { bearer } = await aCustomer(app)
      expect(namesOf(await listen(bearer, { lastEventId: lastEventId() }))).toEqual(['resync'])
    })

    it('reads everything again after the database was away', async () => {
      const { bearer } = await aCustomer(app)
      const reader = await listen(bearer)
      await app.app.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vanfare-live' and datname = current_database()`)
      await expect.poll(() => namesOf(reader)).toEqual(['resync'])
    })
  })

  describe('a stream ends with the session that opened it', () => {
    /** Before, and once it has happened. */
    const isOpenAround = async (customer: Customer, end: () => Promise<unknown>) => {
      const reader = await listen(customer.bearer)
      const before = !reader.isOver
      await end()
      await expect.poll(() => reader.isOver).toBe(true)
      return [before, !reader.isOver]
    }

    it('is closed by logging out', async () => {
      const customer = await aCustomer(app)
      expect(await isOpenAround(customer, () => app.call(customer.bearer)(logOut))).toEqual([true, false])
    })

    it('is closed from another device of its account', async () => {
      const customer = await aCustomer(app)
      const other = await sessionFor(app, customer.id)
      const staying = await listen(other.bearer)
      const isOpen = await isOpenAround(customer, () => app.call(other.bearer)(endOtherSessions))
      expect(isOpen).toEqual([true, false])
      expect(staying.isOver).toBe(false)
    })

    it('is closed when the office blocks its customer, whose next request is refused', async () => {
      const customer = await aCustomer(app)
      const office = await anOffice(app)
      const body = { reason: 'Three companies waited in vain.' }
      const isOpen = await isOpenAround(customer, () => office(blockPerson, { params: { id: customer.id }, body }))
      expect(isOpen).toEqual([true, false])
      expect(await app.call(customer.bearer)(getUser)).toMatchObject({ problem: { code: 'account_blocked' } })
    })

    it('sends nothing after its token has expired', async () => {
      const { customer } = await parties()
      const { id } = await aBooking(app, { customer })
      const isOpen = await isOpenAround(customer, async () => {
        app.clock.advance({ minutes: 11 })
        await app.ctx.tx((ctx) => notifyParties(ctx, { bookingId: id, unitId: null }))
      })
      expect(isOpen).toEqual([true, false])
      expect(open.flatMap(({ events }) => events)).toEqual([])
    })
  })

  it('one person has six open at once', async () => {
    const customer = await aCustomer(app)
    const readers = await Promise.all(
      Array.from({ length: 7 }, (_, host) => listen(customer.bearer, { from: `127.0.1.${host + 1}` })),
    )
    expect(readers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(readers.find(({ status }) => status === 429)?.body).toContain('"code":"too_many_streams"')
  })
})
