import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { bookSpecial } from '#modules/bookings/create/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { mailboxOf, signedIn, type SignedInPerson, createPerson, mailedToken } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { getUser, logIn, refreshTokens } from '../contract.ts'
import { askClaimCode, claimByPhone } from '../opened-accounts/contract.ts'
import { updatePassword } from '../passwords/contract.ts'
import { updateUser, confirmEmailChange } from '../profile/contract.ts'
import { getPhoneCode, verifyPhone } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('verification', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  })
  afterAll(() => strict.close())

  let numbers = 0
  const newNumber = () => `+4477009${String(10_000 + (numbers += 1)).slice(-5)}`

  const askFor = (person: { access: string }, phone: string | null, on = app) =>
    on.call(person.access)(getPhoneCode, { body: { phone } })
  const verify = (person: { access: string }, code: string, phone?: string, on = app) =>
    on.call(person.access)(verifyPhone, { body: { code, phone } })

  /** The code of the newest SMS to this number. */
  async function codeSentTo(phone: string, on = app): Promise<string> {
    const [sms] = await mailboxOf(on, phone)
    expect(sms?.channel).toBe('sms')
    return /\b(\d{6})\b/.exec(sms?.text ?? '')?.[1] ?? ''
  }

  const otherThan = (code: string, n = 1) => String((Number(code) + n) % 1_000_000).padStart(6, '0')

  const expired = { status: 409, problem: { code: 'code_expired' } }

  describe('a code', () => {
    it('confirms the number of the account, and another becomes it; the owner is told', async () => {
      const own = newNumber()
      const person = await signedIn(app, { phone: own })
      expect(await askFor(person, null)).toMatchObject({
        ok: true,
        data: { phone: own, expiresAt: '2026-11-20T09:10:00.000Z' },
      })
      expect((await verify(person, await codeSentTo(own))).status).toBe(200)
      expect(await app.call(person.access)(getUser)).toMatchObject({ data: { phone: own, phoneIsVerified: true } })

      const next = newNumber()
      expect((await askFor(person, ` ${next.slice(0, 5)} ${next.slice(5)} `)).status).toBe(200)
      // The change has no effect before that.
      expect(await app.call(person.access)(getUser)).toMatchObject({ data: { phone: own } })
      expect((await verify(person, await codeSentTo(next), next)).status).toBe(200)
      expect(await app.call(person.access)(getUser)).toMatchObject({ data: { phone: next, phoneIsVerified: true } })
      expect((await mailboxOf(app, person.email)).map(({ subject }) => subject)).toEqual([
        'Your phone number was changed',
      ])
      // The order of the specification: code, verification, then PUT users/ with the number.
      expect((await app.call(person.access)(updateUser, { body: { phone: next } })).status).toBe(200)
    })

    it('is what a number needs: naming it is not enough', async () => {
      const person = await signedIn(app, { phone: null })
      expect(await app.call(person.access)(updateUser, { body: { phone: newNumber() } })).toMatchObject({
        status: 409,
        problem: { code: 'phone_not_verified' },
      })
      expect(await app.call(person.access)(getUser)).toMatchObject({ data: { phone: null } })
    })

    it.each([
      ['07700 90012', 'phone'],
      ['+44', 'phone'],
      ['+447012345678', 'phone'],
      ['+33612345678', 'phone'],
    ])('is not sent to %s', async (phone, field) => {
      const person = await signedIn(app)
      const answer = await askFor(person, phone)
      expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } })
      expect(await mailboxOf(app, phone)).toEqual([])
    })

    it.each(['12345', '1234567', 'abcdef', '१२३४५६', ''])('%j is none', async (code) => {
      const person = await signedIn(app)
      expect(await verify(person, code)).toMatchObject({
        status: 422,
        problem: { errors: { code: [expect.any(String)] } },
      })
    })
  })

  describe('T-028: guessing a code', () => {
    const issued = async (on = app): Promise<{ person: SignedInPerson; phone: string; code: string }> => {
      const phone = newNumber()
      const person = await signedIn(on, { phone })
      const answer = await askFor(person, null, on)
      if (!answer.ok) throw new Error(answer.problem.code)
      return { person, phone, code: await codeSentTo(phone, on) }
    }

    it('five wrong ones end it: the sixth is refused although it is right', async () => {
      const { person, code } = await issued()
      const statuses = []
      for (let n = 1; n <= 5; n++) statuses.push((await verify(person, otherThan(code, n))).status)
      expect(statuses).toEqual([422, 422, 422, 422, 409])
      expect(await verify(person, code)).toMatchObject(expired)
    })

    it('the control: without the guard the sixth goes in', async () => {
      const careless = await createTestApp({ config: { guardOff: new Set(['code_tries']) } })
      const { person, code } = await issued(careless)
      for (let n = 1; n <= 5; n++) await verify(person, otherThan(code, n), undefined, careless)
      const sixth = await verify(person, code, undefined, careless)
      await careless.close()
      expect(sixth.status).toBe(200)
    })

    it('parallel guesses all count, and of two right ones at once one is in', async () => {
      const guessed = await issued()
      await Promise.all(Array.from({ length: 20 }, (_, n) => verify(guessed.person, otherThan(guessed.code, n + 1))))
      expect(await verify(guessed.person, guessed.code)).toMatchObject(expired)
      const right = await issued()
      const both = await Promise.all([verify(right.person, right.code), verify(right.person, right.code)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    })

    it('lives ten minutes', async () => {
      const { person, code } = await issued()
      app.clock.advance({ minutes: 10, seconds: 1 })
      const { bearer } = await sessionFor(app, person.id)
      expect(await verify({ access: bearer }, code)).toMatchObject(expired)
      app.clock.advance({ minutes: -10, seconds: -1 })
    })

    it('belongs to its user and number, and only the newest works', async () => {
      const { person, phone, code } = await issued()
      const stranger = await signedIn(app, { phone })
      await askFor(stranger, null)
      expect((await verify(stranger, code)).status).not.toBe(200)
      expect(await verify(person, code, newNumber())).toMatchObject(expired)
      // One in a million is the same again.
      let newer = code
      for (let n = 0; n < 3 && newer === code; n++) {
        app.clock.advance({ seconds: 1 })
        await askFor(person, null)
        newer = await codeSentTo(phone)
      }
      expect((await verify(person, code)).status).toBe(422)
    })

    it('the database holds no code', async () => {
      const { person, code } = await issued()
      const row = await app.ctx.db
        .selectFrom('identity.phone_code')
        .selectAll()
        .where('userId', '=', person.id)
        .executeTakeFirstOrThrow()
      expect(row.mac).toHaveLength(32)
      expect(JSON.stringify({ ...row, phone: '', user_id: '', mac: row.mac.toString('utf8') })).not.toContain(code)
    })
  })

  describe('T-028: pumping SMS', () => {
    it('once a minute, five times a day, and a call that comes too soon uses up nothing', async () => {
      const person = await signedIn(strict, { phone: newNumber() })
      const statuses = []
      for (let n = 0; n < 7; n++) {
        const { bearer } = await sessionFor(strict, person.id)
        statuses.push((await askFor({ access: bearer }, null, strict)).status)
        const tooSoon = await askFor({ access: bearer }, null, strict)
        expect(tooSoon).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
        strict.clock.advance({ seconds: 61 })
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    })

    it('one number gets five a day, however many accounts ask', async () => {
      const phone = newNumber()
      const statuses = []
      for (let n = 0; n < 6; n++) {
        const person = await signedIn(strict, { phone })
        statuses.push((await strict.call(person.access, `203.0.113.${n}`)(getPhoneCode, { body: {} })).status)
        strict.clock.advance({ seconds: 10 })
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    })

    it('one network gets twenty a day, however many accounts and numbers', async () => {
      const statuses = []
      for (let n = 0; n < 21; n++) {
        const { id } = await signedIn(strict, { phone: newNumber() })
        const { bearer } = await sessionFor(strict, id)
        // Every address of one IPv6 network is one.
        const call = strict.call(bearer, `2001:db8:5:6::${n.toString(16)}`)
        statuses.push((await call(getPhoneCode, { body: {} })).status)
        strict.clock.advance({ seconds: 5 })
      }
      expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
    })
  })
})

describe('accounts opened by the office', () => {
  let last = 0

  beforeAll(() => removeCompanies(app))
  beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))

  const newNumber = () => `+4477009${String((last += 1)).padStart(5, '0')}`

  async function bookedByPhone(phone: string, firstName = 'Margaret', on = app) {
    const { bearer } = await signIn(on, 'admin')
    const body = {
      ...aMove(),
      customer: { firstName, phone },
      totalPence: 18_000,
      specialPayMethod: 'cash' as const,
    }
    const booking = await must(on.call(bearer)(bookSpecial, { body }))
    await on.runJobs()
    return booking
  }

  const ask = (phone: string, on = app) => on.call()(askClaimCode, { body: { phone } })
  const claim = (phone: string, code: string) => app.call()(claimByPhone, { body: { phone, code } })
  const codesTo = async (phone: string, on = app) =>
    (await mailboxOf(on, phone)).flatMap(({ text }) => /code is (\d{6})/.exec(text)?.[1] ?? [])
  async function codeTo(phone: string): Promise<string> {
    await must(ask(phone))
    await app.runJobs()
    return (await codesTo(phone))[0] ?? ''
  }
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const codeOf = async (answer: ReturnType<typeof claim>) => {
    const { ok, ...rest } = await answer
    return ok ? 'in' : rest
  }

  describe('the code', () => {
    it('lets its holder in, who sees the booking; a session is like any other', async () => {
      const phone = newNumber()
      const { id } = await bookedByPhone(phone)
      const tokens = await must(claim(phone, await codeTo(phone)))
      const call = app.call(tokens.access)
      expect((await must(call(listFutureBookings, { query: {} }))).results).toMatchObject([{ id, isHot: true }])
      expect(await must(call(getUser))).toMatchObject({ firstName: 'Margaret', email: '', phoneIsVerified: true })
      expect(await must(app.call()(refreshTokens, { body: { refresh: tokens.refresh } }))).toMatchObject({})
    })

    it('is valid once, for ten minutes, and ends after five wrong guesses', async () => {
      const [claimed, late, guessed] = [newNumber(), newNumber(), newNumber()]
      for (const phone of [claimed, late, guessed]) await bookedByPhone(phone)
      const code = await codeTo(claimed)
      await must(claim(claimed, code))
      expect((await claim(claimed, code)).status).toBe(409)
      const old = await codeTo(late)
      const right = await codeTo(guessed)
      for (let tries = 0; tries < 5; tries += 1) expect((await claim(guessed, otherThan(right))).status).toBe(409)
      expect((await claim(guessed, right)).status).toBe(409)
      app.clock.set('2026-11-20T09:10:01Z')
      expect((await claim(late, old)).status).toBe(409)
    })

    it('says of no number whether it has an account: same answers, asked, guessed or blocked', async () => {
      const [known, unknown, emailed] = [newNumber(), newNumber(), newNumber()]
      await bookedByPhone(known)
      // Who has an address logs in with it.
      await createPerson(app, { phone: emailed })
      const answers = await Promise.all([known, unknown, emailed].map((phone) => must(ask(phone))))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      await app.runJobs()
      expect([await codesTo(unknown), await codesTo(emailed)]).toEqual([[], []])
      const code = (await codesTo(known))[0] ?? ''
      const wrong = [otherThan(code), '000000', '000000']
      const guesses = await Promise.all(
        [known, unknown, emailed].map((phone, index) => codeOf(claim(phone, wrong[index] ?? ''))),
      )
      const outcomes = guesses.map((guess) =>
        guess === 'in'
          ? guess
          : [guess.status, 'problem' in guess && guess.problem.code, 'problem' in guess && guess.problem.detail],
      )
      expect(new Set(outcomes.map((word) => JSON.stringify(word))).size).toBe(1)
    })

    it('is of the number it went to, and of nobody else’s account', async () => {
      const [one, two] = [newNumber(), newNumber()]
      await bookedByPhone(one)
      await bookedByPhone(two)
      const code = await codeTo(one)
      expect((await claim(two, code)).status).toBe(409)
      expect((await claim(one, code)).ok).toBe(true)
    })

    it('is sent once a minute and five times a day, whatever the number', async () => {
      const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
      const phone = newNumber()
      expect((await ask(phone, strict)).status).toBe(200)
      expect((await ask(phone, strict)).status).toBe(429)
      for (let minutes = 2; minutes <= 5; minutes += 1) {
        strict.clock.set(`2026-11-20T09:0${minutes}:00Z`)
        expect((await ask(phone, strict)).status).toBe(200)
      }
      strict.clock.set('2026-11-20T09:07:00Z')
      expect((await ask(phone, strict)).status).toBe(429)
      await strict.close()
    })

    it('stays its owner’s however many strangers guess, ask or name other numbers', async () => {
      const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
      const phone = newNumber()
      await bookedByPhone(phone, 'Margaret', strict)
      const from = (index: number) => strict.call(undefined, `198.51.${100 + (index >> 8)}.${index & 255}`)
      await must(from(0)(askClaimCode, { body: { phone } }))
      await strict.runJobs()
      const code = (await codesTo(phone, strict))[0] ?? ''
      for (let index = 1; index <= 40; index += 1)
        expect((await from(index)(claimByPhone, { body: { phone, code: otherThan(code) } })).status).toBe(409)
      // Numbers without an account cost nothing, so they use up nothing.
      for (let index = 1; index <= 520; index += 1)
        await must(from(index)(askClaimCode, { body: { phone: `+4477118${String(index).padStart(5, '0')}` } }))
      await strict.runJobs()
      strict.clock.set('2026-11-20T09:02:00Z')
      await must(from(700)(askClaimCode, { body: { phone } }))
      await strict.runJobs()
      // What a stranger asked for is the same code again.
      expect(new Set(await codesTo(phone, strict))).toEqual(new Set([code]))
      expect((await codesTo(phone, strict)).length).toBe(2)
      expect((await from(0)(claimByPhone, { body: { phone, code } })).status).toBe(200)
      await strict.close()
    })

    it('is tried five times by each network, and fifteen times a day by those that never asked', async () => {
      const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
      const phone = newNumber()
      await bookedByPhone(phone, 'Margaret', strict)
      const from = (index: number) => strict.call(undefined, `198.51.100.${index}`)
      const guess = async (index: number, code: string) =>
        (await from(index)(claimByPhone, { body: { phone, code } })).status
      await must(from(1)(askClaimCode, { body: { phone } }))
      await strict.runJobs()
      const code = (await codesTo(phone, strict))[0] ?? ''
      for (let tries = 0; tries < 5; tries += 1) expect(await guess(1, otherThan(code))).toBe(409)
      expect(await guess(1, code)).toBe(409)
      for (let index = 2; index < 17; index += 1) expect(await guess(index, otherThan(code))).toBe(409)
      expect(await guess(17, code)).toBe(409)
      // They can ask, and have their own tries then.
      strict.clock.set('2026-11-20T09:02:00Z')
      await must(from(17)(askClaimCode, { body: { phone } }))
      expect(await guess(17, code)).toBe(200)
      await strict.close()
    })

    it.each([['+442079460123'], ['12'], ['+17005550100']])('is not sent to %s', async (phone) => {
      expect((await ask(phone)).status).toBe(422)
    })
  })

  describe('an address and a password', () => {
    it('are given from inside; from then on they are the way in, and the number’s code is not', async () => {
      const phone = newNumber()
      await bookedByPhone(phone)
      const { access } = await must(claim(phone, await codeTo(phone)))
      const email = `margaret-${crypto.randomUUID()}@example.com`
      const call = app.call(access)
      const password = 'Teapot-on-the-9'
      await must(call(updateUser, { body: { email } }))
      await must(call(updatePassword, { body: { newPassword: password } }))
      // The placeholder address got no email.
      expect(
        await app.ctx.db
          .selectFrom('notifications.message')
          .select('recipient')
          .where('recipient', 'like', '%.invalid')
          .execute(),
      ).toEqual([])
      expect((await app.call()(logIn, { body: { email, password } })).status).toBe(401)
      await must(app.call()(confirmEmailChange, { body: { token: await mailedToken(app, email) } }))
      expect((await app.call()(logIn, { body: { email, password } })).ok).toBe(true)
      app.clock.set('2026-11-20T09:02:00Z')
      await must(ask(phone))
      await app.runJobs()
      expect(await codesTo(phone)).toHaveLength(1)
    })
  })

  it('nobody gets in whose number the office was only told: until the code, it is nobody’s', async () => {
    const phone = newNumber()
    const booking = await bookedByPhone(phone, 'Mallory')
    const { customerId } = await app.ctx.db
      .selectFrom('bookings.booking')
      .select('customerId')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    const user = await app.ctx.db
      .selectFrom('identity.user')
      .select(['email', 'phoneVerifiedAt'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(user.phoneVerifiedAt).toBeNull()
    expect((await app.call()(logIn, { body: { email: user.email, password: 'anything-1' } })).status).toBe(401)
  })
})
