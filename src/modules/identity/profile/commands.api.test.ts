import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { createPerson, followLink, mailboxOf, mailedToken, signedIn, testPassword } from '#test/support/people.ts'
import { signIn } from '#test/support/session.ts'
import { wholeDatabase } from '#test/support/whole-database.ts'
import { getUser, logIn, register } from '../contract.ts'
import { askPasswordReset, confirmPasswordReset, updatePassword } from '../passwords/contract.ts'
import { ownDataOf } from '../privacy/queries.ts'
import {
  confirmEmailChange,
  updateUser,
  getMessageSettings,
  saveMessageSettings,
  addSavedAddress,
  changeSavedAddress,
  listSavedAddresses,
  removeSavedAddress,
} from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('profile', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
  })
  afterAll(() => strict.close())

  let addresses = 0
  const newEmail = () => `New.Address-${(addresses += 1)}@example.com`

  const confirm = (token: string) => app.call()(confirmEmailChange, { body: { token } })
  const expired = { status: 409, problem: { detail: 'token lifetime expired' } }

  const userOf = (id: string) =>
    app.ctx.db.selectFrom('identity.user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('names change at once; what is not sent stays', async () => {
    const person = await signedIn(app)
    const call = app.call(person.access)
    expect(await call(updateUser, { body: { firstName: ' Joan ', lastName: 'Smith' } })).toMatchObject({
      data: { firstName: 'Joan', lastName: 'Smith', phone: '+447700900123' },
    })
    expect(await call(updateUser, { body: {} })).toMatchObject({ data: { firstName: 'Joan', lastName: 'Smith' } })
    expect(await call(updateUser, { body: { lastName: null } })).toMatchObject({
      data: { firstName: 'Joan', lastName: null },
    })
  })

  describe('T-037: nothing else of the account can be set', () => {
    test('every column is refused by name, and the row stays', async () => {
      const person = await signedIn(app)
      const before = await userOf(person.id)
      const allowed = ['first_name', 'last_name', 'email', 'phone']
      const columns = [
        ...Object.keys(before).filter((name) => !allowed.includes(name)),
        'is_admin',
        'company_id',
        'role',
      ]
      for (const column of columns) {
        const answer = await app.app.fastify.inject({
          method: 'PUT',
          url: '/api/users/',
          headers: { authorization: `Bearer ${person.access}` },
          payload: { first_name: 'Joan', [column]: 'admin' },
        })
        expect([column, answer.statusCode, Object.keys(answer.json().errors)]).toEqual([column, 422, [column]])
      }
      expect(await userOf(person.id)).toEqual(before)
    })
  })

  describe('a new email address', () => {
    test('takes effect when its link is followed; the old address is told before and after', async () => {
      const person = await signedIn(app)
      const email = newEmail()
      const response = await app.call(person.access)(updateUser, { body: { email } })
      expect(response).toMatchObject({ ok: true, data: { email: person.email, pendingEmail: email } })
      expect((await mailboxOf(app, person.email))[0]).toMatchObject({
        subject: 'Your email address is about to change',
        text: expect.stringContaining(email),
      })
      const token = await mailedToken(app, email)
      expect(await confirm(token)).toMatchObject({ ok: true, data: { email } })
      expect(await confirm(token)).toMatchObject(expired)
      expect(await app.call(person.access)(getUser)).toMatchObject({
        data: { email, pendingEmail: null, emailIsVerified: true },
      })
      expect((await mailboxOf(app, person.email))[0]?.subject).toBe('Your email address was changed')
      const withOld = await app.call()(logIn, { body: { email: person.email, password: testPassword } })
      const withNew = await app.call()(logIn, { body: { email: email.toLowerCase(), password: testPassword } })
      expect([withOld.status, withNew.status]).toEqual([401, 200])
    })

    test('the same address in other letters is no change', async () => {
      const person = await signedIn(app)
      const response = await app.call(person.access)(updateUser, { body: { email: person.email.toUpperCase() } })
      expect(response).toMatchObject({ ok: true, data: { email: person.email, pendingEmail: null } })
      expect(await mailboxOf(app, person.email)).toEqual([])
    })

    test.each(['jane@', 'a@b', 'x\r\nBcc: y@example.com', 'jané@example.com'])('%j is none', async (email) => {
      const person = await signedIn(app)
      expect(await app.call(person.access)(updateUser, { body: { email } })).toMatchObject({
        status: 422,
        problem: { errors: { email: ['Invalid email'] } },
      })
    })

    test('the link lives 24 hours, and only the newest works', async () => {
      const person = await signedIn(app)
      const [first, second] = [newEmail(), newEmail()]
      await app.call(person.access)(updateUser, { body: { email: first } })
      await app.call(person.access)(updateUser, { body: { email: second } })
      expect(await confirm(await mailedToken(app, first))).toMatchObject(expired)
      const token = await mailedToken(app, second)
      app.clock.advance({ hours: 24, seconds: 1 })
      expect(await confirm(token)).toMatchObject(expired)
      expect((await userOf(person.id)).email).toBe(person.email)
    })

    test('T-004: an address that somebody has is answered alike; its owner is told, and keeps it', async () => {
      const [owner, person] = [await createPerson(app), await signedIn(app)]
      const answers = []
      for (const email of [owner.email, newEmail()]) {
        const answer = await app.call(person.access)(updateUser, { body: { email, currentPassword: testPassword } })
        answers.push(answer.ok ? { ...answer.data, pendingEmail: answer.data.pendingEmail === email } : answer.problem)
      }
      expect(answers[0]).toEqual(answers[1])
      const [mail] = await mailboxOf(app, owner.email)
      expect(mail?.subject).toBe('This address has an account already')
      expect(mail?.text).not.toContain('token=')
      // The list of messages sent does not hold it either.
      const data = JSON.stringify(await ownDataOf(app.ctx, person.id))
      expect(data.split('change_email_asked')).toHaveLength(3)
      expect(data).not.toContain('"change_email"')
      expect(data).not.toContain('change_email_taken')
    })

    test('an account that nobody confirmed gives way to whoever follows the link', async () => {
      const email = newEmail()
      const squat = {
        userRole: 'driver' as const,
        email,
        password: 'Squatters-pass-1',
        firstName: 'Mallory',
        companyName: 'Mallory Moves',
      }
      await app.call()(register, { body: squat })
      const squatters = await mailedToken(app, email)
      const person = await signedIn(app)
      await app.call(person.access)(updateUser, { body: { email } })
      expect((await confirm(await mailedToken(app, email))).status).toBe(200)
      expect((await followLink(app, squatters)).status).toBe(409)
      expect((await app.call()(logIn, { body: { email, password: 'Squatters-pass-1' } })).status).toBe(401)
      expect((await app.call()(logIn, { body: { email, password: testPassword } })).status).toBe(200)
      // The squatter's data are erased completely, because no one could ever ask for it.
      expect(await wholeDatabase(app)).not.toContain('Mallory')
    })

    test('two who ask for one address: the second link is void', async () => {
      const email = newEmail()
      const [one, two] = [await signedIn(app), await signedIn(app)]
      await app.call(one.access)(updateUser, { body: { email } })
      const first = await mailedToken(app, email)
      app.clock.advance({ seconds: 1 })
      await app.call(two.access)(updateUser, { body: { email } })
      const second = await mailedToken(app, email)
      expect((await confirm(first)).status).toBe(200)
      expect(await confirm(second)).toMatchObject(expired)
      expect((await userOf(two.id)).email).toBe(two.email)
    })

    test('changing the password stops a change of address that is under way, and the change voids links to the old one', async () => {
      const person = await signedIn(app)
      const stopped = newEmail()
      await app.call(person.access)(updateUser, { body: { email: stopped } })
      const token = await mailedToken(app, stopped)
      await app.call(person.access)(updatePassword, { body: { newPassword: 'Lantern-hill-22' } })
      expect(await confirm(token)).toMatchObject(expired)

      await app.call()(askPasswordReset, { body: { email: person.email } })
      const reset = await mailedToken(app, person.email)
      const email = newEmail()
      await app.call(person.access)(updateUser, { body: { email, currentPassword: 'Lantern-hill-22' } })
      await confirm(await mailedToken(app, email))
      expect(
        await app.call()(confirmPasswordReset, { body: { token: reset, password: 'Attackers-own-pass-1' } }),
      ).toMatchObject(expired)
    })

    test('T-008: a stranger’s address gets three emails an hour, whoever asks', async () => {
      const victim = newEmail()
      const statuses = []
      for (let n = 0; n < 5; n++) {
        const person = await signedIn(strict)
        statuses.push((await strict.call(person.access)(updateUser, { body: { email: victim } })).status)
        strict.clock.advance({ minutes: 2 })
      }
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      expect(await mailboxOf(strict, victim)).toHaveLength(3)
    })
  })
})

describe('saved addresses', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const home = {
    label: 'Home',
    postcode: 'e174qh',
    flatAndHouse: 'Flat 2, 9 Orford Road',
    stairs: 2,
    contactNumber: '+44 7700 900123',
  }

  const customer = async () => app.call((await signIn(app, 'customer')).bearer)

  async function added(
    call: Awaited<ReturnType<typeof customer>>,
    more: Partial<CallInput<typeof addSavedAddress>['body']> = {},
  ) {
    const answer = await call(addSavedAddress, { body: { ...home, ...more } })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
    return answer.data
  }

  describe('saved addresses', () => {
    test('are added, listed by name, changed and removed', async () => {
      const call = await customer()
      const mums = await added(call, { label: 'Mum’s', contactName: 'Ann' })
      const one = await added(call)
      expect(one).toEqual({
        id: expect.any(String),
        label: 'Home',
        postcode: 'E17 4QH',
        formattedAddress: null,
        flatAndHouse: 'Flat 2, 9 Orford Road',
        stairs: 2,
        contactName: null,
        contactNumber: '+447700900123',
      })
      expect(await call(listSavedAddresses)).toMatchObject({ data: { count: 2, results: [one, mums] } })
      const changed = await call(changeSavedAddress, {
        params: { id: one.id },
        body: { label: 'Old home', postcode: 'BN1 4QL' },
      })
      expect(changed).toMatchObject({ data: { id: one.id, label: 'Old home', flatAndHouse: null, stairs: 0 } })
      expect((await call(removeSavedAddress, { params: { id: one.id } })).status).toBe(204)
      expect((await call(removeSavedAddress, { params: { id: one.id } })).status).toBe(404)
      expect(await call(listSavedAddresses)).toMatchObject({ data: { count: 1, results: [mums] } })
    })

    test('of somebody else are not found, and stay as they are', async () => {
      const [owner, stranger] = [await customer(), await customer()]
      const { id } = await added(owner)
      const before = await owner(listSavedAddresses)
      expect((await stranger(changeSavedAddress, { params: { id }, body: home })).status).toBe(404)
      expect((await stranger(removeSavedAddress, { params: { id } })).status).toBe(404)
      expect(await stranger(listSavedAddresses)).toMatchObject({ data: { count: 0 } })
      expect(await owner(listSavedAddresses)).toEqual(before)
    })

    test('are twenty at most, however many are added at once', async () => {
      const call = await customer()
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, n) => call(addSavedAddress, { body: { ...home, label: `Place ${n}` } })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409, problem: { code: 'too_many_addresses' } })
    })

    test('are added once however often the same request comes', async () => {
      const call = await customer()
      const send = () => call(addSavedAddress, { body: home }, { idempotencyKey: 'one-address' })
      const [first, second] = [await send(), await send()]
      expect(first).toEqual(second)
      expect(await call(listSavedAddresses)).toMatchObject({ data: { count: 1 } })
    })

    test.each([
      ['label', ''],
      ['label', 'x'.repeat(61)],
      ['postcode', 'nowhere'],
      ['stairs', 10],
      ['stairs', -1],
      ['contact_number', '07700'],
      ['flat_and_house', 'x'.repeat(121)],
      ['user_id', '0193a8b0-0000-7000-8000-000000000000'],
    ])('422 at %s for %.20j', async (field, value) => {
      const { bearer } = await signIn(app, 'customer')
      const answer = await app.app.fastify.inject({
        method: 'POST',
        url: '/api/users/addresses/',
        headers: { authorization: `Bearer ${bearer}` },
        payload: { label: 'Home', postcode: 'E17 4QH', [field]: value },
      })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    })
  })

  describe('what a customer is told', () => {
    test('is everything about the move until they choose otherwise, each for themselves', async () => {
      const [one, two] = [await customer(), await customer()]
      const usual = {
        bookingUpdates: { email: true, sms: true, push: true },
        moveReminders: { email: true, sms: true, push: true },
        reviewRequests: { email: true, sms: false, push: false },
        newMessages: { email: true, sms: false, push: true },
      }
      expect(await one(getMessageSettings)).toMatchObject({ data: usual })
      const mine = { ...usual, bookingUpdates: { email: true, sms: false, push: true } }
      for (let n = 0; n < 2; n++) expect(await one(saveMessageSettings, { body: mine })).toMatchObject({ data: mine })
      expect([await one(getMessageSettings), await two(getMessageSettings)]).toMatchObject([
        { data: mine },
        { data: usual },
      ])
    })
  })
})
