import {
  hasHiddenCharacters,
  HIGHLIGHTED,
  isSlug,
  LEAST_SEARCH_DESCRIPTION,
  MOST,
  MOVE_SIZES,
  REGIONS,
  ROOT_KEYS,
  TOPICS,
  type District,
  type Facts,
  type FactsOf,
  type Kind,
  type TypicalMove,
  type Words,
} from '../rules.ts'

/** Pages as files: a head of `name: value` lines between `---` lines, a blank line, then Markdown. Reading and printing are each other's inverse. */

export const FOLDERS: Readonly<Record<Kind, string>> = {
  service: 'services',
  location: 'locations',
  article: 'articles',
  root: 'pages',
}

/** A page as its file has it. */
export interface PageFile {
  kind: Kind
  slug: string
  /** The slug of the page that it belongs to. */
  parent: string | null
  /** Its place among its siblings. */
  order: number
  /** The id of its picture, whose files are in a folder of that name; null: nothing is said of it. */
  picture: string | null
  words: Words
}

const isPictureId = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)

/** Of every page whose files say so, and those within texts. */
export function picturesOf(pages: readonly PageFile[]): string[] {
  const ids = pages.flatMap(({ picture, words: { body } }) => [
    ...(picture === null ? [] : [picture]),
    ...[...body.matchAll(/\/api\/content-image\/([\da-f-]{36})\//g)].map(([, id = '']) => id),
  ])
  return [...new Set(ids)].filter(isPictureId)
}

/** A picture as its folder has it: what it shows, and its files by name. */
export interface PictureFiles {
  id: string
  alt: string
  files: ReadonlyMap<string, Buffer>
}

/** `pictures/<id>`: its sizes, and what is to be seen. */
export const PICTURES = 'pictures'
export const DESCRIPTION_FILE = 'description.txt'

/** By its first bytes. */
export const isPictureFile = (name: string, bytes: Buffer): boolean =>
  name.endsWith('.avif')
    ? bytes.toString('latin1', 4, 12) === 'ftypavif'
    : bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

/** `locations/brighton.md` */
export const fileNameOf = ({ kind, slug }: Pick<PageFile, 'kind' | 'slug'>): string => `${FOLDERS[kind]}/${slug}.md`

const HEADS: Readonly<Record<Kind, readonly string[]>> = {
  service: ['parent', 'not_yet'],
  location: ['region', 'districts', 'moves', 'parent'],
  article: ['topic', 'excerpt', 'author', 'published', 'highlighted'],
  root: [],
}
const COMMON = ['name', 'title', 'description', 'search_description', 'order', 'picture'] as const

/** Prints a page. What is absent has no line. */
export function printFile({ kind, parent, order, picture, words }: PageFile): string {
  const { name, title, description, searchDescription, facts, body } = words
  const lines: [string, string | number | null][] = [
    ['name', name],
    ['title', title],
    ['description', description],
    ['search_description', searchDescription],
    ['order', order],
    ['picture', picture],
    ...ownLines(facts),
    ...(kind === 'service' || kind === 'location' ? [['parent', parent] satisfies [string, string | null]] : []),
  ]
  const head = lines.flatMap(([key, value]) => (value === null ? [] : [`${key}: ${value}`]))
  return `---\n${head.join('\n')}\n---\n\n${tidyBody(body)}\n`
}

function ownLines(facts: Facts): [string, string | number | null][] {
  if (facts.kind === 'service') return [['not_yet', facts.notYet]]
  if (facts.kind === 'location') {
    const { region, districts, moves } = facts
    return [
      ['region', region],
      ['districts', districts.map(placeText).join('; ')],
      ['moves', moves.map(moveText).join('; ')],
    ]
  }
  if (facts.kind === 'root') return []
  const { topic, excerpt, author, published, highlighted } = facts
  return [
    ['topic', topic],
    ['excerpt', excerpt],
    ['author', author],
    ['published', published],
    ['highlighted', highlighted],
  ]
}

/** "BN1 Brighton" */
export const placeText = ({ outcode, name }: District): string => `${outcode} ${name}`
/** "flat BN2 Kemptown > BN3 Hove" */
export const moveText = ({ size, from, to }: TypicalMove): string => `${size} ${placeText(from)} > ${placeText(to)}`

/** One kind of line end, no blank lines around. */
export const tidyBody = (body: string): string => body.replaceAll(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()

/** What is wrong with a file, each as a sentence. */
export class FileProblems {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    this.problems = problems
  }
}

/** Reads a page; everything that is wrong with it is named at once. */
export function parseFile(kind: Kind, slug: string, text: string): PageFile | FileProblems {
  const found = /^\u{feff}?---\n([\s\S]*?)\n---(?:\n([\s\S]*))?$/u.exec(text.replaceAll(/\r\n?/g, '\n'))
  if (!found) return new FileProblems(['It doesn’t begin with a head between two lines of three hyphens.'])
  const head = new Head(kind, found[1] ?? '')
  if (!isSlug(slug)) head.problem(`"${slug}" is no slug: small letters, digits and single hyphens.`)
  if (kind === 'root' && !ROOT_KEYS.some((key) => key === slug)) head.problem(`There is no page "${slug}".`)
  const body = tidyBody(found[2] ?? '')
  if (!body) head.problem('It has no text.')
  if (body.length > MOST.body) head.problem(`Its text is longer than ${MOST.body} characters.`)
  const file: PageFile = {
    kind,
    slug,
    parent: kind === 'service' || kind === 'location' ? head.optional('parent', MOST.slug) : null,
    order: head.whole('order', MOST.place),
    picture: head.optional('picture', 36),
    words: {
      name: head.line('name', MOST.name),
      title: head.line('title', MOST.title),
      description: head.line('description', MOST.description),
      searchDescription: head.line('search_description', MOST.searchDescription, LEAST_SEARCH_DESCRIPTION),
      body,
      facts: factsIn(kind, head),
    },
  }
  if (file.parent !== null && !isSlug(file.parent)) head.problem('parent is no slug.')
  if (file.picture !== null && !isPictureId(file.picture)) head.problem('picture is no id of a picture.')
  if (file.parent === slug) head.problem('It can’t belong to itself.')
  return head.problems.length > 0 ? new FileProblems(head.problems) : file
}

function factsIn(kind: Kind, head: Head): Facts {
  if (kind === 'service') return { kind, notYet: head.optional('not_yet', MOST.notYet) }
  if (kind === 'location')
    return { kind, region: head.oneOf('region', REGIONS), districts: districtsIn(head), moves: movesIn(head) }
  return kind === 'article' ? articleIn(head) : { kind }
}

function articleIn(head: Head): FactsOf<'article'> {
  const published = head.optional('published', 40)
  if (published !== null && !isInstant(published)) head.problem('published is no moment such as 2026-09-14T07:00:00Z.')
  const highlighted = head.optional('highlighted', 1)
  if (highlighted !== null && !HIGHLIGHTED.some((place) => String(place) === highlighted))
    head.problem('highlighted is 1, 2 or 3.')
  return {
    kind: 'article',
    topic: head.oneOf('topic', TOPICS),
    excerpt: head.line('excerpt', MOST.excerpt),
    author: head.line('author', MOST.author),
    published,
    highlighted: highlighted === null ? null : Number(highlighted),
  }
}

/** To the second, in UTC. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString() === text.replace('Z', '.000Z')

const PLACE = /^([A-Z]{1,2}\d[A-Z\d]?) (\S(?:[^;>]*[^;>\s])?)$/

export function placeIn(text: string): District | undefined {
  const [, outcode, name] = PLACE.exec(text.trim()) ?? []
  return outcode && name ? { outcode, name } : undefined
}

function districtsIn(head: Head): District[] {
  const parts = head.line('districts', 1000).split(';')
  const districts = parts.flatMap((part) => placeIn(part) ?? [])
  if (districts.length < parts.length) head.problem('districts is a list such as BN1 Brighton; BN2 Kemptown.')
  else if (districts.length < 3 || districts.length > 8) head.problem('districts names three to eight.')
  return districts
}

function movesIn(head: Head): TypicalMove[] {
  const parts = head.line('moves', 1000).split(';')
  const moves = parts.flatMap((part) => moveIn(part.trim()) ?? [])
  if (moves.length < parts.length) head.problem('moves is a list such as room BN2 Kemptown > BN3 Hove.')
  else if (moves.length !== 3) head.problem('moves names three.')
  return moves
}

export function moveIn(text: string): TypicalMove | undefined {
  const [, word = '', first = '', second = ''] = /^(\S+) ([^>]+)>([^>]+)$/.exec(text) ?? []
  const size = MOVE_SIZES.find((one) => one === word)
  const [from, to] = [placeIn(first), placeIn(second)]
  return size && from && to ? { size, from, to } : undefined
}

/** The lines of a head, and what is wrong with them. */
class Head {
  readonly problems: string[] = []
  readonly #lines = new Map<string, string>()

  constructor(kind: Kind, text: string) {
    const known: readonly string[] = [...COMMON, ...HEADS[kind]]
    for (const line of text.split('\n')) {
      const [, key = '', value = ''] = /^([a-z_]+): *(.*?) *$/u.exec(line) ?? []
      if (!key) this.problem(`"${line.slice(0, 60)}" is no line of a head.`)
      else if (!known.includes(key)) this.problem(`Nothing is known of "${key}".`)
      else if (this.#lines.has(key)) this.problem(`${key} stands there twice.`)
      else if (hasHiddenCharacters(value)) this.problem(`${key} has characters that can’t be seen.`)
      else this.#lines.set(key, value)
    }
  }

  problem(sentence: string): void {
    this.problems.push(sentence)
  }

  line(key: string, most: number, least = 1): string {
    const value = this.#lines.get(key) ?? ''
    if (!value) this.problem(`${key} is missing.`)
    else if (value.length > most) this.problem(`${key} has ${value.length} characters; at most ${most}.`)
    else if (value.length < least) this.problem(`${key} has ${value.length} characters; at least ${least}.`)
    return value
  }

  optional(key: string, most: number): string | null {
    return this.#lines.get(key) ? this.line(key, most) : null
  }

  oneOf(key: string, values: readonly string[]): string {
    const value = this.line(key, 40)
    if (value && !values.includes(value)) this.problem(`${key} is one of ${values.join(', ')}.`)
    return value
  }

  whole(key: string, most: number): number {
    const value = this.line(key, 10)
    if (value && !(/^(?:0|[1-9]\d*)$/.test(value) && Number(value) <= most))
      this.problem(`${key} is a whole number up to ${most}.`)
    return Number(value) || 0
  }
}
