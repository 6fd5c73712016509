import { sql } from 'kysely'
import { readPhoto } from '#modules/files/queries.ts'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { isEnough, type Figures } from './location-figures/rules.ts'
import { FILES } from './pictures/rules.ts'
import type { Facts, FactsOf, Kind } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'content.version.facts': Facts
    'content.location_figures.figures': Figures
  }
}

/** A page as a version shows it, without its text. */
export type SitePage<K extends Kind = Kind> = { [One in K]: PageOf<One> }[K]

interface PageOf<K extends Kind> {
  id: string
  kind: K
  slug: string
  parentId: string | null
  place: number
  isWithdrawn: boolean
  versionId: string
  name: string
  title: string
  description: string
  searchDescription: string
  words: number
  facts: FactsOf<K>
  pictureId: string | null
  pictureAlt: string | null
  /** Figures of a location, once they were counted. */
  figures: Figures | null
  /** When this version came to be seen. */
  changedAt: Date
  /** When the page first was. */
  firstAt: Date
}

/** All public pages but for the texts: read at one moment, and correct until the next change. */
export class Site {
  /** Milliseconds; the first moment at which a scheduled version is due. */
  readonly nextAt: number
  readonly #byId: ReadonlyMap<string, SitePage>
  readonly #bySlug: ReadonlyMap<string, SitePage>
  readonly #ofKind: ReadonlyMap<Kind, readonly SitePage[]>
  readonly #below: ReadonlyMap<string | null, readonly SitePage[]>

  constructor({ pages, slugs, nextAt }: SiteRows) {
    this.nextAt = nextAt?.getTime() ?? Infinity
    this.#byId = new Map(pages.map((page) => [page.id, page]))
    this.#bySlug = new Map(
      slugs.flatMap(({ kind, slug, pageId }) => {
        const page = this.#byId.get(pageId)
        return page ? [[`${kind} ${slug}`, page]] : []
      }),
    )
    const shown = pages.filter(({ isWithdrawn }) => !isWithdrawn).toSorted(bySiblings)
    this.#ofKind = Map.groupBy(shown, ({ kind }) => kind)
    const ids = new Set(shown.map(({ id }) => id))
    // A page without its parent is at the top level.
    this.#below = Map.groupBy(shown, ({ kind, parentId }) =>
      parentId !== null && ids.has(parentId) ? parentId : `top ${kind}`,
    )
  }

  /** Finds a page by id, slug, or an earlier slug; a withdrawn page, too. */
  find<K extends Kind>(kind: K, idOrSlug: string): SitePage<K> | undefined {
    const page = this.#bySlug.get(`${kind} ${idOrSlug}`) ?? this.#byId.get(idOrSlug)
    return page && isOfKind(page, kind) ? page : undefined
  }

  all<K extends Kind>(kind: K): readonly SitePage<K>[] {
    return (this.#ofKind.get(kind) ?? []) as readonly SitePage<K>[]
  }

  top<K extends Kind>(kind: K): readonly SitePage<K>[] {
    return (this.#below.get(`top ${kind}`) ?? []) as readonly SitePage<K>[]
  }

  below<K extends Kind>(page: SitePage<K>): readonly SitePage<K>[] {
    return (this.#below.get(page.id) ?? []) as readonly SitePage<K>[]
  }

  /** Undefined at the top. */
  above<K extends Kind>(page: SitePage<K>): SitePage<K> | undefined {
    const parent = page.parentId === null ? undefined : this.#byId.get(page.parentId)
    return parent && !parent.isWithdrawn && isOfKind(parent, page.kind) ? parent : undefined
  }
}

const isOfKind = <K extends Kind>(page: SitePage, kind: K): page is SitePage & SitePage<K> => page.kind === kind

/** Whether search engines may list it: a location only with enough counted there. */
export const isIndexed = ({ kind, figures }: SitePage): boolean => kind !== 'location' || isEnough(figures)

const bySiblings = (a: SitePage, b: SitePage): number => a.place - b.place || a.name.localeCompare(b.name, 'en-GB')

interface SiteRows {
  pages: SitePage[]
  slugs: { kind: string; slug: string; pageId: string }[]
  nextAt: Date | null
}

/** What a version `v` of the page `p` shows. */
export const shownColumns = sql`p.id, p.kind, p.slug, p.parent_id, p.place, p.withdrawn_at is not null as is_withdrawn, v.id as version_id,
  v.name, v.title, v.description, v.search_description, v.words, v.facts, v.picture_id,
  (select i.alt from content.picture i where i.id = v.picture_id) as picture_alt,
  (select f.figures from content.location_figures f where f.page_id = p.id) as figures`

/** The version of the page `p` that the public sees: the newest whose moment has come. */
export const publicVersion = (now: Date) => sql`select s.* from content.version s
  where s.page_id = p.id and s.published_at <= ${now} order by s.number desc limit 1`

/** Three statements, however many pages there are. */
export async function readSite({ db, clock }: Ctx): Promise<Site> {
  const now = clock.now()
  const [pages, slugs, next] = await Promise.all([
    sql<SitePage>`/* site-pages */ select ${shownColumns}, v.published_at as changed_at,
        (select min(f.published_at) from content.version f where f.page_id = p.id) as first_at
      from content.page p cross join lateral (${publicVersion(now)}) v`.execute(db),
    db.selectFrom('content.former_slug').select(['kind', 'slug', 'pageId']).execute(),
    db
      .selectFrom('content.version')
      .select(({ fn }) => fn.min<Date | null>('publishedAt').as('nextAt'))
      .where('publishedAt', '>', now)
      .executeTakeFirst(),
  ])
  return new Site({ pages: pages.rows, slugs, nextAt: next?.nextAt ?? null })
}

/** The text of a version, in Markdown. */
export async function readBody({ db }: Ctx, versionId: string): Promise<string> {
  const { body } = await db
    .selectFrom('content.version')
    .select('body')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  return body
}

/** Position of a location: the middle of its districts. */
export function middleOf({ districts }: FactsOf<'location'>): { lat: number; lng: number } | undefined {
  const places = districts.flatMap(({ outcode }) => outcodes.get(outcode) ?? [])
  if (places.length === 0) return undefined
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { lat: mean(places.map(({ lat }) => lat)), lng: mean(places.map(({ lng }) => lng)) }
}

/** A picture's file never changes, so browsers keep it for a year. */
export async function readImage(ctx: Ctx, { id, file }: { id: string; file: string }): Promise<RawAnswer | Refusal> {
  const found = await ctx.db
    .selectFrom('content.picture as p')
    .innerJoin('files.file as f', 'f.uploadId', 'p.uploadId')
    .select('f.id')
    .where('p.id', '=', id)
    .where('f.position', '=', FILES.indexOf(file) + 1)
    .executeTakeFirst()
  if (!found) return refuse(commonRefusals.notFound)
  const answer = await readPhoto(ctx, found.id)
  return answer instanceof Refusal
    ? answer
    : new RawAnswer(answer.body, { ...answer.headers, 'cache-control': 'public, max-age=31536000, immutable' })
}
