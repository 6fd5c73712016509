import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

const transaction = new AsyncLocalStorage<true>()

/** What `work` does is done by one transaction, on its one connection. */
export const asTransaction = <T>(work: () => Promise<T>): Promise<T> => transaction.run(true, work)

/**
 * Calls `onSecond` when a transaction asks its own pool for another connection. As many of them as the pool has connections would
 * wait for each other until all time out; what has to be read aside is read through another pool.
 */
export function watchForSecond(pool: pg.Pool, onSecond: (error: Error) => void): void {
  const connect = pool.connect.bind(pool) as (...parameters: unknown[]) => unknown
  Object.assign(pool, {
    connect: (...parameters: unknown[]) => {
      if (transaction.getStore()) onSecond(new Error('A transaction asked for a second connection'))
      return connect(...parameters)
    },
  })
}
