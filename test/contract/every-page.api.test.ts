// Every page, as each kind of person has it: what it costs the database (a statement for each call of the API, one for who asks, and one
// more), and that it names the data that it shows. The licence of the imported places asks for that wherever they are used; where
// nothing was imported, nothing is claimed.
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demonstrationSignIns, loadDemonstration } from '#app/demonstration.ts'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { attributionOf } from '#modules/geo/postcode-import/rules.ts'
import { importFirstContent } from '#modules/content/files/commands.ts'
import { listUnits } from '#modules/fleet/units/contract.ts'
import { logOut } from '#modules/identity/contract.ts'
import { listVerifications } from '#modules/onboarding/verification/contract.ts'
import { createLog } from '#platform/log.ts'
import { keysOf } from '#shared/records.ts'
import { driverTabs } from '#web/my-bookings/booking-view.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { allPages } from '#test/support/pages.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { withPages } from '#test/support/with-pages.ts'

const VISITORS = ['visitor', 'customer', 'driver', 'hired', 'admin'] as const
const SPARE = 2
const SOURCE = `Places: Code-Point Open 2025.4.0. ${attributionOf(false)}`

let app: TestApp
let bare: TestApp
const bearers: Record<string, string> = {}

beforeAll(async () => {
  bare = await createTestApp({ prepare: withPages })
  app = await createTestApp({ prepare: withPages })
  await app.ctx.db
    .insertInto('geo.import')
    .values({
      sourceKind: 'code_point_open',
      vintage: '2025.4.0',
      rowCount: 1_745_849,
      locatedCount: 1_745_000,
      hasNorthernIreland: false,
      attribution: attributionOf(false),
      importedAt: app.clock.now(),
    })
    .execute()
  const { config } = app.ctx
  const log = createLog('silent')
  await loadDemonstration(app.database.owner, { log, config: { ...config, appMode: 'demo' }, clock: app.clock })
  await importFirstContent(app.ctx, 'content')
  for (const { role } of demonstrationSignIns) bearers[role] = (await sessionFor(app, await idOf(role))).bearer
}, 240_000)
afterAll(async () => {
  await app.close()
  await bare.close()
})

const open = ({ app: { fastify } }: TestApp, url: string) => fastify.inject({ url, headers: { host: 'localhost' } })

const emailOf = (role: string) => demonstrationSignIns.find((one) => one.role === role)?.email ?? ''

async function idOf(role: string): Promise<string> {
  const person = app.ctx.db.selectFrom('identity.user').select('id').where('emailKey', '=', emailOf(role))
  return (await person.executeTakeFirstOrThrow()).id
}

/** Pages about one unit: of several, their address names it. */
const UNIT_PAGES = [
  '/driver-profile',
  '/calendar',
  '/working-unit',
  '/working-unit/copy',
  '/working-unit/bookable',
  '/working-unit/working-hours',
]
const UNIT_TABS = keysOf(driverTabs).map((tab) => `/my-bookings/${tab}`)
const UNIT_SETTINGS = ['/settings/driving-profile', '/settings/operations-and-pricing']

/** The addresses of the routes list, those of a unit, and those that need a key. */
async function everyPage(): Promise<string[]> {
  const bookings = await must(app.call(bearers['customer'])(listFutureBookings))
  const waiting = await must(app.call(bearers['admin'])(listVerifications))
  const unit = waiting.results[0]?.workingUnit.id
  const { results } = await must(app.call(bearers['driver'])(listUnits))
  const ofUnit = [...UNIT_PAGES, ...UNIT_TABS, ...UNIT_SETTINGS].map((path) => `${path}?unit=${results[0]?.id}`)
  return [...allPages, ...ofUnit, `/booking/${bookings.results[0]?.hash}`, `/admin/verifications?unit=${unit}`]
}

interface Cost {
  status: number
  calls: number
  statements: number
  /** Whether its foot says what data it shows and how old that is: once as it is read, which is what it hydrates with. */
  source: 'named' | 'missing' | 'no foot'
}

async function costOf(path: string, bearer: string | undefined): Promise<Cost> {
  const { fastify } = app.app
  const inject = fastify.inject.bind(fastify)
  const cookie = bearer && `authData=${bearer}:${'r'.repeat(30)}`
  let [calls, status, page] = [0, 0, '']
  Object.assign(fastify, { inject: (asked: InjectOptions) => ((calls += 1), inject(asked)) })
  try {
    const sent = await statementsOf(app, async () => {
      const answer = await inject({ url: path, headers: { host: 'localhost', ...(cookie ? { cookie } : {}) } })
      status = answer.statusCode
      page = String(answer.headers['content-type']).startsWith('text/html') ? answer.body : ''
    })
    return { status, calls, statements: sent.length, source: sourceIn(page) }
  } finally {
    Object.assign(fastify, { inject })
  }
}

function sourceIn(page: string): Cost['source'] {
  if (!page.includes('<footer')) return 'no foot'
  return /<footer.*<p class="foot__source">(.*?)<\/p>/s.exec(page)?.[1] === SOURCE ? 'named' : 'missing'
}

const written = ({ status, calls, statements }: Cost) =>
  `${calls}/${statements}${status === 200 ? '' : ` (${status})`}`.padEnd(12)

test(
  'no page sends more than two statements beyond one for each call, or keeps its source to itself',
  { timeout: 240_000 },
  async () => {
    const pages = await everyPage()
    const lines = [`${'calls/statements'.padEnd(56)}${VISITORS.map((name) => name.padEnd(12)).join('')}`]
    const over: string[] = []
    const unnamed: string[] = []
    let named = 0
    const shown: Record<string, number> = {}
    for (const path of pages) {
      const costs: Cost[] = []
      for (const visitor of VISITORS) {
        const cost = await costOf(path, bearers[visitor])
        costs.push(cost)
        if (cost.source === 'named') named += 1
        if (cost.source === 'missing') unnamed.push(`${path} for ${visitor}`)
        if (cost.status === 200) shown[visitor] = (shown[visitor] ?? 0) + 1
        if (cost.status >= 500 || cost.statements > cost.calls + SPARE)
          over.push(`${path} for ${visitor}: ${written(cost)}`)
      }
      lines.push(`${path.slice(0, 54).padEnd(56)}${costs.map(written).join('')}`)
    }
    console.log(lines.join('\n'))
    expect(over).toEqual([])
    expect(unnamed).toEqual([])
    expect(named).toBeGreaterThan(60)
    // They were pages and not refusals.
    expect(Object.values(shown).every((count) => count >= 8)).toBe(true)
    expect(shown['driver']).toBeGreaterThan(30)
    // The public site among them, content and all.
    expect(shown['visitor']).toBeGreaterThan(30)
  },
)

test('T-027: a page shows nothing of a session that ended since the last one', async () => {
  const email = emailOf('customer')
  const { bearer } = await sessionFor(app, await idOf('customer'))
  const settings = () =>
    app.app.fastify.inject({
      url: '/customer-settings',
      headers: { host: 'localhost', cookie: `authData=${bearer}:${'r'.repeat(30)}` },
    })
  const before = await settings()
  expect([before.body.includes(email), before.headers['set-cookie']]).toEqual([true, undefined])
  await app.call(bearer)(logOut)
  const after = await settings()
  expect([after.statusCode, after.body.includes(email)]).toEqual([200, false])
  expect(after.headers['set-cookie']).toContain('Max-Age=0')
})

test('the API docs name the source too; remembering it costs a page no statement', async () => {
  expect((await open(app, '/api/docs')).body).toContain(SOURCE)
  const { bearer } = await sessionFor(app, await idOf('customer'))
  const page = {
    url: '/customer-settings',
    headers: { host: 'localhost', cookie: `authData=${bearer}:${'r'.repeat(30)}` },
  }
  await app.app.fastify.inject(page)
  const sent = await statementsOf(app, () => app.app.fastify.inject(page))
  expect(sent.filter((text) => text.includes('"geo"."import"'))).toEqual([])
})

test('without an import nothing is claimed', async () => {
  for (const path of ['/', '/additional-services', '/route-details', '/terms', '/api/docs'])
    expect((await open(bare, path)).body).not.toContain('Royal Mail')
})
