import { createHash } from 'node:crypto'
import { brotli, gzipped, type Encoding } from './compression.ts'

/** A rendered public page with all headers, compressed and uncompressed. */
export interface CachedPage {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: Record<Encoding | 'identity', Buffer>
}

export interface RenderedPage {
  status: number
  /** The expected status, with which the page is cached; 200 by default. */
  rightStatus?: number
  headers: Record<string, string>
  body: Buffer
}

interface Entry {
  page: CachedPage
  /** After this, a request triggers a refresh in the background. */
  freshUntil: number
}

/** The network address to which the page's API calls are charged: that of the first visitor who asks. */
type Render = (key: string, address: string) => Promise<RenderedPage>

const mostPages = 500
const freshSeconds = 60
const retrySeconds = 5

/**
 * Public pages as anonymous visitors see them, by key (page-address.ts). Simultaneous first requests share one rendering. Later the
 * page is refreshed in the background; if that fails, the old page stays.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<CachedPage | RenderedPage>>()
  /** How often it was cleared. */
  #clearings = 0
  readonly #render: Render
  readonly #now: () => number

  readonly #most: number

  constructor(render: Render, now: () => number = () => performance.now(), most = mostPages) {
    this.#render = render
    this.#most = most
    this.#now = now
  }

  /** The cached page, or undefined if it has to be rendered; starts a refresh if one is due. */
  find(key: string, address: string): CachedPage | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.freshUntil <= this.#now() && !this.#making.has(key)) void this.#refresh(key, entry, address)
    return entry?.page
  }

  /** Renders the page once for simultaneous requests. Any unexpected status is answered but not cached. */
  make(key: string, address: string): Promise<CachedPage | RenderedPage> {
    const running = this.#making.get(key)
    if (running) return running
    const making = this.#makeNow(key, address).finally(() => {
      if (this.#making.get(key) === making) this.#making.delete(key)
    })
    this.#making.set(key, making)
    return making
  }

  /** Whether it is being rendered already, so that one more request costs nothing. */
  isMaking(key: string): boolean {
    return this.#making.has(key)
  }

  /** Clears every page. Renders in progress are still answered, but not cached. */
  clear(): void {
    this.#entries.clear()
    this.#making.clear()
    this.#clearings += 1
  }

  async #makeNow(key: string, address: string): Promise<CachedPage | RenderedPage> {
    const clearings = this.#clearings
    const rendered = await this.#render(key, address)
    if (rendered.status !== (rendered.rightStatus ?? 200)) return rendered
    const page = await finished(rendered)
    if (clearings !== this.#clearings) return page
    this.#entries.delete(key)
    this.#entries.set(key, { page, freshUntil: this.#now() + freshSeconds * 1000 })
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest)
    return page
  }

  async #refresh(key: string, entry: Entry, address: string): Promise<void> {
    entry.freshUntil = this.#now() + retrySeconds * 1000
    const made = await this.make(key, address).catch(() => undefined)
    // Deletes the cached page only if a proper answer says it is gone or has moved; after an error the old page stays.
    if (made && !('bodies' in made) && made.status < 500) this.#entries.delete(key)
  }
}

async function finished({ status, headers, body }: RenderedPage): Promise<CachedPage> {
  const [br, gzip] = await Promise.all([brotli(body, 9), gzipped(body, 9)])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, bodies: { br, gzip, identity: body } }
}
