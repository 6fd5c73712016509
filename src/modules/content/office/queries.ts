import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { pageLinks } from '#shared/page.ts'
import { imageUrl } from '../queries.ts'
import { pathOfPage, readingMinutes, searchResultOf, type Facts, type Kind } from '../rules.ts'
import { publicVersion } from '../site-queries.ts'
import type {
  getContentPage as pageEndpoint,
  getContentVersion as versionEndpoint,
  listContentPages as listEndpoint,
} from './contract.ts'

type Asked = InputOf<typeof listEndpoint>['query']

interface Row {
  id: string
  kind: Kind
  slug: string
  name: string
  title: string
  changedAt: Date
  newestVersion: number
  publicVersion: number | null
  hasDraft: boolean
  scheduledAt: Date | null
  isWithdrawn: boolean
}

const columns = sql`p.id, p.kind, p.slug, p.changed_at, n.name, n.title, n.number as newest_version, v.number as public_version,
  n.published_at is null as has_draft, s.published_at as scheduled_at, p.withdrawn_at is not null as is_withdrawn`

/** Each page `p` with its newest version `n`, the public one `v`, and one that is scheduled to follow it, `s`. */
const pages = (now: Date) => sql`content.page p
  cross join lateral (select x.* from content.version x where x.page_id = p.id order by x.number desc limit 1) n
  left join lateral (${publicVersion(now)}) v on true
  left join lateral (select x.number, x.published_at from content.version x
    where x.page_id = p.id and x.published_at > ${now} and x.number > coalesce(v.number, 0) order by x.number desc limit 1) s on true`

const inState: Record<NonNullable<Asked['state']>, RawBuilder<unknown>> = {
  draft: sql`n.published_at is null`,
  scheduled: sql`s.number is not null`,
  published: sql`v.number is not null and p.withdrawn_at is null`,
  withdrawn: sql`p.withdrawn_at is not null`,
}

function matching({ kind, state, q }: Asked): RawBuilder<unknown> {
  const like = `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql.join(
    [
      sql`true`,
      ...(kind ? [sql`p.kind = ${kind}`] : []),
      ...(state ? [inState[state]] : []),
      ...(q ? [sql`lower(n.name || ' ' || n.title || ' ' || p.slug) like ${like}`] : []),
    ],
    sql` and `,
  )
}

/** Two statements, however many pages there are. */
export async function listPages(ctx: Ctx, query: Asked): Promise<AnswerOf<typeof listEndpoint>> {
  const now = ctx.clock.now()
  const { page, pageSize, kind, state, q } = query
  const [counted, { rows }] = await Promise.all([
    sql<{
      count: number
    }>`/* content-count */ select count(*)::int as count from ${pages(now)} where ${matching(query)}`.execute(ctx.db),
    sql<Row>`/* content-pages */ select ${columns} from ${pages(now)} where ${matching(query)}
      order by p.changed_at desc, p.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(ctx.db),
  ])
  const count = counted.rows[0]?.count ?? 0
  return {
    count,
    ...pageLinks('/api/admin/content/', { kind, state, q: q || undefined }, query, count),
    results: rows.map(summaryOf),
  }
}

const summaryOf = ({ changedAt, scheduledAt, ...row }: Row) => ({
  ...row,
  path: pathOfPage(row.kind, row.slug),
  changedAt: changedAt.toISOString(),
  scheduledAt: scheduledAt?.toISOString() ?? null,
})

interface VersionRow {
  number: number
  words: number
  restoredFrom: number | null
  createdAt: Date
  createdBy: string | null
  publishedAt: Date | null
}

type Whole = Row & { order: number; parent: { id: string; name: string; slug: string } | null; formerSlugs: string[] }

type Place = AnswerOf<typeof pageEndpoint>['places'][number]

const MOST_VERSIONS = 100

/** All pages of the kind of this one, if that kind has parts; in the order of the site. */
const placesBeside = (id: string) => sql<Place>`/* content-places */
  select p.id, w.name, p.parent_id, p.place as "order", p.withdrawn_at is not null as is_withdrawn
  from content.page own join content.page p on p.kind = own.kind
    cross join lateral (select x.name from content.version x where x.page_id = p.id order by x.number desc limit 1) w
  where own.id = ${id} and own.kind in ('service', 'location') order by p.place, w.name, p.id`

/** Three statements, however long its history is. */
export async function getPage(ctx: Ctx, id: string): Promise<AnswerOf<typeof pageEndpoint> | Refusal> {
  const now = ctx.clock.now()
  const [found, versions, places] = await Promise.all([
    sql<Whole>`/* content-page */ select ${columns}, p.place as "order",
        (select json_build_object('id', u.id, 'slug', u.slug, 'name', (
          select w.name from content.version w where w.page_id = u.id order by w.number desc limit 1))
          from content.page u where u.id = p.parent_id) as parent,
        coalesce((select json_agg(f.slug order by f.slug) from content.former_slug f where f.page_id = p.id and f.slug <> p.slug), '[]') as former_slugs
      from ${pages(now)} where p.id = ${id}`.execute(ctx.db),
    sql<VersionRow>`/* content-versions */ select x.number, x.words, x.restored_from, x.created_at, x.published_at,
        (select concat_ws(' ', u.first_name, u.last_name) from identity."user" u where u.id = x.created_by) as created_by
      from content.version x where x.page_id = ${id} order by x.number desc limit ${MOST_VERSIONS}`.execute(ctx.db),
    placesBeside(id).execute(ctx.db),
  ])
  const row = found.rows[0]
  if (!row) return refuse(commonRefusals.notFound)
  const { order, parent, formerSlugs, ...summary } = row
  const shown = versions.rows.map(({ createdAt, publishedAt, ...version }) => ({
    ...version,
    state: stateOf({ number: version.number, publishedAt }, row, now),
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
  }))
  const more = Math.max(0, row.newestVersion - shown.length)
  return { ...summaryOf(summary), order, parent, formerSlugs, places: places.rows, versions: shown, more }
}

function stateOf({ number, publishedAt }: Pick<VersionRow, 'number' | 'publishedAt'>, page: Row, now: Date) {
  if (number === page.publicVersion) return 'public' as const
  if (publishedAt && publishedAt > now) return 'scheduled' as const
  return number > (page.publicVersion ?? 0) && !publishedAt ? ('draft' as const) : ('past' as const)
}

export interface VersionText {
  id: string
  number: number
  name: string
  title: string
  description: string
  searchDescription: string
  body: string
  words: number
  facts: Facts
  pictureId: string | null
  publishedAt: Date | null
}

export const findVersion = (ctx: Ctx, pageId: string, number: number): Promise<VersionText | undefined> =>
  ctx.db
    .selectFrom('content.version')
    .select(['id', 'number', 'name', 'title', 'description', 'searchDescription', 'body', 'words', 'facts'])
    .select(['pictureId', 'publishedAt'])
    .where('pageId', '=', pageId)
    .where('number', '=', number)
    .executeTakeFirst()

export async function getVersion(
  ctx: Ctx,
  { id, number }: { id: string; number: number },
): Promise<AnswerOf<typeof versionEndpoint> | Refusal> {
  const version = await findVersion(ctx, id, number)
  if (!version) return refuse(commonRefusals.notFound)
  const { pictureId, words: wordCount, facts } = version
  const picture = pictureId
    ? await ctx.db.selectFrom('content.picture').select(['id', 'alt']).where('id', '=', pictureId).executeTakeFirst()
    : undefined
  return {
    ...version,
    // Facts stored by an earlier release still match their kind.
    facts: facts as AnswerOf<typeof versionEndpoint>['facts'],
    picture: picture ? { ...picture, url: imageUrl(picture.id) ?? '' } : null,
    searchResult: searchResultOf(version),
    readingMinutes: readingMinutes(wordCount),
  }
}
