import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'

export interface FairQueueLimits {
  /** Worked on at one time, of everybody and of one key. */
  room: number
  roomEach: number
  /** In line at one time, of everybody and of one key. */
  waiting: number
  waitingEach: number
  /** Longer than this nobody stands in line. */
  patienceMs: number
}

/** There was no room, and none came in time. */
export const noRoom = Symbol('no room')

interface Waiter {
  /** True: in. False: given up. */
  settle: (isIn: boolean) => void
}

/**
 * Room for so much work at one time, and before it a line for each key, from which the keys are let in by turns: whoever sends a
 * hundred at once waits behind their own, and everybody else only behind one of each.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #inside = new Map<string, number>()
  /** In the order of their turns. */
  readonly #lines = new Map<string, Set<Waiter>>()
  #insideAll = 0
  #waitingAll = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** Does the work when its turn comes. `left` takes it out of the line; work that has begun is never cut short here. */
  async run<T>(key: string, work: () => Promise<T>, left?: AbortSignal): Promise<T | typeof noRoom> {
    if (!this.#hasRoom(key) || this.#lines.has(key)) {
      if (!(await this.#wait(key, left))) return noRoom
    } else this.#enter(key)
    try {
      return await work()
    } finally {
      this.#leave(key)
    }
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
    const isIn = await promise
    clearTimeout(patience)
    left?.removeEventListener('abort', giveUp)
    return isIn
  }

  #takeOut(key: string, waiter: Waiter): boolean {
    const line = this.#lines.get(key)
    if (!line?.delete(waiter)) return false
    this.#waitingAll -= 1
    if (line.size === 0) this.#lines.delete(key)
    return true
  }

  /** One of each key in turn; keys that already have their share inside are passed over. */
  #letIn() {
    for (const [key, line] of this.#lines) {
      if (this.#insideAll >= this.#limits.room) return
      const [first] = line
      if (!first || !this.#hasRoom(key)) continue
      this.#takeOut(key, first)
      // To the back of the turns.
      if (this.#lines.delete(key)) this.#lines.set(key, line)
      this.#enter(key)
      first.settle(true)
    }
  }
}

/** For work of which there is one piece at a time. */
export const ONE_AT_A_TIME: FairQueueLimits = { room: 1, roomEach: 1, waiting: 40, waitingEach: 6, patienceMs: 120_000 }

/** The work in its turn; whoever finds no room, or waits until their signal, is told to come again. */
export async function inTurn<T>(queue: FairQueue, key: string, until: AbortSignal, work: () => Promise<T>): Promise<T> {
  const done = await queue.run(key, work, until)
  if (done === noRoom) throw new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds: 10 }))
  return done
}
