import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { median, processCpuMs } from '#test/support/cpu-time.ts'
import { createPerson, testPassword } from '#test/support/people.ts'

/** Of the work, because other work on the machine lengthens the time; the time on a quiet one: node bench/account-times.ts */
let app: TestApp
/** Hashes as production does. */
let real: TestApp

beforeAll(async () => {
  app = await createTestApp()
  real = await createTestApp({ realHashes: true })
})
afterAll(() => Promise.all([app.close(), real.close()]))

const newEmail = () => `someone-${randomBytes(6).toString('hex')}@example.com`

const post = (on: TestApp, path: string, payload: object) =>
  on.app.fastify.inject({ method: 'POST', url: `/api/users/${path}/`, payload })

/** The medians of what a known and an unknown address take in turns. */
async function workOf(known: string, rounds: number, ask: (email: string) => Promise<unknown>) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.known.push(await processCpuMs(() => ask(known)))
    times.unknown.push(await processCpuMs(() => ask(newEmail())))
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}

const logIn = (on: TestApp) => (email: string) => post(on, 'login', { email, password: 'not-the-password-1' })

it('T-005: logging in takes an unknown address as much work as a known one', async () => {
  const { email } = await createPerson(real)
  const { known, unknown } = await workOf(email, 25, logIn(real))
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(5, known * 0.4))
})

it('T-005: the control: without the hash for nobody an unknown address takes a fraction', async () => {
  const careless = await createTestApp({ config: { guardOff: new Set(['unknown_hash']) }, realHashes: true })
  const { email } = await createPerson(careless)
  const { known, unknown } = await workOf(email, 10, logIn(careless))
  await careless.close()
  expect(unknown).toBeLessThan(known * 0.6)
})

it('T-005: registering takes a known address as much work as an unknown one', async () => {
  const whole = { user_role: 'customer', password: testPassword, first_name: 'Jane' }
  const { email } = await createPerson(real)
  const { known, unknown } = await workOf(email, 20, (given) => post(real, 'register', { ...whole, email: given }))
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(8, known * 0.4))
})

it('T-005: asking for another password takes a known address no more work than an unknown one', async () => {
  const { email } = await createPerson(app)
  const { known, unknown } = await workOf(email, 40, (given) => post(app, 'reset_password', { email: given }))
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(2, known * 0.4))
})
