// What every page costs the database, as each kind of person has it: a statement for each call of the API, one for who asks, and one more.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demonstrationSignIns, loadDemonstration } from '#app/demonstration.ts'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { listUnits } from '#modules/fleet/units/contract.ts'
import { logOut } from '#modules/identity/contract.ts'
import { listVerifications } from '#modules/onboarding/office/verification/contract.ts'
import { createLog } from '#platform/log.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { allPages } from '#test/support/pages.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { withPages } from '#test/support/with-pages.ts'

const VISITORS = ['visitor', 'customer', 'driver', 'admin'] as const
const SPARE = 2

let app: TestApp
const bearers: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp({ prepare: withPages })
  const { config } = app.ctx
  const log = createLog('silent')
  await loadDemonstration(app.database.owner, { log, config: { ...config, appMode: 'demo' }, clock: app.clock })
  for (const { role, email } of demonstrationSignIns) {
    const person = app.ctx.db.selectFrom('identity.user').select('id').where('emailKey', '=', email)
    bearers[role] = (await sessionFor(app, (await person.executeTakeFirstOrThrow()).id)).bearer
  }
}, 240_000)
afterAll(() => app.close())

/** Pages about one unit: of several, their address names it. */
const UNIT_PAGES = [
  '/driver-profile',
  '/calendar',
  '/working-unit',
  '/working-unit/copy',
  '/working-unit/bookable',
  '/working-unit/working-hours',
]
const UNIT_SETTINGS = ['/settings/driving-profile', '/settings/operations-and-pricing']

/** The addresses of the routes list, those of a unit, and those that need a key. */
async function everyPage(): Promise<string[]> {
  const bookings = await must(app.call(bearers['customer'])(listFutureBookings))
  const waiting = await must(app.call(bearers['admin'])(listVerifications))
  const unit = waiting.results[0]?.workingUnit.id
  const { results } = await must(app.call(bearers['driver'])(listUnits))
  const ofUnit = [...UNIT_PAGES, ...UNIT_SETTINGS].map((path) => `${path}?unit=${results[0]?.id}`)
  return [...allPages, ...ofUnit, `/booking/${bookings.results[0]?.hash}`, `/admin/verifications?unit=${unit}`]
}

interface Cost {
  status: number
  calls: number
  statements: number
}

async function costOf(path: string, bearer: string | undefined): Promise<Cost> {
  const { fastify } = app.app
  const inject = fastify.inject.bind(fastify)
  const cookie = bearer && `authData=${bearer}:${'r'.repeat(30)}`
  let [calls, status] = [0, 0]
  Object.assign(fastify, { inject: (asked: InjectOptions) => ((calls += 1), inject(asked)) })
  try {
    const sent = await statementsOf(app, async () => {
      status = (await inject({ url: path, headers: { host: 'localhost', ...(cookie ? { cookie } : {}) } })).statusCode
    })
    return { status, calls, statements: sent.length }
  } finally {
    Object.assign(fastify, { inject })
  }
}

const written = ({ status, calls, statements }: Cost) =>
  `${calls}/${statements}${status === 200 ? '' : ` (${status})`}`.padEnd(12)

test('no page sends more than two statements beyond one for each call', { timeout: 240_000 }, async () => {
  const pages = await everyPage()
  const lines = [`${'calls/statements'.padEnd(56)}${VISITORS.map((name) => name.padEnd(12)).join('')}`]
  const over: string[] = []
  const shown: Record<string, number> = {}
  for (const path of pages) {
    const costs: Cost[] = []
    for (const visitor of VISITORS) {
      const cost = await costOf(path, bearers[visitor])
      costs.push(cost)
      if (cost.status === 200) shown[visitor] = (shown[visitor] ?? 0) + 1
      if (cost.status >= 500 || cost.statements > cost.calls + SPARE)
        over.push(`${path} for ${visitor}: ${written(cost)}`)
    }
    lines.push(`${path.slice(0, 54).padEnd(56)}${costs.map(written).join('')}`)
  }
  console.log(lines.join('\n'))
  expect(over).toEqual([])
  // They were pages and not refusals.
  expect(Object.values(shown).every((count) => count >= 8)).toBe(true)
  expect(shown['driver']).toBeGreaterThan(30)
})

test('T-027: a page shows nothing of a session that ended since the last one', async () => {
  const { email } = demonstrationSignIns.find(({ role }) => role === 'customer') ?? {}
  const person = await app.ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('emailKey', '=', email ?? '')
    .executeTakeFirstOrThrow()
  const { bearer } = await sessionFor(app, person.id)
  const open = () =>
    app.app.fastify.inject({
      url: '/customer-settings',
      headers: { host: 'localhost', cookie: `authData=${bearer}:${'r'.repeat(30)}` },
    })
  const before = await open()
  expect([before.body.includes(String(email)), before.headers['set-cookie']]).toEqual([true, undefined])
  await app.call(bearer)(logOut)
  const after = await open()
  expect([after.statusCode, after.body.includes(String(email))]).toEqual([200, false])
  expect(after.headers['set-cookie']).toContain('Max-Age=0')
})
