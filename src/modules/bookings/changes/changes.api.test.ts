import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#app/build-app.ts'
import type { Call } from '#shared/call.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { minutesBetween } from '#shared/local-time.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import {
  aBooking,
  aCustomer,
  aQuoteFor,
  heldTimes,
  messagesAbout,
  storedBooking,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, dayHelpers, dayTime, driverDayOf, kindsAbout } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, type UnitOptions } from '#test/support/factories/unit.ts'
import { jpeg } from '#test/support/pictures.ts'
import { callAs as callFor, sessionFor } from '#test/support/session.ts'
import { cancelBooking } from '../answers/contract.ts'
import { getBooking } from '../contract.ts'
import { finishJob, startJob } from '../day/actions/contract.ts'
import { getDay } from '../day/contract.ts'
import { confirmHours } from '../day/hours/contract.ts'
import { getDriverBooking } from '../lists/contract.ts'
import {
  agreeChange,
  figureChange,
  getChangePhoto,
  listChanges,
  priceChange,
  proposeChange,
  refuseChange,
  withdrawChange,
} from './contract.ts'
import { consentCodeOf, consentText, minuteOf } from './rules.ts'

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

describe('changes of a booking', () => {
  beforeEach(clearRoads)

  const agreed = (options: UnitOptions = {}) => anAgreedBooking(app, options)
  const callAs = (id: string, at?: App) => callFor(app, id, at)

  type Proposal = CallInput<typeof proposeChange>['body']
  const propose = (call: Call, id: string, body: Partial<Proposal> = {}) =>
    call(proposeChange, { params: { id }, body: { kind: 'item', words: 'An armchair', ...body } })
  const armchair = { line: { label: 'Armchair', amountPence: 3100 } }
  type Answering = typeof agreeChange | typeof refuseChange | typeof withdrawChange
  const answer = (call: Call, id: string, change: { id: string; version: number }, endpoint: Answering = agreeChange) =>
    call(endpoint, { params: { id }, body: { changeId: change.id, version: change.version } })
  const begin = (id: string) =>
    app.ctx.db.updateTable('bookings.booking').set({ status: 'in_progress' }).where('id', '=', id).execute()
  const kinds = async (id: string, email: string) =>
    (await messagesAbout(app, id)).filter(({ recipient }) => recipient === email).map(({ kind }) => kind)
  const code = (answered: { ok: boolean; problem?: { code: string } }) => answered.problem?.code

  describe('on the day', () => {
    it('an agreed change raises price and ceiling by its own line, keeps it, and everyone is told', async () => {
      const { id, booking, driver, call, customer, unit } = await agreed()
      await begin(id)
      const { data: photos } = await upload<{ id: string }>(app, undefined, '/booking/images/', [
        { content: await jpeg() },
      ])
      const proposed = await must(propose(driver, id, { ...armchair, photosId: photos.id }))
      expect(proposed).toMatchObject({
        version: 1,
        state: 'open',
        awaits: 'customer',
        line: armchair.line,
        newTotalPence: booking.totalPence + 3100,
        newCeilingPence: (booking.ceilingPence ?? NaN) + 3100,
        photos: [{ width: expect.any(Number) }],
      })
      expect((await must(call(getBooking, { params: { id } }))).allowedActions).toEqual([
        'agree_change',
        'refuse_change',
      ])
      expect((await must(driver(getDriverBooking, { params: { id: unit.id, bookingId: id } }))).allowedActions).toEqual(
        ['pause', 'finish', 'propose_change'],
      )
      const [photo] = proposed.photos
      const photoAt = { params: { id, changeId: proposed.id, fileId: photo?.id ?? '' } }
      expect((await call(getChangePhoto, photoAt)).ok).toBe(true)
      expect((await callAs((await aCustomer(app)).id)(getChangePhoto, photoAt)).status).toBe(404)

      // The change is not agreed yet: without consent the ceiling holds.
      expect(await must(call(getBooking, { params: { id } }))).toMatchObject({
        totalPence: booking.totalPence,
        ceilingPence: booking.ceilingPence,
      })
      const done = await must(answer(call, id, proposed))
      expect(done).toMatchObject({ state: 'agreed', awaits: null, newTotalPence: null })
      const after = await must(call(getBooking, { params: { id } }))
      expect(after).toMatchObject({
        totalPence: booking.totalPence + 3100,
        ceilingPence: (booking.ceilingPence ?? NaN) + 3100,
        vatPence: Math.round((booking.totalPence + 3100) / 6),
      })
      expect(after.lines).toEqual([
        ...booking.lines,
        { code: 'agreed_change', label: 'Armchair', quantity: 1, unitPence: 3100, amountPence: 3100 },
      ])
      const recorded = app.ctx.db.selectFrom('bookings.day_entry').select(['kind', 'who']).where('bookingId', '=', id)
      expect(await recorded.orderBy('seq').execute()).toEqual([
        { kind: 'change_proposed', who: 'driver' },
        { kind: 'change_agreed', who: 'customer' },
      ])
      const storedChange = app.ctx.db.selectFrom('bookings.change').select(['state', 'label', 'amountPence', 'consent'])
      expect(await storedChange.where('bookingId', '=', id).execute()).toEqual([
        { state: 'agreed', label: 'Armchair', amountPence: 3100, consent: 'signed_in' },
      ])
      // An answer that was lost is given again, and costs nothing more.
      expect(await must(answer(call, id, proposed))).toEqual(done)
      expect((await storedBooking(app, id)).totalPence).toBe(booking.totalPence + 3100)
      expect((await storedBooking(app, id)).events.slice(-2)).toEqual(['change_proposed', 'change_agreed'])
      expect((await kinds(id, customer.email)).slice(-2)).toEqual(['change_proposed', 'change_agreed'])
      expect((await kinds(id, unit.company.owner.email)).slice(-1)).toEqual(['change_agreed'])
    })

    it('refused, withdrawn or unanswered: price and ceiling are as they were', async () => {
      const { id, booking, driver, call, customer } = await agreed()
      await begin(id)
      const refused = await must(propose(driver, id, armchair))
      expect(await must(answer(call, id, refused, refuseChange))).toMatchObject({ state: 'refused' })
      const withdrawn = await must(propose(driver, id, armchair))
      expect(await must(answer(driver, id, withdrawn, withdrawChange))).toMatchObject({ state: 'withdrawn' })
      expect(code((await answer(call, id, withdrawn)) as never)).toBe('change_gone')
      const forgotten = await must(propose(driver, id, armchair))
      app.clock.set('2026-11-20T10:00:01Z')
      await app.runJobs()
      expect(code((await answer(call, id, forgotten)) as never)).toBe('change_gone')
      expect((await must(call(listChanges, { params: { id } }))).map(({ state }) => state)).toEqual([
        'expired',
        'withdrawn',
        'refused',
      ])
      const { totalPence, ceilingPence, lines } = await storedBooking(app, id)
      expect([totalPence, ceilingPence, lines]).toEqual([booking.totalPence, booking.ceilingPence, booking.lines])
      expect((await kinds(id, customer.email)).slice(-2)).toEqual(['change_proposed', 'change_expired'])
    })

    it('an answer to what was proposed anew is refused, and so is a second open one', async () => {
      const { id, driver, call } = await agreed()
      const first = await must(propose(driver, id, armchair))
      const second = await must(propose(driver, id, { line: { label: 'Two armchairs', amountPence: 6200 } }))
      expect(second).toMatchObject({ id: first.id, version: 2 })
      expect(code((await answer(call, id, first)) as never)).toBe('change_gone')
      expect(code((await propose(call, id)) as never)).toBe('change_open')
      // A side cannot agree to its own proposal.
      expect(code((await answer(driver, id, second)) as never)).toBe('change_gone')
      expect(await must(answer(call, id, second))).toMatchObject({ line: { amountPence: 6200 } })
    })
  })

  describe('signed on the customer’s own phone, where neither has signal', () => {
    const BEGAN = new Date('2026-11-01T09:00:00Z')
    /** Signs as the page of the day does, with its key. */
    async function sign(
      bearer: string,
      id: string,
      consent: { amountPence: number; minute: number; totalPence?: number },
    ) {
      const call = app.call(bearer)
      const { totalPence, ceilingPence } = await must(call(getBooking, { params: { id } }))
      const { consentKey } = await must(call(getDay, { params: { id } }))
      const hmac = { name: 'HMAC', hash: 'SHA-256' }
      const key = await crypto.subtle.importKey('raw', Buffer.from(consentKey ?? '', 'base64url'), hmac, false, [
        'sign',
      ])
      const text = consentText({ bookingId: id, totalPence, ceilingPence: ceilingPence ?? 0, ...consent })
      return consentCodeOf(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))))
    }

    async function aSigner() {
      app.clock.set('2026-11-20T09:00:00Z')
      const job = await agreed()
      await begin(job.id)
      app.clock.set(dayTime('09:00'))
      const { bearer, sessionId } = await sessionFor(app, job.customer.id, BEGAN)
      const signAt = (more: { amountPence?: number; minute?: number; totalPence?: number } = {}) =>
        sign(bearer, job.id, { amountPence: 3100, minute: minuteOf(app.clock.now()), ...more })
      const carry = (code: string) =>
        must(propose(job.driver, job.id, { ...armchair, signed: { code, at: dayTime('09:04') } }))
      return { ...job, sessionId, signAt, carry }
    }

    it('is agreed to once the driver’s phone carries it: the price rises, and nobody is asked any more', async () => {
      const { id, booking, signAt, carry, customer, unit } = await aSigner()
      const code = await signAt()
      // The driver was offline for hours.
      app.clock.set(dayTime('12:30'))
      expect(await carry(code.toLowerCase().replace(/^.{5}/, '$& '))).toMatchObject({ state: 'agreed', awaits: null })
      expect(await storedBooking(app, id)).toMatchObject({
        totalPence: booking.totalPence + 3100,
        ceilingPence: (booking.ceilingPence ?? 0) + 3100,
        events: expect.arrayContaining(['change_proposed', 'change_agreed']),
      })
      const stored = app.ctx.db.selectFrom('bookings.change').select(['consent', 'state']).where('bookingId', '=', id)
      expect(await stored.execute()).toEqual([{ consent: 'signed', state: 'agreed' }])
      const recorded = app.ctx.db
        .selectFrom('bookings.day_entry as e')
        .innerJoin('bookings.day_detail as d', (join) =>
          join.onRef('d.bookingId', '=', 'e.bookingId').onRef('d.seq', '=', 'e.seq'),
        )
        .select(['e.kind', 'e.who', 'd.payload'])
        .where('e.bookingId', '=', id)
      // The customer's consent is not shown as the driver's.
      expect(await recorded.orderBy('e.seq').execute()).toMatchObject([
        { kind: 'change_proposed', who: 'driver' },
        { kind: 'change_agreed', who: 'link', payload: { name: null, signedAt: dayTime('09:04') } },
      ])
      expect((await kinds(id, customer.email)).slice(-1)).toEqual(['change_agreed'])
      expect(await kinds(id, customer.email)).not.toContain('change_proposed')
      expect((await kinds(id, unit.company.owner.email)).slice(-1)).toEqual(['change_agreed'])
      // It is good for one change, because the price that it names is another now.
      expect(await carry(code)).toMatchObject({ state: 'open', awaits: 'customer' })
    })

    it.each<[string, (job: Awaited<ReturnType<typeof aSigner>>) => Promise<unknown>]>([
      ['for another amount', async ({ carry, signAt }) => carry(await signAt({ amountPence: 3000 }))],
      [
        'at a price that does not stand',
        async ({ carry, signAt, booking }) => carry(await signAt({ totalPence: booking.totalPence - 1 })),
      ],
      [
        'long before its code was typed',
        async ({ carry, signAt }) => carry(await signAt({ minute: minuteOf(new Date(dayTime('08:40'))) })),
      ],
      [
        'before its session was begun',
        async ({ carry, signAt, sessionId }) => {
          const code = await signAt()
          await app.ctx.db
            .updateTable('identity.session')
            .set({ createdAt: new Date(dayTime('09:02')) })
            .where('id', '=', sessionId)
            .execute()
          return carry(code)
        },
      ],
      [
        'by a session that was logged out',
        async ({ carry, signAt, sessionId }) => {
          const code = await signAt()
          await app.ctx.db
            .updateTable('identity.session')
            .set({ revokedAt: app.clock.now() })
            .where('id', '=', sessionId)
            .execute()
          return carry(code)
        },
      ],
      ['for another booking', async ({ carry }) => carry(await (await aSigner()).signAt())],
      ['by nobody: the code is made up', async ({ carry }) => carry('ABCDEFGHJK')],
    ])('%s, the change stays open and the ceiling holds', async (_, carried) => {
      const job = await aSigner()
      expect(await carried(job)).toMatchObject({ state: 'open' })
      expect(await storedBooking(app, job.id)).toMatchObject({
        totalPence: job.booking.totalPence,
        ceilingPence: job.booking.ceilingPence,
      })
    })

    it('has a key only while the job is on, another for each session and booking', async () => {
      const { id, customer, call } = await aSigner()
      const other = await aSigner()
      const keyOf = async (bearer: string, bookingId: string) =>
        (await must(app.call(bearer)(getDay, { params: { id: bookingId } }))).consentKey
      const [first, second] = [await sessionFor(app, customer.id), await sessionFor(app, customer.id)]
      const keys = [await keyOf(first.bearer, id), await keyOf(second.bearer, id)]
      expect(new Set([...keys, await keyOf((await sessionFor(app, other.customer.id)).bearer, other.id)]).size).toBe(3)
      expect(await keyOf(first.bearer, id)).toBe(keys[0])
      await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).where('id', '=', id).execute()
      expect((await must(call(getDay, { params: { id } }))).consentKey).toBeNull()
    })
  })

  describe('who prices', () => {
    it('what a customer asks for is priced by the owner and agreed by the customer', async () => {
      const { id, booking, driver, call } = await agreed()
      const overPrice = { line: { label: 'Piano', amountPence: booking.totalPence + 1 } }
      expect((await propose(driver, id, overPrice)).status).toBe(422)
      const proposal = await must(propose(call, id, { words: 'A piano' }))
      expect(proposal).toMatchObject({ awaits: 'mover', line: null })
      expect((await propose(call, id, armchair)).status).toBe(422)
      const body = { changeId: proposal.id, version: 1, line: { label: 'Piano', amountPence: 9000 } }
      // A line may not cost more than the move itself.
      expect(await driver(priceChange, { params: { id }, body: { ...body, ...overPrice } })).toMatchObject({
        status: 422,
        problem: { errors: { 'line.amount_pence': [expect.any(String)] } },
      })
      const priced = await must(driver(priceChange, { params: { id }, body }))
      expect(priced).toMatchObject({ version: 2, awaits: 'customer', newTotalPence: booking.totalPence + 9000 })
      expect(code((await driver(priceChange, { params: { id }, body })) as never)).toBe('change_gone')
      await must(answer(call, id, priced))
      expect((await storedBooking(app, id)).totalPence).toBe(booking.totalPence + 9000)
    })

    it('the agreed rates offer a figure, and price what a trusted driver proposes, who is told no price', async () => {
      const { id, driver, call, unit } = await agreed()
      const { figure } = await must(driver(figureChange, { params: { id }, body: { kind: 'item', extraMinutes: 60 } }))
      expect(figure).toMatchObject({ label: expect.stringContaining('at £50.00'), extraMinutes: 60 })
      const hired = await aHiredDriver(app, driver, unit.id, { mayAnswer: true })
      expect((await propose(hired.call, id, armchair)).status).toBe(422)
      expect(await must(propose(hired.call, id, { extraMinutes: 60 }))).toMatchObject({
        awaits: 'customer',
        line: null,
        byRatesPence: null,
        newTotalPence: null,
      })
      expect(await must(call(listChanges, { params: { id } }))).toMatchObject([
        { line: { amountPence: figure?.amountPence } },
      ])
    })

    it('what the rates cannot price waits for the owner; an untrusted driver proposes nothing', async () => {
      const { id, driver, unit } = await agreed()
      const hired = await aHiredDriver(app, driver, unit.id, { mayAnswer: false })
      expect((await propose(hired.call, id)).status).toBe(403)
      await app.ctx.db.updateTable('fleet.unit_driver').set({ mayAnswer: true }).where('unitId', '=', unit.id).execute()
      const proposal = await must(propose(hired.call, id))
      expect(proposal).toMatchObject({ awaits: 'mover', line: null })
      expect(code((await answer(hired.call, id, proposal)) as never)).toBe('not_priced')
    })

    it('is nobody’s who is not of the booking', async () => {
      const { id, driver } = await agreed()
      const change = await must(propose(driver, id, armchair))
      const [other, stranger] = [await aUnit(app), await aCustomer(app)]
      for (const call of [callAs(other.company.owner.id), callAs(stranger.id)]) {
        expect((await propose(call, id)).status).toBe(404)
        expect((await answer(call, id, change)).status).toBe(404)
        expect((await call(listChanges, { params: { id } })).status).toBe(404)
      }
    })
  })

  describe('another time', () => {
    const newStartAt = '2026-11-28T11:00:00.000Z'

    it('agreed by both, moves the booking and the time held', async () => {
      const { id, booking, driver, call } = await agreed()
      const change = await must(propose(call, id, { kind: 'time', newStartAt, words: '' }))
      expect(change).toMatchObject({ awaits: 'mover', newStartAt })
      await must(answer(driver, id, change))
      const after = await must(call(getBooking, { params: { id } }))
      const shift = new Date(newStartAt).getTime() - new Date(booking.startAt).getTime()
      expect(after).toMatchObject({
        startAt: newStartAt,
        endAt: new Date(new Date(booking.endAt).getTime() + shift).toISOString(),
        totalPence: booking.totalPence,
      })
      const [held] = await heldTimes(app)
      expect(held?.during).toContain('2026-11-28 11:00:00')
      expect((await storedBooking(app, id)).events.slice(-2)).toEqual(['time_moved', 'change_agreed'])
    })

    it('is in the customer’s calendar by itself, as everything that makes, moves or ends a booking', async () => {
      const { id, driver, call, customer } = await agreed()
      const change = await must(propose(call, id, { kind: 'time', newStartAt, words: '' }))
      await must(answer(driver, id, change))
      await must(call(cancelBooking, { params: { id }, body: { feePence: 0 } }))
      const files = await app.ctx.db
        .selectFrom('notifications.attachment as a')
        .innerJoin('notifications.message as m', 'm.id', 'a.mailId')
        .where('m.subjectId', '=', id)
        .where('m.recipient', '=', customer.email)
        .where('a.contentType', '=', 'text/calendar')
        .select(['m.kind', 'a.content'])
        .orderBy('m.createdAt')
        .orderBy('m.id')
        .execute()
      const read = files.map(({ kind, content }) => {
        const calendar = new ICAL.Component(ICAL.parse(content))
        const parts = calendar.getAllSubcomponents('vevent')
        const event = new ICAL.Event(parts[0])
        return {
          kind,
          method: calendar.getFirstPropertyValue('method'),
          status: event.component.getFirstPropertyValue('status'),
          start: event.startDate.toJSDate().toISOString(),
          reminders: event.component.getAllSubcomponents('valarm').length,
          uid: event.uid,
          sequence: event.sequence,
          attendee: event.attendees.map((one) => one.getFirstValue()),
          events: parts.length,
        }
      })
      const expectedEvent = { method: 'REQUEST', reminders: 2, attendee: [`mailto:${customer.email}`], events: 1 }
      const [at, later] = ['2026-11-28T09:00:00.000Z', newStartAt]
      expect(read).toMatchObject([
        { ...expectedEvent, kind: 'booking_received', status: 'TENTATIVE', start: at },
        { ...expectedEvent, kind: 'booking_confirmed', status: 'CONFIRMED', start: at },
        { ...expectedEvent, kind: 'change_agreed', status: 'CONFIRMED', start: later },
        {
          ...expectedEvent,
          kind: 'booking_cancelled',
          method: 'CANCEL',
          status: 'CANCELLED',
          start: later,
          reminders: 0,
        },
      ])
      expect(new Set(read.map(({ uid }) => uid)).size).toBe(1)
      const sequences = read.map(({ sequence }) => sequence)
      expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
    })

    it('is refused where the company is not free, and nothing moves', async () => {
      const { id, driver, call } = await agreed()
      // The same unit has another job that afternoon.
      const later = aMove({ date: '2026-11-28', time: '16:30' })
      await aBooking(app, { quoteId: (await aQuoteFor(app, later)).quoteId })
      const before = await heldTimes(app)
      const change = await must(
        propose(driver, id, { kind: 'time', newStartAt: '2026-11-28T14:00:00.000Z', words: '' }),
      )
      expect(change.line).toEqual({ label: 'New start time', amountPence: 0 })
      expect(code((await answer(call, id, change)) as never)).toBe('time_not_free')
      expect(await heldTimes(app)).toEqual(before)
      expect((await must(call(listChanges, { params: { id } })))[0]).toMatchObject({ state: 'open' })
    })

    it.each([
      ['2026-11-28T09:00:00.000Z', 'That is when it starts already.'],
      ['2026-11-28T10:10:00.000Z', 'Choose a time on the hour or half hour.'],
      ['2026-11-19T10:00:00.000Z', 'This time has passed. Choose a later one.'],
    ])('not %s: %s', async (at, text) => {
      const { id, driver } = await agreed()
      const refused = await propose(driver, id, { kind: 'time', newStartAt: at, words: '' })
      expect(refused.ok ? {} : refused.problem.errors).toEqual({ new_start_at: [text] })
    })
  })

  describe('races', () => {
    const ROUNDS = 15

    it('agreed while withdrawn: one of the two, and the price says which', async () => {
      const { id, booking, driver, call } = await agreed()
      let total = booking.totalPence
      for (let round = 0; round < ROUNDS; round += 1) {
        const change = await must(propose(driver, id, armchair))
        const [yes, back] = await Promise.all([answer(call, id, change), answer(driver, id, change, withdrawChange)])
        expect([yes.status, back.status].toSorted((a, b) => a - b)).toEqual([200, 409])
        if (yes.ok) total += 3100
        expect((await storedBooking(app, id)).totalPence).toBe(total)
      }
    })

    it('two agree at once: it is raised once', async () => {
      const { id, booking, driver, call } = await agreed()
      const change = await must(propose(driver, id, armchair))
      const answers = await Promise.all(Array.from({ length: 8 }, () => answer(call, id, change)))
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect((await storedBooking(app, id)).totalPence).toBe(booking.totalPence + 3100)
    })

    it('without the guard it would be raised more than once', async () => {
      const { id, booking, driver, customer } = await agreed()
      const change = await must(propose(driver, id, armchair))
      const careless = await withoutGuards(app, 'one_answer')
      const call = callAs(customer.id, careless)
      await Promise.all([answer(call, id, change), answer(call, id, change)])
      expect((await storedBooking(app, id)).totalPence).toBe(booking.totalPence + 6200)
      await careless.close()
    })

    it('agreed while cancelled: never a cancelled booking with a raised price', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, booking, driver, call } = await agreed()
        const change = await must(propose(driver, id, armchair))
        const [yes] = await Promise.all([
          answer(call, id, change),
          call(cancelBooking, { params: { id }, body: { feePence: 0 } }),
        ])
        const { status, totalPence } = await storedBooking(app, id)
        expect(status).toBe('canceled_by_customer')
        expect(totalPence).toBe(booking.totalPence + (yes.ok ? 3100 : 0))
        expect((await must(call(listChanges, { params: { id } })))[0]?.state).toBe(yes.ok ? 'agreed' : 'expired')
        await removeCompanies(app)
      }
    })

    it('without the guard a cancelled booking would cost more', async () => {
      const careless = await withoutGuards(app, 'changeable')
      const { id, booking, driver, customer } = await agreed()
      const change = await must(propose(driver, id, armchair))
      const call = callAs(customer.id, careless)
      await must(call(cancelBooking, { params: { id }, body: { feePence: 0 } }))
      await must(answer(call, id, change))
      expect((await storedBooking(app, id)).totalPence).toBe(booking.totalPence + 3100)
      await careless.close()
    })
  })
})

describe('a change that is open when the job is finished', () => {
  beforeEach(clearRoads)

  const { phone, at } = dayHelpers(() => app)

  /** The driver asks for a piano, and carries the last box before the customer has read it. */
  async function finishedWithOpenChange() {
    const day = await aConfirmedJob(app)
    const params = { id: day.id }
    const { totalPence } = await storedBooking(app, day.id)
    await at(dayTime('09:00'))
    await must(day.driver(startJob, { params, body: phone() }))
    app.clock.set(dayTime('10:00'))
    const proposal = {
      kind: 'item' as const,
      words: 'The piano in the garage',
      line: { label: 'Piano', amountPence: 5000 },
    }
    const change = await must(day.driver(proposeChange, { params, body: proposal }))
    expect((await driverDayOf(day)).openChange).toEqual({
      awaits: 'customer',
      what: 'The piano in the garage',
      amountPence: 5000,
    })
    app.clock.set(dayTime('10:30'))
    await must(day.driver(finishJob, { params, body: phone() }))
    const body = { changeId: change.id, version: change.version }
    const changes = () => must(day.customer(listChanges, { params }))
    return { ...day, params, body, totalPence, changes }
  }

  it('stays open, and the hours wait for its answer', async () => {
    const { id, params, customer, driver, changes } = await finishedWithOpenChange()
    expect(await changes()).toMatchObject([
      { state: 'open', awaits: 'customer', expiresAt: '2026-11-29T10:30:00.000Z' },
    ])
    const seen = await must(customer(getDay, { params }))
    expect(seen.allowedActions).toEqual(expect.arrayContaining(['agree_change', 'refuse_change']))
    expect(seen.allowedActions).not.toContain('confirm_hours')
    expect(seen.hours).toMatchObject({ state: 'to_confirm', confirmBy: null })
    expect(await customer(confirmHours, { params })).toMatchObject({
      status: 409,
      problem: { code: 'change_undecided' },
    })
    const more = { kind: 'item' as const, words: 'A chair', line: { label: 'Chair', amountPence: 100 } }
    expect((await driver(proposeChange, { params, body: more })).status).toBe(409)
    expect((await kindsAbout(app, id)).filter((kind) => kind === 'day_finished')).toHaveLength(1)
  })

  it.each([
    ['agreed by the customer', agreeChange, 'agreed', 5000],
    ['refused by the customer', refuseChange, 'refused', 0],
    ['withdrawn by the driver', withdrawChange, 'withdrawn', 0],
  ] as const)('%s: the price follows, and the day for the hours begins then', async (_, endpoint, state, more) => {
    const job = await finishedWithOpenChange()
    const { id, params, body, customer, driver, totalPence, changes } = job
    app.clock.set(dayTime('20:00'))
    await must((state === 'withdrawn' ? driver : customer)(endpoint, { params, body }))
    expect(await changes()).toMatchObject([{ state }])
    expect((await must(customer(getDay, { params }))).hours.confirmBy).toBe('2026-11-29T20:00:00.000Z')
    await at('2026-11-29T19:59:00Z')
    expect((await storedBooking(app, id)).finalPence).toBeNull()
    await at('2026-11-29T20:00:00Z')
    expect((await storedBooking(app, id)).finalPence).toBe(totalPence + more)
  })

  it('unanswered for a day it has ended by itself, nobody took it back, and the ceiling holds', async () => {
    const { id, changes, totalPence } = await finishedWithOpenChange()
    await at('2026-11-29T10:29:00Z')
    expect(await changes()).toMatchObject([{ state: 'open' }])
    await at('2026-11-29T10:30:00Z')
    expect(await changes()).toMatchObject([{ state: 'expired' }])
    expect((await storedBooking(app, id)).finalPence).toBeNull()
    await at('2026-11-30T10:30:00Z')
    expect((await storedBooking(app, id)).finalPence).toBe(totalPence)
  })

  it('of a booking that is cancelled nobody took it back either', async () => {
    const { id, driver, customer } = await aConfirmedJob(app)
    const params = { id }
    const proposal = { kind: 'item' as const, words: 'A piano', line: { label: 'Piano', amountPence: 5000 } }
    await must(driver(proposeChange, { params, body: proposal }))
    await must(customer(cancelBooking, { params, body: { feePence: 0 } }))
    expect(await must(customer(listChanges, { params }))).toMatchObject([{ state: 'expired' }])
  })
})

describe('waiting declared in a change', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  it('declared waiting is in the ceiling at the waiting rate and in the hold, and not in the total', async () => {
    const unit = await aUnit(app)
    await app.ctx.db
      .updateTable('pricing.tariff')
      .set({ waitingPencePerHalfHour: 2000, freeWaitingMinutes: 30 })
      .where('companyId', '=', unit.company.id)
      .execute()
    const plain = await aQuoteFor(app)
    const waiting = await aQuoteFor(app, { ...aMove(), declaredWaiting: '02:00:00' })
    expect(waiting.totalPence).toBe(plain.totalPence)
    // Two hours, half an hour of them free: three half hours at £20.
    expect(waiting.ceilingPence - plain.ceilingPence).toBe(6000)
    const { id } = await aBooking(app, { quoteId: waiting.quoteId })
    const { startAt, endAt, ceilingPence } = await storedBooking(app, id)
    expect(ceilingPence).toBe(waiting.ceilingPence)
    const { rows } = await app.app.pool.query<{ minutes: number }>(
      `select extract(epoch from upper(during) - lower(during))::int / 60 as minutes from calendar.hold where booking_id = $1`,
      [id],
    )
    expect(rows[0]?.minutes).toBe(minutesBetween(startAt, endAt) + 120)
  })
})
