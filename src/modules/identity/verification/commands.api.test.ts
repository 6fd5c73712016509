import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { mailboxOf, signedIn, type SignedInPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { getUser } from '../contract.ts'
import { updateUser } from '../profile/contract.ts'
import { getPhoneCode, verifyPhone } from './contract.ts'

let app: TestApp
let strict: TestApp

beforeAll(async () => {
  app = await createTestApp()
  strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
})
afterAll(() => Promise.all([app.close(), strict.close()]))

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
  test('confirms the number of the account, and another becomes it; the owner is told', async () => {
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

  test('is what a number needs: naming it is not enough', async () => {
    const person = await signedIn(app, { phone: null })
    expect(await app.call(person.access)(updateUser, { body: { phone: newNumber() } })).toMatchObject({
      status: 409,
      problem: { code: 'phone_not_verified' },
    })
    expect(await app.call(person.access)(getUser)).toMatchObject({ data: { phone: null } })
  })

  test.each([
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

  test.each(['12345', '1234567', 'abcdef', '१२३४५६', ''])('%j is none', async (code) => {
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

  test('five wrong ones end it: the sixth is refused although it is right', async () => {
    const { person, code } = await issued()
    const statuses = []
    for (let n = 1; n <= 5; n++) statuses.push((await verify(person, otherThan(code, n))).status)
    expect(statuses).toEqual([422, 422, 422, 422, 409])
    expect(await verify(person, code)).toMatchObject(expired)
  })

  test('the control: without the guard the sixth goes in', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['code_tries']) } })
    const { person, code } = await issued(careless)
    for (let n = 1; n <= 5; n++) await verify(person, otherThan(code, n), undefined, careless)
    const sixth = await verify(person, code, undefined, careless)
    await careless.close()
    expect(sixth.status).toBe(200)
  })

  test('parallel guesses all count, and of two right ones at once one is in', async () => {
    const guessed = await issued()
    await Promise.all(Array.from({ length: 20 }, (_, n) => verify(guessed.person, otherThan(guessed.code, n + 1))))
    expect(await verify(guessed.person, guessed.code)).toMatchObject(expired)
    const right = await issued()
    const both = await Promise.all([verify(right.person, right.code), verify(right.person, right.code)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('it lives ten minutes', async () => {
    const { person, code } = await issued()
    app.clock.advance({ minutes: 10, seconds: 1 })
    const { bearer } = await sessionFor(app, person.id)
    expect(await verify({ access: bearer }, code)).toMatchObject(expired)
    app.clock.advance({ minutes: -10, seconds: -1 })
  })

  test('it is of its user and number, and only the newest works', async () => {
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

  test('the database holds no code', async () => {
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
  test('once a minute, five times a day, and a call that comes too soon uses up nothing', async () => {
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

  test('one number gets five a day, however many accounts ask', async () => {
    const phone = newNumber()
    const statuses = []
    for (let n = 0; n < 6; n++) {
      const person = await signedIn(strict, { phone })
      statuses.push((await strict.call(person.access, `203.0.113.${n}`)(getPhoneCode, { body: {} })).status)
      strict.clock.advance({ seconds: 10 })
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('one network gets twenty a day, however many accounts and numbers', async () => {
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
