import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'

export interface QueueLimits {
  /** That may wait at one time, of one person. */
  waitingEach: number
  /** And of everybody. */
  waitingAll: number
}

export const QUEUE_LIMITS: QueueLimits = { waitingEach: 6, waitingAll: 40 }

const retryAfterSeconds = 10

interface Waiting {
  start: () => void
}

/**
 * One piece of heavy work at a time. Whoever waits takes turns by person, so that ten pieces of one delay another's by one piece. Where
 * too many wait, or somebody has waited until their signal, the answer is 503 and when to come back.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  /** By person, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  #isBusy = false

  constructor(limits: Partial<QueueLimits> = {}) {
    this.#limits = { ...QUEUE_LIMITS, ...limits }
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
  }

  async run<T>(person: string, until: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#turnOf(person, until)
    else if (until.aborted) throw busy()
    this.#isBusy = true
    try {
      return await work()
    } finally {
      this.#isBusy = false
      this.#startNext()
    }
  }

  #turnOf(person: string, until: AbortSignal): Promise<void> {
    const own = this.#waiting.get(person) ?? []
    if (until.aborted || own.length >= this.#limits.waitingEach || this.waiting >= this.#limits.waitingAll) throw busy()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#leave(person, entry)
        reject(busy())
      }
      const entry: Waiting = {
        start: () => {
          until.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      until.addEventListener('abort', giveUp, { once: true })
      this.#waiting.set(person, [...own, entry])
    })
  }

  #leave(person: string, entry: Waiting): void {
    const rest = (this.#waiting.get(person) ?? []).filter((other) => other !== entry)
    if (rest.length > 0) this.#waiting.set(person, rest)
    else this.#waiting.delete(person)
  }

  /** Whose turn it was goes behind everybody who waits. */
  #startNext(): void {
    const [next] = this.#waiting
    const [person, [first, ...rest]] = next ?? ['', []]
    if (!first) return
    this.#waiting.delete(person)
    if (rest.length > 0) this.#waiting.set(person, rest)
    // Before anybody who comes now.
    this.#isBusy = true
    first.start()
  }
}

const busy = () => new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds }))
