import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { pageLinks } from '#shared/page.ts'
import type { Camel } from '#shared/wire.ts'
import {
  withdrawn,
  type article,
  type articleInList,
  type getCategories,
  type getLocationsPage,
  type getServicesPage,
  type listArticles as listArticlesEndpoint,
  type locationCategory,
  type locationWithBody,
  type rootContent,
  type serviceCategory,
  type serviceWithBody,
  type getPreview,
} from './contract.ts'
import type { Drawn } from './gateway.ts'
import { readingMinutes, type Kind, pathOfPage } from './rules.ts'
import { shareImageOf } from './share-images/rules.ts'
import { isIndexed, middleOf, type Site, type SitePage, shownColumns } from './site-queries.ts'

type Shown<Schema extends z.ZodType> = Camel<z.output<Schema>>

/** The picture at a middling width; its other sizes have the same address but for the number. */
export const imageUrl = (pictureId: string | null): string | null =>
  pictureId && `/api/content-image/${pictureId}/960.webp/`

const categoryOf = ({ id, name, slug, pictureId, description }: SitePage) => ({
  id,
  name,
  slug,
  imageUrl: imageUrl(pictureId),
  description,
})

const plainService = (page: SitePage<'service'>) => ({ ...categoryOf(page), notYet: page.facts.notYet })

const plainLocation = (page: SitePage<'location'>) => ({
  ...categoryOf(page),
  region: page.facts.region,
  companies: page.figures?.companies ?? null,
  fromPencePerHour: page.figures?.fromPencePerHour ?? null,
})

/** Absent where there are none. */
const subcategories = <K extends Kind, T>(site: Site, page: SitePage<K>, shown: (page: SitePage<K>) => T) => {
  const below = site.below(page)
  return below.length > 0 ? { subcategories: below.map(shown) } : {}
}

const serviceOf = (site: Site, page: SitePage<'service'>): Shown<typeof serviceCategory> => ({
  ...plainService(page),
  ...subcategories(site, page, plainService),
})
const locationOf = (site: Site, page: SitePage<'location'>): Shown<typeof locationCategory> => ({
  ...plainLocation(page),
  ...subcategories(site, page, plainLocation),
})

const pageFieldsOf = (page: SitePage, { html }: Drawn) => {
  const { kind, slug, title, searchDescription, pictureAlt, changedAt } = page
  return {
    title,
    searchDescription,
    bodyHtml: html,
    imageAlt: pictureAlt ?? '',
    shareImageUrl: shareImageOf(kind, slug),
    changedAt: changedAt.toISOString(),
    isIndexed: isIndexed(page),
  }
}

export const rootOf = (page: SitePage<'root'>, drawn: Drawn): Shown<typeof rootContent> => ({
  key: page.slug,
  ...pageFieldsOf(page, drawn),
  description: page.description,
  imageUrl: imageUrl(page.pictureId),
  sections: drawn.sections,
})

const linkOf = ({ name, slug }: SitePage) => ({ name, slug })

export const serviceWithText = (site: Site, page: SitePage<'service'>, drawn: Drawn): Shown<typeof serviceWithBody> => {
  const parent = site.above(page)
  return { ...serviceOf(site, page), ...pageFieldsOf(page, drawn), parent: parent ? linkOf(parent) : null }
}

const MOST_NEARBY = 6

export const locationWithText = (
  site: Site,
  page: SitePage<'location'>,
  drawn: Drawn,
): Shown<typeof locationWithBody> => ({
  ...locationOf(site, page),
  ...pageFieldsOf(page, drawn),
  districts: page.facts.districts,
  figures: page.figures,
  nearby: nearestOf(site, page).map(linkOf),
})

/** Nearest locations by straight line between the middles of their districts. */
function nearestOf(site: Site, page: SitePage<'location'>): SitePage<'location'>[] {
  const here = middleOf(page.facts)
  if (!here) return []
  return site
    .all('location')
    .flatMap((other) => {
      const there = other.id === page.id ? undefined : middleOf(other.facts)
      return there ? [{ other, far: squaredDistance(here, there) }] : []
    })
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MOST_NEARBY)
    .map(({ other }) => other)
}

const squaredDistance = (a: { lat: number; lng: number }, b: { lat: number; lng: number }): number =>
  (a.lat - b.lat) ** 2 + ((a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180)) ** 2

const publishedAt = ({ facts, firstAt }: SitePage<'article'>): string =>
  new Date(facts.published ?? firstAt).toISOString()

const inList = (page: SitePage<'article'>): Shown<typeof articleInList> => ({
  id: page.id,
  slug: page.slug,
  title: page.title,
  excerpt: page.facts.excerpt,
  imageUrl: imageUrl(page.pictureId),
  topic: page.facts.topic,
  publishedAt: publishedAt(page),
  readingMinutes: readingMinutes(page.words),
  author: page.facts.author,
})

const newestFirst = (site: Site): SitePage<'article'>[] =>
  site.all('article').toSorted((a, b) => publishedAt(b).localeCompare(publishedAt(a)) || a.slug.localeCompare(b.slug))

const READ_NEXT = 3

/** The related articles are those of the same topic first, then the newest. */
export function articleWithText(site: Site, page: SitePage<'article'>, drawn: Drawn): Shown<typeof article> {
  const others = newestFirst(site).filter(({ id }) => id !== page.id)
  const isAlike = ({ facts }: SitePage<'article'>) => facts.topic === page.facts.topic
  const next = [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, READ_NEXT)
  return { ...inList(page), ...pageFieldsOf(page, drawn), readNext: next.map(inList) }
}

/** One page with its text: 404 if it never was, 410 if it is no longer. */
async function withText<K extends Kind, T>(
  ctx: Ctx,
  kind: K,
  idOrSlug: string,
  shown: (site: Site, page: SitePage<K>, drawn: Drawn) => T,
): Promise<T | Refusal> {
  const site = await ctx.services.content.site(ctx)
  const page = site.find(kind, idOrSlug)
  if (!page) return refuse(commonRefusals.notFound)
  if (page.isWithdrawn) return refuse(withdrawn)
  return shown(site, page, await ctx.services.content.drawn(ctx, page.versionId))
}

export const getService = (ctx: Ctx, idOrSlug: string) => withText(ctx, 'service', idOrSlug, serviceWithText)
export const getLocation = (ctx: Ctx, idOrSlug: string) => withText(ctx, 'location', idOrSlug, locationWithText)
export const getArticle = (ctx: Ctx, idOrSlug: string) => withText(ctx, 'article', idOrSlug, articleWithText)
export const getRoot = (ctx: Ctx, key: string) => withText(ctx, 'root', key, (_, page, drawn) => rootOf(page, drawn))

export async function listServices(ctx: Ctx): Promise<AnswerOf<typeof getCategories>> {
  const site = await ctx.services.content.site(ctx)
  return site.top('service').map((page) => serviceOf(site, page))
}

export async function servicesPage(ctx: Ctx): Promise<AnswerOf<typeof getServicesPage> | Refusal> {
  const page = await getRoot(ctx, 'our-services')
  return page instanceof Refusal ? page : { page, results: await listServices(ctx) }
}

export async function locationsPage(ctx: Ctx): Promise<AnswerOf<typeof getLocationsPage> | Refusal> {
  const page = await getRoot(ctx, 'our-locations')
  const site = await ctx.services.content.site(ctx)
  return page instanceof Refusal
    ? page
    : { page, results: site.top('location').map((location) => locationOf(site, location)) }
}

export async function listArticles(
  ctx: Ctx,
  query: InputOf<typeof listArticlesEndpoint>['query'],
): Promise<AnswerOf<typeof listArticlesEndpoint>> {
  const all = newestFirst(await ctx.services.content.site(ctx))
  const { topic, page, pageSize } = query
  const found = topic === undefined ? all : all.filter(({ facts }) => facts.topic === topic)
  const from = (page - 1) * pageSize
  const topics = [...Map.groupBy(all, ({ facts }) => facts.topic)].map(([name, some]) => ({ name, count: some.length }))
  return {
    count: found.length,
    ...pageLinks('/api/blog-articles/', { topic }, query, found.length),
    results: found.slice(from, from + pageSize).map(inList),
    topics: topics.toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB')),
  }
}

export const listSlugs = async (ctx: Ctx): Promise<string[]> =>
  newestFirst(await ctx.services.content.site(ctx)).map(({ slug }) => slug)

const MOST_HIGHLIGHTED = 3

export async function listHighlighted(ctx: Ctx): Promise<Shown<typeof articleInList>[]> {
  const site = await ctx.services.content.site(ctx)
  return newestFirst(site)
    .filter(({ facts }) => facts.highlighted !== null)
    .toSorted((a, b) => Number(a.facts.highlighted) - Number(b.facts.highlighted))
    .slice(0, MOST_HIGHLIGHTED)
    .map(inList)
}

type Preview = AnswerOf<typeof getPreview>

/** Finds the page as it will be, among the present versions of the others. */
export async function findPreview(ctx: Ctx, token: string): Promise<Preview | Refusal> {
  const { rows } = await sql<SitePage & { until: Date }>`/* preview */
    select ${shownColumns}, w.until, v.created_at as changed_at,
      coalesce((select min(f.published_at) from content.version f where f.page_id = p.id), v.created_at) as first_at
    from content.preview w join content.version v on v.id = w.version_id join content.page p on p.id = v.page_id
    where w.digest = ${digestOf(token)} and w.until > ${ctx.clock.now()}`.execute(ctx.db)
  const [row] = rows
  if (!row) return refuse(commonRefusals.notFound)
  const site = await ctx.services.content.site(ctx)
  const drawn = await ctx.services.content.drawn(ctx, row.versionId)
  const { until, ...page } = row
  return { until: until.toISOString(), path: pathOfPage(page.kind, page.slug), shown: shownOf(site, page, drawn) }
}

function shownOf(site: Site, page: SitePage, drawn: Drawn): Preview['shown'] {
  if (page.kind === 'service') return { kind: 'service', page: serviceWithText(site, page, drawn) }
  if (page.kind === 'location') return { kind: 'location', page: locationWithText(site, page, drawn) }
  if (page.kind === 'article') return { kind: 'article', page: articleWithText(site, page, drawn) }
  return { kind: 'root', page: rootOf(page, drawn) }
}
