import { Worker } from 'node:worker_threads'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { FairQueue, inTurn, ONE_AT_A_TIME, type FairQueueLimits } from './fair-queue.ts'

export interface WorkerSettings {
  /** File below src, without extension: `modules/files/documents/worker`. A build has one of the same name. */
  module: string
  /** Milliseconds for one piece of work, not counting the time to take its parts. */
  limitMs: number
  /** Limit for JavaScript objects; WebAssembly memory is limited by the worker itself. */
  heapMegabytes: number
  /** Idle time after which the worker ends, to free its memory. */
  idleMs?: number
  queue?: Partial<FairQueueLimits>
  /** Called with the reason if work failed or was aborted. */
  onEnded?: (why: string) => void
}

/** `late`: it took too long. `failed`: it threw, died, or ran out of memory. */
export type WorkerOutcome = 'done' | 'late' | 'failed'

/** Messages from the worker. */
export type FromWorker<Part> = { kind: 'part'; part: Part } | Ended
type Ended = { kind: 'done' } | { kind: 'failed'; message: string } | { kind: 'late' }
/** Messages to it: work to do, or that a part was taken and it may go on. */
export type ToWorker<Input> = { kind: 'work'; input: Input } | { kind: 'next' }

const stopping = () => new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 }))

const here = import.meta.url
/** Sources run as they are; a build has all server files in one folder, and workers at their paths. */
const fileOf = (module: string): URL => new URL(here.endsWith('.ts') ? `../${module}.ts` : `./${module}.js`, here)

/**
 * A thread for work that would block everybody else or cannot be trusted. It starts on demand, does one piece at a time, is ended
 * when late or out of memory, and is replaced for the next piece. It cannot see the environment.
 */
export class WorkerHost<Input, Part> {
  readonly #settings: WorkerSettings
  readonly #queue: FairQueue
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(settings: WorkerSettings) {
    this.#settings = settings
    this.#queue = new FairQueue({ ...ONE_AT_A_TIME, ...settings.queue })
  }

  /** Runs the work when this person's turn comes. Each part of the result is taken before the next is made. */
  run(
    { person, until }: { person: string; until: AbortSignal },
    input: Input,
    take: (part: Part) => Promise<void>,
  ): Promise<WorkerOutcome> {
    return inTurn(this.#queue, person, until, () => this.#work(input, take))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #work(input: Input, take: (part: Part) => Promise<void>): Promise<WorkerOutcome> {
    if (this.#isClosed) throw stopping()
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    try {
      const ended = await exchange(worker, { input, take, limitMs: this.#settings.limitMs })
      if (ended.kind === 'done') return 'done'
      // Ended by us, which is not the work's failure.
      if (this.#isClosed) throw stopping()
      this.#settings.onEnded?.(ended.kind === 'late' ? 'late' : ended.message)
      await this.#end()
      return ended.kind
    } catch (error) {
      await this.#end()
      throw error
    } finally {
      worker.unref()
      this.#idle = setTimeout(() => void this.#end(), this.#settings.idleMs ?? 30_000).unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(fileOf(this.#settings.module), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.#settings.heapMegabytes, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('error', () => this.#forget(worker))
    worker.on('exit', () => this.#forget(worker))
    return worker
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

interface Work<Input, Part> {
  input: Input
  take: (part: Part) => Promise<void>
  limitMs: number
}

/**
 * One piece of work, until the worker reports it done, fails, dies or takes too long; the time for taking parts does not count.
 * Errors of `take` are rethrown.
 */
async function exchange<Input, Part>(worker: Worker, { input, take, limitMs }: Work<Input, Part>): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  let left = limitMs
  let timer: NodeJS.Timeout | undefined
  let since = 0
  const post = (message: ToWorker<Input>) => {
    since = performance.now()
    timer = setTimeout(() => resolve({ kind: 'late' }), left)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(message)
  }
  const hear = (message: FromWorker<Part>) => {
    clearTimeout(timer)
    left = Math.max(0, left - (performance.now() - since))
    if (message.kind === 'part') take(message.part).then(() => post({ kind: 'next' }), reject)
    else resolve(message)
  }
  const fail = (why: unknown) => resolve({ kind: 'failed', message: String(why) })
  worker.on('message', hear).on('error', fail).on('exit', fail)
  try {
    post({ kind: 'work', input })
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', hear).off('error', fail).off('exit', fail)
  }
}
