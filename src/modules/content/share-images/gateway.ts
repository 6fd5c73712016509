import { createHash } from 'node:crypto'
import { ExpiringCache } from '#platform/caches.ts'
import type { Log } from '#platform/log.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { ShareText } from './rules.ts'

declare module '#platform/ctx.ts' {
  interface Services {
    readonly shareImages: ShareImages
  }
}

const LIMIT_MS = 10_000
const KEPT_MS = 3_600_000
/** Number of pictures kept, at some thirty kilobytes each. */
const MOST_KEPT = 300
/** Version of the drawing: raised with every change of it, so that caches drop the old pictures. */
const DRAWING = 2

/** Pictures for sharing: each is drawn once for all concurrent requests, and kept for an hour. */
export class ShareImages {
  readonly #kept = new ExpiringCache<Promise<Buffer>>(MOST_KEPT)
  readonly #workers: WorkerHost<ShareText, Uint8Array>

  constructor(log: Log) {
    this.#workers = new WorkerHost({
      module: 'modules/content/share-images/worker',
      limitMs: LIMIT_MS,
      heapMegabytes: 128,
      onEnded: (why) => log.warn({ why }, 'a picture for sharing ended its maker'),
    })
  }

  /** Tag of the picture's text, so that it is known without being drawn. */
  static tagOf(text: ShareText): string {
    const serialised = JSON.stringify([DRAWING, text.kind, text.title, text.line])
    return `"${createHash('sha256').update(serialised).digest('base64url').slice(0, 22)}"`
  }

  /** `person` is who waits for it, in the line of those who wait. */
  png(text: ShareText, person: string): Promise<Buffer> {
    const tag = ShareImages.tagOf(text)
    const known = this.#kept.get(tag)
    if (known) return known
    const drawing = this.#draw(text, person)
    this.#kept.set(tag, drawing, KEPT_MS)
    drawing.catch(() => this.#kept.set(tag, drawing, 0))
    return drawing
  }

  close(): Promise<void> {
    return this.#workers.close()
  }

  async #draw(text: ShareText, person: string): Promise<Buffer> {
    const made: Uint8Array[] = []
    const outcome = await this.#workers.run({ person, until: AbortSignal.timeout(LIMIT_MS) }, text, async (part) => {
      made.push(part)
    })
    const [png] = made
    if (outcome !== 'done' || !png) throw new Error(`A picture for sharing was not drawn: ${outcome}`)
    return Buffer.from(png)
  }
}
