import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonRefusals, isStream, refuse, type Endpoint, type Refusal } from '#shared/endpoint.ts'
import { toWire } from '#shared/wire.ts'
import type { Log } from './log.ts'
import { networkOf } from './rate-limit.ts'

/** What one process takes on, and how it deals with whoever listens. */
export interface StreamSettings {
  /** Open at one time. Each is a connection that a browser holds, and none of them is a request being worked on. */
  most: number
  /** Of these, of one person: so many pages may stand open. */
  eachPerson: number
  /** And from one network, which may be a whole firm. */
  eachNetwork: number
  /** A comment, so that no proxy takes the connection for dead; well under a minute, which most of them wait. */
  heartbeatMs: number
  /** How often it is looked up whether the session still lives, besides each time before something is sent. */
  checkMs: number
  /** What a browser is told to wait before it comes back; each is told another time, up to twice this. */
  retryMs: number
  /** Of what was sent and not taken: whoever is that far behind is cut off and comes back when it can. */
  mostUnreadBytes: number
  /** Then it begins anew, with whatever has changed since then at our side. */
  longestMs: number
}

export const STREAM_SETTINGS: StreamSettings = {
  most: 3000,
  eachPerson: 6,
  eachNetwork: 60,
  heartbeatMs: 20_000,
  checkMs: 60_000,
  retryMs: 2000,
  mostUnreadBytes: 64 * 1024,
  longestMs: 3_600_000,
}

/** One event, as the contract of its endpoint types it. */
export interface SentEvent {
  readonly name: string
  readonly id: string
  readonly data: unknown
}

/** What the handler of a stream answers: where its events come from. */
export class Feed<Event extends SentEvent = SentEvent> {
  /** Hears every event from now on, until the function that it answers is called. */
  readonly subscribe: (hear: (event: Event) => void) => Promise<() => void>
  /** What came after the event of this id, for whoever was away; a little too much is no harm. */
  readonly since: (id: string) => Promise<readonly Event[]>

  /** An id of this moment: whoever hears nothing before the stream ends comes back with it. */
  readonly here: () => string

  constructor(parts: Pick<Feed<Event>, 'subscribe' | 'since' | 'here'>) {
    this.subscribe = parts.subscribe
    this.since = parts.since
    this.here = parts.here
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer stays open: not a request being worked on. */
    isStream?: boolean
  }
}

/** What an endpoint that answers a stream asks of its route. Fastify would cut it off as a handler that takes too long. */
export const streamRoute = { config: { isStream: true }, handlerTimeout: 2 * STREAM_SETTINGS.longestMs }

export interface Opening {
  endpoint: Endpoint
  feed: Feed
  /** Undefined where nobody has to sign in. */
  person: string | undefined
  /** Whether whoever opened it may still listen. */
  mayListen: () => Promise<boolean>
  /** Calls back when that may have changed. */
  watchAccess?: (recheck: () => void) => Promise<() => void>
}

/** Every open stream of this process. */
export class EventStreams {
  readonly settings: StreamSettings
  readonly #log: Log
  readonly #open = new Set<OpenStream>()
  readonly #held = new Map<string, number>()
  #beat: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(log: Log, settings: Partial<StreamSettings> = {}) {
    this.#log = log
    this.settings = { ...STREAM_SETTINGS, ...settings }
  }

  get size(): number {
    return this.#open.size
  }

  /** Answers with the stream, or says why there is none. */
  async open(opening: Opening, request: FastifyRequest, reply: FastifyReply): Promise<Refusal | Readable> {
    const keys = [`network ${networkOf(request.ip)}`, ...(opening.person ? [`person ${opening.person}`] : [])]
    const refused = this.#refusalFor(keys)
    if (refused) return refused
    for (const key of keys) this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    const stream = new OpenStream(opening, this.settings, this.#log)
    const { server } = request
    this.#open.add(stream)
    // Those who only listen take no connection from those who ask.
    server.server.maxConnections += 1
    stream.body.once('close', () => {
      this.#open.delete(stream)
      server.server.maxConnections -= 1
      for (const key of keys) this.#release(key)
      if (this.#open.size > 0) return
      clearInterval(this.#beat)
      this.#beat = undefined
    })
    this.#beat ??= setInterval(() => this.#heartbeat(), this.settings.heartbeatMs).unref()
    reply.headers(streamHeaders)
    reply.raw.once('close', () => stream.body.destroy())
    try {
      await stream.begin(request.headers['last-event-id'])
    } catch (error) {
      stream.body.destroy()
      throw error
    }
    // A page that asks within the process could not go on before the end, and whoever asks for the head wants no events.
    if (!(request.raw.socket instanceof Socket) || request.method === 'HEAD' || this.#isClosing) stream.end()
    return stream.body
  }

  /** Lets everybody go, who then come to the next process; nobody new is let in. */
  close(): void {
    this.#isClosing = true
    for (const stream of this.#open) stream.end()
  }

  #refusalFor(keys: readonly string[]): Refusal | undefined {
    const { most, eachPerson, eachNetwork, retryMs } = this.settings
    const wait = { retryAfterSeconds: Math.ceil((retryMs * 5) / 1000) }
    if (this.#isClosing || this.#open.size >= most) return refuse(commonRefusals.unavailable, wait)
    const isOver = keys.some(
      (key) => (this.#held.get(key) ?? 0) >= (key.startsWith('person') ? eachPerson : eachNetwork),
    )
    return isOver ? refuse(commonRefusals.tooManyStreams, wait) : undefined
  }

  #release(key: string): void {
    const left = (this.#held.get(key) ?? 1) - 1
    if (left === 0) this.#held.delete(key)
    else this.#held.set(key, left)
  }

  #heartbeat(): void {
    for (const stream of this.#open) stream.heartbeat()
  }
}

/** `no-transform` and the last one tell proxies not to compress or collect what has to arrive as it is sent. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, private, no-transform',
  'x-accel-buffering': 'no',
  // Its connection ends with it: there is nothing to keep for the next request.
  connection: 'close',
}

/** Waiting to be sent; of one person there are never many. */
const MOST_WAITING = 200

class OpenStream {
  readonly body = new Readable({ read() {} })
  readonly #opening: Opening
  readonly #settings: StreamSettings
  readonly #log: Log
  #isEnded = false
  readonly #began = performance.now()
  #checkedAt = performance.now()
  #waiting: SentEvent[] = []
  #isAtWork = false
  #isAsked = false

  constructor(opening: Opening, settings: StreamSettings, log: Log) {
    this.#opening = opening
    this.#settings = settings
    this.#log = log
  }

  async begin(lastEventId: string | string[] | undefined): Promise<void> {
    const { feed, watchAccess } = this.#opening
    this.body.push(`retry: ${Math.round(this.#settings.retryMs * (1 + Math.random()))}\n\n`)
    // Heard from now on and sent after what was missed, so that nothing falls between the two.
    const early: SentEvent[] = []
    const here = feed.here()
    let hear = (event: SentEvent) => {
      early.push(event)
    }
    this.#until(await feed.subscribe((event) => hear(event)))
    if (watchAccess) this.#until(await watchAccess(() => this.#recheck()))
    if (typeof lastEventId === 'string' && /^[\w.-]{1,64}$/.test(lastEventId))
      for (const event of await feed.since(lastEventId)) this.#send(event)
    this.#push(`id: ${here}\n\n`)
    hear = (event) => this.#queue(event)
    for (const event of early) this.#queue(event)
  }

  heartbeat(): void {
    const now = performance.now()
    if (now - this.#began > this.#settings.longestMs) {
      this.end()
      return
    }
    this.#push(':\n\n')
    if (now - this.#checkedAt >= this.#settings.checkMs) this.#recheck()
  }

  end(): void {
    if (!this.#isEnded && !this.body.destroyed) this.body.push(null)
    this.#isEnded = true
  }

  #until(stop: () => void): void {
    if (this.body.destroyed) stop()
    else this.body.once('close', stop)
  }

  #queue(event: SentEvent): void {
    this.#waiting.push(event)
    if (this.#waiting.length > MOST_WAITING) this.body.destroy()
    else this.#recheck()
  }

  /** One question at a time; what is queued meanwhile goes with the answer to the next. */
  #recheck(): void {
    this.#isAsked = true
    if (!this.#isAtWork) void this.#checkAndSend()
  }

  async #checkAndSend(): Promise<void> {
    this.#isAtWork = true
    while (this.#isAsked && !this.#isEnded && !this.body.destroyed) {
      this.#isAsked = false
      const events = this.#waiting.splice(0)
      // Where nobody can say, nobody listens: the browser comes back and is asked at the door.
      const mayListen = await this.#opening.mayListen().catch(() => false)
      this.#checkedAt = performance.now()
      if (!mayListen) this.end()
      else for (const event of events) this.#send(event)
    }
    this.#isAtWork = false
  }

  #send({ name, id, data }: SentEvent): void {
    const { id: endpoint, answer } = this.#opening.endpoint
    const schema = isStream(answer) && Object.hasOwn(answer.events, name) ? answer.events[name] : undefined
    const parsed = schema?.safeParse(toWire(data))
    if (!parsed?.success) {
      this.#log.error({ endpoint, event: name, err: parsed?.error }, 'defect')
      this.body.destroy()
      return
    }
    this.#push(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(parsed.data)}\n\n`)
  }

  #push(text: string): void {
    if (this.#isEnded || this.body.destroyed) return
    this.body.push(text)
    // What the network does not take stays here.
    if (this.body.readableLength > this.#settings.mostUnreadBytes) this.body.destroy()
  }
}
