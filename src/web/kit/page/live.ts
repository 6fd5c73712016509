import { useEffect, useRef } from 'react'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { useRootData } from './root-data.ts'

/** A page hidden for this long closes its stream, and catches up when it becomes visible again. */
const HIDDEN_MS = 60_000
/** The pause between two tries; random, so that pages do not all reconnect at once. */
const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

/**
 * Receives the events of an API stream while the page is open and visible. Opened once the page is idle, and told then where the page
 * stands, so that nothing falls in between; if it ends for any reason, it is reopened and continues after the last event. `EventSource` cannot send the access token (decisions/0014).
 */
export function useLive(path: `/api/${string}` | null, hear: (event: string) => void): void {
  const latest = useRef(hear)
  const liveFrom = useRef('')
  const from = useRootData()?.liveFrom ?? ''
  useEffect(() => {
    latest.current = hear
    liveFrom.current = from
  })
  useEffect(() => {
    if (path === null) return undefined
    return listenTo(path, liveFrom.current, (event) => latest.current(event))
  }, [path])
}

interface Shared {
  stream: LiveStream
  hearers: Set<(event: string) => void>
}

/** Streams by path. The page shares one per path, because a browser limits the number of open connections. */
const open = new Map<string, Shared>()

/** Who hears what a stream brings if the page has one. */
const passiveHearers = new Map<string, Set<() => void>>()

/**
 * Notifies parts of every page, such as the menu, of events in the page’s stream. Opens no stream of its own, because a
 * browser allows six connections to a host and some people have ten tabs. Without a stream, it notifies when the tab
 * becomes visible again.
 */
export function useLiveBeside(path: `/api/${string}` | null, hear: () => void): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    if (path === null) return undefined
    const notify = () => latest.current()
    const lookedAt = () => (document.hidden || open.has(path) ? undefined : notify())
    const hearers = passiveHearers.get(path) ?? new Set()
    passiveHearers.set(path, hearers.add(notify))
    document.addEventListener('visibilitychange', lookedAt)
    return () => {
      hearers.delete(notify)
      document.removeEventListener('visibilitychange', lookedAt)
    }
  }, [path])
}

function listenTo(path: `/api/${string}`, from: string, hear: (event: string) => void): () => void {
  const known = open.get(path)
  // What came since this part of the page was read, others have heard already.
  if (known && known.stream.lastId > from) hear('resync')
  const hearers = known?.hearers ?? new Set()
  const notifyAll = (event: string) => {
    for (const one of hearers) one(event)
    for (const one of passiveHearers.get(path) ?? []) one()
  }
  const shared = known ?? { stream: new LiveStream(path, from, notifyAll), hearers }
  open.set(path, shared)
  hearers.add(hear)
  return () => {
    hearers.delete(hear)
    if (hearers.size > 0) return
    shared.stream.stop()
    open.delete(path)
  }
}

class LiveStream {
  readonly #path: `/api/${string}`
  readonly #hear: (event: string) => void
  #open: AbortController | undefined
  #lastId: string
  #failures = 0
  #timer: ReturnType<typeof setTimeout>
  readonly #onVisibility = () => {
    clearTimeout(this.#timer)
    if (document.hidden) this.#timer = setTimeout(() => this.#close(), HIDDEN_MS)
    else if (!this.#open) this.#start()
  }

  constructor(path: `/api/${string}`, from: string, hear: (event: string) => void) {
    this.#path = path
    this.#lastId = from
    this.#hear = hear
    this.#timer = setTimeout(() => (document.hidden ? undefined : this.#start()), 500)
    document.addEventListener('visibilitychange', this.#onVisibility)
  }

  /** Id of the last event received, or of the page’s state when it was loaded. */
  get lastId(): string {
    return this.#lastId
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    this.#close()
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#open?.abort()
    this.#open = undefined
  }

  #start(): void {
    const open = new AbortController()
    this.#open = open
    void this.#listen(open.signal)
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const mayComeBack = await this.#read(signal)
    if (signal.aborted) return
    this.#open = undefined
    if (mayComeBack) this.#timer = setTimeout(() => this.#start(), this.#wait())
  }

  #wait(): number {
    this.#failures += 1
    return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures - 1)) * (0.5 + Math.random())
  }

  /** Runs until the stream ends. Returns false if the session has ended, so that it does not reconnect. */
  async #read(signal: AbortSignal): Promise<boolean> {
    try {
      const headers = { accept: 'text/event-stream', ...(this.#lastId ? { 'last-event-id': this.#lastId } : {}) }
      const response = await apiFetch(this.#path, { headers, signal })
      if (!response.ok || !response.body) return ![401, 403].includes(response.status)
      let rest = ''
      for await (const text of textOf(response.body)) {
        this.#failures = 0
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
      }
    } catch {
      // The connection failed, or we aborted it.
    }
    return true
  }

  #take(block: string): void {
    const id = /^id: (.+)$/m.exec(block)?.[1]
    const event = /^event: (.+)$/m.exec(block)?.[1]
    if (id) this.#lastId = id
    if (event) this.#hear(event)
  }
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}
