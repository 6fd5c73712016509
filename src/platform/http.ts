import type { Log } from './log.ts'

/** An outside service that answers JSON, trusted no more than any visitor. */
export interface Upstream {
  /** The answer to one GET, or null if anything went wrong. Never throws. `path` starts with a slash and is already encoded. */
  getJson(path: string): Promise<UpstreamAnswer | null>
}

export interface UpstreamAnswer {
  status: number
  /** Parsed, but of unknown shape: the caller checks it. */
  body: unknown
}

export interface UpstreamOptions {
  /** For the log; never an address, which may contain a key. */
  name: string
  baseUrl: string
  /** Sent with each call, such as the key of the service. */
  headers?: Record<string, string>
  log: Log
  timeoutMs?: number
  maxBytes?: number
  /** Failures in a row after which it pauses. */
  failuresToOpen?: number
  openMs?: number
  /** Calls in progress; a further one gets null at once. */
  maxInFlight?: number
  now?: () => number
}

/**
 * A client protected from slow, failing and hostile servers: two seconds, no redirects, 64 KB, JSON only, and after five failures in
 * a row a pause of thirty seconds, then one trial call.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { name, log, headers = {}, timeoutMs = 2000, maxBytes = 64 * 1024, maxInFlight = 64 } = options
  const breaker = new Breaker(options)
  const base = options.baseUrl.replace(/\/+$/, '')
  let inFlight = 0
  return {
    async getJson(path) {
      if (inFlight >= maxInFlight || !breaker.mayTry()) return null
      inFlight += 1
      try {
        const answer = await fetchJson(base + path, { headers, timeoutMs, maxBytes })
        if (breaker.succeeded()) log.info({ upstream: name }, 'outside service is back')
        return answer
      } catch (error) {
        const reason = error instanceof UpstreamFault ? error.message : 'unreachable'
        if (breaker.failed()) log.warn({ upstream: name, reason }, 'outside service is not asked for a while')
        return null
      } finally {
        inFlight -= 1
      }
    },
  }
}

class UpstreamFault extends Error {}

type Limits = Required<Pick<UpstreamOptions, 'headers' | 'timeoutMs' | 'maxBytes'>>

async function fetchJson(url: string, { headers, timeoutMs, maxBytes }: Limits): Promise<UpstreamAnswer> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: abort.signal,
      credentials: 'omit',
      headers: { ...headers, accept: 'application/json' },
    })
    if (response.status >= 500 || response.status === 429) throw new UpstreamFault(`status ${response.status}`)
    if (!/^application\/(\w+\+)?json\b/.test(response.headers.get('content-type') ?? ''))
      throw new UpstreamFault('not JSON')
    const text = await readText(response, maxBytes)
    return { status: response.status, body: parse(text) }
  } finally {
    clearTimeout(timer)
    // Aborts the download if reading stopped before the end.
    abort.abort()
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new UpstreamFault('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UpstreamFault('malformed JSON')
  }
}

class Breaker {
  readonly #failuresToOpen: number
  readonly #openMs: number
  readonly #now: () => number
  #failures = 0
  #closedAt = 0

  constructor({ failuresToOpen = 5, openMs = 30_000, now = () => performance.now() }: UpstreamOptions) {
    this.#failuresToOpen = failuresToOpen
    this.#openMs = openMs
    this.#now = now
  }

  mayTry(): boolean {
    if (this.#failures < this.#failuresToOpen) return true
    if (this.#now() < this.#closedAt) return false
    // One trial call; the others wait for its outcome.
    this.#closedAt = this.#now() + this.#openMs
    return true
  }

  /** True if this ended a pause. */
  succeeded(): boolean {
    const wasOpen = this.#failures >= this.#failuresToOpen
    this.#failures = 0
    return wasOpen
  }

  /** True if this began a pause. */
  failed(): boolean {
    this.#failures += 1
    if (this.#failures < this.#failuresToOpen) return false
    this.#closedAt = this.#now() + this.#openMs
    return this.#failures === this.#failuresToOpen
  }
}
