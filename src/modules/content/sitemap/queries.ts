import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { pathOfPage } from '../rules.ts'
import { isIndexed, type Site, type SitePage } from '../site-queries.ts'
import type { getSitemap } from '../contract.ts'
import { MOST_IN_PART, newestOf, partName, partOf, type Entry, type Part } from './rules.ts'

/** Pages that are code: their content depends on settings, so their date of change is unknown. */
const OF_CODE = ['/additional-services', '/prices-on-your-site', '/terms', '/terms/movers', '/privacy-policy']

const changed = ({ changedAt }: SitePage): string => changedAt.toISOString()

/** A location says what was counted last. */
const entryOf = (page: SitePage): Entry => ({
  path: pathOfPage(page.kind, page.slug),
  changedAt: newestOf([changed(page), page.figures?.countedAt ?? changed(page)]),
})

/** A page that lists others changes with them. */
function rootEntry(site: Site, page: SitePage<'root'>): Entry {
  const listed: Record<string, readonly SitePage[]> = {
    blog: site.all('article'),
    'our-services': site.all('service'),
    'our-locations': site.all('location'),
  }
  const others = new Map(Object.entries(listed)).get(page.slug) ?? []
  return { ...entryOf(page), changedAt: newestOf([page, ...others].map(changed)) }
}

function entriesOf(site: Site, part: Exclude<Part, 'companies'>): Entry[] {
  if (part === 'pages') {
    const ofCode = OF_CODE.map((path) => ({ path, changedAt: null }))
    return [...site.all('root').map((page) => rootEntry(site, page)), ...ofCode]
  }
  const kind = ({ services: 'service', locations: 'location', articles: 'article' } as const)[part]
  return site.all(kind).filter(isIndexed).map(entryOf)
}

const OF_CONTENT = ['pages', 'services', 'locations', 'articles'] as const

/** Only parts with something in them; of the pages those that are known are dated. */
export async function listParts(ctx: Ctx): Promise<AnswerOf<typeof getSitemap>> {
  const site = await ctx.services.content.site(ctx)
  const ofContent = OF_CONTENT.flatMap((part) => {
    const entries = entriesOf(site, part)
    return Array.from({ length: Math.ceil(entries.length / MOST_IN_PART) }, (_, index) => ({
      part: partName(part, index + 1),
      changedAt: newestOf(slice(entries, index + 1).map(({ changedAt }) => changedAt)),
    }))
  })
  const last = await ctx.db
    .selectFrom('content.listed_company')
    .select(({ fn }) => fn.max<string | null>('place').as('place'))
    .executeTakeFirst()
  const parts = Math.ceil(Number(last?.place ?? 0) / MOST_IN_PART)
  const ofCompanies = Array.from({ length: parts }, (_, index) => ({
    part: partName('companies', index + 1),
    changedAt: null,
  }))
  return [...ofContent, ...ofCompanies]
}

const slice = (entries: readonly Entry[], number: number): Entry[] =>
  entries.slice((number - 1) * MOST_IN_PART, number * MOST_IN_PART)

export async function listPart(ctx: Ctx, name: string): Promise<Entry[] | Refusal> {
  const requestedPart = partOf(name)
  if (!requestedPart) return refuse(commonRefusals.notFound)
  const { part, number } = requestedPart
  if (part === 'companies') return listCompanies(ctx, number)
  const entries = slice(entriesOf(await ctx.services.content.site(ctx), part), number)
  return entries.length > 0 ? entries : refuse(commonRefusals.notFound)
}

/**
 * Companies by the positions of the part, without those whose owner has left. Parts have gaps and may be empty; beyond
 * the last there is none.
 */
async function listCompanies({ db }: Ctx, number: number): Promise<Entry[] | Refusal> {
  const from = (number - 1) * MOST_IN_PART
  const { rows } = await sql<{ id: string | null; changedAt: Date | null }>`/* sitemap-companies */
    select c.id, l.changed_at from content.listed_company l
    left join companies.company c on c.id = l.company_id and l.is_listed
      and not exists (select from identity."user" u where u.id = c.owner_user_id and u.status <> 'active')
    where l.place > ${from} and l.place <= ${from + MOST_IN_PART} order by l.place`.execute(db)
  if (rows.length === 0) return refuse(commonRefusals.notFound)
  return rows.flatMap(({ id, changedAt }) =>
    id === null ? [] : [{ path: `/companies/${id}`, changedAt: changedAt?.toISOString() ?? null }],
  )
}
