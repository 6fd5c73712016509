import { AsyncLocalStorage } from 'node:async_hooks'
import { callbackify } from 'node:util'
import type pg from 'pg'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { FairQueue, noRoom, type FairQueueLimits } from './fair-queue.ts'

/** Caller of the database: a network, and a person if known. Jobs and the process itself have none. */
export interface Asker {
  network: string
  person?: string
}

export interface ShareLimits {
  /** For each person; the total is the pool's. */
  people: FairQueueLimits
  networks: FairQueueLimits
}

const current = new AsyncLocalStorage<Asker>()

/** What `work` asks the database for counts against the shares of this asker. */
export const askedBy = <T>(asker: Asker, work: () => Promise<T>): Promise<T> => current.run(asker, work)

/** How much of one network's queue counts as load on everybody: networks take turns, so a newcomer waits for one piece of each. */
const COUNTED_EACH = 2

const NOBODY: Asker = { network: 'jobs' }

type Callback = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void

/**
 * Limits the share of the pool’s connections that one caller may hold; networks take turns at what is free, so a crowd
 * from one side waits for itself. Returns a function that counts those who wait because the pool is full, not because
 * their own share is.
 */
export function sharePool(pool: pg.Pool, limits: ShareLimits): () => number {
  const people = new FairQueue(limits.people)
  const networks = new FairQueue(limits.networks)
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const acquire = async (): Promise<pg.PoolClient> => {
    const { network, person } = current.getStore() ?? NOBODY
    const leaving = person ? [await enter(people, person)] : []
    const leave = () => leaving.splice(0).forEach((one) => one())
    try {
      leaving.push(await enter(networks, network))
      return leaveOnRelease(await connect(), leave)
    } catch (error) {
      leave()
      throw error
    }
  }
  const acquireThen = callbackify(acquire)
  Object.assign(pool, {
    connect: (callback?: Callback) =>
      callback
        ? acquireThen((error, client) => callback(error ?? undefined, client, (failure) => client.release(failure)))
        : acquire(),
  })
  return () => networks.countWaiting(COUNTED_EACH) + pool.waitingCount
}

/** A caller who has used up their own share is refused as too fast; others are told that the server is busy. */
async function enter(queue: FairQueue, key: string): Promise<() => void> {
  const leave = await queue.enter(key)
  if (leave !== noRoom) return leave
  const kind = queue.isUsedUp(key) ? commonRefusals.tooFast : commonRefusals.unavailable
  throw new RefusedError(refuse(kind, { retryAfterSeconds: 1 }))
}

/** The pool gives every client that it hands out a `release` of its own. */
function leaveOnRelease(client: pg.PoolClient, leave: () => void): pg.PoolClient {
  const release = client.release.bind(client)
  client.release = (error) => {
    leave()
    release(error)
  }
  return client
}
