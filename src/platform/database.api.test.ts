import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServices } from '#app/services.ts'
import { cancellationPolicyAt } from '#modules/pricing/queries.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { statementsOf } from '#test/support/statements.ts'
import { deleteInBatches, ROWS_PER_DELETE } from './housekeeping.ts'
import { systemClock } from './clock.ts'
import { type Ctx, type TxCtx, createCtx } from './ctx.ts'
import { refusalFor } from './errors.ts'
import { newId } from './new-id.ts'

describe('the context', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    await app.database.asOwner('create table platform.note (id uuid primary key, text text not null)')
  })
  afterAll(() => app.close())

  const write = (tx: TxCtx, id: string, text: string | null) =>
    tx.write({ compile: () => sql`insert into platform.note values (${id}, ${text})`.compile(tx.db) })

  const countOf = async (ctx: Ctx, id: string) =>
    (await sql<{ count: number }>`select count(*) from platform.note where id = ${id}`.execute(ctx.db)).rows[0]?.count

  test('what is sent after a write sees it, and both are there in the end', async () => {
    const [one, two] = [newId(systemClock), newId(systemClock)]
    const seen = await app.ctx.tx(async (tx) => {
      await write(tx, one, 'first')
      await write(tx, two, 'second')
      return countOf(tx, one)
    })
    expect([seen, await countOf(app.ctx, one), await countOf(app.ctx, two)]).toEqual([1, 1, 1])
  })

  test('a write that fails ends the transaction with its own error, not with those of what came after it', async () => {
    const [good, bad] = [newId(systemClock), newId(systemClock)]
    const failing = app.ctx.tx(async (tx) => {
      await write(tx, good, 'rolled back')
      await write(tx, bad, null)
      await countOf(tx, good)
    })
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    expect(await countOf(app.ctx, good)).toBe(0)
  })

  test('a last write that fails is not overlooked', async () => {
    const id = newId(systemClock)
    await expect(app.ctx.tx((tx) => write(tx, id, null))).rejects.toMatchObject({ code: '23502' })
  })
})

describe('batches', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await createTestApp()
  })
  afterAll(() => t.close())

  const keys = async () =>
    (await t.ctx.db.selectFrom('platform.rate_window').select('key').orderBy('endsAt').execute()).map(({ key }) => key)

  test('what is older goes, the oldest first, so many rows in a statement; the rest stays', async () => {
    const count = 2 * ROWS_PER_DELETE + 500
    const start = new Date('2026-11-01T00:00:00Z')
    await sql`insert into platform.rate_window (name, key, used, ends_at)
    select 'a limit', n::text, 1, ${start}::timestamptz + n * interval '1 second' from generate_series(1, ${count + 2}) n`.execute(
      t.ctx.db,
    )
    const before = new Date(start.getTime() + (count + 1) * 1000)
    const statements = await statementsOf(t, async () => {
      expect(await deleteInBatches(t.ctx, 'platform.rate_window', 'ends_at', before)).toBe(count)
    })
    expect(statements).toHaveLength(3)
    expect(await keys()).toEqual([`${count + 1}`, `${count + 2}`])
  })

  test('two that run at once delete every row once', async () => {
    await sql`insert into platform.rate_window (name, key, used, ends_at)
    select 'another', n::text, 1, ${new Date(0)} from generate_series(1, ${3 * ROWS_PER_DELETE}) n`.execute(t.ctx.db)
    const both = await Promise.all(
      [1, 2].map(() => deleteInBatches(t.ctx, 'platform.rate_window', 'ends_at', new Date(1))),
    )
    const left = await sql<{ count: number }>`select count(*) from platform.rate_window where name = 'another'`.execute(
      t.ctx.db,
    )
    // The second caller finds rows gone, and leaves the rest to the first.
    expect(both.reduce((sum, one) => sum + one) + (left.rows[0]?.count ?? 0)).toBe(3 * ROWS_PER_DELETE)
    await deleteInBatches(t.ctx, 'platform.rate_window', 'ends_at', new Date(1))
    expect((await keys()).length).toBe(2)
  })
})

describe('one connection', () => {
  /** As many transactions as the pool has connections ask at one moment for what the process keeps and has just forgotten. */
  async function askInside(ctx: Ctx, count: number) {
    ctx.services.datedSettings.forget()
    const all = Promise.withResolvers<void>()
    let waiting = count
    return await Promise.allSettled(
      Array.from({ length: count }, () =>
        ctx.tx(async (tx) => {
          waiting -= 1
          if (waiting === 0) all.resolve()
          await all.promise
          return await cancellationPolicyAt(tx, tx.clock.now())
        }),
      ),
    )
  }

  test('transactions that hold every connection are told what the process keeps, and not where it is read through their own pool: the control', async () => {
    const product = await createTestApp({ ownTimeouts: true })
    const { app, ctx } = product
    try {
      const count = app.pool.options.max
      const outcomes = await askInside(ctx, count)
      expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'fulfilled'))

      const careless = createServices(ctx.config, ctx.log, ctx.db)
      const stuck = await askInside(createCtx({ ...ctx, services: careless }), count)
      expect(stuck.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'rejected'))
    } finally {
      await product.close()
    }
  })

  test('a transaction that asks its own pool for a second connection is a defect', async () => {
    const product = await createTestApp()
    const { ctx } = product
    try {
      const second = ctx.tx(async () => await ctx.db.selectFrom('pricing.road_charge').select('id').execute())
      await expect(second).rejects.toThrow('A transaction asked for a second connection')
    } finally {
      await product.close()
    }
  })
})

describe('errors of the database', () => {
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
})
