import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { refusalFor } from './errors.ts'

let database: TestDatabase
let client: pg.Client
let other: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.owner)
  other = new pg.Client(database.owner)
  for (const each of [client, other]) {
    each.on('error', () => undefined)
    await each.connect()
  }
  await client.query(`
    create extension if not exists btree_gist;
    create table parent (id int primary key);
    create table thing (
      id int primary key, name varchar(5) not null, amount int check (amount > 0), text text, parent_id int references parent,
      during tstzrange, exclude using gist (during with &&)
    );
    create index on thing (text);
    insert into thing (id, name, during) values (1, 'a', '[2026-01-01,2026-01-02)')`)
})
afterAll(async () => {
  await Promise.allSettled([client.end(), other.end()])
  await database.drop()
})

/** What PostgreSQL itself says no to, and what we make of it. */
test.each<[string, number, string, unknown[]]>([
  ['22P02', 400, 'select $1::int', ['tomorrow']],
  ['22P02', 400, 'select $1::uuid', ['1']],
  ['22P02', 400, 'select $1::jsonb', ['{']],
  ['22003', 400, 'select $1::int', ['99999999999']],
  ['22003', 400, 'select $1::numeric(5,2)', ['99999999999']],
  ['22007', 400, 'select $1::date', ['soon']],
  ['22008', 400, 'select $1::date', ['2026-02-30']],
  ['22021', 400, 'select $1::text', ['a\0b']],
  ['22P05', 400, 'select $1::jsonb', ['"\\u0000"']],
  ['22001', 400, 'insert into thing (id, name) values (2, $1)', ['too long']],
  ['23502', 400, 'insert into thing (id, name) values (2, $1)', [null]],
  ['23514', 400, "insert into thing (id, name, amount) values (2, 'b', $1)", [-1]],
  [
    '54000',
    400,
    "insert into thing (id, name, text) select 2, 'b', string_agg(md5(n::text), '') from generate_series(1, $1::int) n",
    [2000],
  ],
  ['54001', 400, `select repeat('[', $1::int)::jsonb`, [100_000]],
  ['23503', 404, "insert into thing (id, name, parent_id) values (2, 'b', $1)", [7]],
  ['23505', 409, "insert into thing (id, name) values ($1, 'b')", [1]],
  ['23P01', 409, "insert into thing (id, name, during) values (2, 'b', $1)", ['[2026-01-01,2026-02-01)']],
  ['42P01', 500, 'select $1 from nowhere', ['x']],
])('%s is answered with %i: %s', async (code, status, statement, values) => {
  const error = await failureOf(() => client.query(statement, values))
  expect([(error as { code?: string }).code, refusalFor(error).kind.status]).toEqual([code, status])
})

const failureOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing failed')
}

test('a statement that takes too long is answered with 503', async () => {
  await client.query("set statement_timeout = '50ms'")
  const error = await failureOf(() => client.query('select pg_sleep(1)'))
  await client.query('reset statement_timeout')
  expect([(error as { code?: string }).code, refusalFor(error).kind.status]).toEqual(['57014', 503])
})

test('a lock that somebody else holds is answered with 503', async () => {
  await other.query('begin')
  await other.query('select 1 from thing where id = 1 for update')
  await client.query("set lock_timeout = '50ms'")
  const error = await failureOf(() => client.query('select 1 from thing where id = 1 for update'))
  await other.query('rollback')
  expect([(error as { code?: string }).code, refusalFor(error).kind.status]).toEqual(['55P03', 503])
})

test('two transactions that cannot both be true: 40001 is tried again, then 503', async () => {
  for (const each of [client, other]) await each.query('begin isolation level serializable')
  for (const each of [client, other]) await each.query('select count(*) from parent')
  await client.query('insert into parent values (1)')
  await other.query('insert into parent values (2)')
  await client.query('commit')
  const error = await failureOf(() => other.query('commit'))
  await other.query('rollback')
  expect([(error as { code?: string }).code, refusalFor(error).kind.status]).toEqual(['40001', 503])
})

test('a connection that is ended in the middle, a server that is not there, and a client that is over', async () => {
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  const ended = failureOf(() => other.query('select pg_sleep(5)'))
  const sleeping = "select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'"
  await expect.poll(async () => (await client.query(sleeping, [pid])).rowCount).toBe(1)
  await client.query('select pg_terminate_backend($1)', [pid])
  const nowhere = new pg.Client({ ...database.connection, host: '/nowhere' })
  const refused = new pg.Client({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' })
  const errors = [
    await ended,
    await failureOf(() => other.query('select 1')),
    await failureOf(() => nowhere.connect()),
    await failureOf(() => refused.connect()),
  ]
  expect(errors.map((error) => refusalFor(error).kind.status)).toEqual([503, 503, 503, 503])
})
