import type pg from 'pg'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'
import { LOAD_LIMITS } from './load-shedding.ts'
import { askedBy, sharePool, type Asker } from './pool-shares.ts'

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
