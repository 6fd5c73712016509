import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { wholeDatabase } from '#test/support/whole-database.ts'
import { getUser, logIn } from '../../contract.ts'
import { createAdmin } from './commands.ts'

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
