import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { createPerson, mailedToken } from '#test/support/people.ts'
import { sessionFor, signIn } from '#test/support/session.ts'
import { wholeDatabase } from '#test/support/whole-database.ts'
import { getUser, logIn } from '../contract.ts'
import { confirmPasswordReset } from '../passwords/contract.ts'
import { createAdmin } from './commands.ts'
import { changeStaffRole, endStaffAccess, inviteStaff, listStaff } from './contract.ts'

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
