import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type UnitStatus, UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { getTerms, saveTerms } from '#modules/pricing/contract.ts'
import { getCustomerTerms } from '#modules/pricing/terms/contract.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { addMinutes } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { anOperatingDriver, must } from '#test/support/driver.ts'
import { aBooking, aQuoteFor, aCustomer, heldTimes } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, type TestDay } from '#test/support/factories/day.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { endResponseTime } from '../commands.ts'
import { getAgreedTerms, createBooking } from '../contract.ts'
import { resumeJob, startJob } from '../day/actions/contract.ts'
import { saveDay } from '../day/clock/commands.ts'
import { findBooking, lockBooking } from '../queries.ts'
import { getMoveAgain, getOwnMoveAgain } from './contract.ts'

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

describe('terms that were agreed', () => {
  beforeEach(clearRoads)

  const first = 'We carry no pianos.\n<b>Tea</b> with two sugars.'

  const setTerms = (companyId: string, terms: string, waiting = 1500) =>
    app.ctx.db
      .updateTable('pricing.tariff')
      .set({ terms, waitingPencePerHalfHour: waiting, freeWaitingMinutes: 45 })
      .where('companyId', '=', companyId)
      .execute()

  const setStatus = (unitId: string, status: UnitStatus) =>
    app.ctx.db.updateTable('fleet.working_unit').set({ status }).where('id', '=', unitId).execute()

  const termsOf = (id: string) => app.call()(getCustomerTerms, { params: { id } })
  const agreedTermsOf = (hash: string) => app.call()(getAgreedTerms, { params: { hash } })

  it('anybody reads the terms of a company that takes jobs, and what waiting costs', async () => {
    const { id, company } = await aUnit(app)
    expect(await termsOf(company.id)).toMatchObject({ data: { terms: '', waitingPencePerHalfHour: 0 } })
    await setTerms(company.id, first)
    for (const status of ['operating', 'insurance_expires_soon'] as const) {
      await setStatus(id, status)
      expect(await termsOf(company.id)).toMatchObject({
        status: 200,
        data: { terms: first, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45 },
      })
    }
    const url = `/api/company/${company.id}/customer-terms/`
    const cachedResponse = await app.app.fastify.inject(url)
    expect(cachedResponse.headers['cache-control']).toBe('public, max-age=60')

    for (const status of ['blocked', 'deactivated_by_you', 'ready_to_start', 'not_ready_for_a_job'] as const) {
      await setStatus(id, status)
      expect((await termsOf(company.id)).status).toBe(404)
    }
    const refused = await app.app.fastify.inject(url)
    expect(refused.headers['cache-control']).toBe('no-cache')
    expect((await termsOf('0193a8b0-0000-7000-8000-000000000000')).status).toBe(404)
  })

  it('a booking keeps the terms that it was made on, whatever the company writes later', async () => {
    const { company } = await aUnit(app)
    await setTerms(company.id, first)
    const { hash } = await aBooking(app)
    await setTerms(company.id, 'Nothing of that any more.', 9900)
    expect(await agreedTermsOf(hash)).toMatchObject({
      status: 200,
      data: { terms: first, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45 },
    })
    expect((await agreedTermsOf(`${hash.slice(0, -1)}${hash.endsWith('A') ? 'Q' : 'A'}`)).status).toBe(404)
  })

  it('a price is booked on the terms that it was offered with, however often the company changes them while it is held', async () => {
    const driver = await anOperatingDriver(app)
    const params = { id: driver.companyId }
    const changeTerms = async (terms: string, waitingPencePerHalfHour: number) => {
      const call = app.call((await sessionFor(app, driver.id)).bearer)
      const now = await call(getTerms, { params })
      if (!now.ok) throw new Error(now.problem.code)
      const body = { version: now.data.version, terms, waitingPencePerHalfHour, freeWaitingMinutes: 45 }
      expect(await call(saveTerms, { params, body })).toMatchObject({ ok: true })
      app.clock.advance({ minutes: 1 })
    }
    await changeTerms(first, 1500)
    const offeredAt = app.clock.now().toISOString()
    const { quoteId } = await aQuoteFor(app)
    app.clock.advance({ minutes: 1 })
    await changeTerms('Nothing of that any more.', 9900)
    await changeTerms('Nor of that.', 20_000)

    const offered = { terms: first, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45 }
    expect(await app.call()(getCustomerTerms, { params, query: { asOf: offeredAt } })).toMatchObject({ data: offered })
    for (const asOf of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])
      expect(await app.call()(getCustomerTerms, { params, query: { asOf } })).toMatchObject({ ok: true })
    expect(await termsOf(driver.companyId)).toMatchObject({
      data: { terms: 'Nor of that.', waitingPencePerHalfHour: 20_000 },
    })
    const { hash } = await aBooking(app, { quoteId })
    expect(await agreedTermsOf(hash)).toMatchObject({ data: offered })

    // A price of that time is no longer held a day later.
    app.clock.advance({ hours: 25 })
    await changeTerms('Last words.', 0)
    const pastTerms = await app.ctx.db.selectFrom('pricing.past_terms').select('endedAt').execute()
    expect(pastTerms).toHaveLength(1)
  })

  it('a booking that is offered to everybody is on nobody’s terms', async () => {
    const { company } = await aUnit(app)
    await setTerms(company.id, first)
    const booking = await aBooking(app, { allowHotJob: true })
    app.clock.set('2026-11-20T21:01:00Z')
    await app.ctx.tx((tx) => endResponseTime(tx, booking.id))
    expect((await agreedTermsOf(booking.hash)).status).toBe(404)
  })
})

describe('repeating a move', () => {
  beforeEach(async () => {
    await clearRoads()
    await aUnit(app)
  })

  const office = async () => app.call((await sessionFor(app, (await createPerson(app, { role: 'admin' })).id)).bearer)

  it('the office reads what was moved and where, and nobody’s name, number or note', async () => {
    const customer = await aCustomer(app, { firstName: 'Quentin', phone: '+447700900556' })
    const { id } = await aBooking(app, { customer })
    await app.ctx.db.updateTable('bookings.booking').set({ customerNote: 'The piano' }).where('id', '=', id).execute()
    const call = await office()
    const move = await must(call(getMoveAgain, { params: { id } }))
    expect(move).toMatchObject({
      jobKind: 'home_or_office',
      vanCategory: 'large_van',
      routePoints: [
        { postcode: 'E17 4QH', stairs: expect.any(Number) },
        { postcode: 'BN1 4QL', stairs: expect.any(Number) },
      ],
    })
    expect(move.items.length).toBeGreaterThan(0)
    for (const own of ['Quentin', '900556', 'piano', '2026']) expect(JSON.stringify(move)).not.toContain(own)
    const sent = await statementsOf(app, () => call(getMoveAgain, { params: { id } }))
    expect(sent.filter((text) => text.includes('"bookings"."booking"'))).toHaveLength(1)
  })

  it('what nobody has verified may be a stranger’s, and stays unread', async () => {
    const { id } = await aBooking(app, {})
    await app.ctx.db.updateTable('bookings.booking').set({ awaitingVerification: true }).where('id', '=', id).execute()
    const call = await office()
    expect((await call(getMoveAgain, { params: { id } })).status).toBe(404)
    expect((await call(getMoveAgain, { params: { id: crypto.randomUUID() } })).status).toBe(404)
  })

  it('customers read their own, with the streets; anybody else’s is not found', async () => {
    const [customer, other] = [await aCustomer(app), await aCustomer(app)]
    const { id } = await aBooking(app, { customer })
    await app.ctx.db.updateTable('bookings.booking').set({ customerNote: 'The piano' }).where('id', '=', id).execute()
    const move = await must(app.call(customer.bearer)(getOwnMoveAgain, { params: { id } }))
    expect(move).toMatchObject({ vanCategory: 'large_van', date: null, time: null })
    expect(move.routePoints.map(({ town }) => town)).toEqual(['Walthamstow', 'Brighton'])
    expect(JSON.stringify(move)).not.toContain('piano')
    expect(await app.call(other.bearer)(getOwnMoveAgain, { params: { id } })).toMatchObject({ status: 404 })
  })

  it('anybody’s would be read without that guard', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['own_booking']) } })
    await aUnit(careless)
    const { id } = await aBooking(careless, {})
    const other = await aCustomer(careless)
    expect((await careless.call(other.bearer)(getOwnMoveAgain, { params: { id } })).status).toBe(200)
    await careless.close()
  })
})

describe('T-063: booking a unit that was quoted', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  /** What a booking comes to of a unit that was quoted while it operated, and is in this status when it is to be booked. */
  const OUTCOMES: Record<UnitStatus, string> = {
    operating: 'booked',
    insurance_expires_soon: 'booked',
    not_ready_for_a_job: 'slot_taken',
    pending_verification: 'slot_taken',
    verification_failed: 'slot_taken',
    verification_completed: 'slot_taken',
    ready_to_start: 'slot_taken',
    blocked: 'slot_taken',
    deactivated_by_you: 'slot_taken',
    deactivated: 'slot_taken',
  }

  it('is decided for every status', () => {
    expect(Object.keys(OUTCOMES).toSorted()).toEqual([...UNIT_STATUSES].toSorted())
  })

  it.each(UNIT_STATUSES)('answers for a unit that is %s by now', async (status) => {
    const outcome = OUTCOMES[status]
    await removeCompanies(app)
    const unit = await aUnit(app)
    const customer = await aCustomer(app)
    const { quoteId } = await aQuoteFor(app)
    await app.ctx.db.updateTable('fleet.working_unit').set({ status }).where('id', '=', unit.id).execute()
    const answer = await app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
    expect(answer.ok ? 'booked' : answer.problem.code).toBe(outcome)
    const stored = await app.ctx.db.selectFrom('bookings.booking').select('id').execute()
    expect([stored.length, (await heldTimes(app)).length]).toEqual(outcome === 'booked' ? [1, 1] : [0, 0])
  })

  it('comes before or after a stop by the office at that very moment, and both hold', async () => {
    for (let round = 0; round < 4; round += 1) {
      await removeCompanies(app)
      const unit = await aUnit(app)
      const customer = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app)
      const stop = app.ctx.tx(async (tx) => {
        await tx.db.selectFrom('fleet.working_unit').select('id').where('id', '=', unit.id).forNoKeyUpdate().execute()
        await tx.db.updateTable('fleet.working_unit').set({ status: 'blocked' }).where('id', '=', unit.id).execute()
        return (await tx.db.selectFrom('calendar.hold').select('id').where('unitId', '=', unit.id).execute()).length
      })
      const book = app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
      const [heldBefore, answer] = await Promise.all([stop, book])
      expect(answer.ok ? 'booked' : answer.problem.code).toBe(heldBefore === 1 ? 'booked' : 'slot_taken')
      expect((await heldTimes(app)).length).toBe(heldBefore)
    }
  })
})

describe('finding a booking', () => {
  beforeEach(clearRoads)

  const { phone } = dayHelpers(() => app)

  async function aStartedJob(): Promise<TestDay> {
    const job = await aConfirmedJob(app)
    app.clock.set(dayTime('09:00'))
    await must(job.driver(startJob, { params: { id: job.id }, body: phone() }))
    app.clock.set(dayTime('10:00'))
    return job
  }

  /** A second caller locks the booking, changes it while the work waits for the lock, and commits. */
  async function waitingFor<T>(
    id: string,
    change: (tx: TxCtx) => Promise<unknown>,
    work: () => Promise<T>,
  ): Promise<T> {
    const locked = Promise.withResolvers<void>()
    const isWaitedFor = Promise.withResolvers<void>()
    const working = locked.promise.then(work)
    const other = app.ctx.tx(async (tx) => {
      await lockBooking(tx, id)
      locked.resolve()
      await isWaitedFor.promise
      await change(tx)
    })
    await expect.poll(() => app.ctx.rowTurns.waiting).toBe(1)
    isWaitedFor.resolve()
    await other
    return working
  }

  const pauseClock = (id: string) => (tx: TxCtx) =>
    saveDay(tx, id, { pausedAt: app.clock.now(), pauseReason: 'keys_not_released' })

  it('what an action may do is decided by the clock as it is when the other phone has done its own', async () => {
    const { id, driver } = await aStartedJob()
    const resumed = await waitingFor(id, pauseClock(id), () => driver(resumeJob, { params: { id }, body: phone() }))
    expect(resumed).toMatchObject({ ok: true, data: { clock: { state: 'running' } } })
  })

  it('the day and the open change of a locked booking are those of after the wait', async () => {
    const { id } = await aStartedJob()
    const change = async (tx: TxCtx) => {
      await pauseClock(id)(tx)
      const now = tx.clock.now()
      await tx.db
        .insertInto('bookings.change')
        .values({
          id: crypto.randomUUID(),
          bookingId: id,
          kind: 'other',
          proposedBy: 'mover',
          awaits: 'customer',
          words: 'An armchair',
          expiresAt: addMinutes(now, 60),
          createdAt: now,
        })
        .execute()
    }
    const locked = await waitingFor(id, change, () => app.ctx.tx((tx) => lockBooking(tx, id)))
    expect(locked).toMatchObject({ status: 'in_progress', changeAwaits: 'customer', day: { isPaused: true } })
    expect(locked).toEqual(await findBooking(app.ctx, id))
  })
})
