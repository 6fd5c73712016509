import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCompanyProfile } from '#modules/companies/contract.ts'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must, anOperatingDriver } from '#test/support/driver.ts'
import { aBooking, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import {
  createPerson,
  mailedToken,
  mailboxOf,
  signIn as signInPerson,
  signedIn,
  testPassword,
} from '#test/support/people.ts'
import { sessionFor, signIn, signIn as signInAs } from '#test/support/session.ts'
import { wholeDatabase } from '#test/support/whole-database.ts'
import { getUser, logIn, refreshTokens } from '../contract.ts'
import { confirmPasswordReset, askPasswordReset } from '../passwords/contract.ts'
import { createAdmin } from './commands.ts'
import { changeStaffRole, endStaffAccess, inviteStaff, listStaff, blockPerson, unblockPerson } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const make = (email: string, firstName = 'Grace', lastName: string | null = null) =>
  createAdmin(app.ctx, { email, firstName, lastName, staffRole: 'billing' })

test('T-038: whoever runs the product makes an admin; the password is good for a login and kept nowhere', async () => {
  const made = await make('Grace@Example.com', ' Grace ', 'Hopper')
  if (made instanceof Refusal) throw new Error(made.detail)
  expect(made.password).toMatch(/^(?:[A-Za-z0-9]{5}-){3}[A-Za-z0-9]{5}$/)
  const tokens = await app.call()(logIn, { body: { email: 'grace@example.com', password: made.password } })
  if (!tokens.ok) throw new Error(tokens.problem.code)
  expect(await app.call(tokens.data.access)(getUser)).toMatchObject({
    data: { userRole: 'admin', staffRole: 'billing', firstName: 'Grace', lastName: 'Hopper', emailIsVerified: true },
  })
  expect(await wholeDatabase(app)).not.toContain(made.password)
})

test.each([
  ['grace@example.com', 'Grace', 'There is already an account with the address grace@example.com.'],
  ['grace@', 'Grace', 'grace@ isn’t an email address.'],
  ['ada@example.com', ' ', 'A name has 1 to 100 letters.'],
  ['ada@example.com', 'x'.repeat(101), 'A name has 1 to 100 letters.'],
])('%s, %.12j: %s', async (email, firstName, detail) => {
  expect(await make(email, firstName)).toMatchObject({ detail })
})

describe('the office’s people', () => {
  const asOwner = async () => app.call((await signIn(app, 'admin')).bearer)
  const auditOf = (id: string) =>
    app.ctx.db
      .selectFrom('audit.entry')
      .select(['action', 'before', 'after'])
      .where('object', '=', `user ${id}`)
      .orderBy('id')
      .execute()

  test('are invited by email, choose a password, and work in their role', async () => {
    const call = await asOwner()
    const body = { email: 'Bea@Example.com', firstName: 'Bea', lastName: '', staffRole: 'billing' as const }
    const made = await must(call(inviteStaff, { body }))
    expect(made).toMatchObject({ email: 'Bea@Example.com', staffRole: 'billing', status: 'invited', isSelf: false })
    expect(await call(inviteStaff, { body })).toMatchObject({ status: 409, problem: { code: 'address_taken' } })
    const token = await mailedToken(app, 'Bea@Example.com')
    const password = 'Lantern-hill-22'
    await must(app.call()(confirmPasswordReset, { body: { token, password } }))
    const { access } = await must(app.call()(logIn, { body: { email: 'bea@example.com', password } }))
    expect(await app.call(access)(getUser)).toMatchObject({ data: { userRole: 'admin', staffRole: 'billing' } })
    expect(await app.call(access)(listStaff)).toMatchObject({ status: 403, problem: { code: 'staff_role' } })
    const { results } = await must(call(listStaff))
    expect(results.find(({ id }) => id === made.id)).toMatchObject({ status: 'active', hasTwoStep: false })
  })

  test('get another role, which counts from the next call on', async () => {
    const call = await asOwner()
    const { userId, bearer } = await signIn(app, 'admin', 'support')
    const to = { params: { id: userId }, body: { staffRole: 'owner' as const } }
    expect(await call(changeStaffRole, to)).toMatchObject({ data: { staffRole: 'owner' } })
    expect((await app.call(bearer)(listStaff)).ok).toBe(true)
    expect(await auditOf(userId)).toMatchObject([
      { action: 'admin.role_changed', before: { staffRole: 'support' }, after: { staffRole: 'owner' } },
    ])
  })

  test('lose their access at once', async () => {
    const call = await asOwner()
    const { userId, bearer } = await signIn(app, 'admin', 'editor')
    const to = { params: { id: userId } }
    expect(await call(endStaffAccess, to)).toMatchObject({ data: { status: 'ended' } })
    expect(await app.call(bearer)(getUser)).toMatchObject({ status: 403, problem: { code: 'account_blocked' } })
    expect(await call(endStaffAccess, to)).toMatchObject({ status: 409, problem: { code: 'access_ended' } })
    expect((await auditOf(userId)).map(({ action }) => action)).toEqual(['admin.access_ended'])
  })

  test('are nobody else’s to change, and nobody ends their own access', async () => {
    const { userId, bearer } = await signIn(app, 'admin')
    const call = app.call(bearer)
    expect(await call(endStaffAccess, { params: { id: userId } })).toMatchObject({ problem: { code: 'own_access' } })
    const customer = await createPerson(app)
    const body = { staffRole: 'owner' as const }
    expect(await call(changeStaffRole, { params: { id: customer.id }, body })).toMatchObject({ status: 404 })
    expect(await call(endStaffAccess, { params: { id: customer.id } })).toMatchObject({ status: 404 })
  })

  test('always have an owner, however many of them step down at once', async () => {
    const other = await createTestApp()
    try {
      const owners = await Promise.all([1, 2, 3].map(() => createPerson(other, { role: 'admin' })))
      const answers = await Promise.all(
        owners.map(async ({ id }) => {
          const call = other.call((await sessionFor(other, id)).bearer)
          return call(changeStaffRole, { params: { id }, body: { staffRole: 'support' } })
        }),
      )
      expect(answers.map((answer) => (answer.ok ? 'done' : answer.problem.code)).toSorted()).toEqual([
        'done',
        'done',
        'last_admin',
      ])
    } finally {
      await other.close()
    }
  })
})

describe('blocking', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const reason = 'Three companies waited in vain.'
  const office = async () => (await signInAs(app, 'admin')).bearer
  const block = async (id: string, bearer?: string) =>
    app.call(bearer ?? (await office()))(blockPerson, { params: { id }, body: { reason } })
  const unblock = async (id: string) =>
    app.call(await office())(unblockPerson, { params: { id }, body: { reason: 'They explained it to us.' } })

  describe('T-029: an account that the office blocks', () => {
    test('is out at once, everywhere, and told whom to ask', async () => {
      const person = await signedIn(app)
      expect(await block(person.id)).toMatchObject({
        data: { id: person.id, status: 'blocked', statusReason: reason, hasBookingsAhead: false },
      })
      const refused = { status: 403, problem: { code: 'account_blocked', detail: 'account is blocked' } }
      expect(await app.call(person.access)(getUser)).toMatchObject(refused)
      expect(await app.call()(refreshTokens, { body: { refresh: person.refresh } })).toMatchObject(refused)
      const body = { email: person.email, password: testPassword }
      expect(await app.call()(logIn, { body })).toMatchObject(refused)
      const [mail] = await mailboxOf(app, person.email)
      expect(mail?.subject).toBe('Your account is blocked')
      expect(mail?.text).not.toContain(reason)
      expect(await unblock(person.id)).toMatchObject({ data: { status: 'active', statusReason: null } })
      expect((await app.call(person.access)(getUser)).status).toBe(401)
      await expect(signInPerson(app, person)).resolves.toMatchObject({ id: person.id })
    })

    test('has no link left that opens it', async () => {
      const person = await createPerson(app)
      await app.call()(askPasswordReset, { body: { email: person.email } })
      const token = await mailedToken(app, person.email)
      await block(person.id)
      await unblock(person.id)
      const body = { token, password: 'Lantern-hill-22' }
      expect((await app.call()(confirmPasswordReset, { body })).status).toBe(409)
    })

    test('is in the audit, with who did it and why, both ways', async () => {
      const person = await createPerson(app)
      const admin = await signInAs(app, 'admin')
      await block(person.id, admin.bearer)
      await unblock(person.id)
      const rows = await app.ctx.db
        .selectFrom('audit.entry')
        .select(['actorId', 'action', 'before', 'after'])
        .where('object', '=', `user ${person.id}`)
        .orderBy('id')
        .execute()
      expect(rows).toMatchObject([
        { actorId: admin.userId, action: 'account.blocked', before: { status: 'active' }, after: { reason } },
        { action: 'account.unblocked', before: { reason }, after: { reason: 'They explained it to us.' } },
      ])
    })

    test('keeps what was agreed, and says so', async () => {
      await aUnit(app)
      const { customer, id } = await aBooking(app)
      expect(await block(customer.id)).toMatchObject({ data: { hasBookingsAhead: true } })
      const booking = await app.ctx.db
        .selectFrom('bookings.booking')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(booking.status).toBe('new_booking')
      await app.ctx.db.deleteFrom('bookings.booking').where('id', '=', id).execute()
      await app.ctx.db.updateTable('fleet.working_unit').set({ status: 'blocked' }).execute()
    })
  })

  test('a blocked owner’s company is not offered, nor shown, until the block ends', async () => {
    const driver = await anOperatingDriver(app)
    const offered = async () => (await search(app)).count
    const shown = async () =>
      (await app.call(await office())(getCompanyProfile, { params: { id: driver.companyId } })).status
    const statusOf = async () =>
      app.ctx.db
        .selectFrom('fleet.working_unit')
        .select(['status', 'statusReason as reason'])
        .where('companyId', '=', driver.companyId)
        .executeTakeFirstOrThrow()
    const before = [await offered(), await shown()]
    expect(before[1]).toBe(200)
    const open = await statusOf()
    expect(open.status).toBe('operating')
    await block(driver.id)
    expect(await statusOf()).toEqual({ status: 'blocked', reason: 'The owner’s account is blocked.' })
    expect([await offered(), await shown()]).toEqual([Number(before[0]) - 1, 404])
    await unblock(driver.id)
    expect([await offered(), await shown(), await statusOf()]).toEqual([...before, open])
  })

  describe('what cannot be blocked', () => {
    test('nobody, oneself, who is blocked already, who has closed the account', async () => {
      const admin = await signInAs(app, 'admin')
      const code = async (id: string) => {
        const answer = await block(id, admin.bearer)
        return answer.ok ? 'blocked' : answer.problem.code
      }
      const [person, closed] = [await createPerson(app), await createPerson(app, { status: 'pending_delete' })]
      await code(person.id)
      expect([
        await code(crypto.randomUUID()),
        await code(admin.userId),
        await code(person.id),
        await code(closed.id),
      ]).toEqual(['not_found', 'own_account', 'already_blocked', 'account_not_open'])
      expect(await unblock(closed.id)).toMatchObject({ status: 409, problem: { code: 'not_blocked' } })
    })

    test('a colleague, by anybody but an owner of the office', async () => {
      const colleague = await createPerson(app, { role: 'admin', staffRole: 'billing' })
      const support = await signInAs(app, 'admin', 'support')
      const refused = { status: 403, problem: { code: 'staff_role' } }
      expect(await block(colleague.id, support.bearer)).toMatchObject(refused)
      expect(await block(colleague.id)).toMatchObject({ data: { status: 'blocked' } })
      const unblockBy = app.call(support.bearer)
      const body = { reason: 'They explained it to us.' }
      expect(await unblockBy(unblockPerson, { params: { id: colleague.id }, body })).toMatchObject(refused)
    })

    test('two owners of the office who block each other at once leave one', async () => {
      const [one, two] = [await signInAs(app, 'admin'), await signInAs(app, 'admin')]
      const answers = await Promise.all([block(one.userId, two.bearer), block(two.userId, one.bearer)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    test('without a reason', async () => {
      const { id } = await createPerson(app)
      const answer = await app.call(await office())(blockPerson, { params: { id }, body: { reason: ' ' } })
      expect(answer).toMatchObject({ status: 422, problem: { errors: { reason: [expect.any(String)] } } })
    })
  })
})
