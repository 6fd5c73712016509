import { isDeepStrictEqual } from 'node:util'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { newId } from '#platform/new-id.ts'
import { StartError } from '#platform/errors.ts'
import { lockPages, momentReached, notifyContent } from '../commands.ts'
import { countDue } from '../location-figures/commands.ts'
import { wordCountOf, type PageContent } from '../rules.ts'
import { addReadyPicture } from '../pictures/commands.ts'
import { listingDue } from '../sitemap/commands.ts'
import { hasPicture, readFolder, readPicture, writeFolder, writePicture } from './gateway.ts'
import { findPictureFiles, hasFile, knownPictures, listKeptPages, listPageFiles, type KeptPage } from './queries.ts'
import { fileNameOf, picturesOf, type PageFile, type PictureFiles } from './rules.ts'

export interface Imported {
  added: number
  changed: number
  unchanged: number
}

/** Takes over every page of a folder: all of them, or none. What differs from what is published becomes a version that is. */
export async function importContent(ctx: Ctx, folder: string): Promise<Imported> {
  const pages = await readFolder(folder)
  await takePictures(ctx, folder, pages)
  return importPages(ctx, pages)
}

export const exportContent = async (ctx: Ctx, folder: string): Promise<number> => {
  const pages = await listPageFiles(ctx)
  await writeFolder(folder, pages)
  for (const id of picturesOf(pages)) {
    const picture = await findPictureFiles(ctx, id)
    if (picture) await writePicture(folder, picture)
  }
  return pages.length
}

/** Imports the content at a first start, only if there is no page yet. Undefined if there was one. */
export async function importFirstContent(ctx: Ctx, folder: string): Promise<Imported | undefined> {
  const some = await ctx.db.selectFrom('content.page').select('id').limit(1).executeTakeFirst()
  if (some) return undefined
  const pages = await readFolder(folder)
  await takePictures(ctx, folder, pages)
  return ctx.tx(async (tx) => {
    await lockPages(tx)
    const isFirst = !(await tx.db.selectFrom('content.page').select('id').limit(1).executeTakeFirst())
    return isFirst ? importPages(tx, pages) : undefined
  })
}

/** Pictures that are not here yet. A text may speak of one that is in no folder, but a page may not have it. */
async function takePictures(ctx: Ctx, folder: string, pages: readonly PageFile[]): Promise<void> {
  const own = new Set(pages.flatMap(({ picture }) => picture ?? []))
  const pictureIds = picturesOf(pages)
  const known = await knownPictures(ctx, pictureIds)
  const read: PictureFiles[] = []
  for (const id of pictureIds) {
    if (known.has(id) || !(own.has(id) || (await hasPicture(folder, id)))) continue
    read.push(await readPicture(folder, id))
  }
  for (const picture of read) await addReadyPicture(ctx, picture)
}

const keyOf = ({ kind, slug }: Pick<PageFile, 'kind' | 'slug'>) => `${kind} ${slug}`

export async function importPages(ctx: Ctx, given: readonly PageFile[]): Promise<Imported> {
  const imported = await ctx.tx(async (tx) => {
    await lockPages(tx)
    const storedPages = new Map((await listKeptPages(tx)).map((page) => [keyOf(page), page]))
    const files = given.map((file) => belowHidden(file, storedPages))
    await refuseFormer(tx, files, storedPages)
    refuseStrayParents(files, storedPages)
    const added = files.filter((file) => !storedPages.has(keyOf(file)))
    const ids = new Map([...storedPages].map(([key, { id }]) => [key, id]))
    for (const file of added) ids.set(keyOf(file), newId(tx.clock))
    await addPages(tx, added, ids)
    await placePages(tx, files, storedPages, ids)
    const changed = files.filter((file) => differs(file, storedPages.get(keyOf(file))))
    await addVersions(tx, changed, storedPages, ids)
    const moved = files.filter((file) => isMoved(file, storedPages.get(keyOf(file))))
    const touched = new Set([...changed, ...moved].map((file) => ids.get(keyOf(file)) ?? ''))
    if (touched.size > 0) {
      await notifyContent(tx, [...touched])
      await tx.enqueue(countDue, {})
      await tx.enqueue(listingDue, {})
    }
    const countChanged = touched.size - added.length
    return { added: added.length, changed: countChanged, unchanged: files.length - touched.size }
  })
  ctx.services.content.invalidate()
  return imported
}

/** A page stays below one that has no file, being withdrawn or not yet published: its own file cannot say so. */
function belowHidden(file: PageFile, storedPages: ReadonlyMap<string, KeptPage>): PageFile {
  const parent = file.parent ?? storedPages.get(keyOf(file))?.parent ?? null
  const above = parent === null ? undefined : storedPages.get(keyOf({ kind: file.kind, slug: parent }))
  return above && !hasFile(above) ? { ...file, parent } : file
}

const differs = ({ content, picture }: PageFile, stored: KeptPage | undefined): boolean =>
  !stored?.content ||
  (picture !== null && picture !== stored.picture) ||
  !isDeepStrictEqual(datedLike(content, stored.content), stored.content)

/** A file without a date does not take away the one that the article bears. */
function datedLike(content: PageContent, storedContent: PageContent): PageContent {
  const { facts } = content
  if (facts.kind !== 'article' || storedContent.facts.kind !== 'article' || facts.published !== null) return content
  return { ...content, facts: { ...facts, published: storedContent.facts.published } }
}

const isMoved = ({ parent, order }: PageFile, stored: KeptPage | undefined): boolean =>
  stored !== undefined && (parent !== stored.parent || order !== stored.order)

async function refuseFormer(
  tx: TxCtx,
  files: readonly PageFile[],
  storedPages: ReadonlyMap<string, KeptPage>,
): Promise<void> {
  const current = new Map([...storedPages.values()].map((page) => [page.id, page]))
  const slugs = await tx.db.selectFrom('content.former_slug').select(['kind', 'slug', 'pageId']).execute()
  const former = new Map(slugs.map(({ kind, slug, pageId }) => [`${kind} ${slug}`, current.get(pageId)]))
  for (const file of files) {
    const now = former.get(keyOf(file))
    if (now && now.slug !== file.slug)
      throw new StartError(`${fileNameOf(file)}: this page is now "${now.slug}". Rename the file.`)
  }
}

function refuseStrayParents(files: readonly PageFile[], storedPages: ReadonlyMap<string, KeptPage>): void {
  const parents = new Map<string, string | null>([...storedPages].map(([key, { parent }]) => [key, parent]))
  for (const file of files) parents.set(keyOf(file), file.parent)
  for (const file of files) {
    if (file.parent === null) continue
    const above = parents.get(keyOf({ kind: file.kind, slug: file.parent }))
    if (above === undefined) throw new StartError(`${fileNameOf(file)}: there is no page "${file.parent}".`)
    if (above !== null)
      throw new StartError(
        `${fileNameOf(file)}: "${file.parent}" belongs to another page itself; there are two levels.`,
      )
  }
}

async function addPages(tx: TxCtx, files: readonly PageFile[], ids: ReadonlyMap<string, string>): Promise<void> {
  if (files.length === 0) return
  const now = tx.clock.now()
  const rows = files.map((file) => {
    const { kind, slug, order: place } = file
    return { id: ids.get(keyOf(file)) ?? '', kind, slug, place, createdAt: now, changedAt: now }
  })
  await tx.db.insertInto('content.page').values(rows).execute()
}

async function placePages(
  tx: TxCtx,
  files: readonly PageFile[],
  storedPages: ReadonlyMap<string, KeptPage>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const file of files) {
    const { kind, parent, order: place } = file
    const known = storedPages.get(keyOf(file))
    if (known ? !isMoved(file, known) : parent === null) continue
    const parentId = parent === null ? null : (ids.get(keyOf({ kind, slug: parent })) ?? null)
    await tx.db
      .updateTable('content.page')
      .set({ parentId, place, changedAt: tx.clock.now() })
      .where('id', '=', ids.get(keyOf(file)) ?? '')
      .execute()
  }
}

async function addVersions(
  tx: TxCtx,
  files: readonly PageFile[],
  storedPages: ReadonlyMap<string, KeptPage>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  if (files.length === 0) return
  const now = tx.clock.now()
  const rows = files.map((file) => {
    const known = storedPages.get(keyOf(file))
    const { facts, ...texts } = known?.content ? datedLike(file.content, known.content) : file.content
    return {
      pageId: ids.get(keyOf(file)) ?? '',
      number: (known?.newestNumber ?? 0) + 1,
      ...texts,
      words: wordCountOf(texts.body),
      facts: toJson(facts),
      // A file that says nothing of a picture takes none away.
      pictureId: file.picture ?? known?.picture ?? null,
      createdAt: now,
      publishedAt: publishedAt(file, known, now),
    }
  })
  await tx.db.insertInto('content.version').values(rows).execute()
  for (const { pageId, publishedAt: at } of rows)
    if (at > now) await tx.enqueue(momentReached, { pageId }, { startAfter: at })
  const pages = rows.map(({ pageId }) => pageId)
  await tx.db.updateTable('content.page').set({ changedAt: now }).where('id', 'in', pages).execute()
}

/** A new article on the date that it bears, in days to come too; anything else at once. */
function publishedAt({ content: { facts } }: PageFile, stored: KeptPage | undefined, now: Date): Date {
  const dated = facts.kind === 'article' && facts.published ? new Date(facts.published) : now
  return stored?.content && dated < now ? now : dated
}
