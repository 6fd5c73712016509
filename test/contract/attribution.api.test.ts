// The licence of the imported places asks that its words are shown wherever they are used; where nothing was imported, nothing is claimed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { attributionOf } from '#modules/geo/postcode-import/rules.ts'
import { demonstrationSignIns, loadDemonstration } from '#app/demonstration.ts'
import { createLog } from '#platform/log.ts'
import { allPages } from '#test/support/pages.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { withPages } from '#test/support/with-pages.ts'

const SHOWN = `Places: Code-Point Open 2025.4.0. ${attributionOf(false)}`

let app: TestApp
let bare: TestApp
const cookies: Record<string, string> = {}

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
  const log = createLog('silent')
  await loadDemonstration(app.database.owner, { log, config: { ...app.ctx.config, appMode: 'demo' }, clock: app.clock })
  for (const { role, email } of demonstrationSignIns) {
    const person = app.ctx.db.selectFrom('identity.user').select('id').where('emailKey', '=', email)
    const { bearer } = await sessionFor(app, (await person.executeTakeFirstOrThrow()).id)
    cookies[role] = `authData=${bearer}:${'r'.repeat(30)}`
  }
}, 240_000)
afterAll(async () => {
  await app.close()
  await bare.close()
})

const open = ({ app: { fastify } }: TestApp, url: string, cookie?: string) =>
  fastify.inject({ url, headers: { host: 'localhost', ...(cookie ? { cookie } : {}) } })

test(
  'every page says what it shows and how old it is, whoever looks, and so do the API docs',
  { timeout: 240_000 },
  async () => {
    const missing: string[] = []
    let shown = 0
    for (const path of allPages) {
      for (const who of ['visitor', ...Object.keys(cookies)]) {
        const { headers, body } = await open(app, path, cookies[who])
        if (!String(headers['content-type']).startsWith('text/html')) continue
        // Once in the page as it is read, and once in what it hydrates with.
        if (/<footer.*<p class="foot__source">(.*?)<\/p>/s.exec(body)?.[1] === SHOWN) shown += 1
        else if (body.includes('<footer')) missing.push(`${path} for ${who}`)
      }
    }
    expect(missing).toEqual([])
    expect(shown).toBeGreaterThan(60)
    expect((await open(app, '/api/docs')).body).toContain(SHOWN)
  },
)

test('it costs no statement a page: what data is in use is remembered', async () => {
  await open(app, '/customer-settings', cookies['customer'])
  const sent = await statementsOf(app, () => open(app, '/customer-settings', cookies['customer']))
  expect(sent.filter((text) => text.includes('"geo"."import"'))).toEqual([])
})

test('without an import nothing is claimed', async () => {
  for (const path of ['/', '/additional-services', '/route-details', '/terms', '/api/docs'])
    expect((await open(bare, path)).body).not.toContain('Royal Mail')
})
