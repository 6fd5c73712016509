import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookSpecial } from '#modules/bookings/create/contract.ts'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { createPerson, mailboxOf, mailedToken } from '#test/support/people.ts'
import { signIn } from '#test/support/session.ts'
import { confirmEmailChange, updateUser } from '../profile/contract.ts'
import { getUser, logIn, refreshTokens } from '../contract.ts'
import { updatePassword } from '../passwords/contract.ts'
import { askClaimCode, claimByPhone } from './contract.ts'

/** An account that the office opened for a customer on the phone, and the ways into it (T-028, T-039). */

let app: TestApp
let last = 0
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.set('2026-11-20T09:00:00Z'))
afterAll(() => app.close())

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

  it('works once, for ten minutes, and dies after five wrong guesses', async () => {
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
