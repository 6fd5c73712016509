import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../scripts/check-structure.ts'
import { checkCounts, type Counts } from '../../scripts/structure-counts.ts'

/** A small project on disk; every slice file named in an import of the cases exists in it. */
const HOUSE = {
  'src/app/modules.ts': "export const slices = [{ name: 'geo' }, { name: 'fleet' }, { name: 'quoting' }]",
  'src/app/build-app.ts': "import '#modules/quoting/routes.ts'\nimport '#platform/db.ts'",
  'src/platform/db.ts': 'export const db = 1',
  'src/shared/money.ts': "import { z } from 'zod'\nexport const money = z",
  'src/modules/geo/rules.ts': "import { money } from '#shared/money.ts'\nexport const far = money",
  'src/modules/geo/queries.ts': "import { db } from '#platform/db.ts'\nexport const find = db",
  'src/modules/geo/policy.ts': 'export const may = 1',
  'src/modules/geo/contract.ts': 'export interface Place { name: string }\nexport const place = 1',
  'src/modules/geo/osrm/rules.ts': "import { far } from '../rules.ts'\nexport const near = far",
  'src/modules/fleet/data.ts': "export const vans = ['small']\n".repeat(1) + '\n'.repeat(500),
  'src/modules/fleet/rules.test.ts': "import '#modules/quoting/routes.ts'",
  'src/modules/quoting/routes.ts': "import { find } from '#modules/geo/queries.ts'\nexport const routes = find",
  'src/web/home.tsx':
    "import { far } from '#modules/geo/rules.ts'\nimport './home.css'\nexport const Home = () => <p>{far}</p>",
  'src/web/home.css': '',
}

function problemsWith(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'vanfare-structure-'))
  try {
    for (const [path, text] of Object.entries({ ...HOUSE, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return checkStructure(root).map(({ file, wrong, mend }) => `${file}: ${wrong} | ${mend}`)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

it('lets a clock be asked, and the past have been otherwise', () => {
  const files = {
    'src/platform/db.ts':
      'export const db = (clock) => [clock.now(), performance.now(), "nowhere()", "pgboss.job_now()"]',
    'src/platform/clock.ts': 'export const systemClock = { now: () => new Date() }',
    'db/migrations/0002_past.sql': 'create table a (at timestamptz not null default now());',
  }
  expect(problemsWith(files)).toEqual([])
})

it('finds nothing to mend in a house that is in order', () => {
  expect(problemsWith({})).toEqual([])
})

const REFUSED: [string, Record<string, string>, string, string][] = [
  [
    'a link of the workplace that forgets the unit',
    { 'src/web/driver/settings.tsx': "import { Form, Link } from 'react-router'\nexport const page = [Form, Link]" },
    'src/web/driver/settings.tsx',
    'a link that forgets the unit',
  ],
  [
    'a link to the workplace from elsewhere that forgets the unit',
    { 'src/web/site/home.tsx': 'export const Go = () => <Link className="go" to="/calendar">Calendar</Link>' },
    'src/web/site/home.tsx',
    'a link that forgets the unit',
  ],
  [
    'a redirect that forgets the unit',
    { 'src/web/site/home.tsx': 'export const go = () => redirect(`/settings/people`)' },
    'src/web/site/home.tsx',
    'Use UnitLink or UnitButtonLink',
  ],
  [
    'a lazy part that fails with its page',
    { 'src/web/site/home.tsx': "import { lazy, Suspense } from 'react'" },
    'src/web/site/home.tsx',
    'Use lazyPart, optionalPart or lazyDialog',
  ],
  [
    'a statement about a table of a later slice',
    {
      'src/modules/fleet/queries.ts': 'export const found = `select 1 from fleet.van v join quoting.search s on true`',
    },
    'src/modules/fleet/queries.ts',
    'a statement names quoting.search',
  ],
  [
    'a column spelt as in the database',
    {
      'src/platform/db-types.gen.ts': 'export interface FleetVan {\n  hasTailLift: boolean\n}',
      'src/modules/fleet/commands.ts': 'export const van = { has_tail_lift: true, other_key: 1 }',
    },
    'src/modules/fleet/commands.ts',
    'the key has_tail_lift',
  ],
  [
    'a file outside the vocabulary',
    { 'src/modules/geo/fetcher.ts': '' },
    'src/modules/geo/fetcher.ts',
    '"fetcher" is no file of a slice',
  ],
  ['a service', { 'src/modules/geo/service.ts': '' }, 'src/modules/geo/service.ts', '"service" is no file of a slice'],
  ['a barrel', { 'src/modules/geo/index.ts': '' }, 'src/modules/geo/index.ts', '"index" says nothing'],
  ['helpers anywhere', { 'src/shared/helpers.ts': '' }, 'src/shared/helpers.ts', '"helpers" says nothing'],
  ['a name in capitals', { 'src/web/RouteLine.tsx': '' }, 'src/web/RouteLine.tsx', 'not in kebab-case'],
  [
    'a slice that is not listed',
    { 'src/modules/pets/rules.ts': '' },
    'src/modules/pets/rules.ts',
    'the slice "pets" is not listed',
  ],
  [
    'a look-up that finds what every object has',
    {
      'src/platform/table.ts':
        'const table: Record<string, number> = {}\nexport const find = (key: string) => table[key]',
    },
    'src/platform/table.ts',
    'looks up table[…] by any key',
  ],
  [
    'a booking’s status that is assigned',
    {
      'src/modules/geo/commands.ts':
        "export const end = (db: any) => db.updateTable('bookings.booking').set({ version: 2, status: 'rejected' }).execute()",
    },
    'src/modules/geo/commands.ts',
    'writes the state of a booking',
  ],
  [
    'a booking’s status that is assigned in SQL',
    {
      'src/modules/geo/commands.ts':
        'export const end = (sql: any) => sql`update bookings.booking set is_hot = true where id = 1`',
    },
    'src/modules/geo/commands.ts',
    'writes the state of a booking',
  ],
  ['a long file', { 'src/platform/long.ts': '\n'.repeat(401) }, 'src/platform/long.ts', '401 lines'],
  ['a long test', { 'src/platform/long.test.ts': '\n'.repeat(701) }, 'src/platform/long.test.ts', '701 lines'],
  [
    'a missing file',
    { 'src/platform/lost.ts': "import './gone.ts'" },
    'src/platform/lost.ts',
    'src/platform/gone.ts, which does not exist',
  ],
  [
    'a slice that imports a later one',
    { 'src/modules/geo/commands.ts': "import { vans } from '#modules/fleet/data.ts'" },
    'src/modules/geo/commands.ts',
    'geo comes before fleet',
  ],
  [
    'the same by a relative path, as a type',
    { 'src/modules/geo/commands.ts': "import type { vans } from '../fleet/data.ts'" },
    'src/modules/geo/commands.ts',
    'geo comes before fleet',
  ],
  [
    'another slice’s own file',
    { 'src/modules/fleet/commands.ts': "import { may } from '#modules/geo/policy.ts'" },
    'src/modules/fleet/commands.ts',
    "policy.ts is geo's own",
  ],
  [
    'a slice that imports a screen',
    { 'src/modules/geo/commands.ts': "import '#web/home.tsx'" },
    'src/modules/geo/commands.ts',
    'src/modules may import only',
  ],
  [
    'the web on the database',
    { 'src/web/a.tsx': "import { db } from '#platform/db.ts'" },
    'src/web/a.tsx',
    'src/web may import only',
  ],
  [
    'the web on queries',
    { 'src/web/a.tsx': "import { find } from '#modules/geo/queries.ts'" },
    'src/web/a.tsx',
    'the web sees only contract, rules, data',
  ],
  [
    'the same when loaded later',
    { 'src/web/a.tsx': "const a = await import('#modules/geo/queries.ts')" },
    'src/web/a.tsx',
    'the web sees only',
  ],
  [
    'the same when passed on',
    { 'src/web/a.tsx': "export { find } from '#modules/geo/queries.ts'" },
    'src/web/a.tsx',
    'the web sees only',
  ],
  [
    'a room of the web that reaches into another',
    { 'src/web/driver/a.tsx': "import '../office/b.tsx'", 'src/web/office/b.tsx': '' },
    'src/web/driver/a.tsx',
    'src/web/driver may import only driver, shell, kit, ui',
  ],
  [
    'the same for a type',
    {
      'src/web/driver/a.tsx': "import type { B } from '#web/office/b.tsx'",
      'src/web/office/b.tsx': 'export type B = 1',
    },
    'src/web/driver/a.tsx',
    'src/web/driver may import only driver, shell, kit, ui',
  ],
  [
    'the same for a style sheet',
    { 'src/web/driver/a.css': "@import '../office/b.css';", 'src/web/office/b.css': '' },
    'src/web/driver/a.css',
    'src/web/driver may import only driver, shell, kit, ui',
  ],
  [
    'the kit on a room',
    { 'src/web/kit/a.tsx': "const b = await import('#web/office/b.tsx')", 'src/web/office/b.tsx': '' },
    'src/web/kit/a.tsx',
    'src/web/kit may import only kit, ui',
  ],
  [
    'the kit on the shell',
    { 'src/web/kit/a.tsx': "import '#web/shell/b.tsx'", 'src/web/shell/b.tsx': '' },
    'src/web/kit/a.tsx',
    'src/web/kit may import only kit, ui',
  ],
  [
    'a primitive on the kit',
    { 'src/web/ui/a.tsx': "import '#web/kit/b.tsx'", 'src/web/kit/b.tsx': '' },
    'src/web/ui/a.tsx',
    'src/web/ui may import only ui',
  ],
  [
    'a room on what puts the rooms together',
    { 'src/web/driver/a.tsx': "import '../home.tsx'" },
    'src/web/driver/a.tsx',
    'src/web/driver may import only driver, shell, kit, ui',
  ],
  [
    'a sheet of more than 250 lines',
    { 'src/web/home.css': 'p {\n}\n'.repeat(126) },
    'src/web/home.css',
    '252 lines. | A sheet has 250 at the most: use the classes of src/web/primitives',
  ],
  [
    'pixels outside the tokens',
    { 'src/web/home.css': 'p {\n  border: 1px solid;\n}\n' },
    'src/web/home.css',
    'has pixels of its own: border: 1px | Use a token of src/web/tokens.css',
  ],
  [
    'a class that no screen has',
    { 'src/web/home.css': '.gone {\n  color: red;\n}\n' },
    'src/web/home.css',
    'no screen has the class "gone".',
  ],
  [
    'more styles in all than were enough',
    Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`src/web/ui/part-${index}.css`, 'p {}\n'.repeat(250)]),
    ),
    'src/web',
    'lines of styles in all',
  ],
  [
    'platform on a slice',
    { 'src/platform/a.ts': "import '#modules/geo/rules.ts'" },
    'src/platform/a.ts',
    'src/platform may import only',
  ],
  [
    'shared on platform',
    { 'src/shared/a.ts': "import { db } from '#platform/db.ts'" },
    'src/shared/a.ts',
    'src/shared may import only shared',
  ],
  ['shared on Node', { 'src/shared/a.ts': "import 'node:fs'" }, 'src/shared/a.ts', 'src/shared runs in browsers too'],
  [
    'rules on the database',
    { 'src/modules/fleet/rules.ts': "import { db } from '#platform/db.ts'" },
    'src/modules/fleet/rules.ts',
    'rules.ts is pure',
  ],
  [
    'rules of a noun on the database',
    { 'src/modules/fleet/van-rules.ts': "import { db } from '#platform/db.ts'" },
    'src/modules/fleet/van-rules.ts',
    'rules.ts is pure',
  ],
  [
    'rules on queries',
    { 'src/modules/fleet/rules.ts': "import { find } from '#modules/geo/queries.ts'" },
    'src/modules/fleet/rules.ts',
    'rules.ts is pure',
  ],
  [
    'rules on Node',
    { 'src/modules/fleet/rules.ts': "import 'node:fs'" },
    'src/modules/fleet/rules.ts',
    'rules.ts is pure',
  ],
  [
    'schemas in the browser by way of rules',
    { 'src/modules/geo/rules.ts': "import { place } from './contract.ts'\nexport const far = place" },
    'src/web/home.tsx',
    'src/modules/geo/rules.ts → src/modules/geo/contract.ts',
  ],
  [
    'rules with a clock',
    { 'src/modules/fleet/rules.ts': 'export const now = () => Date.now()' },
    'src/modules/fleet/rules.ts',
    'uses Date.now(',
  ],
  [
    'a clock of its own',
    { 'src/web/home.tsx': 'export const Home = () => <p>{new Date().getDay()}</p>' },
    'src/web/home.tsx',
    'asks new Date() what time it is',
  ],
  [
    'a moment that the database chose',
    { 'src/platform/db.ts': 'export const db = `select from pgboss.job where start_after < now()`' },
    'src/platform/db.ts',
    'asks now() what time it is',
  ],
  [
    'a day that the database chose',
    { 'src/platform/db.ts': 'export const db = `select current_date`' },
    'src/platform/db.ts',
    'asks current_date what time it is',
  ],
  [
    'a column that takes the time of the database',
    { 'db/migrations/0024_more.sql': 'create table a (at timestamptz not null default now());' },
    'db/migrations/0024_more.sql',
    'gives a column the time of the database',
  ],
  [
    'a test in the product',
    { 'src/platform/a.ts': "import '#test/support/database.ts'", 'test/support/database.ts': '' },
    'src/platform/a.ts',
    'src/platform may import only',
  ],
  [
    'a circle',
    {
      'src/platform/a.ts': "import { b } from './b.ts'\nexport const a = b",
      'src/platform/b.ts': "import { a } from './a.ts'\nexport const b = a",
    },
    'src/platform/a.ts',
    'a circle: src/platform/a.ts → src/platform/b.ts → src/platform/a.ts',
  ],
  [
    'a comparison with the status of a booking',
    { 'src/web/home.tsx': "export const isOn = (booking) => booking?.status === 'confirmed'" },
    'src/web/home.tsx',
    "spells 1 status of a booking: booking?.status === 'confirmed'",
  ],
  [
    'a switch over the status of a booking',
    { 'src/web/home.tsx': "export function text(status) {\n  switch (status) {\n    case 'rejected':\n  }\n}" },
    'src/web/home.tsx',
    'A text for each status is a Record<BookingStatus, …>',
  ],
  [
    'a state of a booking, as its columns give it',
    { 'src/modules/quoting/rules.ts': "export const isHot = (booking) => stateOf(booking) === 'hot'" },
    'src/modules/quoting/rules.ts',
    "stateOf(booking) === 'hot'",
  ],
  [
    'a set of statuses under a name of its own, and as a type',
    {
      'src/modules/quoting/rules.ts':
        "export const OPEN = ['confirmed', 'completed']\nexport type Open = 'new_booking' | 'in_progress'",
    },
    'src/modules/quoting/rules.ts',
    'spells 2 statuses of a booking',
  ],
  [
    'a status in a statement',
    { 'src/modules/quoting/queries.ts': "export const found = `select 1 from a b where b.status in ('confirmed')`" },
    'src/modules/quoting/queries.ts',
    'in SQL literals(AGREED)',
  ],
  [
    'a status in a condition',
    { 'src/modules/quoting/queries.ts': "export const found = (query) => query.where('b.status', '=', 'completed')" },
    'src/modules/quoting/queries.ts',
    'spells 1 status of a booking',
  ],
  [
    'more casts than one per thousand lines',
    { 'src/platform/a.ts': 'export const a = JSON.parse("1") as unknown as string' },
    'src',
    '2 casts in',
  ],
  [
    'a cast in the old spelling',
    { 'src/platform/a.ts': 'export const a = <string>JSON.parse("1")' },
    'src',
    'most in src/platform/a.ts 1',
  ],
  [
    'a cast by an exclamation mark',
    { 'src/platform/a.ts': 'export const a = [1].at(0)!' },
    'src',
    'most in src/platform/a.ts 1',
  ],
]

it.each(REFUSED)('refuses %s, at its file and with a way to mend it', (_name, files, file, wrong) => {
  const problems = problemsWith(files)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(`${file}: `)
  expect(problems[0]).toContain(wrong)
  expect(problems[0]).toMatch(/ \| [A-Z].{10,}/)
})

const ACCEPTED: [string, Record<string, string>][] = [
  [
    'a room that uses the kit, the shell and the primitives',
    {
      'src/web/driver/a.tsx': "import '#web/kit/b.tsx'\nimport '#web/shell/c.tsx'\nimport '#web/ui/d.tsx'",
      'src/web/kit/b.tsx': "import '#web/ui/d.tsx'",
      'src/web/shell/c.tsx': "import '#web/kit/b.tsx'",
      'src/web/ui/d.tsx': '',
    },
  ],
  ['the root that puts the rooms together', { 'src/web/a.tsx': "import './driver/b.tsx'", 'src/web/driver/b.tsx': '' }],
  [
    'a later slice that uses an earlier one',
    { 'src/modules/quoting/commands.ts': "import { vans } from '#modules/fleet/data.ts'" },
  ],
  [
    'rules that take types from a contract',
    { 'src/modules/fleet/rules.ts': "import type { Place } from '#modules/geo/contract.ts'" },
  ],
  [
    'a circle of types, which is erased',
    { 'src/platform/a.ts': "import type { B } from './b.ts'", 'src/platform/b.ts': "import type { A } from './a.ts'" },
  ],
  [
    'a clock in a comment',
    { 'src/modules/fleet/rules.ts': '/** Not Date.now(). */\n// new Date()\nexport const a = 1' },
  ],
  [
    'a constant, another name and a cast that is only talked about',
    {
      'src/platform/a.ts':
        "import { b as c } from './b.ts'\n// c as string\nexport const a = [c, 'c as string', `c!`] as const",
      'src/platform/b.ts': 'export const b = 1',
    },
  ],
  [
    'a cast in a test, and one in a thousand lines',
    {
      'src/platform/a.ts': `export const a = JSON.parse("1") as string\n${'\n'.repeat(390)}`,
      'src/platform/b.ts': '\n'.repeat(390),
      'src/platform/a.test.ts': 'const a = 1 as number as number',
    },
  ],
  [
    'pixels as a token, and those that are only talked about',
    {
      'src/web/tokens.css': ':root {\n  --line-1: 1px;\n}\n',
      'src/web/home.css': '/* 24px was too small. */\np {\n  width: 2rem;\n}\n',
    },
  ],
  [
    'statuses where they are at home, as keys, and the same words of something else',
    {
      'src/modules/fleet/rules.ts': "export const HELD = ['confirmed', 'in_progress']",
      'src/modules/geo/contract.ts': "export const statuses = ['confirmed', 'in_progress']",
      'src/web/home.tsx':
        "export const labels = { in_progress: 'Under way' }\nexport const isSettled = (day) => day.hours === 'confirmed'",
      'src/modules/quoting/queries.ts':
        "export const found = `select 1 from a e where e.kind in ('confirmed', 'rejected')`\nexport const kinds = ['rejected', 'given_up']",
    },
  ],
  ['an import inside a text', { 'src/platform/a.ts': "export const text = `import '#web/home.tsx'`" }],
]

it.each(ACCEPTED)('accepts without complaint %s', (_name, files) => {
  expect(problemsWith(files)).toEqual([])
})

describe('the counts of the house', () => {
  const counts: Counts = {
    'lines of production': 1,
    'files of src': 1,
    'folders of src': 1,
    'folders with fewer than three files': 1,
    'production files under 25 lines': 1,
    'lines of styles': 1,
  }

  it('are fine below their limits', () => {
    expect(checkCounts(counts)).toEqual([])
  })

  it.each(Object.keys(counts))('the control: more %s than before are refused', (what) => {
    const problems = checkCounts({ ...counts, [what]: 1_000_000 })
    expect(problems.map(({ wrong }) => wrong)).toEqual([expect.stringContaining(`${what}: 1000000`)])
  })
})
