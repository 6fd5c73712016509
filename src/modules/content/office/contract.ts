import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { numberText } from '#shared/texts.ts'
import { hasHiddenCharacters, hasHiddenInText, KINDS, MOST, MOVE_SIZES, REGIONS, TOPICS } from '../rules.ts'

/** The site's pages as the office edits them. Every change of text is a new version; what is made on an older one is refused. */

const NO_HIDDEN = 'This has characters that can’t be seen. Type it again.'

/** Empty in a draft; publishing asks for what is missing. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters.`)
    .refine((text) => !hasHiddenCharacters(text), NO_HIDDEN)
const lineOrNull = (most: number) =>
  line(most)
    .nullable()
    .transform((text) => text || null)

/** Markdown: lines and tabs, and no other control characters. */
const text = z
  .string()
  .max(MOST.body, `At most ${numberText(MOST.body)} characters.`)
  .transform((given) => given.replaceAll(/\r\n?/g, '\n'))
  .refine((given) => !hasHiddenInText(given), NO_HIDDEN)

const slugHint = 'Small letters, digits and single hyphens, such as man-and-van.'
const slug = z
  .string()
  .trim()
  .max(MOST.slug, `At most ${MOST.slug} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugHint)
const orderHint = `A whole number up to ${numberText(MOST.place)}.`
const order = z.int(orderHint).min(0, orderHint).max(MOST.place, orderHint)

const district = z.strictObject({
  outcode: z.string().regex(/^[A-Z]{1,2}\d[A-Z\d]?$/, 'An outcode such as BN1.'),
  name: line(MOST.name).refine((name) => name !== '' && !/[;>]/.test(name), 'The name of the part of the town.'),
})

const facts = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('service'), not_yet: lineOrNull(MOST.notYet) }),
  z.strictObject({
    kind: z.literal('location'),
    region: z.enum(REGIONS),
    districts: z.array(district).max(8),
    moves: z.array(z.strictObject({ size: z.enum(MOVE_SIZES), from: district, to: district })).max(3),
  }),
  z.strictObject({
    kind: z.literal('article'),
    topic: z.enum(TOPICS),
    excerpt: line(MOST.excerpt),
    author: line(MOST.author),
    /** The date that it bears; null: when it is first published. */
    published: z.iso.datetime().max(40).nullable(),
    highlighted: z.int().min(1).max(3).nullable(),
  }),
  z.strictObject({ kind: z.literal('root') }),
])

const draft = {
  name: line(MOST.name),
  title: line(MOST.title),
  description: line(MOST.description),
  search_description: line(MOST.searchDescription),
  body: text,
  facts,
  picture_id: z.uuid().nullable(),
}

export const staleContent = refusal(
  'stale_content',
  409,
  'Somebody has saved this page since you opened it. Compare your text with theirs, and save it again.',
)
export const slugTaken = refusal('slug_taken', 409, 'Another page has this address, or has had it. Choose another.')
export const notReady = refusal('content_not_ready', 409, 'This page can’t be published yet: something is missing.')
export const alreadyPublic = refusal('already_public', 409, 'This version is published already.')
export const neededPage = refusal('needed_page', 409, 'The site needs this page where it is: only its text can change.')
export const notScheduled = refusal(
  'not_scheduled',
  409,
  'This version isn’t scheduled, or has already been published.',
)

const version = z.int('Send the version that you last read.').min(1).max(2_147_483_647)
const id = z.uuid()
const params = z.object({ id })
const versionParams = z.object({ id, number: z.coerce.number().int().min(1).max(2_147_483_647) })

const summary = {
  id,
  kind: z.enum(KINDS),
  slug: z.string(),
  /** Path on the site. */
  path: z.string(),
  name: z.string(),
  title: z.string(),
  changed_at: z.iso.datetime(),
  newest_version: z.int(),
  /** Null before anything was published. */
  public_version: z.int().nullable(),
  /** There are changes that are neither published nor scheduled. */
  has_draft: z.boolean(),
  scheduled_at: z.iso.datetime().nullable(),
  is_withdrawn: z.boolean(),
}

export const listContentPages = endpoint({
  id: 'listContentPages',
  method: 'GET',
  path: '/admin/content/',
  summary: 'Pages of the site, those changed last first, found by kind, state, name, title and slug',
  access: ['admin'],
  staff: ['owner', 'editor'],
  query: z.object({
    ...pageQuery,
    kind: z.enum(KINDS).optional(),
    state: z.enum(['draft', 'scheduled', 'published', 'withdrawn']).optional(),
    q: z.string().trim().max(100).default(''),
  }),
  answer: pageOf(z.object(summary)),
})

export const getContentPage = endpoint({
  id: 'getContentPage',
  method: 'GET',
  path: '/admin/content/{id}/',
  summary: 'A page with its address and the history of its versions',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  answer: z.object({
    ...summary,
    parent: z.object({ id, name: z.string(), slug: z.string() }).nullable(),
    order: z.int(),
    former_slugs: z.array(z.string()),
    /** Pages of the same kind, in the order of the site; for a service or a location. */
    places: z.array(
      z.object({ id, name: z.string(), parent_id: id.nullable(), order: z.int(), is_withdrawn: z.boolean() }),
    ),
    /** The newest hundred. */
    versions: z.array(
      z.object({
        number: z.int(),
        state: z.enum(['draft', 'scheduled', 'public', 'past']),
        words: z.int(),
        restored_from: z.int().nullable(),
        created_at: z.iso.datetime(),
        /** Null: came from a file. */
        created_by: z.string().nullable(),
        published_at: z.iso.datetime().nullable(),
      }),
    ),
    /** Versions beyond those. */
    more: z.int(),
  }),
})

export const getContentVersion = endpoint({
  id: 'getContentVersion',
  method: 'GET',
  path: '/admin/content/{id}/versions/{number}/',
  summary: 'The text of a version, and how it will look among search results',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params: versionParams,
  answer: z.object({
    number: z.int(),
    name: z.string(),
    title: z.string(),
    description: z.string(),
    search_description: z.string(),
    body: z.string(),
    facts,
    picture: z.object({ id, url: z.string(), alt: z.string() }).nullable(),
    search_result: z.object({ title: z.string(), description: z.string(), advice: z.array(z.string()) }),
    reading_minutes: z.int(),
  }),
})

export const createContentPage = endpoint({
  id: 'createContentPage',
  method: 'POST',
  path: '/admin/content/',
  summary: 'A new page with its first draft; nobody sees it yet',
  access: ['admin'],
  staff: ['owner', 'editor'],
  body: z.strictObject({ slug, parent_id: id.nullable(), order, ...draft }),
  status: 201,
  answer: z.object({ id, version: z.int() }),
  refusals: [slugTaken, neededPage],
  idempotent: true,
})

export const saveContentDraft = endpoint({
  id: 'saveContentDraft',
  method: 'POST',
  path: '/admin/content/{id}/drafts/',
  summary: 'Save a text as a new version, made on `from_version`; nobody sees it yet',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  body: z.strictObject({ from_version: version, ...draft }),
  status: 201,
  answer: z.object({ version: z.int() }),
  refusals: [staleContent],
  idempotent: true,
})

export const restoreContentVersion = endpoint({
  id: 'restoreContentVersion',
  method: 'POST',
  path: '/admin/content/{id}/versions/{number}/restore/',
  summary: 'An earlier text as a new draft',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params: versionParams,
  body: z.strictObject({ from_version: version }),
  status: 201,
  answer: z.object({ version: z.int() }),
  refusals: [staleContent],
  idempotent: true,
})

export const publishContent = endpoint({
  id: 'publishContent',
  method: 'POST',
  path: '/admin/content/{id}/publish/',
  summary: 'Publish the newest version: now, or from a moment on',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  body: z.strictObject({
    version,
    /** Left out or past: now. */
    at: z.iso.datetime({ offset: true }).max(40).nullable().default(null),
  }),
  answer: z.object({ published_at: z.iso.datetime() }),
  refusals: [staleContent, alreadyPublic, notReady],
})

export const unscheduleContent = endpoint({
  id: 'unscheduleContent',
  method: 'POST',
  path: '/admin/content/{id}/unschedule/',
  summary: 'A scheduled version becomes a draft again',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  body: z.strictObject({ version }),
  answer: z.object({ version: z.int() }),
  refusals: [notScheduled],
})

const state = z.object({ is_withdrawn: z.boolean() })

export const withdrawContentPage = endpoint({
  id: 'withdrawContentPage',
  method: 'POST',
  path: '/admin/content/{id}/withdraw/',
  summary: 'Take a page off the site: its address answers that it is gone',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  answer: state,
  refusals: [neededPage],
})

export const bringBackContentPage = endpoint({
  id: 'bringBackContentPage',
  method: 'POST',
  path: '/admin/content/{id}/bring-back/',
  summary: 'Put a withdrawn page back where it was',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  answer: state,
})

export const renameContentPage = endpoint({
  id: 'renameContentPage',
  method: 'POST',
  path: '/admin/content/{id}/slug/',
  summary: 'Give a page another address; the old one leads there',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  body: z.strictObject({ slug }),
  answer: z.object({ slug: z.string(), path: z.string() }),
  refusals: [slugTaken, neededPage],
})

export const placeContentPage = endpoint({
  id: 'placeContentPage',
  method: 'POST',
  path: '/admin/content/{id}/place/',
  summary: 'Put a page below another of its kind, and among its siblings',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  body: z.strictObject({ parent_id: id.nullable(), order }),
  answer: z.object({ parent_id: id.nullable(), order: z.int() }),
})

export const drawContent = endpoint({
  id: 'drawContent',
  method: 'POST',
  path: '/admin/content/draw/',
  summary: 'What a text looks like, for the editor; nothing is saved',
  access: ['admin'],
  staff: ['owner', 'editor'],
  body: z.strictObject({ body: text }),
  answer: z.object({ body_html: z.string(), reading_minutes: z.int() }),
})

export const previewContent = endpoint({
  id: 'previewContent',
  method: 'POST',
  path: '/admin/content/{id}/preview/',
  summary: 'Create a link that shows a version to anyone for an hour',
  access: ['admin'],
  staff: ['owner', 'editor'],
  params,
  body: z.strictObject({ version }),
  status: 201,
  answer: z.object({ token: z.string(), path: z.string(), until: z.iso.datetime() }),
  keyless: 'the answer is a secret, which is written down nowhere; each link holds for its hour.',
})
