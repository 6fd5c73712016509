import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Facts, Kind, PageContent } from '../rules.ts'
import { FILES } from '../pictures/rules.ts'
import { tidyBody, type PageFile, type PictureFiles } from './rules.ts'

/** A page as its newest version that is or will be public has it. */
export interface KeptPage extends Omit<PageFile, 'content'> {
  id: string
  isWithdrawn: boolean
  /** Null before anything was published. */
  content: PageContent | null
  /** The newest version's, whatever it is. */
  newestNumber: number
}

interface Row extends PageContent {
  id: string
  kind: Kind
  slug: string
  parent: string | null
  place: number
  isWithdrawn: boolean
  hasWords: boolean
  pictureId: string | null
  newestNumber: number
  firstAt: Date | null
}

/** All pages, in one statement. */
export async function listKeptPages(ctx: Ctx): Promise<KeptPage[]> {
  const { rows } = await sql<Row>`/* kept-pages */
    select p.id, p.kind, p.slug, (select u.slug from content.page u where u.id = p.parent_id) as parent, p.place,
      p.withdrawn_at is not null as is_withdrawn, v.id is not null as has_words, v.name, v.title, v.description, v.search_description, v.body,
      v.facts, v.picture_id,
      (select coalesce(max(n.number), 0) from content.version n where n.page_id = p.id) as newest_number,
      (select min(f.published_at) from content.version f where f.page_id = p.id) as first_at
    from content.page p left join lateral (
      select s.* from content.version s where s.page_id = p.id and s.published_at is not null order by s.number desc limit 1) v on true
    order by p.kind, p.slug`.execute(ctx.db)
  return rows.map(
    ({ id, kind, slug, parent, place, isWithdrawn, hasWords: isPublished, pictureId, newestNumber, ...content }) => ({
      id,
      kind,
      slug,
      parent,
      order: place,
      isWithdrawn,
      content: isPublished ? withDate(content) : null,
      picture: pictureId,
      newestNumber,
    }),
  )
}

/** An article bears the date on which it was first published, in its file too. */
function withDate({
  firstAt,
  facts,
  name,
  title,
  description,
  searchDescription,
  body,
}: PageContent & { firstAt: Date | null }): PageContent {
  return { name, title, description, searchDescription, body: tidyBody(body), facts: datedFacts(facts, firstAt) }
}

const datedFacts = (facts: Facts, firstAt: Date | null): Facts =>
  facts.kind === 'article' && facts.published === null && firstAt
    ? { ...facts, published: firstAt.toISOString().replace(/\.\d+Z$/, 'Z') }
    : facts

/** What the public sees or will see has a file. */
export const hasFile = ({ content, isWithdrawn }: KeptPage): boolean => content !== null && !isWithdrawn

/**
 * The pages that the public sees or will see, as files. A page whose parent has no file is at the top level, as on the
 * site.
 */
export async function listPageFiles(ctx: Ctx): Promise<PageFile[]> {
  const pages = (await listKeptPages(ctx)).filter(hasFile)
  const known = new Set(pages.map(({ kind, slug }) => `${kind} ${slug}`))
  return pages.flatMap(({ kind, slug, parent, order, picture, content }) =>
    content ? [{ kind, slug, parent: known.has(`${kind} ${parent}`) ? parent : null, order, picture, content }] : [],
  )
}

/** Finds which of these pictures exist here. */
export async function knownPictures(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db.selectFrom('content.picture').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** A picture with the bytes of all its files; undefined if it is not here, or not whole. */
export async function findPictureFiles(ctx: Ctx, id: string): Promise<PictureFiles | undefined> {
  const rows = await ctx.db
    .selectFrom('content.picture as p')
    .innerJoin('files.file as f', 'f.uploadId', 'p.uploadId')
    .select(['p.alt', 'f.position', 'f.storageKey'])
    .where('p.id', '=', id)
    .where('f.position', '>', 0)
    .where('f.position', '<=', FILES.length)
    .orderBy('f.position')
    .execute()
  const files = new Map<string, Buffer>()
  for (const { position, storageKey } of rows) {
    const stored = await ctx.services.storage.read(storageKey)
    const name = FILES[position - 1]
    if (stored && name) files.set(name, await buffer(stored.stream))
  }
  const [first] = rows
  return first && files.size === FILES.length ? { id, alt: first.alt, files } : undefined
}
