import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { createCtx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aQuoteFor } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { hashingOf } from '#test/support/hashes.ts'
import { createPerson, followLink, mailboxOf, mailedToken, testPassword, signedIn } from '#test/support/people.ts'
import { logIn, register } from './contract.ts'
import { eraseExpired, removeUnverifiedJob } from './jobs.ts'
import { updateUser } from './profile/contract.ts'
import { linkBooking, spendBookingToken } from './sessions/commands.ts'
import { verifyEmail as verifyAddress } from './verification/commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('registration', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  })
  afterAll(() => strict.close())

  const newEmail = () => `someone-${randomBytes(6).toString('hex')}@example.com`

  const fullRegistration = {
    userRole: 'customer' as 'customer' | 'driver',
    password: testPassword,
    firstName: 'Jane',
    lastName: 'Doe',
    phone: '+447700900123',
  }

  async function registered(
    email: string,
    more: Partial<typeof fullRegistration> & { companyName?: string } = {},
    on = app,
  ): Promise<string> {
    const answer = await on.call()(register, { body: { ...fullRegistration, email, ...more } })
    if (!answer.ok) throw new Error(`Registering was refused: ${answer.problem.code}`)
    return answer.data.bookingToken
  }

  const verify = (token: string) => followLink(app, token)

  const logInAs = async (email: string, password: string) =>
    (await app.call()(logIn, { body: { email, password } })).status

  const userBy = (email: string) =>
    app.ctx.db
      .selectFrom('identity.user')
      .selectAll()
      .where('emailKey', '=', email.toLowerCase())
      .executeTakeFirstOrThrow()

  /** Tokens of all links emailed to this address, oldest first. */
  const links = async (email: string) =>
    (await mailboxOf(app, email)).toReversed().map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')

  const post = (body: unknown, headers: Record<string, string> = {}, on = app) =>
    on.app.fastify.inject({
      method: 'POST',
      url: '/api/users/register/',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    })

  const wire = (email: string) => ({ user_role: 'customer', email, password: testPassword, first_name: 'Jane' })

  describe('what is asked for', () => {
    it('every wrong field is named, with a sentence', async () => {
      const answer = await post({ ...wire('jane@'), password: 'password1', phone: '07700 90012' })
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        {
          email: ['Invalid email'],
          password: ['Too common, so easy to guess. Choose another.'],
          phone: ['Enter a UK number, like 07700 900123, or start with + and the country code'],
        },
      ])
    })

    it.each([
      ['email', null],
      ['email', 7],
      ['email', ['a@example.com']],
      ['password', ''],
      ['password', 'x'.repeat(2000)],
      ['first_name', ''],
      ['first_name', '   '],
      ['first_name', 'x'.repeat(101)],
      ['first_name', 'a\u0000b'],
      ['last_name', {}],
      ['phone', 447700900123],
      ['company_name', 'x'.repeat(121)],
      ['status', 'active'],
      ['email_verified_at', '2026-01-01T00:00:00Z'],
      ['is_demonstration', true],
    ])('422 at %s for %.30j', async (field, value) => {
      const answer = await post({ ...wire(newEmail()), [field]: value })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    })

    it.each(['admin', 'Admin', '', null, 0, ['admin']])('T-038: nobody registers as %j', async (role) => {
      const email = newEmail()
      const answer = await post({ ...wire(email), user_role: role })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['user_role']])
      await expect(userBy(email)).rejects.toThrow('no result')
    })

    it('a driver’s company name is kept for the company, a customer’s is not', async () => {
      const [driver, customer] = [newEmail(), newEmail()]
      await registered(driver, { userRole: 'driver', companyName: 'Pennant Vans' })
      await registered(customer, { companyName: 'Pennant Vans' })
      expect(await userBy(driver)).toMatchObject({ userRole: 'driver', companyName: 'Pennant Vans' })
      expect(await userBy(customer)).toMatchObject({ userRole: 'customer', companyName: null })
    })
  })

  describe('an answer tells nothing about an address', () => {
    it('T-004: known, unknown, blocked and closed ones answer alike; the owner learns it by email', async () => {
      const known = [
        await createPerson(app),
        await createPerson(app, { status: 'blocked' }),
        await createPerson(app, { status: 'deleted' }),
        await createPerson(app, { role: 'driver' }),
        { email: newEmail() },
      ]
      const answers = []
      for (const { email } of known) answers.push(await post(wire(email)))
      for (const answer of answers) {
        expect(answer.statusCode).toBe(201)
        expect(answer.json()).toEqual({
          detail: answers[0]?.json().detail,
          booking_token: expect.stringMatching(/^[\w-]{43}$/),
        })
        expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
      }
      const subjects = []
      for (const { email } of known) subjects.push((await mailboxOf(app, email)).map(({ subject }) => subject))
      expect(subjects).toEqual([
        ['You already have an account'],
        ['Your account isn’t open'],
        ['Your account isn’t open'],
        ['You already have an account'],
        ['Confirm your email address'],
      ])
    })

    it('T-008: the fourth registration of one address within the hour waits, whether it is known or not', async () => {
      const known = await createPerson(strict)
      for (const [index, email] of [newEmail(), known.email].entries()) {
        const from = (n: number, enteredEmail = email) =>
          strict.call(undefined, `203.0.113.${10 * index + n}`)(register, {
            body: { ...fullRegistration, email: enteredEmail },
          })
        for (let n = 0; n < 3; n++) expect((await from(n)).status).toBe(201)
        const answer = await from(3, email.toUpperCase())
        expect(answer).toMatchObject({ ok: false, status: 429, retryAfterSeconds: expect.any(Number) })
        expect(await mailboxOf(strict, email)).toHaveLength(3)
      }
    })

    it('T-008: one network opens five accounts an hour; without the limit as many as it likes', async () => {
      const from = async (on: TestApp, email = newEmail()) =>
        (await on.call(undefined, '198.51.100.8')(register, { body: { ...fullRegistration, email } })).status
      const statuses = []
      for (let n = 0; n < 7; n++) statuses.push([await from(strict), await from(app)])
      expect(statuses).toEqual(Array.from({ length: 7 }, (_, n) => [n < 5 ? 201 : 429, 201]))
      strict.clock.advance({ hours: 1, seconds: 1 })
      expect(await from(strict)).toBe(201)
    })

    it('T-008: what was refused does not count among the five; of tries of any kind there are thirty', async () => {
      const from = async (body: Partial<typeof fullRegistration> & { email: string }) =>
        (await strict.call(undefined, '198.51.100.9')(register, { body: { ...fullRegistration, ...body } })).status
      const email = newEmail()
      const statuses = []
      for (let n = 0; n < 6; n++) statuses.push(await from({ email: newEmail(), password: 'x' }))
      for (let n = 0; n < 5; n++) statuses.push(await from({ email }))
      for (let n = 0; n < 3; n++) statuses.push(await from({ email: newEmail() }))
      expect(statuses).toEqual([...Array(6).fill(422), 201, 201, 201, 429, 429, 201, 201, 429])
      for (let n = 0; n < 16; n++) expect(await from({ email: newEmail(), password: 'x' })).toBe(422)
      expect(await from({ email: newEmail(), password: 'x' })).toBe(429)
    })

    it('T-008: the sixth try of a network takes none of the three that the address has', async () => {
      const from = async (address: string, email: string) =>
        (await strict.call(undefined, address)(register, { body: { ...fullRegistration, email } })).status
      for (let n = 0; n < 5; n++) await from('198.51.100.10', newEmail())
      const email = newEmail()
      for (let n = 0; n < 4; n++) expect(await from('198.51.100.10', email)).toBe(429)
      expect(await from('198.51.100.11', email)).toBe(201)
    })

    // What they take of a processor, in turns, is compared by test/faults/equal-work; in time by node bench/account-times.ts
    it('T-005: a known address is hashed for like an unknown one', async () => {
      const real = await createTestApp({ realHashes: true })
      const known = await createPerson(real)
      const hashes = await hashingOf(() => post(wire(newEmail()), {}, real))
      expect(hashes).toBeGreaterThan(0)
      expect(await hashingOf(() => post(wire(known.email), {}, real))).toBe(hashes)
      await real.close()
    })

    it.each([
      ['Jane', 'Hello Jane,'],
      ['Anne-Marie O’Neil', 'Hello Anne-Marie O’Neil,'],
      ['J. R.', 'Hello J. R.,'],
      ['Łukasz', 'Hello Łukasz,'],
      ['you won, see https://evil.example', 'Hello, this'],
      ['evil.example', 'Hello, this'],
      ['call 0900 123456', 'Hello, this'],
      ['a'.repeat(41), 'Hello, this'],
    ])(
      'T-022: "%s" as a name is greeted as "%s": nobody sends strangers a message in our email',
      async (firstName, text) => {
        const email = newEmail()
        await registered(email, { firstName })
        const [mail] = await mailboxOf(app, email)
        expect(mail?.text).toContain(text)
        expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|0900|aaaa/)
      },
    )

    it('T-017: links begin with our own address, whatever host was asked', async () => {
      const email = newEmail()
      await post(wire(email), { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
      const [mail] = await mailboxOf(app, email)
      expect(mail?.text).toContain(`${app.ctx.config.publicUrl}/verify-email?token=`)
      expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
    })
  })

  describe('T-039: registering somebody else’s address gains nothing', () => {
    const theirs = 'Attackers-own-pass-1'

    it('an unverified account lets nobody in', async () => {
      const email = newEmail()
      await registered(email, { password: theirs })
      expect(await logInAs(email, theirs)).toBe(403)
    })

    it('whoever follows their own link has their own password, even if a stranger registered before and after', async () => {
      const email = newEmail()
      await registered(email, { password: theirs, firstName: 'Mallory' })
      await registered(email)
      await registered(email, { password: theirs, firstName: 'Mallory' })
      const [, mine = ''] = await links(email)
      expect((await verify(mine)).ok).toBe(true)
      expect(await logInAs(email, theirs)).toBe(401)
      expect(await logInAs(email, testPassword)).toBe(200)
      expect(await userBy(email)).toMatchObject({ firstName: 'Jane' })
    })

    it('a stranger’s link that is followed later changes nothing any more', async () => {
      const email = newEmail()
      await registered(email, { password: theirs, firstName: 'Mallory' })
      await registered(email)
      const [stranger = '', mine = ''] = await links(email)
      await verify(mine)
      expect((await verify(stranger)).status).toBe(409)
      expect(await logInAs(email, testPassword)).toBe(200)
      expect(await userBy(email)).toMatchObject({ firstName: 'Jane' })
    })

    it('a booking made with a stranger’s token does not start with the owner’s link', async () => {
      const email = newEmail()
      const strangers = await registered(email, { password: theirs })
      const mine = await registered(email)
      await app.ctx.tx(async (ctx) => {
        for (const token of [strangers, mine]) {
          expect(await spendBookingToken(ctx, digestOf(token))).toMatchObject({ isVerified: false })
        }
        await linkBooking(ctx, digestOf(strangers), '00000000-0000-7000-8000-00000000000a')
        await linkBooking(ctx, digestOf(mine), '00000000-0000-7000-8000-00000000000b')
      })
      const started: string[] = []
      const ctx = {
        ...app.ctx,
        services: {
          ...app.ctx.services,
          startWaitingBooking: async (_: unknown, { bookingId }: { bookingId: string }) => {
            started.push(bookingId)
            return { hash: 'h', status: 'new_booking', isHeld: true }
          },
        },
      }
      const [, link = ''] = await links(email)
      expect(await verifyAddress(createCtx(ctx), { token: link, password: testPassword, device: null })).toMatchObject({
        booking: { hash: 'h', isHeld: true },
      })
      expect(started).toEqual(['00000000-0000-7000-8000-00000000000b'])
    })
  })

  describe('T-048: one address, one account', () => {
    it('whatever its case', async () => {
      const email = newEmail()
      await registered(email)
      await registered(email.toUpperCase())
      await registered(` ${email} `)
      await registered(`\u202A${email}\u202C,`)
      await registered(`Jane <${email}>`)
      const { count } = await app.ctx.db
        .selectFrom('identity.user')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('emailKey', '=', email)
        .executeTakeFirstOrThrow()
      expect(count).toBe(1)
    })

    it.each(['jane@example.com.', 'jane@exаmple.com', 'jané@example.com', '"jane"@example.com', 'ｊane@example.com'])(
      'a look-alike is no address: %s',
      async (email) => {
        const answer = await post(wire(email))
        expect([answer.statusCode, answer.json().errors]).toEqual([422, { email: ['Invalid email'] }])
      },
    )

    it('a verified account is never changed by registering again', async () => {
      const person = await createPerson(app)
      const before = await userBy(person.email)
      await registered(person.email.toUpperCase(), {
        userRole: 'driver',
        password: 'Another-pass-12',
        firstName: 'Mallory',
      })
      await registered(person.email, { password: 'Another-pass-12', firstName: 'Mallory' })
      for (const link of (await links(person.email)).filter(Boolean)) await verify(link)
      expect(await userBy(person.email)).toEqual(before)
      expect(await logInAs(person.email, testPassword)).toBe(200)
    })

    it('twenty at once make one account', async () => {
      const email = newEmail()
      await Promise.all(Array.from({ length: 20 }, () => registered(email)))
      expect(await mailboxOf(app, email)).toHaveLength(20)
      expect((await userBy(email)).emailVerifiedAt).toBeNull()
    })
  })

  describe('the emailed link', () => {
    it('T-016: confirms the address once, however many follow it at once', async () => {
      const email = newEmail()
      await registered(email)
      const token = await mailedToken(app, email)
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const refused = answers.flatMap((answer) => (answer.ok ? [] : [[answer.status, answer.problem.detail]]))
      expect(refused).toEqual(Array.from({ length: 19 }, () => [409, 'token lifetime expired']))
    })

    it('lives 48 hours', async () => {
      const [early, late] = [newEmail(), newEmail()]
      await registered(early)
      await registered(late)
      const tokens = [await mailedToken(app, early), await mailedToken(app, late)]
      app.clock.advance({ hours: 47, minutes: 59 })
      expect((await verify(tokens[0] ?? '')).ok).toBe(true)
      app.clock.advance({ minutes: 2 })
      expect(await verify(tokens[1] ?? '')).toMatchObject({
        ok: false,
        status: 409,
        problem: { detail: 'token lifetime expired' },
      })
      expect(await logInAs(late, testPassword)).toBe(403)
    })

    it.each(['x', 'A'.repeat(43), '../../etc', "' or true --"])('%s was never emailed', async (token) => {
      expect(await verify(token)).toMatchObject({
        ok: false,
        status: 409,
        problem: { detail: 'token lifetime expired' },
      })
    })

    it('opens no account that was blocked meanwhile', async () => {
      const email = newEmail()
      await registered(email)
      const token = await mailedToken(app, email)
      await app.ctx.db.updateTable('identity.user').set({ status: 'blocked' }).where('emailKey', '=', email).execute()
      expect((await verify(token)).status).toBe(409)
      expect((await userBy(email)).emailVerifiedAt).toBeNull()
    })

    it('speaks for its own address only', async () => {
      const email = newEmail()
      await registered(email)
      const token = await mailedToken(app, email)
      const moved = newEmail()
      await app.ctx.db
        .updateTable('identity.user')
        .set({ email: moved, emailKey: moved })
        .where('emailKey', '=', email)
        .execute()
      expect((await verify(token)).status).toBe(409)
    })
  })
})

describe('registering', () => {
  beforeAll(() => removeCompanies(app))
  beforeAll(() => aUnit(app))
  beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))

  const newEmail = () => `somebody-${crypto.randomUUID()}@example.com`
  const sweep = () => removeUnverifiedJob.handle(app.ctx, {})

  async function registered(email: string): Promise<string> {
    const body = {
      userRole: 'customer' as const,
      email,
      password: testPassword,
      firstName: 'Jane',
      phone: '+447700900123',
    }
    const answer = await app.call()(register, { body })
    if (!answer.ok) throw new Error(answer.problem.code)
    return answer.data.bookingToken
  }

  /** Each on a day of its own: the van can be in one place only. */
  let days = 0
  const book = async (token: string) => {
    const { quoteId } = await aQuoteFor(app, aMove({ date: `2027-01-${String((days += 7)).padStart(2, '0')}` }))
    const booked = await app.call(token)(createBooking, { body: { quoteId, paymentMethod: 'cash' } })
    if (!booked.ok) throw new Error(booked.problem.code)
    return booked.data.id
  }

  const rowsOf = (email: string) =>
    app.ctx.db.selectFrom('identity.user').select('id').where('emailKey', '=', email).execute()

  const bookingsLeft = async (id: string) =>
    (await app.ctx.db.selectFrom('bookings.booking').select('id').where('id', '=', id).execute()).length

  it('after thirty days an account that nobody verified goes, with its waiting booking and what was said of it', async () => {
    const email = newEmail()
    const bookingId = await book(await registered(email))
    expect(await mailboxOf(app, email)).not.toEqual([])
    app.clock.advance({ days: 29, hours: 23 })
    await sweep()
    expect(await rowsOf(email)).toHaveLength(1)
    expect(await bookingsLeft(bookingId)).toBe(1)

    app.clock.advance({ hours: 2 })
    await sweep()
    expect(await rowsOf(email)).toEqual([])
    expect(await bookingsLeft(bookingId)).toBe(0)
    expect(await mailboxOf(app, email)).toEqual([])
    // The deadlines of the registration find nothing to do; the address is free.
    app.clock.set('2027-02-01T09:00:00Z')
    await app.runJobs()
    await registered(email)
    await followLink(app, await mailedToken(app, email))
    expect((await app.call()(logIn, { body: { email, password: testPassword } })).status).toBe(200)
  })

  it('one that registers again has its two days', async () => {
    const email = newEmail()
    await registered(email)
    app.clock.advance({ days: 29 })
    const bookingToken = await registered(email)
    const token = await mailedToken(app, email)
    const bookingId = await book(bookingToken)
    app.clock.advance({ days: 1, hours: 23 })
    await sweep()
    expect(await rowsOf(email)).toHaveLength(1)
    expect(await followLink(app, token)).toMatchObject({ data: { booking: { isHeld: true } } })
    app.clock.advance({ days: 60 })
    await sweep()
    expect([await rowsOf(email), await bookingsLeft(bookingId)]).toMatchObject([[{}], 1])
  })

  it('a verified account stays however old, and so does one that is blocked; messages to a shared number too', async () => {
    const [verified, blocked, never] = [
      await createPerson(app),
      await createPerson(app, { isVerified: false, status: 'blocked' }),
      await createPerson(app, { isVerified: false }),
    ]
    for (const recipient of ['+447700900123', never.email])
      await app.ctx.db
        .insertInto('notifications.message')
        .values({
          channel: recipient.startsWith('+') ? 'sms' : 'email',
          recipient,
          kind: 'test',
          text: 'Hello',
          createdAt: app.clock.now(),
        })
        .execute()
    await app.ctx.db.updateTable('identity.user').set({ createdAt: app.clock.now() }).execute()
    app.clock.advance({ days: 31 })
    await sweep()
    expect([await rowsOf(verified.email), await rowsOf(blocked.email), await rowsOf(never.email)]).toMatchObject([
      [{}],
      [{}],
      [],
    ])
    const messages = await app.ctx.db
      .selectFrom('notifications.message')
      .select('recipient')
      .where('kind', '=', 'test')
      .execute()
    expect(messages).toEqual([{ recipient: '+447700900123' }])
  })

  it('the nightly forgetting leaves a booking token until the link that starts its booking has expired', async () => {
    const email = newEmail()
    const bookingToken = await registered(email)
    const token = await mailedToken(app, email)
    await book(bookingToken)
    app.clock.advance({ hours: 47 })
    await eraseExpired.handle(app.ctx, {})
    expect(await followLink(app, token)).toMatchObject({ data: { booking: { isHeld: true } } })
  })
})

describe('named addresses', () => {
  /**
   * Anyone can name another person's address. The limits that this uses up are the caller's own; the owner is slowed down
   * at most.
   */
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  })
  beforeEach(() => app.clock.advance({ hours: 2 }))
  afterAll(() => app.close())

  let networks = 0
  const newNetwork = () => {
    networks += 1
    return `198.51.${networks >> 8}.${networks & 255}`
  }

  const registering = async (email: string, address: string) =>
    createCall(app.app.fastify, { address })(register, {
      body: { userRole: 'customer', email, password: testPassword, firstName: 'Jane' },
    })

  const changing = async (email: string, address: string) => {
    const { access } = await signedIn(app)
    return createCall(app.app.fastify, { address, bearer: access })(updateUser, { body: { email } })
  }

  describe.each([
    ['registering', registering, 201],
    ['changing an address', changing, 200],
  ] as const)('%s with somebody’s address', (_how, ask, done) => {
    const newEmail = () => `named-${crypto.randomUUID()}@example.com`

    it('from ever other networks keeps its owner waiting ten minutes at most, and mails them at that pace', async () => {
      const email = newEmail()
      for (let n = 0; n < 8; n += 1) await ask(email, newNetwork())
      const own = newNetwork()
      const refused = await ask(email, own)
      expect(refused).toMatchObject({ status: 429 })
      expect(refused.ok ? 0 : refused.retryAfterSeconds).toBeLessThanOrEqual(600)
      expect(await mailboxOf(app, email)).toHaveLength(3)
      app.clock.advance({ seconds: 601 })
      expect((await ask(email, own)).status).toBe(done)
      expect(await mailboxOf(app, email)).toHaveLength(4)
    })

    it('from one network is over after three in an hour, and takes nothing of others', async () => {
      const [email, own] = [newEmail(), newNetwork()]
      for (let n = 0; n < 3; n += 1) await ask(email, own)
      app.clock.advance({ minutes: 11 })
      expect((await ask(email, own)).status).toBe(429)
      expect((await ask(email, newNetwork())).status).toBe(done)
    })
  })

  it('charges nobody for a change that is refused for the address’s sake', async () => {
    const victim = `named-${crypto.randomUUID()}@example.com`
    for (let n = 0; n < 3; n += 1) await changing(victim, newNetwork())
    const { access } = await signedIn(app)
    const ask = (email: string) =>
      createCall(app.app.fastify, { address: newNetwork(), bearer: access })(updateUser, { body: { email } })
    for (let n = 0; n < 5; n += 1) expect((await ask(victim)).status).toBe(429)
    expect((await ask(`own-${crypto.randomUUID()}@example.com`)).status).toBe(200)
  })

  it('charges no address for a registration that is refused for its password', async () => {
    const email = `named-${crypto.randomUUID()}@example.com`
    for (let n = 0; n < 5; n += 1)
      await createCall(app.app.fastify, { address: newNetwork() })(register, {
        body: { userRole: 'customer', email, password: 'x', firstName: 'Jane' },
      })
    for (let n = 0; n < 3; n += 1) expect((await registering(email, newNetwork())).status).toBe(201)
  })
})
