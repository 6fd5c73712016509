import { setImmediate as nextTurn } from 'node:timers/promises'
import MarkdownIt, { type Token } from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import type { Ctx } from '#platform/ctx.ts'
import { ExpiringCache } from '#platform/caches.ts'
import type { Log } from '#platform/log.ts'
import { turnsOf } from '#platform/loop-turns.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { MadePicture, PictureWork } from './pictures/worker.ts'
import { slugOf } from './rules.ts'
import { readBody, readSite, type Site } from './site-queries.ts'

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

/** The public site as cached by this process: for a minute at most, and until the next scheduled version is due. */
export class KeptContent {
  #kept: Kept | undefined
  /** Rendered texts by version, which never changes. */
  readonly #drawn = new ExpiringCache<Promise<Drawn>>(MOST_DRAWN)
  readonly #watchers = new Set<() => void>()

  site(ctx: Ctx): Promise<Site> {
    const now = ctx.clock.now().getTime()
    if (this.#kept && this.#kept.from <= now && now < this.#kept.until) return this.#kept.site
    const cached: Kept = { site: readSite(ctx), from: now, until: now + FRESH_MS }
    this.#kept = cached
    cached.site.then(
      ({ nextAt }) => (cached.until = Math.min(cached.until, nextAt)),
      () => (this.#kept = this.#kept === cached ? undefined : this.#kept),
    )
    return cached.site
  }

  drawn(ctx: Ctx, versionId: string): Promise<Drawn> {
    const known = this.#drawn.get(versionId)
    if (known) return known
    const drawn = readBody(ctx, versionId).then(drawMarkdown)
    this.#drawn.set(versionId, drawn, DRAWN_MS)
    drawn.catch(() => this.#drawn.set(versionId, drawn, 0))
    return drawn
  }

  /** Drops the cached site after a publication and notifies the page caches. */
  invalidate(): void {
    this.#kept = undefined
    for (const hear of this.#watchers) hear()
  }

  /** Calls `hear` after each publication until the returned function is called. */
  watch(hear: () => void): () => void {
    this.#watchers.add(hear)
    return () => this.#watchers.delete(hear)
  }
}

/** Markdown as the HTML that a browser gets: without HTML of its own, and through a short list of elements on the way out. */

/** A heading with the text below it, and its own headings of the next level. */
interface Section {
  id: string
  heading: string
  html: string
  parts: { id: string; heading: string; html: string }[]
}

export interface Drawn {
  html: string
  sections: Section[]
}

const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false, breaks: false })

/** The blocks of a text; their inline content is parsed by `parse`, in turns. */
markdown.core.ruler.at('inline', () => undefined)
const rest = new MarkdownIt('default', markdown.options)
rest.core.ruler.enableOnly(['text_join'])
markdown.core.ruler.disable('text_join')

/** Brackets, stars and the like in one paragraph, cell or heading. The time to match them grows with their square. */
const MOST_MARKS = 300
const MARK = /[[*_~`<]/g

/** The tokens of a text. Others get their turn while it is parsed, and a paragraph of nothing but marks stays as it was typed. */
async function parse(text: string): Promise<Token[]> {
  const state = new markdown.core.State(text, markdown, {})
  markdown.core.process(state)
  const turn = turnsOf()
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue
    const children = (token.children ??= [])
    if ((token.content.match(MARK)?.length ?? 0) <= MOST_MARKS)
      markdown.inline.parse(token.content, markdown, state.env, children)
    else children.push(Object.assign(new state.Token('text', '', 0), { content: token.content }))
    const others = turn()
    if (others) await others
  }
  rest.core.process(state)
  return state.tokens
}

const PICTURE = /^\/api\/content-image\/[0-9a-f-]{36}\/(480|960|1600)\.(?:webp|avif)\/$/
/** Link to a page of ours, a part of this one, or another site's address. */
const LINK = /^(?:\/(?![/\\])|#|https:\/\/[a-z0-9]|mailto:[^\s@]+@|tel:\+?\d)/i

markdown.validateLink = (address) => LINK.test(address) && !/[\s\p{Cc}\\]/u.test(address)

/** The elements that Markdown makes, and no attribute that it does not. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: 'h2 h3 h4 p br hr ul ol li blockquote pre code strong em s a img table thead tbody tr th td'.split(' '),
  allowedAttributes: {
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: LINK.test(href) ? { href, ...(href.startsWith('https:') ? { rel: 'noopener' } : {}) } : {},
    }),
    img: (tagName, { src = '', alt = '' }) => {
      const width = Number(PICTURE.exec(src)?.[1] ?? 0)
      const size = { width: String(width), height: String((width * 9) / 16) }
      return { tagName, attribs: width ? { src, alt, ...size, loading: 'lazy', decoding: 'async' } : {} }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
}

export const sanitized = (html: string): string => sanitizeHtml(html, allowed)

/** Renders a text piece by piece, so that a long one does not block other requests. */
export async function drawMarkdown(text: string): Promise<Drawn> {
  const tokens = await parse(text)
  settleHeadings(tokens)
  const drawn: Drawn = { html: '', sections: [] }
  for (const [index, piece] of piecesOf(tokens).entries()) {
    if (index % PIECES_A_TURN === PIECES_A_TURN - 1) await nextTurn()
    add(drawn, piece)
  }
  return drawn
}

const PIECES_A_TURN = 2

interface Piece {
  heading: { tag: string; id: string; text: string } | undefined
  /** The heading's own tokens, and those below it. */
  head: Token[]
  rest: Token[]
}

function add(drawn: Drawn, { heading, head, rest }: Piece): void {
  const below = sanitized(markdown.renderer.render(rest, markdown.options, {}))
  const title = sanitized(markdown.renderer.render(head, markdown.options, {}))
  drawn.html += title + below
  const section = drawn.sections.at(-1)
  const part = section?.parts.at(-1)
  if (heading?.tag === 'h2') {
    drawn.sections.push({ id: heading.id, heading: heading.text, html: below, parts: [] })
  } else if (heading?.tag === 'h3' && section) {
    section.parts.push({ id: heading.id, heading: heading.text, html: below })
  } else if (part) part.html += title + below
  else if (section) section.html += title + below
}

/** The page has the only h1; ids are made of the words, each once. */
function settleHeadings(tokens: Token[]): void {
  const taken = new Set<string>()
  let level = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const close = tokens.slice(index).find(({ type }) => type === 'heading_close')
    // No level is left out, whatever was written.
    level = Math.min(Math.max(2, Number(token.tag.slice(1))), 4, Math.max(2, level + 1))
    token.tag = `h${level}`
    if (close) close.tag = token.tag
    token.attrSet('id', newId(textOf(tokens[index + 1]), taken))
  }
}

function newId(headingText: string, taken: Set<string>): string {
  const slug = slugOf(headingText) || 'part'
  let id = slug
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`
  taken.add(id)
  return id
}

const textOf = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .trim()

/** Splits a text at each heading that is in no list or quotation. */
function piecesOf(tokens: Token[]): Piece[] {
  const pieces: Piece[] = [{ heading: undefined, head: [], rest: [] }]
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (!token) break
    if (token.type === 'heading_open' && token.level === 0) {
      pieces.push({
        heading: { tag: token.tag, id: String(token.attrGet('id') ?? ''), text: textOf(tokens[index + 1]) },
        head: tokens.slice(index, index + 3),
        rest: [],
      })
      index += 2
    } else pieces.at(-1)?.rest.push(token)
  }
  return pieces
}

declare module '#platform/ctx.ts' {
  interface Services {
    readonly contentPictures: WorkerHost<PictureWork, MadePicture>
  }
}

/** Milliseconds for one picture; the largest takes a tenth of it. */
const PICTURE_MS = 60_000

export const createContentPictures = (log: Log): WorkerHost<PictureWork, MadePicture> =>
  new WorkerHost({
    module: 'modules/content/pictures/worker',
    limitMs: PICTURE_MS,
    heapMegabytes: 128,
    onEnded: (why) => log.warn({ why }, 'a picture of the site ended its maker'),
  })
