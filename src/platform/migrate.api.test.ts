import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'

const { admin, owner } = inject('postgres')
const { user } = owner

let folder = ''
let connection = { ...admin, user }
let client = new Client(connection)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vanfare-migrations-'))
  const database = `migrate_${randomBytes(4).toString('hex')}`
  const maker = new Client(admin)
  await maker.connect()
  await maker.query(`create database ${database} owner ${user}`)
  await maker.end()
  connection = { ...admin, user, database }
  client = new Client(connection)
  await client.connect()
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await client.end()
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const run = () => migrate(connection, { folder })
const tables = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).rows.map(({ name }) => name)

it('applies the files in their order, once, and only the new ones afterwards', async () => {
  write('0002_second.sql', 'alter table one add column two int;')
  write('0001_first.sql', 'create table one (); create table other ();')
  write('notes.txt', 'not a migration')
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await run()).toEqual([])
  write('0003_third.sql', 'create table three ();')
  expect(await run()).toEqual(['0003_third.sql'])
  expect(await tables()).toEqual(['one', 'other', 'three'])
  const { rows } = await client.query('select name, applied_at is not null as at from platform.migration order by name')
  expect(rows).toEqual(['0001_first.sql', '0002_second.sql', '0003_third.sql'].map((name) => ({ name, at: true })))
})

it('keeps nothing of a file that fails, names its line, and goes on after it is mended', async () => {
  write('0001_first.sql', 'create table one ();')
  write('0002_second.sql', 'create table two ();\n\ncreate tabel three ();')
  await expect(run()).rejects.toThrow('db/migrations/0002_second.sql, line 3: syntax error at or near "tabel"')
  expect(await tables()).toEqual(['one'])
  write('0002_second.sql', 'create table two ();')
  expect(await run()).toEqual(['0002_second.sql'])
})

it('refuses a past file that has changed, but not one whose line ends did', async () => {
  write('0001_first.sql', 'create table one\n();')
  await run()
  write('0001_first.sql', 'create table one\r\n();')
  expect(await run()).toEqual([])
  write('0001_first.sql', 'create table one (id int);')
  await expect(run()).rejects.toThrow('db/migrations/0001_first.sql has changed since it was applied to this database.')
})

it('refuses a file slipped in before one that is applied, a number used twice, and a name of another form', async () => {
  write('0002_second.sql', 'create table two ();')
  await run()
  write('0001_first.sql', 'create table one ();')
  await expect(run()).rejects.toThrow('0001_first.sql comes before 0002_second.sql')
  write('0002_again.sql', 'create table again ();')
  await expect(run()).rejects.toThrow('two files numbered 0002')
  write('0001-third.sql', 'create table three ();')
  await expect(run()).rejects.toThrow('db/migrations/0001-third.sql: call it four digits')
  expect(await tables()).toEqual(['two'])
})

it('lets an older release run on the newer database that a rollback leaves it', async () => {
  write('0001_first.sql', 'create table one ();')
  write('0002_second.sql', 'create table two ();')
  await run()
  rmSync(join(folder, '0002_second.sql'))
  expect(await run()).toEqual([])
})

it('is applied once when many processes start together', async () => {
  write('0001_first.sql', 'create table one (); select pg_sleep(0.2);')
  const applied = await Promise.all(Array.from({ length: 6 }, run))
  expect(applied.flat()).toEqual(['0001_first.sql'])
})

it('waits for a lock in short turns, so that others can work in between', async () => {
  write('0001_first.sql', 'create table one ();')
  await run()
  write('0002_second.sql', 'alter table one add column two int;')
  await client.query('begin')
  await client.query('lock table one in access share mode')
  const migrating = run()
  const inLine = "select from pg_locks where relation = 'one'::regclass and not granted"
  await expect.poll(async () => (await client.query(inLine)).rowCount).toBe(1)
  const reader = new Client(connection)
  await reader.connect()
  // Stands in line behind the migration, which gives up its place before the lock is free: it is free only after this.
  expect((await reader.query('select 1 from one')).rowCount).toBe(0)
  await reader.end()
  await client.query('commit')
  expect(await migrating).toEqual(['0002_second.sql'])
})
