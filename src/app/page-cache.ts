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
  headers: Record<string, string>
  body: Buffer
}

interface Entry {
  page: CachedPage
  /** When it is asked for after this, a new one is made behind the answer. */
  freshUntil: number
}

const maxPages = 500
const freshSeconds = 60
const retrySeconds = 5

/**
 * Public pages as anonymous visitors see them, by path. The first to ask waits for the page, and so does everybody who asks
 * meanwhile; later it is refreshed in the background, and a failing refresh leaves the old page in place.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #making = new Map<string, Promise<CachedPage | RenderedPage>>()
  readonly #render: (path: string) => Promise<RenderedPage>
  readonly #now: () => number

  constructor(render: (path: string) => Promise<RenderedPage>, now: () => number = Date.now) {
    this.#render = render
    this.#now = now
  }

  /** The page from the cache, or undefined where it has to be made; starts a refresh where one is due. */
  find(path: string): CachedPage | undefined {
    const entry = this.#entries.get(path)
    if (entry && entry.freshUntil <= this.#now() && !this.#making.has(path)) void this.#refresh(path, entry)
    return entry?.page
  }

  /** Makes the page, once for all who ask at the same time. Anything but a 200 is answered and forgotten. */
  make(path: string): Promise<CachedPage | RenderedPage> {
    const running = this.#making.get(path)
    if (running) return running
    const making = this.#makeNow(path).finally(() => this.#making.delete(path))
    this.#making.set(path, making)
    return making
  }

  clear(): void {
    this.#entries.clear()
  }

  async #makeNow(path: string): Promise<CachedPage | RenderedPage> {
    const rendered = await this.#render(path)
    if (rendered.status !== 200) return rendered
    const page = await finished(rendered)
    this.#entries.delete(path)
    this.#entries.set(path, { page, freshUntil: this.#now() + freshSeconds * 1000 })
    const oldest = this.#entries.keys().next().value
    if (this.#entries.size > maxPages && oldest !== undefined) this.#entries.delete(oldest)
    return page
  }

  async #refresh(path: string, entry: Entry): Promise<void> {
    entry.freshUntil = this.#now() + retrySeconds * 1000
    const made = await this.make(path).catch(() => undefined)
    // Gone or moved, which only a good answer may say; an error keeps the old page.
    if (made && !('bodies' in made) && made.status < 500) this.#entries.delete(path)
  }
}

async function finished({ status, headers, body }: RenderedPage): Promise<CachedPage> {
  const [br, gzip] = await Promise.all([brotli(body, 9), gzipped(body, 9)])
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, bodies: { br, gzip, identity: body } }
}
