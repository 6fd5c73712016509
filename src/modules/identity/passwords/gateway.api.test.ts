import { argon2Sync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createPerson, testPassword, type Person } from '#test/support/people.ts'
import { logIn, register } from '../contract.ts'
import { hashPassword, verifyPassword } from './gateway.ts'

let app: TestApp
/** Hashes as production does. */
let real: TestApp

beforeAll(async () => {
  app = await createTestApp()
  real = await createTestApp({ realHashes: true })
})
afterAll(() => Promise.all([app.close(), real.close()]))

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const logInAs = async (on: TestApp, { email, password }: Person) =>
  (await on.call()(logIn, { body: { email, password } })).status

describe('T-009: stored passwords', () => {
  test('are argon2id with at least the figures of OWASP and a salt of their own', async () => {
    const hashes = [await hashPassword(testPassword), await hashPassword(testPassword)]
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(hashes[0]).not.toBe(hashes[1])
  })

  test('are so where nobody said otherwise; in most tests somebody has: the control', async () => {
    const stored = async (on: TestApp) => {
      const email = `${crypto.randomUUID()}@example.com`
      const body = { userRole: 'customer', email, password: testPassword, firstName: 'Jane' } as const
      expect((await on.call()(register, { body })).ok).toBe(true)
      const row = on.ctx.db.selectFrom('identity.user').select('passwordHash').where('emailKey', '=', email)
      return (await row.executeTakeFirstOrThrow()).passwordHash
    }
    expect(await stored(real)).toContain('$m=19456,t=2,p=1$')
    expect(await stored(app)).toContain('$m=8,t=1,p=1$')
  })

  test('with weaker figures are hashed again at the next login', async () => {
    const person = await createPerson(real)
    const salt = randomBytes(16)
    const tag = argon2Sync('argon2id', {
      message: testPassword,
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: 8192,
      passes: 1,
    })
    const weak = `$argon2id$v=19$m=8192,t=1,p=1$${base64(salt)}$${base64(tag)}`
    await real.ctx.db.updateTable('identity.user').set({ passwordHash: weak }).where('id', '=', person.id).execute()
    expect(await logInAs(real, person)).toBe(200)
    const { passwordHash } = await real.ctx.db
      .selectFrom('identity.user')
      .select('passwordHash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(passwordHash).toContain('$m=19456,t=2,p=1$')
    expect(await logInAs(real, person)).toBe(200)
  })

  test('T-010: are compared to their last character', async () => {
    const long = 'k7'.repeat(50)
    const hash = await hashPassword(long)
    if (hash instanceof Refusal) throw new Error('busy')
    expect(await verifyPassword(hash, long)).toBe(true)
    expect(await verifyPassword(hash, `${long.slice(0, -1)}8`)).toBe(false)
    expect(await verifyPassword(hash, long.slice(0, -1))).toBe(false)
    expect(await verifyPassword(undefined, long)).toBe(false)
  })
})
