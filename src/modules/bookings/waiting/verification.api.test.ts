import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { logIn, register } from '#modules/identity/contract.ts'
import { exportOwnData } from '#modules/identity/profile/contract.ts'
import { removeUnverified } from '#modules/identity/registration/commands.ts'
import { validateVerifyToken } from '#modules/identity/verification/contract.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import {
  aBooking,
  aCustomer,
  aQuoteFor,
  heldTimes,
  messagesAbout,
  storedBooking,
} from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { followLink, mailboxOf, mailedToken, testPassword, createPerson } from '#test/support/people.ts'
import { createBooking, getSharedBooking, listFutureBookings } from '../contract.ts'
import { getStartCode, startBooking, sendAgain } from './contract.ts'

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

describe('start by phone', () => {
  beforeEach(clearRoads)

  let numbers = 100
  interface Waiting {
    email: string
    phone: string
    link: string
    id: string
    hash: string
  }

  /** A waiting booking, made in the middle of registering. */
  async function aWaiting(more: { email?: string; phone?: string | null; password?: string } = {}): Promise<Waiting> {
    const email = more.email ?? `new-${crypto.randomUUID()}@example.com`
    const phone = more.phone === undefined ? `+447700901${numbers++}` : more.phone
    const { quoteId } = await aQuoteFor(app)
    const person = { email, phone, firstName: 'Nia', password: more.password ?? testPassword }
    const opened = await app.call()(register, { body: { userRole: 'customer', ...person } })
    if (!opened.ok) throw new Error(opened.problem.code)
    const link = await mailedToken(app, email)
    const routePoints = [0, 1].map((number) => ({ number, contactNumber: '+447700900555' }))
    const body = { quoteId, paymentMethod: 'cash' as const, customerNote: 'Mind the harp.', routePoints }
    const booked = await app.call(opened.data.bookingToken)(createBooking, { body })
    if (!booked.ok) throw new Error(booked.problem.code)
    return { email, phone: phone ?? '', link, id: booked.data.id, hash: booked.data.hash }
  }

  const text = ({ hash }: Pick<Waiting, 'hash'>, call = app.call()) =>
    call(getStartCode, { params: { hash }, body: {} })
  const codeOf = async ({ phone }: Waiting) => /\b\d{6}\b/.exec((await mailboxOf(app, phone))[0]?.text ?? '')?.[0] ?? ''
  const start = ({ hash }: Pick<Waiting, 'hash'>, code: string, call = app.call()) =>
    call(startBooking, { params: { hash }, body: { code } })
  const follow = (token: string, password?: string) => followLink(app, token, password)

  async function startedByPhone(waiting: Waiting) {
    await text(waiting)
    return start(waiting, await codeOf(waiting))
  }

  async function everythingOf(email: string, password = testPassword): Promise<string> {
    const login = await app.call()(logIn, { body: { email, password } })
    if (!login.ok) return login.problem.code
    const call = app.call(login.data.access)
    return JSON.stringify([await call(listFutureBookings, { query: {} }), await call(exportOwnData)])
  }

  describe('a code to the phone', () => {
    it('starts the booking: the time is held, the driver is told, and the customer by text', async () => {
      const unit = await aUnit(app)
      const waiting = await aWaiting()
      expect(await text(waiting)).toMatchObject({ data: { phoneEnding: waiting.phone.slice(-3) } })
      expect(await start(waiting, await codeOf(waiting))).toMatchObject({
        data: { booking: { hash: waiting.hash, status: 'new_booking', isHeld: true } },
      })
      expect(await heldTimes(app)).toMatchObject([{ unitId: unit.id, bookingId: waiting.id }])
      expect((await storedBooking(app, waiting.id)).events).toEqual(['created', 'verified'])
      expect((await messagesAbout(app, waiting.id)).slice(1)).toEqual([
        { kind: 'start_code', recipient: waiting.phone },
        { kind: 'booking_received', recipient: waiting.phone },
        { kind: 'new_job', recipient: unit.company.owner.email },
      ])
      const page = await app.call()(getSharedBooking, { params: { hash: waiting.hash } })
      expect(page).toMatchObject({ data: { awaitingVerification: false, status: 'new_booking' } })
    })

    it('confirms the booking of a van that confirms by itself, and no sooner', async () => {
      const unit = await aUnit(app, { confirmsFromHours: 24 })
      const waiting = await aWaiting()
      expect(await storedBooking(app, waiting.id)).toMatchObject({ status: 'new_booking', awaitingVerification: true })
      expect(await heldTimes(app)).toEqual([])
      expect(await startedByPhone(waiting)).toMatchObject({ data: { booking: { status: 'confirmed', isHeld: true } } })
      expect((await storedBooking(app, waiting.id)).events).toEqual(['created', 'verified', 'confirmed'])
      expect(await heldTimes(app)).toMatchObject([{ unitId: unit.id, bookingId: waiting.id }])
      expect(await follow(waiting.link)).toMatchObject({ data: { booking: { status: 'confirmed', isHeld: true } } })
    })

    it('leaves the booking to its driver if too little notice is left by then', async () => {
      await aUnit(app, { confirmsFromHours: 24 * 7 })
      const waiting = await aWaiting()
      app.clock.advance({ days: 1, minutes: 1 })
      expect(await startedByPhone(waiting)).toMatchObject({ data: { booking: { status: 'new_booking' } } })
    })

    it('proves no address: the account stays shut until its own link, which takes the booking in', async () => {
      await aUnit(app)
      const waiting = await aWaiting()
      await startedByPhone(waiting)
      expect(await everythingOf(waiting.email)).toBe('unverified_email')
      expect(await follow(waiting.link)).toMatchObject({
        data: { booking: { hash: waiting.hash, isHeld: true } },
      })
      expect(await everythingOf(waiting.email)).toContain('Mind the harp.')
      expect(await heldTimes(app)).toHaveLength(1)
      const byPhone = app.ctx.db.selectFrom('identity.user').select('id').where('openedBy', '=', 'phone')
      expect(await byPhone.where('phone', '=', waiting.phone).execute()).toEqual([])
    })

    it('T-039: gives nothing to whoever proves the address with another registration, and loses nothing by it', async () => {
      await aUnit(app)
      const mine = await aWaiting()
      await startedByPhone(mine)
      const body = {
        userRole: 'customer' as const,
        email: mine.email,
        firstName: 'Mallory',
        password: 'Strangers-pan-2',
      }
      await app.call()(register, { body })
      expect((await follow(await mailedToken(app, mine.email), 'Strangers-pan-2')).ok).toBe(true)
      expect(await everythingOf(mine.email, 'Strangers-pan-2')).not.toMatch(/harp|Nia|90090|error/)
      expect((await follow(mine.link)).status).toBe(409)
      expect(await storedBooking(app, mine.id)).toMatchObject({ status: 'new_booking', awaitingVerification: false })
      expect((await app.call()(getSharedBooking, { params: { hash: mine.hash } })).ok).toBe(true)
    })

    it('T-039: puts nothing into an account that the address has already, until its owner says so', async () => {
      await aUnit(app)
      const owner = await aCustomer(app)
      const waiting = await aWaiting({ email: owner.email })
      await startedByPhone(waiting)
      expect(await everythingOf(owner.email)).not.toContain('harp')
      // The password that was typed is the account's own.
      await follow(waiting.link)
      expect(await everythingOf(owner.email)).toContain('harp')
    })

    it('of a registration that died starts nothing', async () => {
      await aUnit(app)
      const mine = await aWaiting()
      await text(mine)
      const code = await codeOf(mine)
      await aUnit(app)
      const other = await aWaiting({ email: mine.email, password: 'Strangers-pan-2' })
      await follow(other.link, 'Strangers-pan-2')
      expect([(await text(mine)).status, (await start(mine, code)).status]).toEqual([404, 409])
      expect(await app.ctx.db.selectFrom('identity.start_code').select('phone').execute()).toEqual([])
    })

    it('loses the time to whoever was faster, and says so by text', async () => {
      await aUnit(app)
      const waiting = await aWaiting()
      await aBooking(app)
      expect(await startedByPhone(waiting)).toMatchObject({
        data: { booking: { isHeld: false, status: 'no_one_took' } },
      })
      expect((await messagesAbout(app, waiting.id)).at(-1)).toEqual({
        kind: 'booking_time_gone',
        recipient: waiting.phone,
      })
    })

    it('outlives the account that nobody verified', async () => {
      await aUnit(app)
      const waiting = await aWaiting()
      await startedByPhone(waiting)
      app.clock.advance({ days: 31 })
      await removeUnverified(app.ctx)
      expect((await storedBooking(app, waiting.id)).id).toBe(waiting.id)
    })
  })

  describe('T-028: a code', () => {
    it('is wrong five times, then void; without the guard it is guessed on', async () => {
      await aUnit(app)
      const waiting = await aWaiting()
      await text(waiting)
      const code = await codeOf(waiting)
      const wrong = code === '000000' ? '111111' : '000000'
      const answers = []
      for (let n = 0; n < 5; n++) answers.push(await start(waiting, wrong))
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 409])
      expect(answers[3]).toMatchObject({ problem: { errors: { code: ['That isn’t the code. You have 1 try left.'] } } })
      expect(await start(waiting, code)).toMatchObject({ status: 409, problem: { code: 'code_expired' } })
      const careless = await withoutGuards(app, 'code_tries')
      expect((await start(waiting, code, createCall(careless.fastify))).status).toBe(200)
      await careless.close()
    })

    it('starts one booking once, however many send it at once', async () => {
      await aUnit(app)
      const waiting = await aWaiting()
      await text(waiting)
      const code = await codeOf(waiting)
      const answers = await Promise.all(Array.from({ length: 6 }, () => start(waiting, code)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await heldTimes(app)).toHaveLength(1)
      expect(await text(waiting)).toMatchObject({ status: 409, problem: { code: 'not_waiting' } })
    })

    it('starts it once with a link at the same moment, and it is the account’s', async () => {
      await aUnit(app)
      const waiting = await aWaiting()
      await text(waiting)
      const code = await codeOf(waiting)
      const [linked] = await Promise.all([follow(waiting.link), start(waiting, code)])
      expect(linked.status).toBe(200)
      expect(await heldTimes(app)).toHaveLength(1)
      expect(await everythingOf(waiting.email)).toContain('harp')
    })

    it('is no other booking’s, and lives ten minutes', async () => {
      await aUnit(app)
      const mine = await aWaiting()
      const theirs = await aWaiting()
      await text(mine)
      const code = await codeOf(mine)
      expect((await start(theirs, code)).status).toBe(409)
      app.clock.advance({ minutes: 10 })
      expect((await start(mine, code)).status).toBe(409)
    })

    it('goes to a British mobile number that was given at registration, once a minute, five times a day', async () => {
      await aUnit(app)
      for (const phone of [null, '+442079460000', '+33612345678'])
        expect(await text(await aWaiting({ phone }))).toMatchObject({ status: 409, problem: { code: 'no_mobile' } })
      const waiting = await aWaiting()
      const parts = { connection: app.database.connection, clock: app.clock, log: app.ctx.log, work: false }
      const strict = await buildApp({ ...parts, config: { ...app.ctx.config, rateLimitFactor: 1 } })
      await strict.fastify.ready()
      const call = createCall(strict.fastify)
      const statuses = []
      for (let n = 0; n < 6; n++) {
        statuses.push((await text(waiting, call)).status)
        if (n === 0) statuses.push((await text(waiting, call)).status)
        app.clock.advance({ minutes: 1, seconds: 1 })
      }
      await strict.close()
      expect(statuses).toEqual([200, 429, 200, 200, 200, 200, 429])
    })

    it('T-025: one number has five bookings open by phone', async () => {
      for (let n = 0; n < 6; n++) await aUnit(app)
      const phone = `+447700901${numbers++}`
      const codes = []
      for (let n = 0; n < 6; n++) {
        const answer = await startedByPhone(await aWaiting({ phone }))
        codes.push(answer.ok ? 'held' : answer.problem.code)
        app.clock.advance({ minutes: 2 })
      }
      expect(codes).toEqual([...Array(5).fill('held'), 'too_many_open_bookings'])
    })

    it('of a link that nobody signed is nowhere', async () => {
      expect((await text({ hash: 'A'.repeat(64) })).status).toBe(404)
      expect((await start({ hash: 'A'.repeat(64) }, '123456')).status).toBe(404)
    })
  })
})

describe('one mail', () => {
  beforeEach(async () => {
    await clearRoads()
    await aUnit(app)
  })

  const newAddress = () => `one-${crypto.randomUUID()}@example.com`

  const registerIn = (email: string, forBooking: boolean) =>
    must(
      app.call()(register, {
        body: {
          userRole: 'customer',
          email,
          password: testPassword,
          firstName: 'Nia',
          phone: '+447700900555',
          forBooking,
        },
      }),
    )

  async function book(bookingToken: string) {
    const { quoteId } = await aQuoteFor(app)
    return must(app.call(bookingToken)(createBooking, { body: { quoteId, paymentMethod: 'cash' } }))
  }

  const mailsTo = (email: string) =>
    app.ctx.db
      .selectFrom('notifications.message')
      .select(['kind', 'subject', 'text', 'sentAt'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()

  it('a new customer who books gets one mail: the link that confirms, the day and the towns, and no more of the move', async () => {
    const email = newAddress()
    const { bookingToken } = await registerIn(email, true)
    await app.runJobs()
    expect(await mailsTo(email)).toMatchObject([{ kind: 'verify_email', sentAt: null }])
    const booking = await book(bookingToken)
    app.clock.advance({ minutes: 10 })
    await app.runJobs()
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.sentAt).not.toBeNull()
    const [from, to] = [booking.routePoints[0]?.place ?? '?', booking.routePoints.at(-1)?.place ?? '?']
    expect(mail?.subject).toBe(`Confirm your email address: ${from} to ${to}, Sat 28 November`)
    expect(mail?.text).toMatch(/\/verify-email\?token=[\w-]+/)
    const secrets = [
      ...booking.routePoints.map(({ postcode }) => postcode),
      booking.company?.name ?? '?',
      '£',
      booking.hash,
    ]
    for (const secret of secrets) expect(mail?.text).not.toContain(secret)

    await must(followLink(app, await mailedToken(app, email)))
    expect(await storedBooking(app, booking.id)).toMatchObject({ awaitingVerification: false })
    const [, confirmation, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(confirmation).toMatchObject({ kind: 'booking_received' })
    for (const part of ['What you pay', 'Total', booking.workingUnit?.van.registration ?? '?', 'Terms & Conditions'])
      expect(confirmation?.text).toContain(part)
    const files = await app.ctx.db
      .selectFrom('notifications.attachment as a')
      .innerJoin('notifications.message as m', 'm.id', 'a.mailId')
      .select(['a.name', 'a.contentType', 'a.content'])
      .where('m.recipient', '=', email)
      .orderBy('a.position')
      .execute()
    expect(files.map(({ contentType }) => contentType)).toEqual(['text/calendar', 'text/html', 'text/plain'])
    expect(files[0]?.content).toContain('BEGIN:VEVENT')
    expect(files[0]?.name).toMatch(/^vanfare-[0-9a-f]{8}\.ics$/)
  })

  it('a registration that no booking follows is mailed its link by itself, a little later', async () => {
    const email = newAddress()
    await registerIn(email, true)
    app.clock.advance({ minutes: 2 })
    await app.runJobs()
    expect(await mailsTo(email)).toMatchObject([{ sentAt: null }])
    app.clock.advance({ minutes: 2 })
    await app.runJobs()
    expect(await mailsTo(email)).toMatchObject([{ kind: 'verify_email', sentAt: expect.any(Date) as Date }])
  })

  it('control: without saying that a booking follows, the first mail goes at once', async () => {
    const email = newAddress()
    const { bookingToken } = await registerIn(email, false)
    await app.runJobs()
    await book(bookingToken)
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['verify_email', 'booking_awaits_verification'])
  })

  it('the owner of an account is mailed once too, and the mail of a stranger’s registration stays', async () => {
    const owner = await createPerson(app, { role: 'customer' })
    const before = (await mailsTo(owner.email)).length
    const { bookingToken } = await registerIn(owner.email, true)
    await registerIn(owner.email, true)
    await book(bookingToken)
    expect((await mailsTo(owner.email)).slice(before).map(({ kind }) => kind)).toEqual([
      'known_address',
      'booking_awaits_verification',
    ])
  })
})

describe('sending again', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ now: '2026-11-20T09:00:00Z', config: { rateLimitFactor: 1 } })
    await aUnit(app)
  })
  afterAll(() => app.close())

  it('emails the link of that registration again and texts a code, at a pace, and every link works', async () => {
    const email = `again-${crypto.randomUUID()}@example.com`
    const person = { userRole: 'customer' as const, email, password: testPassword, firstName: 'Nia' }
    const { bookingToken } = await must(app.call()(register, { body: { ...person, phone: '+447700900555' } }))
    const first = await mailedToken(app, email)
    const { quoteId } = await aQuoteFor(app)
    const booking = await must(app.call(bookingToken)(createBooking, { body: { quoteId, paymentMethod: 'cash' } }))
    const resend = () => app.call()(sendAgain, { params: { hash: booking.hash }, body: {} })
    expect(await must(resend())).toEqual({
      detail: 'We have sent the email again, and a code to your number that ends in 555.',
      phoneEnding: '555',
    })
    expect((await messagesAbout(app, booking.id)).filter(({ kind }) => kind === 'start_code')).toHaveLength(1)
    const second = await mailedToken(app, email)
    expect(second).not.toBe(first)
    // Pressed twice, one mail goes out.
    expect((await resend()).status).toBe(429)
    // It is one registration, however often its link was emailed.
    expect(await must(app.call()(validateVerifyToken, { body: { token: second } }))).toMatchObject({ registrations: 1 })
    await must(followLink(app, first))
    expect(await storedBooking(app, booking.id)).toMatchObject({ awaitingVerification: false })
    app.clock.set('2026-11-20T09:02:00Z')
    expect(await resend()).toMatchObject({ status: 409, problem: { code: 'not_waiting' } })
    expect((await app.call()(sendAgain, { params: { hash: 'x'.repeat(43) }, body: {} })).status).toBe(404)
  })
})
