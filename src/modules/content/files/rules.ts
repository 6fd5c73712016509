import {
  publicationProblems,
  isSlug,
  MOST,
  MOVE_SIZES,
  ROOT_KEYS,
  type District,
  type Facts,
  type FactsOf,
  type Kind,
  type TypicalMove,
  type PageContent,
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
  /** Position among its siblings. */
  order: number
  /** Id of its picture, whose files are in a folder of that name; null leaves the picture unchanged. */
  picture: string | null
  content: PageContent
}

const isPictureId = (text: string): boolean => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(text)

/** Ids of the pictures of all pages, and of those within texts. */
export function picturesOf(pages: readonly PageFile[]): string[] {
  const ids = pages.flatMap(({ picture, content: { body } }) => [
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

/** Whether the first bytes match the format of the name. */
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
export function printFile({ kind, parent, order, picture, content }: PageFile): string {
  const { name, title, description, searchDescription, facts, body } = content
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
  const content: PageContent = {
    name: head.text('name'),
    title: head.text('title'),
    description: head.text('description'),
    searchDescription: head.text('search_description'),
    body: tidyBody(found[2] ?? ''),
    facts: factsIn(kind, head),
  }
  const file: PageFile = {
    kind,
    slug,
    parent: kind === 'service' || kind === 'location' ? head.optional('parent') : null,
    order: head.wholeNumber('order', MOST.place),
    picture: head.optional('picture'),
    content,
  }
  if (file.parent !== null && !isSlug(file.parent)) head.problem('parent is no slug.')
  if (file.picture !== null && !isPictureId(file.picture)) head.problem('picture is no id of a picture.')
  if (file.parent === slug) head.problem('It can’t belong to itself.')
  for (const [field, sentences] of Object.entries(publicationProblems(content)))
    for (const sentence of sentences) head.problem(`${field.replace('facts.', '')}: ${sentence}`)
  return head.problems.length > 0 ? new FileProblems(head.problems) : file
}

/** Facts of the file, unchecked; only a list that cannot be read is refused here. */
function factsIn(kind: Kind, head: Head): Facts {
  if (kind === 'service') return { kind, notYet: head.optional('not_yet') }
  if (kind === 'location')
    return { kind, region: head.text('region'), districts: districtsIn(head), moves: movesIn(head) }
  return kind === 'article' ? articleIn(head) : { kind }
}

function articleIn(head: Head): FactsOf<'article'> {
  const highlighted = head.optional('highlighted')
  return {
    kind: 'article',
    topic: head.text('topic'),
    excerpt: head.text('excerpt'),
    author: head.text('author'),
    published: head.optional('published'),
    highlighted: highlighted === null ? null : wholeIn(highlighted),
  }
}

/** The number in a text; NaN if it is not a whole one. */
const wholeIn = (text: string): number => (/^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN)

const PLACE = /^([A-Z]{1,2}\d[A-Z\d]?) (\S(?:[^;>]*[^;>\s])?)$/

export function placeIn(text: string): District | undefined {
  const [, outcode, name] = PLACE.exec(text.trim()) ?? []
  return outcode && name ? { outcode, name } : undefined
}

const districtsIn = (head: Head): District[] => head.list('districts', placeIn, 'BN1 Brighton; BN2 Kemptown')
const movesIn = (head: Head): TypicalMove[] => head.list('moves', moveIn, 'room BN2 Kemptown > BN3 Hove')

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
      else if (this.#lines.has(key)) this.problem(`${key} is there twice.`)
      else this.#lines.set(key, value)
    }
  }

  problem(sentence: string): void {
    this.problems.push(sentence)
  }

  /** Empty if there is no such line. */
  text(key: string): string {
    return this.#lines.get(key) ?? ''
  }

  optional(key: string): string | null {
    return this.text(key) || null
  }

  /** What stands between semicolons; a part that cannot be read is named, with what it should look like. */
  list<Part>(key: string, partIn: (text: string) => Part | undefined, example: string): Part[] {
    const parts = this.text(key).split(';')
    const read = parts.flatMap((part) => partIn(part.trim()) ?? [])
    if (this.text(key) && read.length < parts.length) this.problem(`${key} is a list such as ${example}.`)
    return read
  }

  wholeNumber(key: string, most: number): number {
    const value = wholeIn(this.text(key))
    if (value <= most) return value
    this.problem(`${key} is a whole number up to ${most}.`)
    return 0
  }
}
