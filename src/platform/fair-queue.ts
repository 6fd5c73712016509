import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'

export interface FairQueueLimits {
  /** How much may run at the same time, in all and for one key. */
  room: number
  roomEach: number
  /** How much may wait at the same time, in all and for one key. */
  waiting: number
  waitingEach: number
  /** The longest anybody waits. */
  patienceMs: number
}

/** Answered if there was no room, or none in time. */
export const noRoom = Symbol('no room')

interface Waiter {
  /** True: its turn has come. False: given up. */
  settle: (isIn: boolean) => void
}

/**
 * Runs a limited amount of work at a time. Each key has its own queue and the keys take turns, so a key that sends a hundred pieces
 * at once waits behind itself, and others wait behind only one piece of each key.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #inside = new Map<string, number>()
  /** Waiters by key, in the order of the keys’ turns. */
  readonly #lines = new Map<string, Set<Waiter>>()
  #insideAll = 0
  #waitingAll = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Runs the work when its turn comes. `left` removes it from the queue; work that has begun is not interrupted. */
  async run<T>(key: string, work: () => Promise<T>, left?: AbortSignal): Promise<T | typeof noRoom> {
    const leave = this.#tryEnter(key) ?? (await this.#enterInTurn(key, left))
    if (leave === noRoom) return noRoom
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** The same for work that ends elsewhere: the caller calls the returned function once the work has ended. */
  async enter(key: string, left?: AbortSignal): Promise<(() => void) | typeof noRoom> {
    return this.#tryEnter(key) ?? (await this.#enterInTurn(key, left))
  }

  /** Whether the key has no room because of what it runs itself. */
  isUsedUp = (key: string): boolean => (this.#inside.get(key) ?? 0) >= this.#limits.roomEach

  /** How much waits, each key counted up to `each`: one long queue says nothing about how the others fare. */
  countWaiting(each: number): number {
    let waiting = 0
    for (const line of this.#lines.values()) waiting += Math.min(line.size, each)
    return waiting
  }

  #tryEnter(key: string): (() => void) | undefined {
    if (!this.#hasRoom(key) || this.#lines.has(key)) return undefined
    this.#enter(key)
    return () => this.#leave(key)
  }

  async #enterInTurn(key: string, left?: AbortSignal): Promise<(() => void) | typeof noRoom> {
    return (await this.#wait(key, left)) ? () => this.#leave(key) : noRoom
  }

  #hasRoom = (key: string) =>
    this.#insideAll < this.#limits.room && (this.#inside.get(key) ?? 0) < this.#limits.roomEach

  #enter(key: string) {
    this.#insideAll += 1
    this.#inside.set(key, (this.#inside.get(key) ?? 0) + 1)
  }

  #leave(key: string) {
    this.#insideAll -= 1
    const left = (this.#inside.get(key) ?? 1) - 1
    if (left === 0) this.#inside.delete(key)
    else this.#inside.set(key, left)
    this.#letIn()
  }

  async #wait(key: string, left: AbortSignal | undefined): Promise<boolean> {
    const line = this.#lines.get(key) ?? new Set<Waiter>()
    const { waiting, waitingEach, patienceMs } = this.#limits
    if (left?.aborted || this.#waitingAll >= waiting || line.size >= waitingEach) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter: Waiter = { settle: resolve }
    const giveUp = () => {
      this.#takeOut(key, waiter)
      resolve(false)
    }
    const patience = setTimeout(giveUp, patienceMs)
    left?.addEventListener('abort', giveUp, { once: true })
    this.#lines.set(key, line.add(waiter))
    this.#waitingAll += 1
    const isAdmitted = await promise
    clearTimeout(patience)
    left?.removeEventListener('abort', giveUp)
    return isAdmitted
  }

  #takeOut(key: string, waiter: Waiter): boolean {
    const line = this.#lines.get(key)
    if (!line?.delete(waiter)) return false
    this.#waitingAll -= 1
    if (line.size === 0) this.#lines.delete(key)
    return true
  }

  /** Admits one piece of each key in turn, skipping keys that are already at their limit. */
  #letIn() {
    for (const [key, line] of this.#lines) {
      if (this.#insideAll >= this.#limits.room) return
      const [first] = line
      if (!first || !this.#hasRoom(key)) continue
      this.#takeOut(key, first)
      // Moves the key to the end.
      if (this.#lines.delete(key)) this.#lines.set(key, line)
      this.#enter(key)
      first.settle(true)
    }
  }
}

/** Limits for work that runs one piece at a time. */
export const ONE_AT_A_TIME: FairQueueLimits = { room: 1, roomEach: 1, waiting: 40, waitingEach: 6, patienceMs: 120_000 }

/** Runs the work in its turn. If there is no room, or none before `until`, the caller is told to try again later. */
export async function inTurn<T>(queue: FairQueue, key: string, until: AbortSignal, work: () => Promise<T>): Promise<T> {
  const done = await queue.run(key, work, until)
  if (done === noRoom) throw new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds: 10 }))
  return done
}
