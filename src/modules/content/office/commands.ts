import { recordAudit } from '#platform/audit.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { newId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { lockPages, momentReached, notifyContent } from '../commands.ts'
import { drawMarkdown } from '../gateway.ts'
import { publicationProblems, wordCountOf, pathOfPage, readingMinutes, type Kind } from '../rules.ts'
import {
  alreadyPublic,
  neededPage,
  notReady,
  notScheduled,
  slugTaken,
  staleContent,
  type createContentPage,
  type publishContent,
  type saveContentDraft,
} from './contract.ts'
import { findVersion, type VersionText } from './queries.ts'

type Draft = Omit<InputOf<typeof saveContentDraft>['body'], 'fromVersion'>

interface LockedPage {
  id: string
  kind: Kind
  slug: string
  parentId: string | null
  place: number
  withdrawnAt: Date | null
  newest: number
}

/** One after the other: two editors of a page never see the same newest version. */
async function lockPage(tx: TxCtx, id: string): Promise<LockedPage | Refusal> {
  const page = await tx.db
    .selectFrom('content.page')
    .select(['id', 'kind', 'slug', 'parentId', 'place', 'withdrawnAt'])
    .where('id', '=', id)
    // The key is not locked, so that another page may be put below it at the same time.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!page) return refuse(commonRefusals.notFound)
  const newest = await tx.db
    .selectFrom('content.version')
    .select('number')
    .where('pageId', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...page, newest: newest?.number ?? 0 }
}

/** Whatever is done to a page: its row locked, a line in the audit log, and every process told if the public sees it. */
async function change<T>(
  ctx: Ctx,
  id: string,
  { action, isSeen = false }: { action: string; isSeen?: boolean },
  work: (tx: TxCtx, page: LockedPage) => Promise<{ answer: T; before?: object; after?: object } | Refusal>,
): Promise<T | Refusal> {
  const made = await ctx.tx(async (tx) => {
    const page = await lockPage(tx, id)
    if (page instanceof Refusal) return page
    const done = await work(tx, page)
    if (done instanceof Refusal) return done
    const { answer, before, after } = done
    await tx.db.updateTable('content.page').set({ changedAt: tx.clock.now() }).where('id', '=', id).execute()
    await recordAudit(tx, {
      action: `content.${action}`,
      object: `page ${id}`,
      before: { page: `${page.kind} ${page.slug}`, ...before },
      after: { page: `${page.kind} ${page.slug}`, ...after },
    })
    if (isSeen) await notifyContent(tx, [id])
    return answer
  })
  if (isSeen && !(made instanceof Refusal)) ctx.services.content.invalidate()
  return made
}

const wrongKind = invalidField('facts.kind', 'This doesn’t belong to a page of this kind.')

async function addVersion(tx: TxCtx, page: Pick<LockedPage, 'id' | 'newest'>, draft: Draft, restoredFrom?: number) {
  const { facts, body, pictureId, ...texts } = draft
  if (pictureId !== null && !(await hasPicture(tx, pictureId)))
    return invalidField('picture_id', 'This picture is no longer here. Choose another.')
  const number = page.newest + 1
  await tx.db
    .insertInto('content.version')
    .values({
      pageId: page.id,
      number,
      ...texts,
      body,
      words: wordCountOf(body),
      facts: toJson(facts),
      pictureId,
      restoredFrom: restoredFrom ?? null,
      createdAt: tx.clock.now(),
      createdBy: userIdOf(tx.actor),
    })
    .execute()
  return number
}

const hasPicture = async (tx: TxCtx, id: string): Promise<boolean> =>
  (await tx.db.selectFrom('content.picture').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export function createPage(
  ctx: Ctx,
  { slug, parentId, order, ...draft }: InputOf<typeof createContentPage>['body'],
): Promise<AnswerOf<typeof createContentPage> | Refusal> {
  return ctx.tx(async (tx) => {
    const { kind } = draft.facts
    if (kind === 'root') return refuse(neededPage)
    if (await isTaken(tx, kind, slug)) return refuse(slugTaken)
    const now = tx.clock.now()
    const id = newId(tx.clock)
    const misplaced = await checkParent(tx, { id, kind }, parentId)
    if (misplaced) return misplaced
    await tx.db
      .insertInto('content.page')
      .values({ id, kind, slug, parentId, place: order, createdAt: now, changedAt: now })
      .execute()
    const version = await addVersion(tx, { id, newest: 0 }, draft)
    if (version instanceof Refusal) return version
    await recordAudit(tx, { action: 'content.created', object: `page ${id}`, after: { page: `${kind} ${slug}` } })
    return { id, version }
  })
}

/** Two editors who take the same slug at once are kept apart by its key. */
async function isTaken(tx: TxCtx, kind: Kind, slug: string, pageId?: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('content.former_slug')
    .select('pageId')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row !== undefined && row.pageId !== pageId
}

/** Two levels, of one kind. */
async function checkParent(
  tx: TxCtx,
  { id, kind }: Pick<LockedPage, 'id' | 'kind'>,
  parentId: string | null,
): Promise<Refusal | undefined> {
  if (parentId === null) return undefined
  const no = (sentence: string) => invalidField('parent_id', sentence)
  if (kind !== 'service' && kind !== 'location') return no('Only services and locations have parts.')
  // Two pages that are put below each other at once would be three levels.
  if (!tx.config.guardOff.has('content_levels')) await lockPages(tx)
  const [parent, child] = await Promise.all([
    tx.db.selectFrom('content.page').select(['kind', 'parentId']).where('id', '=', parentId).executeTakeFirst(),
    tx.db.selectFrom('content.page').select('id').where('parentId', '=', id).limit(1).executeTakeFirst(),
  ])
  if (!parent || parent.kind !== kind || parentId === id) return no('Choose another page of the same kind.')
  if (parent.parentId !== null) return no('That page belongs to another itself; there are two levels.')
  return child ? no('This page has parts of its own; there are two levels.') : undefined
}

export const saveDraft = (ctx: Ctx, id: string, { fromVersion, ...draft }: { fromVersion: number } & Draft) =>
  change(ctx, id, { action: 'saved' }, async (tx, page) => {
    if (draft.facts.kind !== page.kind) return wrongKind
    if (page.newest !== fromVersion && !tx.config.guardOff.has('content_version')) return refuse(staleContent)
    const version = await addVersion(tx, page, draft)
    return version instanceof Refusal ? version : { answer: { version }, after: { version } }
  })

export const restoreVersion = (
  ctx: Ctx,
  { id, number }: { id: string; number: number },
  { fromVersion }: { fromVersion: number },
) =>
  change(ctx, id, { action: 'restored' }, async (tx, page) => {
    const old = await findVersion(tx, id, number)
    if (!old) return refuse(commonRefusals.notFound)
    if (page.newest !== fromVersion) return refuse(staleContent)
    const { name, title, description, searchDescription, body, facts, pictureId } = old
    const draft = { name, title, description, searchDescription, body, facts: facts as Draft['facts'], pictureId }
    const version = await addVersion(tx, page, draft, number < page.newest + 1 ? number : undefined)
    return version instanceof Refusal ? version : { answer: { version }, after: { version, from: number } }
  })

export const publish = (
  ctx: Ctx,
  id: string,
  { version, at }: InputOf<typeof publishContent>['body'],
): Promise<AnswerOf<typeof publishContent> | Refusal> =>
  change(ctx, id, { action: 'published', isSeen: true }, async (tx, page) => {
    if (page.newest !== version) return refuse(staleContent)
    const found = await findVersion(tx, id, version)
    const refused = found ? checkPublic(tx, found) : refuse(commonRefusals.notFound)
    if (refused) return refused
    const now = tx.clock.now()
    const requestedAt = at === null ? now : new Date(at)
    const publishedAt = requestedAt > now ? requestedAt : now
    await setMoment(tx, id, version, { publishedAt, publishedBy: userIdOf(tx.actor) })
    if (publishedAt > now) await tx.enqueue(momentReached, { pageId: id }, { startAfter: publishedAt })
    const answer = { publishedAt: publishedAt.toISOString() }
    return { answer, after: { version, ...answer } }
  })

function checkPublic({ clock }: TxCtx, version: VersionText): Refusal | undefined {
  if (version.publishedAt && version.publishedAt <= clock.now()) return refuse(alreadyPublic)
  const errors = publicationProblems(version)
  return Object.keys(errors).length > 0 ? refuse(notReady, { errors }) : undefined
}

const setMoment = (
  tx: TxCtx,
  pageId: string,
  number: number,
  moment: { publishedAt: Date | null; publishedBy: string | null },
) =>
  tx.db.updateTable('content.version').set(moment).where('pageId', '=', pageId).where('number', '=', number).execute()

export const unschedule = (ctx: Ctx, id: string, { version }: { version: number }) =>
  change(ctx, id, { action: 'unscheduled', isSeen: true }, async (tx) => {
    const found = await findVersion(tx, id, version)
    if (!found?.publishedAt || found.publishedAt <= tx.clock.now()) return refuse(notScheduled)
    await setMoment(tx, id, version, { publishedAt: null, publishedBy: null })
    return {
      answer: { version },
      before: { version, publishedAt: found.publishedAt.toISOString() },
      after: { version },
    }
  })

export const withdraw = (ctx: Ctx, id: string) =>
  change(ctx, id, { action: 'withdrawn', isSeen: true }, async (tx, page) =>
    page.kind === 'root' ? refuse(neededPage) : setWithdrawn(tx, page, page.withdrawnAt ?? tx.clock.now()),
  )

export const bringBack = (ctx: Ctx, id: string) =>
  change(ctx, id, { action: 'brought_back', isSeen: true }, (tx, page) => setWithdrawn(tx, page, null))

async function setWithdrawn(tx: TxCtx, { id }: LockedPage, withdrawnAt: Date | null) {
  await tx.db.updateTable('content.page').set({ withdrawnAt }).where('id', '=', id).execute()
  return { answer: { isWithdrawn: withdrawnAt !== null } }
}

export const rename = (ctx: Ctx, id: string, { slug }: { slug: string }) =>
  change(ctx, id, { action: 'renamed', isSeen: true }, async (tx, page) => {
    if (page.kind === 'root') return refuse(neededPage)
    if (await isTaken(tx, page.kind, slug, id)) return refuse(slugTaken)
    await tx.db.updateTable('content.page').set({ slug }).where('id', '=', id).execute()
    return { answer: { slug, path: pathOfPage(page.kind, slug) }, before: { slug: page.slug }, after: { slug } }
  })

export const place = (ctx: Ctx, id: string, { parentId, order }: { parentId: string | null; order: number }) =>
  change(ctx, id, { action: 'placed', isSeen: true }, async (tx, page) => {
    const misplaced = await checkParent(tx, page, parentId)
    if (misplaced) return misplaced
    await tx.db.updateTable('content.page').set({ parentId, place: order }).where('id', '=', id).execute()
    return {
      answer: { parentId, order },
      before: { parentId: page.parentId, order: page.place },
      after: { parentId, order },
    }
  })

export async function draw({ body }: { body: string }) {
  const { html } = await drawMarkdown(body)
  return { bodyHtml: html, readingMinutes: readingMinutes(wordCountOf(body)) }
}
