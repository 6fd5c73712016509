import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RefusedError } from './errors.ts'
import { lockedRowOf, OwnRows, rehearsing, RowTurns, WouldChange } from './row-turns.ts'

interface Tables {
  'office.desk': { id: string; until: Date }
}

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const desk = db.selectFrom('office.desk').select('id').where('id', '=', 'a')
const now = new Date('2026-11-20T09:00:00Z')

test.each([
  ['a locked row', desk.forUpdate(), 'office desk a'],
  ['one whose key is left alone', desk.forNoKeyUpdate(), 'office desk a'],
  ['whatever instant it is compared with', desk.where('until', '>', now).forUpdate(), 'office desk a'],
  ['one that nobody locks', desk, undefined],
  ['one that others may share', desk.forShare(), undefined],
  ['one that is passed over if locked', desk.forUpdate().skipLocked(), undefined],
  ['one that is refused if locked', desk.forUpdate().noWait(), undefined],
])('names %s', (_name, query, row) => {
  expect(lockedRowOf(query.toOperationNode())).toBe(row)
})

test('names what raw SQL locks by its text and its values', () => {
  const lock = (key: string) =>
    lockedRowOf(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.toOperationNode())
  expect(lock('plate A')).toBe(lock('plate A'))
  expect(lock('plate A')).not.toBe(lock('plate B'))
  expect(lockedRowOf(sql`select 1 from office.desk for update`.toOperationNode())).toBeDefined()
  expect(lockedRowOf(sql`select 1 from office.desk for update skip locked`.toOperationNode())).toBeUndefined()
})

test('a rehearsal reads without locks, and ends at the first change', () => {
  const rehearsal = db.withPlugin(rehearsing)
  expect(rehearsal.selectFrom('office.desk').select('id').forUpdate().compile().sql).toBe(
    'select "id" from "office"."desk"',
  )
  expect(sql`select pg_advisory_xact_lock(1)`.compile(rehearsal).sql).toBe('select 1')
  expect(sql`select 1 from office.desk for no key update`.compile(rehearsal).sql).not.toContain('update')
  expect(() => rehearsal.deleteFrom('office.desk').compile()).toThrow(WouldChange)
})

const limits = { waiting: 3, waitingEach: 2, patienceMs: 60_000 }

test('those who wait for a row have it one after the other', async () => {
  const turns = new RowTurns(limits)
  const [first, second, third] = ['a', 'b', 'c'].map((who) => new OwnRows(turns, who))
  const order: string[] = []
  expect(first?.has('row')).toBe(true)
  expect(first?.has('row')).toBe(true)
  expect(second?.has('row')).toBe(false)
  const waiting = [second?.wait('row').then(() => order.push('b')), third?.wait('row').then(() => order.push('c'))]
  first?.giveBack()
  await waiting[0]
  expect(order).toEqual(['b'])
  second?.giveBack()
  await waiting[1]
  expect(order).toEqual(['b', 'c'])
  third?.giveBack()
  expect(new OwnRows(turns, 'd').has('row')).toBe(true)
})

test('whoever has too many waiting for one row is refused at once, and so is the crowd beyond its limit', async () => {
  const turns = new RowTurns(limits)
  turns.tryTake('row')
  const queued = ['a', 'a', 'b'].map((who) => new OwnRows(turns, who).wait('row'))
  await expect(new OwnRows(turns, 'a').wait('row')).rejects.toThrow(RefusedError)
  await expect(new OwnRows(turns, 'c').wait('row')).rejects.toThrow(RefusedError)
  for (const one of queued) {
    turns.giveBack('row')
    await one
  }
})

test('nobody waits for ever', async () => {
  const turns = new RowTurns({ ...limits, patienceMs: 1 })
  turns.tryTake('row')
  await expect(new OwnRows(turns, 'a').wait('row')).rejects.toThrow(RefusedError)
  turns.giveBack('row')
  expect(turns.tryTake('row')).toBe(true)
})

/** Whether the plugin sees it: builders, and raw SQL whose statement begins with the lock's own `select`. */
test('every command that locks a row by SQL of its own does so in a statement of its own', () => {
  const root = join(import.meta.dirname, '../modules')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const locks = files.flatMap((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return [...text.matchAll(/`[^`]*?(?:pg_advisory|for (?:no key )?update\b(?! skip locked))[^`]*`/gi)].map(
      ([statement]) => ({
        name,
        statement,
      }),
    )
  })
  expect(locks.length).toBeGreaterThan(3)
  expect(locks.filter(({ statement }) => !/^`select\b/.test(statement) || /pg_advisory_lock/.test(statement))).toEqual(
    [],
  )
})
