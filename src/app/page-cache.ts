import { createHash } from 'node:crypto'
import { brotli, gzipped, type Encoding } from './compression.ts'

/** A finished public page with everything that is sent, compressed and not. */
export interface CachedPage {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: Record<Encoding | 'identity', Buffer>
}

export interface RenderedPage {
  status: number
  /** With this status the page is as it should be and is kept; without it, with 200. */
  rightStatus?: number
  headers: Record<string, string>
  body: Buffer
}

interface Entry {
  page: CachedPage
  /** When it is asked for after this, a new one is made behind the answer. */
  freshUntil: number
}

/** What the page asks of the API counts against the network at this address: that of the first who wants it. */
type Render = (key: string, address: string) => Promise<RenderedPage>

const maxPages = 500
const freshSeconds = 60
const retrySeconds = 5

/**
 * Public pages as anonymous visitors see them, by their key (page-address.ts). The first to ask waits for the page, and so does
 * everybody who asks meanwhile; later it is refreshed in the background, and a failing refresh leaves the old page in place.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<CachedPage | RenderedPage>>()
  readonly #render: Render
  readonly #now: () => number

  constructor(render: Render, now: () => number = () => performance.now()) {
    this.#render = render
    this.#now = now
  }

  /** The page from the cache, or undefined where it has to be made; starts a refresh where one is due. */
  find(key: string, address: string): CachedPage | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.freshUntil <= this.#now() && !this.#making.has(key)) void this.#refresh(key, entry, address)
    return entry?.page
  }

  /** Makes the page, once for all who ask at the same time. Anything but the right status is answered and forgotten. */
  make(key: string, address: string): Promise<CachedPage | RenderedPage> {
    const running = this.#making.get(key)
    if (running) return running
    const making = this.#makeNow(key, address).finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  /** Whether somebody has it made already, so that asking too costs nothing. */
  isMaking(key: string): boolean {
    return this.#making.has(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  async #makeNow(key: string, address: string): Promise<CachedPage | RenderedPage> {
    const rendered = await this.#render(key, address)
    if (rendered.status !== (rendered.rightStatus ?? 200)) return rendered
    const page = await finished(rendered)
    this.#entries.delete(key)
    this.#entries.set(key, { page, freshUntil: this.#now() + freshSeconds * 1000 })
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > maxPages && oldest !== undefined) this.#entries.delete(oldest)
    return page
  }

  async #refresh(key: string, entry: Entry, address: string): Promise<void> {
    entry.freshUntil = this.#now() + retrySeconds * 1000
    const made = await this.make(key, address).catch(() => undefined)
    // Gone or moved, which only a good answer may say; an error keeps the old page.
    if (made && !('bodies' in made) && made.status < 500) this.#entries.delete(key)
  }
}

async function finished({ status, headers, body }: RenderedPage): Promise<CachedPage> {
  const [br, gzip] = await Promise.all([brotli(body, 9), gzipped(body, 9)])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, bodies: { br, gzip, identity: body } }
}
