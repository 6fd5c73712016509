import { numberText } from '#shared/texts.ts'

/** What pages of the site are made of (ADR 0047). Pure. */

export const KINDS = ['service', 'location', 'article', 'root'] as const
export type Kind = (typeof KINDS)[number]

/** The pages of their own; their keys are the slugs of kind `root`. */
export const ROOT_KEYS = ['home', 'faq', 'about-us', 'work-with-us', 'our-services', 'our-locations', 'blog'] as const

export const TOPICS = ['Price', 'Packing', 'Roads', 'The day', 'Home'] as const
export const REGIONS = [
  'London',
  'South East',
  'South West',
  'East of England',
  'West Midlands',
  'East Midlands',
  'Yorkshire',
  'North West',
  'North East',
  'Wales',
  'Scotland',
  'Northern Ireland',
] as const
export const MOVE_SIZES = ['room', 'flat', 'house'] as const

/** Characters. Titles longer than a search engine shows are cut there; a short description says too little. */
export const MOST = {
  slug: 80,
  name: 40,
  title: 70,
  description: 200,
  searchDescription: 160,
  notYet: 200,
  excerpt: 160,
  author: 60,
  body: 40_000,
  alt: 200,
  place: 9999,
} as const
export const LEAST_SEARCH_DESCRIPTION = 70
export const HIGHLIGHTED = [1, 2, 3] as const

export interface District {
  outcode: string
  /** The part of the town. */
  name: string
}

export interface TypicalMove {
  size: (typeof MOVE_SIZES)[number]
  from: District
  to: District
}

/** What a page says besides, by its kind. */
export type Facts =
  | {
      kind: 'service'
      /** Why it cannot be booked yet, as a sentence. */
      notYet: string | null
    }
  | { kind: 'location'; region: string; districts: District[]; moves: TypicalMove[] }
  | {
      kind: 'article'
      topic: string
      excerpt: string
      author: string
      /** The date it bears, an ISO instant; null: when it was first published. */
      published: string | null
      /** Position among the three highlighted articles. */
      highlighted: number | null
    }
  | { kind: 'root' }

export type FactsOf<K extends Kind> = Extract<Facts, { kind: K }>

/** One version of a page, as its author wrote it. */
export interface PageContent {
  name: string
  title: string
  description: string
  searchDescription: string
  body: string
  facts: Facts
}

export const isSlug = (text: string): boolean => text.length <= MOST.slug && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** "Man & Van: what it costs" → "man-and-van-what-it-costs". Empty if nothing remains. */
export function slugOf(name: string): string {
  const nameParts = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[’']/g, '')
    .replaceAll('£', ' pounds ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let slug = ''
  for (const word of nameParts) {
    const longer = slug ? `${slug}-${word}` : word
    if (longer.length > MOST.slug) break
    slug = longer
  }
  return slug || (nameParts[0] ?? '').slice(0, MOST.slug)
}

/** Path of a page on the site. */
export function pathOfPage(kind: Kind, slug: string): string {
  if (kind === 'service') return `/our-services/${slug}`
  if (kind === 'location') return `/our-locations/${slug}`
  if (kind === 'article') return `/blog/${slug}`
  return slug === 'home' ? '/' : `/${slug}`
}

/** Words of Markdown, without its marks and the addresses of links. */
export function wordCountOf(markdown: string): number {
  const text = markdown.replaceAll(/\]\([^()\n]*\)/g, ']').replaceAll(/[#*_>`|[\]]+/g, ' ')
  return text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0
}

/** Adults read about 230 words of prose in a minute; never less than one. */
export const readingMinutes = (wordCount: number): number => Math.max(1, Math.round(wordCount / 230))

/** About what Google shows of a title on a phone and at a desk; it counts pixels, so this is a guess on the safe side. */
export const SHOWN_TITLE = 60

export interface SearchResult {
  title: string
  description: string
  /** What to mend, each as a sentence. */
  advice: string[]
}

/** How a page will look among the results of a search engine, with our name after the title if there is room. */
export function searchResultOf({
  title,
  searchDescription,
}: Pick<PageContent, 'title' | 'searchDescription'>): SearchResult {
  const fullTitle = `${title} | Vanfare`
  const advice = [
    ...(title.length > SHOWN_TITLE
      ? [`The title is cut after ${SHOWN_TITLE} characters: put what matters first.`]
      : []),
    ...(searchDescription.length < LEAST_SEARCH_DESCRIPTION
      ? [`Write at least ${LEAST_SEARCH_DESCRIPTION} characters, or a search engine picks words of its own.`]
      : []),
    ...(searchDescription.length > MOST.searchDescription
      ? [`Only the first ${MOST.searchDescription} characters of the description are shown.`]
      : []),
  ]
  return {
    title: fullTitle.length <= SHOWN_TITLE ? fullTitle : cut(title, SHOWN_TITLE),
    description: cut(searchDescription, MOST.searchDescription),
    advice,
  }
}

/** Cuts the text at the last word that fits, with an ellipsis. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const short = text.slice(0, most - 1)
  let end = text[most - 1] === ' ' ? short.length : short.lastIndexOf(' ')
  if (end <= most / 2) end = short.length
  while (/[\s,;:.–-]/u.test(short.charAt(end - 1))) end -= 1
  return `${short.slice(0, end)}…`
}

/**
 * Characters not allowed in a line of text: control characters, and those that change the direction of the text after
 * them.
 */
export const hasHiddenCharacters = (line: string): boolean =>
  /[\p{Cc}\u{2028}\u{2029}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{fffe}\u{ffff}]/u.test(line) || !line.isWellFormed()

/** The same for a text of many lines. */
export const hasHiddenInText = (text: string): boolean => hasHiddenCharacters(text.replaceAll(/[\n\t]/g, ' '))

/** What a page has to say before the public may see it: asked when the office publishes it and when it comes from a file. Pure. */

const HIDDEN = 'This has characters that can’t be seen. Type it again.'
const DISTRICTS = { least: 3, most: 8 } as const
const MOVES = 3

type Problem = string | undefined | false

/** Why a page cannot be public, by field as on the wire; empty if it can. */
export function publicationProblems({
  name,
  title,
  description,
  searchDescription,
  body,
  facts,
}: PageContent): Record<string, string[]> {
  const problems: Record<string, Problem> = {
    name: lineProblem(name, MOST.name, 'Give the page a name for menus and lists.'),
    title: lineProblem(title, MOST.title, 'Give the page a title.'),
    description: lineProblem(description, MOST.description, 'Describe the page in a sentence or two.'),
    search_description:
      lineProblem(searchDescription, MOST.searchDescription, tooShort) ||
      (searchDescription.length < LEAST_SEARCH_DESCRIPTION && tooShort),
    body: bodyProblem(body),
    ...Object.fromEntries(Object.entries(factProblems(facts)).map(([field, problem]) => [`facts.${field}`, problem])),
  }
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])),
  )
}

const tooShort = `Write at least ${LEAST_SEARCH_DESCRIPTION} characters.`
const tooLong = (text: string, most: number): Problem =>
  text.length > most && `At most ${numberText(most)} characters; it has ${numberText(text.length)}.`

const lineProblem = (line: string, most: number, ifEmpty: string): Problem =>
  line.trim() === '' ? ifEmpty : tooLong(line, most) || (hasHiddenCharacters(line) && HIDDEN)

const bodyProblem = (body: string): Problem =>
  body.trim() === '' ? 'Write the text of the page.' : tooLong(body, MOST.body) || (hasHiddenInText(body) && HIDDEN)

function factProblems(facts: Facts): Record<string, Problem> {
  if (facts.kind === 'service')
    return {
      not_yet: facts.notYet !== null && lineProblem(facts.notYet, MOST.notYet, 'Enter a reason, or leave it out.'),
    }
  if (facts.kind === 'location') return locationProblems(facts)
  return facts.kind === 'article' ? articleProblems(facts) : {}
}

const oneOf = (value: string, values: readonly string[]): Problem =>
  !values.includes(value) && `Choose one of ${values.join(', ')}.`

const articleProblems = ({ topic, excerpt, author, published, highlighted }: FactsOf<'article'>) => ({
  topic: oneOf(topic, TOPICS),
  excerpt: lineProblem(excerpt, MOST.excerpt, 'Write an excerpt for the list of articles.'),
  author: lineProblem(author, MOST.author, 'Enter who wrote it.'),
  published: published !== null && !isInstant(published) && 'Write a moment such as 2026-09-14T07:00:00Z.',
  highlighted: highlighted !== null && !HIGHLIGHTED.some((place) => place === highlighted) && 'Choose place 1, 2 or 3.',
})

function locationProblems({ region, districts, moves }: FactsOf<'location'>) {
  const isCounted = districts.length >= DISTRICTS.least && districts.length <= DISTRICTS.most
  return {
    region: oneOf(region, REGIONS),
    districts: isCounted ? districts.map(districtProblem).find(Boolean) : 'Name three to eight districts.',
    moves:
      moves.length === MOVES
        ? moves
            .flatMap(({ size, from, to }) => [oneOf(size, MOVE_SIZES), districtProblem(from), districtProblem(to)])
            .find(Boolean)
        : 'Name three typical moves.',
  }
}

/** Checks a line of an outcode and a name, from which a list is made with semicolons. */
const districtProblem = ({ outcode, name }: District): Problem =>
  !/^[A-Z]{1,2}\d[A-Z\d]?$/.test(outcode) || name !== name.trim() || /[;>]/.test(name)
    ? 'Write a district like BN1 Brighton.'
    : lineProblem(name, MOST.name, 'Write a district like BN1 Brighton.')

/** Whether the text is an instant, to the second, in UTC. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString() === text.replace('Z', '.000Z')
