import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FairQueue, noRoom, type FairQueueLimits } from './fair-queue.ts'
import { commonRefusals, isStream, refuse, type Endpoint, type Refusal } from '#shared/endpoint.ts'
import { toWire } from '#shared/wire.ts'
import type { Log } from './log.ts'
import { networkOf } from './rate-limit.ts'

/** Limits of one process, and how it treats its listeners. */
export interface StreamSettings {
  /** Streams open at the same time. Each is a connection that a browser keeps open; none counts as a request in progress. */
  most: number
  /** Open streams for one person: the number of pages they can have open. */
  eachPerson: number
  /** And for one network, which may be a whole company. */
  eachNetwork: number
  /** How often a comment is sent, so that no proxy considers the connection dead; most wait at least a minute. */
  heartbeatMs: number
  /** How often the session is checked again, besides before every event. */
  checkMs: number
  /** How long a browser is told to wait before it reconnects; each gets a random time, up to twice this. */
  retryMs: number
  /** Unsent data allowed per listener. One that falls further behind is disconnected and reconnects when it can. */
  mostUnreadBytes: number
  /** The longest a stream lives before the browser has to open a new one. */
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

/**
 * Checks of sessions in progress: when thousands of pages hear of one change, theirs take turns within the connections that the process has for
 * its own work, instead of being refused there, which would end their streams.
 */
const CHECKS: FairQueueLimits = { room: 6, roomEach: 6, waiting: Infinity, waitingEach: Infinity, patienceMs: 30_000 }

/** One event, typed by its endpoint's contract. */
export interface SentEvent {
  readonly name: string
  readonly id: string
  readonly data: unknown
}

/** What a stream's handler answers: the source of its events. */
export class Feed<Event extends SentEvent = SentEvent> {
  /** Passes on every event from now on, until the returned function is called. */
  readonly subscribe: (hear: (event: Event) => void) => Promise<() => void>
  /** The events after the one with this id, for a listener who was away; repeating a few is harmless. */
  readonly since: (id: string) => Promise<readonly Event[]>

  /** An id for the present: a listener who hears nothing before the stream ends reconnects with it. */
  readonly here: () => string

  constructor(parts: Pick<Feed<Event>, 'subscribe' | 'since' | 'here'>) {
    this.subscribe = parts.subscribe
    this.since = parts.since
    this.here = parts.here
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a reply as an open stream, which is not a request in progress. */
    isStream?: boolean
  }
}

/** The route options of a stream. Otherwise Fastify would cut it off as a handler that takes too long. */
export const streamRoute = { config: { isStream: true }, handlerTimeout: 2 * STREAM_SETTINGS.longestMs }

export interface Opening {
  endpoint: Endpoint
  feed: Feed
  /** Undefined if no login is required. */
  person: string | undefined
  /** Whether the person who opened the stream may still listen. */
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
  readonly #checks = new FairQueue(CHECKS)
  #beat: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(log: Log, settings: Partial<StreamSettings> = {}) {
    this.#log = log
    this.settings = { ...STREAM_SETTINGS, ...settings }
  }

  get size(): number {
    return this.#open.size
  }

  /** Answers with the stream, or with the reason there is none. */
  async open(opening: Opening, request: FastifyRequest, reply: FastifyReply): Promise<Refusal | Readable> {
    const keys = [`network ${networkOf(request.ip)}`, ...(opening.person ? [`person ${opening.person}`] : [])]
    const refused = this.#refusalFor(keys)
    if (refused) return refused
    for (const key of keys) this.#held.set(key, (this.#held.get(key) ?? 0) + 1)
    const stream = new OpenStream(opening, this.settings, this.#checks, this.#log)
    const { server } = request
    this.#open.add(stream)
    // So that idle listeners do not use up the connections of those who make requests.
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
    // A call from within the process could not continue before the stream ends, and a HEAD request wants no events.
    if (!(request.raw.socket instanceof Socket) || request.method === 'HEAD' || this.#isClosing) stream.end()
    return stream.body
  }

  /** Ends all streams, so that listeners reconnect to the next process, and opens no more. */
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

/** `no-transform` and `x-accel-buffering` tell proxies not to compress or buffer the events. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, private, no-transform',
  'x-accel-buffering': 'no',
  // The connection ends with the stream and is not reused.
  connection: 'close',
}

/** Events waiting to be sent; one person never has many. */
const MOST_WAITING = 200

class OpenStream {
  readonly body = new Readable({ read() {} })
  readonly #opening: Opening
  readonly #settings: StreamSettings
  readonly #checks: FairQueue
  readonly #log: Log
  #isEnded = false
  readonly #began = performance.now()
  #checkedAt = performance.now()
  #waiting: SentEvent[] = []
  #isAtWork = false
  #isAsked = false

  constructor(opening: Opening, settings: StreamSettings, checks: FairQueue, log: Log) {
    this.#opening = opening
    this.#settings = settings
    this.#checks = checks
    this.#log = log
  }

  async begin(lastEventId: string | string[] | undefined): Promise<void> {
    const { feed, watchAccess } = this.#opening
    this.body.push(`retry: ${Math.round(this.#settings.retryMs * (1 + Math.random()))}\n\n`)
    // Subscribes before reading what was missed, so that no event falls between the two.
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

  /** Runs one check at a time; events queued during it wait for the next. */
  #recheck(): void {
    this.#isAsked = true
    if (!this.#isAtWork) void this.#checkAndSend()
  }

  async #checkAndSend(): Promise<void> {
    this.#isAtWork = true
    while (this.#isAsked && !this.#isEnded && !this.body.destroyed) {
      this.#isAsked = false
      const events = this.#waiting.splice(0)
      // If the check fails, the stream ends: the browser reconnects and is checked there.
      const checked = await this.#checks.run('sessions', this.#opening.mayListen).catch(() => false)
      const mayListen = checked !== noRoom && checked
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
    // Data that the network has not accepted is buffered here.
    if (this.body.readableLength > this.#settings.mostUnreadBytes) this.body.destroy()
  }
}
