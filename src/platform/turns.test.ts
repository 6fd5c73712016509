import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { FairQueue, noRoom, type FairQueueLimits } from './fair-queue.ts'
import { ForeignFailure, isForeign } from './jobs.ts'
import { LOAD_LIMITS } from './load-shedding.ts'
import { spreadOverTurns } from './loop-turns.ts'
import { askedBy, sharePool, type Asker } from './pool-shares.ts'
import { lockedRowOf, OwnRows, rehearsing, RowTurns, WouldChange } from './row-turns.ts'

describe('the fair queue', () => {
  /** Who began, in order, and a way to let each finish. */
  let begun: string[]
  let finish: (() => void)[]
  beforeEach(() => {
    begun = []
    finish = []
  })

  const limits: FairQueueLimits = { room: 4, roomEach: 2, waiting: 20, waitingEach: 5, patienceMs: 10_000 }

  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => finish.push(() => resolve(name)))
  }

  /** Finishes the `count` oldest, and lets those after them begin. */
  async function finishOldest(count = 1) {
    for (const end of finish.splice(0, count)) end()
    await nextTurn()
  }

  test('one key never has more than its share, and what does not fit in its line is refused at once', async () => {
    const queue = new FairQueue(limits)
    const flood = Array.from({ length: 10 }, (_, index) => queue.run('a', work(`a${index}`)))
    expect(await Promise.all(flood.slice(7))).toEqual([noRoom, noRoom, noRoom])
    expect(begun).toEqual(['a0', 'a1'])
    const other = queue.run('b', work('b0'))
    expect(begun).toEqual(['a0', 'a1', 'b0'])
    while (finish.length > 0) await finishOldest()
    expect(await other).toBe('b0')
    expect(await Promise.all(flood.slice(0, 7))).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'])
  })

  test('where everybody has to wait, the keys are let in by turns, not by who came first', async () => {
    const queue = new FairQueue({ ...limits, room: 1, roomEach: 1 })
    const all = ['a0', 'a1', 'a2', 'a3', 'b0', 'c0', 'b1'].map((name) => queue.run(name[0] ?? '', work(name)))
    while (finish.length > 0) await finishOldest()
    await Promise.all(all)
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
  })

  test('control: with one line for everybody the flood comes first', async () => {
    const queue = new FairQueue({ ...limits, room: 1, roomEach: 1 })
    const all = ['a0', 'a1', 'a2', 'a3', 'b0'].map((name) => queue.run('everybody', work(name)))
    while (finish.length > 0) await finishOldest()
    await Promise.all(all)
    expect(begun.at(-1)).toBe('b0')
  })

  test('all lines together are bounded too', async () => {
    const queue = new FairQueue({ ...limits, room: 1, waiting: 3 })
    const all = ['a', 'b', 'c', 'd', 'e'].map((key) => queue.run(key, work(key)))
    expect(await all[4]).toBe(noRoom)
    while (finish.length > 0) await finishOldest()
    expect(await Promise.all(all.slice(0, 4))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('nobody waits longer than is sensible', async () => {
    const queue = new FairQueue({ ...limits, roomEach: 1, patienceMs: 20 })
    const first = queue.run('a', work('first'))
    expect(await queue.run('a', work('second'))).toBe(noRoom)
    await finishOldest()
    expect(await first).toBe('first')
    expect(begun).toEqual(['first'])
  })

  test('whoever has left is not worked for, and their place is free', async () => {
    const queue = new FairQueue({ ...limits, roomEach: 1, waitingEach: 1 })
    const left = new AbortController()
    const [first, abandoned] = [queue.run('a', work('first')), queue.run('a', work('gone'), left.signal)]
    left.abort()
    expect(await abandoned).toBe(noRoom)
    const next = queue.run('a', work('next'))
    expect(await queue.run('a', work('late'), AbortSignal.abort())).toBe(noRoom)
    await finishOldest()
    await finishOldest()
    expect(await Promise.all([first, next])).toEqual(['first', 'next'])
    expect(begun).toEqual(['first', 'next'])
  })

  test('work that fails leaves its room', async () => {
    const queue = new FairQueue({ ...limits, room: 1, roomEach: 1 })
    await expect(queue.run('a', () => Promise.reject(new Error('boom')))).rejects.toThrow('boom')
    expect(await queue.run('a', () => Promise.resolve('well'))).toBe('well')
  })
})

describe('turns of the event loop', () => {
  let fastify: FastifyInstance
  afterEach(() => fastify.close())

  /**
   * Counts the requests of 127.0.0.2 that begin in the fullest turn of the event loop, while it sends `count` at once.
   */
  async function fullestTurn(most: number, count: number): Promise<number> {
    fastify = Fastify({ forceCloseConnections: true })
    spreadOverTurns(fastify, most)
    let [inThisTurn, fullest] = [0, 0]
    fastify.get('/work', async () => {
      if (inThisTurn === 0) setImmediate(() => (inThisTurn = 0))
      inThisTurn += 1
      fullest = Math.max(fullest, inThisTurn)
      return { is: 'done' }
    })
    await fastify.listen({ port: 0, host: '127.0.0.1' })
    const { port } = fastify.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: count })
    const ask = () =>
      new Promise<number>((resolve, reject) => {
        get({ host: '127.0.0.1', port, path: '/work', localAddress: '127.0.0.2', agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        }).on('error', reject)
      })
    for (let round = 0; round < 3; round++) {
      // Written in one go, over connections that are open after the first round: the server reads them together.
      const statuses = await Promise.all(Array.from({ length: count }, ask))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    agent.destroy()
    return fullest
  }

  test('of many requests of one network a few begin in a turn, and all are answered', async () => {
    // What this test counts as one turn may hold the end of one and the beginning of the next.
    expect(await fullestTurn(4, 60)).toBeLessThanOrEqual(8)
  })

  test('control: without it they begin together', async () => {
    expect(await fullestTurn(1000, 60)).toBeGreaterThan(8)
  })

  test('calls within the process wait for no turn', async () => {
    fastify = Fastify()
    spreadOverTurns(fastify, 1)
    fastify.get('/work', async () => ({ is: 'done' }))
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await fastify.inject('/work')))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  })
})

describe('turns of rows', () => {
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
  ])('finds the row of %s', (_name, query, row) => {
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
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    )
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
    expect(
      locks.filter(({ statement }) => !/^`select\b/.test(statement) || /pg_advisory_lock/.test(statement)),
    ).toEqual([])
  })
})

describe('shares of the pool', () => {
  /** A pool of ten connections to nothing. */
  function aPool(): pg.Pool {
    const places = new FairQueue({ room: 10, roomEach: 10, waiting: 1000, waitingEach: 1000, patienceMs: 60_000 })
    const connect = async () => ({ release: await places.enter('all') })
    return { connect, waitingCount: 0 } as unknown as pg.Pool
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve))

  /** How many connections each asker holds once all have asked for `count`, and how many calls were refused. */
  async function holding(pool: pg.Pool, count: number, askers: readonly Asker[]) {
    const held = askers.map((): pg.PoolClient[] => [])
    const refused: unknown[] = []
    for (const [index, asker] of askers.entries())
      for (let requestCount = 0; requestCount < count; requestCount++)
        askedBy(asker, () => pool.connect()).then(
          (client) => held[index]?.push(client),
          (error: unknown) => refused.push(error),
        )
    await turn()
    return { held, refused }
  }

  const countsOf = (held: readonly pg.PoolClient[][]) => held.map(({ length }) => length)

  function shared(): pg.Pool {
    const pool = aPool()
    sharePool(pool, LOAD_LIMITS.connections)
    return pool
  }

  const greedy: Asker = { network: '10.0.0.1', person: 'greedy' }
  const newcomer: Asker = { network: '10.0.0.9', person: 'newcomer' }

  test('one person holds no more connections than a share, the next person is let in, and what is given back is used', async () => {
    const pool = shared()
    const { held } = await holding(pool, 20, [greedy])
    expect(countsOf(held)).toEqual([4])
    expect(countsOf((await holding(pool, 1, [newcomer])).held)).toEqual([1])
    for (const client of held[0]?.splice(0) ?? []) client.release()
    await turn()
    expect(countsOf(held)).toEqual([4])
  })

  test('many people of one network hold no more than its share', async () => {
    const pool = shared()
    const crowd = Array.from({ length: 5 }, (_, index) => ({ network: '10.0.0.1', person: `one ${index}` }))
    const { held } = await holding(pool, 4, crowd)
    expect(countsOf(held).reduce((sum, one) => sum + one)).toBe(7)
    expect(countsOf((await holding(pool, 1, [newcomer])).held)).toEqual([1])
  })

  test('whoever has too many waiting is refused', async () => {
    const { held, refused } = await holding(shared(), 60, [greedy])
    expect(refused.length).toBe(60 - 4 - LOAD_LIMITS.connections.people.waitingEach)
    expect(countsOf(held)).toEqual([4])
  })

  test('one person holds them all without shares: the control', async () => {
    const pool = aPool()
    expect(countsOf((await holding(pool, 20, [greedy])).held)).toEqual([10])
    expect(countsOf((await holding(pool, 1, [newcomer])).held)).toEqual([0])
  })
})

describe('jobs', () => {
  test.each([
    ['a push service that knows no such browser', new ForeignFailure(new Error('push 403')), true],
    ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
    ['a pool whose share is used up', new RefusedError(refuse(commonRefusals.tooFast)), true],
    ['a defect of ours', new TypeError('x is not a function'), false],
    ['a full disk', Object.assign(new Error('no space'), { code: 'ENOSPC' }), false],
  ])('a job that fails over %s: no error of ours is %j', (_name, error, isTheirs) => {
    expect(isForeign(error)).toBe(isTheirs)
  })
})
