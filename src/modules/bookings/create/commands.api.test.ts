import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addVacation } from '#modules/calendar/contract.ts'
import { saveNotificationSettings } from '#modules/companies/contract.ts'
import { stopTexts } from '#modules/quoting/move/rules.ts'
import { toInstant } from '#shared/local-time.ts'
import { mapped } from '#shared/records.ts'
import { toWire } from '#shared/wire.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import {
  aBooking,
  aCustomer,
  aQuoteFor,
  heldTimes,
  messagesAbout,
  search,
  storedBooking,
  type BookingRequest,
  type Customer,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { mailboxOf } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { cancelBooking } from '../answers/contract.ts'
import { createBooking } from '../contract.ts'
import { WHOLE_POSTCODE_MESSAGE, STREET_MESSAGE } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('create', () => {
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  type Asked = Partial<BookingRequest> & { quoteId: string }

  /** Asks to book: 'booked', or the code of the refusal. */
  async function book(customer: Customer, request: Asked, idempotencyKey?: string): Promise<string> {
    const body = { paymentMethod: 'cash' as const, ...request }
    const answer = await app.call(customer.bearer)(createBooking, { body }, { idempotencyKey })
    return answer.ok ? 'booked' : answer.problem.code
  }

  async function refusalOf(customer: Customer, request: Asked) {
    const answer = await app.call(customer.bearer)(createBooking, { body: { paymentMethod: 'cash', ...request } })
    return answer.ok ? undefined : { status: answer.status, code: answer.problem.code, errors: answer.problem.errors }
  }

  const quoted = ({ quoteId }: { quoteId: string }) => ({ quoteId })

  const bookings = async () => (await app.ctx.db.selectFrom('bookings.booking').select('id').execute()).length

  const send = (customer: Customer, body: object, key: string) =>
    app.app.fastify.inject({
      method: 'POST',
      url: '/api/booking/',
      headers: { authorization: `Bearer ${customer.bearer}`, 'idempotency-key': key },
      payload: toWire({ paymentMethod: 'cash', ...body }) as object,
    })

  describe('with a van that confirms by itself', () => {
    const cancel = async ({ id, customer }: { id: string; customer: Customer }, feePence: number) =>
      app.call((await sessionFor(app, customer.id)).bearer)(cancelBooking, { params: { id }, body: { feePence } })

    it('is confirmed in the same step, and tells both sides so', async () => {
      const unit = await aUnit(app, { confirmsFromHours: 24 })
      expect(await aQuoteFor(app)).toMatchObject({ confirmsAtOnce: true })
      const booking = await aBooking(app)
      expect(booking).toMatchObject({ status: 'confirmed', respondBy: null, cancellationFeePence: 0 })
      expect(await heldTimes(app)).toMatchObject([{ unitId: unit.id, bookingId: booking.id }])
      expect(await messagesAbout(app, booking.id)).toEqual([
        { kind: 'booking_confirmed', recipient: booking.customer.email },
        { kind: 'new_job_confirmed', recipient: unit.company.owner.email },
      ])
      expect((await storedBooking(app, booking.id)).events).toEqual(['created', 'confirmed'])
      app.clock.set('2026-11-27T09:00:00Z')
      await app.runJobs()
      expect((await storedBooking(app, booking.id)).events).toContain('reconfirmation_asked')
    })

    it('waits for its driver with less notice, and a price promises no more than it keeps', async () => {
      await aUnit(app, { confirmsFromHours: 24 })
      app.clock.set('2026-11-27T08:45:00Z')
      expect(await aQuoteFor(app)).toMatchObject({ confirmsAtOnce: false })
      app.clock.set('2026-11-27T08:30:00Z')
      const quote = await aQuoteFor(app)
      expect(quote.confirmsAtOnce).toBe(true)
      app.clock.set('2026-11-27T08:59:59Z')
      expect(await aBooking(app, quoted(quote))).toMatchObject({ status: 'confirmed' })
      await removeCompanies(app)
      await aUnit(app, { confirmsFromHours: 24 })
      app.clock.set('2026-11-27T09:00:01Z')
      expect(await aBooking(app)).toMatchObject({ status: 'new_booking' })
    })

    it('waits for its driver if the company has switched that off since', async () => {
      const unit = await aUnit(app, { confirmsFromHours: 24 })
      const quote = await aQuoteFor(app)
      await app.ctx.db
        .updateTable('fleet.working_unit')
        .set({ confirmsFromHours: null })
        .where('id', '=', unit.id)
        .execute()
      expect(await aBooking(app, quoted(quote))).toMatchObject({ status: 'new_booking' })
    })

    it('is cancelled free for 30 minutes, and then at the usual fee', async () => {
      await aUnit(app, { confirmsFromHours: 2 })
      app.clock.set('2026-11-27T12:00:00Z')
      const first = await aBooking(app)
      expect(first.cancellation[0]).toEqual({ until: '2026-11-27T12:30:00.000Z', feePence: 0 })
      app.clock.set('2026-11-27T12:29:59Z')
      expect((await cancel(first, 0)).ok).toBe(true)
      app.clock.set('2026-11-27T12:00:00Z')
      const second = await aBooking(app)
      app.clock.set('2026-11-27T12:30:00Z')
      expect(await cancel(second, 0)).toMatchObject({ problem: { code: 'fee_changed' } })
      const fee = second.cancellation.at(-1)?.feePence ?? 0
      expect(fee).toBeGreaterThan(0)
      expect((await cancel(second, fee)).ok).toBe(true)
    })

    it('is not cancelled free within four hours of the start', async () => {
      await aUnit(app, { confirmsFromHours: 2 })
      app.clock.set('2026-11-28T05:00:00Z')
      const booking = await aBooking(app)
      expect(booking.status).toBe('confirmed')
      expect(booking.cancellationFeePence).toBeGreaterThan(0)
      expect(await cancel(booking, 0)).toMatchObject({ problem: { code: 'fee_changed' } })
    })

    it('is listed alone where only those are wanted, and counted among all', async () => {
      const company = { name: 'At once' }
      await aUnit(app, { company, confirmsFromHours: 24 })
      await aUnit(app)
      expect(await search(app)).toMatchObject({ count: 2, atOnceCount: 1 })
      const { count, atOnceCount, results } = await search(app, aMove(), { atOnce: 'true' })
      expect([count, atOnceCount, results[0]?.company.name]).toEqual([1, 1, 'At once'])
    })

    it('never confirms a time that its driver takes off in the same moment', async () => {
      const unit = await aUnit(app, { confirmsFromHours: 24 })
      const driver = app.call((await sessionFor(app, unit.company.owner.id)).bearer)
      const outcomes = new Set<string>()
      for (let round = 0; round < 12; round += 1) {
        const customer = await aCustomer(app)
        const { quoteId } = await aQuoteFor(app)
        const off = () =>
          driver(addVacation, { params: { id: unit.id }, body: { startTime: '2026-11-28', endTime: '2026-11-28' } })
        const [booked, isOff] = await Promise.all([book(customer, { quoteId }), off()])
        expect((booked === 'booked') !== isOff.ok).toBe(true)
        outcomes.add(booked)
        await app.ctx.db.deleteFrom('calendar.vacation').where('unitId', '=', unit.id).execute()
        await app.ctx.db.deleteFrom('calendar.hold').where('unitId', '=', unit.id).execute()
      }
      expect(outcomes.isSubsetOf(new Set(['booked', 'slot_taken']))).toBe(true)
    })
  })

  describe('booking a quote', () => {
    it('makes a booking at the quoted price, holds the unit and tells both sides', async () => {
      const unit = await aUnit(app, { company: { vatRegisteredFrom: '2020-01-01' } })
      const customer = await aCustomer(app)
      const quote = await aQuoteFor(app)
      const booking = await aBooking(app, { customer, quoteId: quote.quoteId, customerNote: 'Ring twice.' })
      expect(booking).toMatchObject({
        status: 'new_booking',
        isHot: false,
        awaitingVerification: false,
        totalPence: quote.totalPence,
        ceilingPence: quote.ceilingPence,
        vatPence: 3500,
        lines: quote.lines,
        paymentMethod: 'cash',
        startAt: '2026-11-28T09:00:00.000Z',
        endAt: '2026-11-28T12:30:00.000Z',
        respondBy: '2026-11-20T21:00:00.000Z',
        customerNote: 'Ring twice.',
        company: { id: unit.company.id },
        workingUnit: { id: unit.id },
        rebookRequestSent: false,
        hasFeedback: false,
      })
      expect(await heldTimes(app)).toEqual([
        { unitId: unit.id, bookingId: booking.id, during: '["2026-11-28 09:00:00+00","2026-11-28 12:30:00+00")' },
      ])
      expect(await messagesAbout(app, booking.id)).toEqual([
        { kind: 'booking_received', recipient: customer.email },
        { kind: 'new_job', recipient: unit.company.owner.email },
      ])
      expect((await storedBooking(app, booking.id)).events).toEqual(['created'])
      expect((await search(app)).count).toBe(0)
    })

    it('tells the customer the way to it, and the driver no address or contact', async () => {
      const unit = await aUnit(app)
      const booking = await aBooking(app, {
        routePoints: [
          { number: 0, flatAndHouse: '7 Hoe Street', contactName: 'Jane Doe', contactNumber: '+447700900777' },
          { number: 1, flatAndHouse: 'Flat 2' },
        ],
      })
      const [email] = await mailboxOf(app, booking.customer.email)
      expect(email?.text).toContain(`/booking/${booking.hash}`)
      const [driver] = await mailboxOf(app, unit.company.owner.email)
      expect(driver?.subject).toBe('New booking for LM21 ABC: Walthamstow to Brighton, Sat 28 November, 09:00')
      expect(driver?.text).toContain(`/my-bookings/new-bookings?job=${booking.id}&unit=${unit.id}`)
      for (const secret of ['Hoe Street', 'Flat 2', 'Jane', '900777', 'E17 4QH', booking.customer.email, booking.hash])
        expect(`${driver?.subject} ${driver?.text} ${driver?.html}`).not.toContain(secret)
    })

    it('tells the company by the channels that it chose', async () => {
      const { company } = await aUnit(app)
      const { owner } = company
      await app.ctx.db
        .updateTable('identity.user')
        .set({ phone: '+447700900321', phoneVerifiedAt: app.clock.now() })
        .where('id', '=', owner.id)
        .execute()
      const recipientsAbout = async (date: string) => {
        const { id, customer } = await aBooking(app, { move: aMove({ date }) })
        const messages = await messagesAbout(app, id)
        return messages.map(({ recipient }) => recipient).filter((recipient) => recipient !== customer.email)
      }
      expect(await recipientsAbout('2026-11-28')).toEqual([owner.email, '+447700900321'])
      const driver = app.call((await sessionFor(app, owner.id)).bearer)
      const saved = await driver(saveNotificationSettings, { body: [{ event: 'new_booking', sms: false }] })
      expect(saved.ok).toBe(true)
      expect(await recipientsAbout('2026-12-05')).toEqual([owner.email])
    })

    it('completes the points that were priced: the customer is the contact unless somebody else is named', async () => {
      await aUnit(app)
      const customer = await aCustomer(app, { firstName: 'Jo', phone: '+447700900111' })
      const named = { contactName: 'Sam', contactNumber: '+447700900222' }
      const { routePoints } = await aBooking(app, {
        customer,
        move: aMove({ stops: ['CR0 2AA'], points: [{ flatAndHouse: '1' }, {}, { contactName: 'Al' }] }),
        routePoints: [
          // A priced field may be repeated in any spelling.
          { number: 0, postcode: 'e174qh', stairs: 0, date: '2026-11-28', time: '09:00:00', flatAndHouse: ' 7 ' },
          { number: 1, ...named },
          { number: 2, address: { formattedAddress: '1 Queens Road, Brighton' } },
        ],
      })
      expect(routePoints).toMatchObject([
        { postcode: 'E17 4QH', flatAndHouse: '7', contactName: 'Jo', contactNumber: '+447700900111' },
        { postcode: 'CR0 2AA', place: 'Croydon', ...named },
        { formattedAddress: '1 Queens Road, Brighton', contactName: 'Al', contactNumber: '+447700900111' },
      ])
    })

    it('has no note where it was taken out again after the prices were found', async () => {
      await aUnit(app)
      const move = aMove({ customerNote: 'The key is under the mat.' })
      expect((await aBooking(app, { move, customerNote: null })).customerNote).toBe('')
    })

    it('needs somebody to call, and says where one is missing', async () => {
      await aUnit(app)
      const customer = await aCustomer(app, { phone: null })
      const { quoteId } = await aQuoteFor(app)
      const refused = await refusalOf(customer, { quoteId })
      expect(refused).toMatchObject({ status: 422, code: 'invalid' })
      expect(Object.keys(refused?.errors ?? {})).toContain('route_points.0.contact_number')
      const other = { number: 1, deliveryContactSameAsPickUp: false }
      const first = { number: 0, contactNumber: '+447700900123' }
      expect((await refusalOf(customer, { quoteId, routePoints: [first, other] }))?.errors).toEqual({
        'route_points.1.contact_number': ['Give a phone number that the driver can call on the day.'],
      })
      expect(await book(customer, { quoteId, routePoints: [first] })).toBe('booked')
    })

    it.each([
      ['another postcode', [{ number: 1, postcode: 'BN1 4QM' }]],
      ['more stairs', [{ number: 0, stairs: 1 }]],
      ['another day', [{ number: 0, date: '2026-11-29' }]],
      ['another time', [{ number: 0, time: '10:00' }]],
      ['an extra stop', [{ number: 2, postcode: 'CR0 2AA' }]],
      ['one point twice', [{ number: 0 }, { number: 0 }]],
    ])('T-035: refuses what was not priced: %s', async (_, routePoints) => {
      await aUnit(app)
      const { quoteId } = await aQuoteFor(app)
      const customer = await aCustomer(app)
      expect(await refusalOf(customer, { quoteId, routePoints })).toMatchObject({ status: 409, code: 'requote' })
      expect(await bookings()).toBe(0)
      // The quote itself is still good.
      expect(await book(customer, { quoteId })).toBe('booked')
    })

    it('T-035: takes a quote until the half hour is over', async () => {
      await aUnit(app)
      const [first, second] = [await aQuoteFor(app), await aQuoteFor(app, aMove({ time: '15:00' }))]
      app.clock.advance({ minutes: 29, seconds: 59 })
      expect(await book(await aCustomer(app), { quoteId: first.quoteId })).toBe('booked')
      app.clock.advance({ seconds: 1 })
      expect(await refusalOf(await aCustomer(app), { quoteId: second.quoteId })).toMatchObject({
        status: 409,
        code: 'requote',
      })
    })

    it('T-046: takes no quote that this server did not make', async () => {
      await aUnit(app)
      const { quoteId } = await aQuoteFor(app)
      const customer = await aCustomer(app)
      const forged = `${quoteId.slice(0, 20)}${quoteId[20] === 'a' ? 'b' : 'a'}${quoteId.slice(21)}`
      for (const id of [forged, quoteId.toUpperCase(), quoteId.slice(1), `${quoteId} `, crypto.randomUUID(), '1', "'"])
        expect(await book(customer, { quoteId: id })).toBe('requote')
    })

    it('takes only a way of paying that the company takes', async () => {
      await aUnit(app, { company: { paymentMethods: ['cash'] } })
      const { quoteId } = await aQuoteFor(app)
      expect(await refusalOf(await aCustomer(app), { quoteId, paymentMethod: 'card' })).toMatchObject({
        status: 422,
        code: 'payment_method_not_taken',
        errors: { payment_method: [expect.any(String)] },
      })
    })

    it('T-046: takes photos that nobody else has', async () => {
      await aUnit(app)
      const photosId = crypto.randomUUID()
      const upload = { id: photosId, addressDigest: Buffer.alloc(32), createdAt: app.clock.now() }
      await app.ctx.db.insertInto('files.upload').values(upload).execute()
      expect((await aBooking(app, { photosId })).photosId).toBe(photosId)
      const { quoteId } = await aQuoteFor(app, aMove({ time: '15:00' }))
      for (const id of [photosId, 'nothing'])
        expect(await refusalOf(await aCustomer(app), { quoteId, photosId: id })).toMatchObject({
          status: 422,
          errors: { photos_id: [expect.any(String)] },
        })
      expect(await bookings()).toBe(1)
    })

    it('allows five bookings that wait for an answer', async () => {
      const customer = await aCustomer(app)
      const hours = ['08:00', '10:00', '12:00', '14:00', '16:00', '18:00']
      const answers: string[] = []
      for (const time of hours) {
        await aUnit(app)
        answers.push(await book(customer, quoted(await aQuoteFor(app, aMove({ time })))))
      }
      expect(answers).toEqual([...Array.from({ length: 5 }, () => 'booked'), 'too_many_open_bookings'])
      await app.ctx.db
        .updateTable('bookings.booking')
        .set({ status: 'confirmed' })
        .where('customerId', '=', customer.id)
        .execute()
      expect(await book(customer, quoted(await aQuoteFor(app, aMove({ time: '18:00' }))))).toBe('booked')
    })
  })

  describe('a quote that somebody was faster with', () => {
    it('is booked once, whoever holds it', async () => {
      await aUnit(app)
      const { quoteId } = await aQuoteFor(app)
      expect(await book(await aCustomer(app), { quoteId })).toBe('booked')
      expect(await refusalOf(await aCustomer(app), { quoteId })).toMatchObject({ status: 409, code: 'quote_used' })
    })

    it('is refused when its time has gone to another quote', async () => {
      await aUnit(app)
      const quotes = [
        await aQuoteFor(app),
        await aQuoteFor(app, aMove({ time: '12:00' })),
        await aQuoteFor(app, aMove({ time: '05:30' })),
      ]
      const answers = []
      for (const { quoteId } of quotes) answers.push(await refusalOf(await aCustomer(app), { quoteId }))
      // The last one ends as the first begins, but in Brighton.
      expect(answers.map((answer) => answer?.code)).toEqual([undefined, 'slot_taken', 'slot_taken'])
      expect(await bookings()).toBe(1)
    })

    it.each([
      [
        'is switched off',
        (id: string) =>
          app.ctx.db.updateTable('fleet.working_unit').set({ status: 'deactivated_by_you' }).where('id', '=', id),
      ],
      [
        'is blocked',
        (id: string) => app.ctx.db.updateTable('fleet.working_unit').set({ status: 'blocked' }).where('id', '=', id),
      ],
      [
        'goes on vacation',
        (id: string) =>
          app.ctx.db
            .insertInto('calendar.vacation')
            .values({ unitId: id, startDay: '2026-11-28', endDay: '2026-11-28' }),
      ],
      [
        'takes the day off',
        (id: string) => app.ctx.db.updateTable('calendar.business_day').set({ dayOff: true }).where('unitId', '=', id),
      ],
      [
        'takes an hour off',
        (id: string) =>
          app.ctx.db.insertInto('calendar.availability').values({ unitId: id, day: '2026-11-28', freeHours: 1 }),
      ],
    ])('T-046: is refused when its unit %s meanwhile', async (_, change) => {
      const unit = await aUnit(app)
      const { quoteId } = await aQuoteFor(app)
      await change(unit.id).execute()
      expect(await refusalOf(await aCustomer(app), { quoteId })).toMatchObject({ status: 409, code: 'slot_taken' })
      expect(await bookings()).toBe(0)
    })

    it('is refused when the van could not get there any more', async () => {
      const unit = await aUnit(app)
      const { quoteId } = await aQuoteFor(app)
      await aHold(app, unit, {
        start: toInstant('2026-11-28', 420),
        end: toInstant('2026-11-28', 520),
        from: 'BN1 4QL',
      })
      expect(await book(await aCustomer(app), { quoteId })).toBe('slot_taken')
    })
  })

  describe('T-043: the same booking sent twice', () => {
    it('200 times at once with one key is one booking and one answer', async () => {
      await aUnit(app)
      const customer = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app)
      const answers = await Promise.all(Array.from({ length: 200 }, () => send(customer, { quoteId }, 'key-1')))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect(await bookings()).toBe(1)
      expect(await heldTimes(app)).toHaveLength(1)
      const [{ id } = { id: '' }] = await app.ctx.db.selectFrom('bookings.booking').select('id').execute()
      expect(await messagesAbout(app, id)).toHaveLength(2)
    })

    it('with one key and another body is refused, and with the keys in another order it is the same', async () => {
      await aUnit(app)
      const customer = await aCustomer(app)
      const { quoteId } = await aQuoteFor(app)
      const first = await send(customer, { quoteId, customerNote: 'One' }, 'key-2')
      expect(first.statusCode).toBe(201)
      const other = await send(customer, { quoteId, customerNote: 'Two' }, 'key-2')
      expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([409, 'idempotency_key_reused'])
      expect((await send(customer, { customerNote: 'One', quoteId }, 'key-2')).body).toBe(first.body)
    })

    it('keeps one customer’s key apart from another’s', async () => {
      await aUnit(app)
      const answers = []
      for (const time of ['08:00', '16:00']) {
        const { quoteId } = await aQuoteFor(app, aMove({ time }))
        answers.push((await send(await aCustomer(app), { quoteId }, 'key-3')).statusCode)
      }
      expect(answers).toEqual([201, 201])
    })

    it('after a refusal is tried afresh', async () => {
      await aUnit(app, { company: { paymentMethods: ['cash'] } })
      const customer = await aCustomer(app, { phone: null })
      const { quoteId } = await aQuoteFor(app)
      expect((await send(customer, { quoteId }, 'key-4')).statusCode).toBe(422)
      await app.ctx.db
        .updateTable('identity.user')
        .set({ phone: '+447700900123' })
        .where('id', '=', customer.id)
        .execute()
      expect((await send(customer, { quoteId }, 'key-4')).statusCode).toBe(201)
    })

    it('with a new key is known by its places and time, for ten minutes, whoever drives', async () => {
      for (let made = 0; made < 3; made += 1) await aUnit(app)
      const customer = await aCustomer(app)
      const { results } = await search(app)
      const [first, second] = results.map(quoted)
      if (!first || !second) throw new Error('Two companies are free')
      expect(await book(customer, first, 'a')).toBe('booked')
      expect(await refusalOf(customer, first)).toMatchObject({ status: 409, code: 'already_booked' })
      expect(await refusalOf(customer, second)).toMatchObject({ status: 409, code: 'already_booked' })
      // A second customer may want the same move, and so may this one later.
      expect(await book(await aCustomer(app), second)).toBe('booked')
      app.clock.advance({ minutes: 10 })
      const later = { ...customer, bearer: (await sessionFor(app, customer.id)).bearer }
      expect(await book(later, quoted(await aQuoteFor(app)))).toBe('booked')
    })

    it('at once with new keys is one booking', async () => {
      for (let made = 0; made < 8; made += 1) await aUnit(app)
      const customer = await aCustomer(app)
      const { results } = await search(app)
      const answers = await Promise.all(results.map(({ quoteId }, index) => book(customer, { quoteId }, `k${index}`)))
      expect(answers.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'already_booked'), 'booked'])
    })
  })
})

describe('outward codes', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })
  beforeAll(() => aUnit(app))

  it('the first half of a postcode is enough for an approximate price, and not for a booking', async () => {
    const districts = aMove({ from: 'e17', to: 'BN1' })
    const found = await search(app, districts)
    expect(found.order).toMatchObject({ precision: 'outcode', estimated: true, unknownPostcodes: [] })
    expect(found.order.places).toEqual(['Walthamstow', 'Brighton'])
    // The price is by the middle of each district, like that of a postcode without a position of its own.
    const byFullPostcode = await search(app, aMove())
    expect(found.results[0]?.totalPence).toBe(byFullPostcode.results[0]?.totalPence)

    const customer = await aCustomer(app)
    const quoteId = found.results[0]?.quoteId ?? ''
    const book = (routePoints?: { number: number; postcode: string }[]) =>
      app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash', routePoints } })
    expect(await book()).toMatchObject({
      status: 422,
      problem: {
        code: 'invalid',
        errors: {
          'route_points.0.postcode': [WHOLE_POSTCODE_MESSAGE],
          'route_points.1.postcode': [WHOLE_POSTCODE_MESSAGE],
        },
      },
    })
    // A whole postcode is another move, with another price.
    expect(await book([{ number: 0, postcode: 'E17 4QH' }])).toMatchObject({
      status: 409,
      problem: { code: 'requote' },
    })
    expect(await aBooking(app, { customer })).toMatchObject({
      routePoints: [{ postcode: 'E17 4QH' }, { postcode: 'BN1 4QL' }],
    })
  })
})

describe('a point of a booking', () => {
  beforeAll(() => app.clock.set('2026-11-20T09:00:00Z'))
  beforeEach(() => removeCompanies(app))

  it('keeps and answers the parts of an address, whose contact it is, and who it is booked for', async () => {
    await aUnit(app)
    const address = { location: { lat: 51.58, lng: -0.02 }, city: 'London', formattedAddress: '7 Hoe Street' }
    const map = { ...address, postcode: 'E17 4QH', placeId: 'x1' }
    const own = { contactName: 'Al', contactNumber: '44 7700 900333', deliveryContactSameAsPickUp: false }
    const move = aMove({
      points: [{ address: map, contactNumber: '447700900222', customerEmail: ' mum@example.com ' }, own],
    })
    const { routePoints } = await aBooking(app, { move })
    expect(routePoints).toMatchObject([
      {
        address: map,
        contactNumber: '+447700900222',
        customerEmail: 'mum@example.com',
        deliveryContactSameAsPickUp: true,
      },
      { address: null, ...own, contactNumber: '+447700900333', customerEmail: null },
    ])
  })

  it('keeps and answers every text of a stop: as it was asked, and as it was completed', async () => {
    await aUnit(app)
    const requested = mapped(stopTexts, (_length, name) => `${name} as asked`)
    const completed = mapped(stopTexts, (_length, name) => `${name} as completed`)
    const move = aMove({ points: [requested, requested] })
    const { routePoints } = await aBooking(app, { move, routePoints: [{ number: 1, ...completed }] })
    expect(routePoints).toMatchObject([requested, completed])
  })

  it('has a street where the booking sends its address; one that sends none books what was priced', async () => {
    await aUnit(app)
    const customer = await aCustomer(app)
    const { quoteId } = await aQuoteFor(app, aMove({ points: [{ address: { formattedAddress: 'Hoe Street' } }] }))
    const book = (routePoints: { number: number; address?: { formattedAddress: string } | null }[]) =>
      app.call(customer.bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash', routePoints } })
    expect(
      await book([
        { number: 0, address: null },
        { number: 1, address: { formattedAddress: ' ' } },
      ]),
    ).toMatchObject({
      status: 422,
      problem: {
        code: 'invalid',
        errors: {
          'route_points.0.address.formatted_address': [STREET_MESSAGE],
          'route_points.1.address.formatted_address': [STREET_MESSAGE],
        },
      },
    })
    expect(await book([{ number: 0 }, { number: 1, address: { formattedAddress: 'Queens Road' } }])).toMatchObject({
      status: 201,
      data: { routePoints: [{ formattedAddress: 'Hoe Street' }, { formattedAddress: 'Queens Road' }] },
    })
    const { id } = await aBooking(app, { customer, move: aMove({ date: '2026-12-05' }) })
    expect(id).toBeTruthy()
  })

  it('tells whoever it is booked for too, once the booker is known, and nobody twice', async () => {
    await aUnit(app)
    const recipientsOf = async (date: string, customerEmail?: string) => {
      const { id, customer } = await aBooking(app, {
        move: aMove({ date }),
        routePoints: [{ number: 0, customerEmail }],
      })
      const messages = await messagesAbout(app, id)
      return messages
        .filter(({ kind }) => kind === 'booking_received')
        .map(({ recipient }) => (recipient === customer.email ? 'booker' : recipient))
    }
    expect(await recipientsOf('2026-11-28', 'mum@example.com')).toEqual(['booker', 'mum@example.com'])
    expect(await recipientsOf('2026-12-05')).toEqual(['booker'])
    const customer = await aCustomer(app, { email: 'self@example.com' })
    const { id } = await aBooking(app, {
      customer,
      move: aMove({ date: '2026-12-12' }),
      routePoints: [{ number: 0, customerEmail: 'SELF@example.com' }],
    })
    const messages = await messagesAbout(app, id)
    expect(messages.filter(({ kind }) => kind === 'booking_received')).toHaveLength(1)
  })

  it.each([
    ['contactNumber', '0770', 'contact_number'],
    ['customerEmail', 'nobody', 'customer_email'],
  ])('refuses %s: %s', async (field, value, path) => {
    await aUnit(app)
    const { quoteId } = await aQuoteFor(app)
    const customer = await aCustomer(app)
    const body = { quoteId, paymentMethod: 'cash' as const, routePoints: [{ number: 0, [field]: value }] }
    expect(await app.call(customer.bearer)(createBooking, { body })).toMatchObject({
      status: 422,
      problem: { errors: { [`route_points.0.${path}`]: [expect.any(String)] } },
    })
  })
})
