import { Worker } from 'node:worker_threads'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { FairQueue, inTurn, ONE_AT_A_TIME, type FairQueueLimits } from './fair-queue.ts'

export interface WorkerSettings {
  /** Its file below src, without the extension: `modules/files/documents/worker`. Builds have one of the same name. */
  module: string
  /** For one piece of work, in milliseconds; taking its parts is not counted. */
  limitMs: number
  /** Of JavaScript objects; what WebAssembly takes, the worker limits itself. */
  heapMegabytes: number
  /** Ended after this long without work: what it took of memory is given back. */
  idleMs?: number
  queue?: Partial<FairQueueLimits>
  /** Told why work failed or was ended. */
  onEnded?: (why: string) => void
}

/** `late`: it took longer than it may. `failed`: it threw, died, or took more memory than it may. */
export type WorkerOutcome = 'done' | 'late' | 'failed'

/** What the worker says of the work it does. */
export type FromWorker<Part> = { kind: 'part'; part: Part } | Ended
type Ended = { kind: 'done' } | { kind: 'failed'; message: string } | { kind: 'late' }
/** What it hears: something to do, or that a part was taken and the next one may come. */
export type ToWorker<Input> = { kind: 'work'; input: Input } | { kind: 'next' }

const stopping = () => new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 }))

const here = import.meta.url
/** Sources are run as they are; a build has all of the server in files beside each other, and workers by their path. */
const fileOf = (module: string): URL => new URL(here.endsWith('.ts') ? `../${module}.ts` : `./${module}.js`, here)

/**
 * A thread for work that would hold up everybody else, or that nobody can trust: started when first needed, one piece at a time, ended
 * when it is late or out of memory, and replaced with the next piece. It sees nothing of the environment.
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

  /** Does the work when it is this person's turn. Each part of the result is taken before the next one is made. */
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
      // Ended by us, which says nothing of the work.
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
 * One piece of work, until the worker says that it is done, fails, is gone or was at it for too long; while a part is taken its time does
 * not run. What `take` throws is thrown.
 */
async function exchange<Input, Part>(worker: Worker, { input, take, limitMs }: Work<Input, Part>): Promise<Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<Ended>()
  let left = limitMs
  let timer: NodeJS.Timeout | undefined
  let since = 0
  const say = (message: ToWorker<Input>) => {
    since = performance.now()
    timer = setTimeout(() => resolve({ kind: 'late' }), left)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(message)
  }
  const hear = (message: FromWorker<Part>) => {
    clearTimeout(timer)
    left = Math.max(0, left - (performance.now() - since))
    if (message.kind === 'part') take(message.part).then(() => say({ kind: 'next' }), reject)
    else resolve(message)
  }
  const fail = (why: unknown) => resolve({ kind: 'failed', message: String(why) })
  worker.on('message', hear).on('error', fail).on('exit', fail)
  try {
    say({ kind: 'work', input })
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', hear).off('error', fail).off('exit', fail)
  }
}
