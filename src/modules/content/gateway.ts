import type { Ctx } from '#platform/ctx.ts'
import { ExpiringCache } from '#platform/expiring-cache.ts'
import { drawMarkdown, type Drawn } from './markdown/gateway.ts'
import { readBody, readSite, type Site } from './site/queries.ts'

declare module '#platform/ctx.ts' {
  interface Services {
    readonly content: KeptContent
  }
}

const FRESH_MS = 60_000
const DRAWN_MS = 600_000
const MOST_DRAWN = 300

interface Kept {
  site: Promise<Site>
  from: number
  until: number
}

/** The public site as this process knows it: for a minute at most, and until the next moment at which it changes by itself. */
export class KeptContent {
  #kept: Kept | undefined
  /** By version, which never changes. */
  readonly #drawn = new ExpiringCache<Promise<Drawn>>(MOST_DRAWN)
  readonly #watchers = new Set<() => void>()

  site(ctx: Ctx): Promise<Site> {
    const now = ctx.clock.now().getTime()
    if (this.#kept && this.#kept.from <= now && now < this.#kept.until) return this.#kept.site
    const kept: Kept = { site: readSite(ctx), from: now, until: now + FRESH_MS }
    this.#kept = kept
    kept.site.then(
      ({ nextAt }) => (kept.until = Math.min(kept.until, nextAt)),
      () => (this.#kept = this.#kept === kept ? undefined : this.#kept),
    )
    return kept.site
  }

  drawn(ctx: Ctx, versionId: string): Promise<Drawn> {
    const known = this.#drawn.get(versionId)
    if (known) return known
    const drawn = readBody(ctx, versionId).then(drawMarkdown)
    this.#drawn.set(versionId, drawn, DRAWN_MS)
    drawn.catch(() => this.#drawn.set(versionId, drawn, 0))
    return drawn
  }

  /** Something was published: it is read anew, and whoever keeps pages hears of it. */
  forget(): void {
    this.#kept = undefined
    for (const hear of this.#watchers) hear()
  }

  /** Until the returned function is called. */
  watch(hear: () => void): () => void {
    this.#watchers.add(hear)
    return () => this.#watchers.delete(hear)
  }
}
