import { isSpeltLike, plainText, singular, searchTermsOf } from './item-texts.ts'

/** What is searched: its name, and what else people call it. */
export interface Named {
  name: string
  alsoCalled: readonly string[]
}

/** The words of one thing. */
interface Known<T> {
  item: T
  tokens: ReadonlySet<string>
  /** Each of its names as one: "kingsizebed". */
  joinedNames: ReadonlySet<string>
  begins: string
}

interface Index<T> {
  entries: readonly Known<T>[]
  vocabulary: readonly string[]
}

/** Worked out once for a catalogue. */
const indexes = new WeakMap<readonly Named[], Index<Named>>()

function indexOf<T extends Named>(items: readonly T[]): Index<T> {
  const before = indexes.get(items)
  if (before) return before as Index<T>
  const entries = items.map((item) => knownOf(item))
  const made = { entries, vocabulary: [...new Set(entries.flatMap(({ tokens }) => [...tokens]))] }
  indexes.set(items, made)
  return made
}

function knownOf<T extends Named>(item: T): Known<T> {
  const names = [item.name, ...item.alsoCalled].map((name) => plainText(name).split(' ').map(singular))
  return {
    item,
    // Two words are written as one, too: "bookshelf", "kingsize".
    tokens: new Set(
      names.flatMap((nameParts) => [...nameParts, ...nameParts.slice(1).map((word, at) => `${nameParts[at]}${word}`)]),
    ),
    joinedNames: new Set([item.name, ...item.alsoCalled].map((name) => searchTermsOf(name).join(''))),
    begins: names[0]?.[0] ?? '',
  }
}

const BEGINNING = 1
const MISTAKE = 4

/** How well a typed word is a word of ours: 0 is the word itself, more is worse, undefined is not at all. */
function distanceOf(term: string, word: string): number | undefined {
  if (word === term) return 0
  if (word.startsWith(term)) return BEGINNING
  return isMisspelt(term, word) ? MISTAKE : undefined
}

/** One mistake in a word of four letters, two in one of seven; one also while it is still being typed. */
function isMisspelt(term: string, word: string): boolean {
  if (term.length < 4) return false
  const mistakes = term.length < 7 ? 1 : 2
  return isSpeltLike(term, word, mistakes) || (term.length > 4 && isSpeltLike(term, word.slice(0, term.length), 1))
}

type Near = ReadonlyMap<string, number>

const nearTo = (term: string, vocabulary: readonly string[]): Near =>
  new Map(
    vocabulary.flatMap((word) => {
      const distance = distanceOf(term, word)
      return distance === undefined ? [] : [[word, distance] as const]
    }),
  )

function least(near: Near, tokens: ReadonlySet<string>): number | undefined {
  let best: number | undefined
  for (const [word, distance] of near) {
    if (tokens.has(word) && (best === undefined || distance < best)) best = distance
  }
  return best
}

/** The things that are called exactly this. */
export function namedSo<T extends Named>(items: readonly T[], text: string): T[] {
  const joined = searchTermsOf(text).join('')
  return joined === ''
    ? []
    : indexOf(items).entries.flatMap(({ item, joinedNames: names }) => (names.has(joined) ? [item] : []))
}

/** The things that have all of these words, none of them mistaken, best first. */
export function havingAll<T extends Named>(items: readonly T[], text: string): T[] {
  const { entries, vocabulary: ours } = indexOf(items)
  const nearOf = (term: string) => new Map(ours.filter((word) => word === term).map((word) => [word, 0]))
  return withAll(entries, searchTermsOf(text), nearOf)
}

/**
 * What somebody may mean by these words, best first: every word is a word of the thing's names, the beginning of one, or one with a
 * small mistake. What no thing has in one ("leather sofa") is left out, as far as something is left.
 */
export function searchItems<T extends Named>(items: readonly T[], text: string): T[] {
  const { entries, vocabulary: ours } = indexOf(items)
  const terms = searchTermsOf(text)
  if (terms.length === 0) return []
  const nears = new Map<string, Near>()
  const nearOf = (word: string): Near => {
    const near = nears.get(word) ?? nearTo(word, ours)
    nears.set(word, near)
    return near
  }
  const known = terms.filter((word) => nearOf(word).size > 0)
  const all = withAll(entries, known, nearOf)
  if (all.length > 0) return all
  // Two that are written apart may be one word of ours.
  const joined = known.length < terms.length ? withAll(entries, terms, nearOf) : []
  return joined.length > 0 ? joined : withMost(entries, known, nearOf)
}

/** The typed words as they are, and with two neighbours as one: "book case" is "bookcase". */
const waysToRead = (terms: readonly string[]): string[][] => [
  [...terms],
  ...terms.slice(1).map((word, at) => [...terms.slice(0, at), `${terms[at]}${word}`, ...terms.slice(at + 2)]),
]

function withAll<T>(entries: readonly Known<T>[], terms: readonly string[], nearOf: (word: string) => Near): T[] {
  if (terms.length === 0) return []
  const ways = waysToRead(terms)
  const joined = terms.join('')
  const scored = entries.flatMap(({ item, tokens, joinedNames: names, begins }) => {
    if (names.has(joined)) return [{ item, score: -2 * MISTAKE }]
    const scores = ways.flatMap((way) => {
      const distances = way.map((word) => least(nearOf(word), tokens))
      return distances.includes(undefined) ? [] : [distances.reduce<number>((sum, one) => sum + (one ?? 0), 0)]
    })
    if (scores.length === 0) return []
    const score = Math.min(...scores)
    const isNearlyWhole = score >= MISTAKE && [...names].some((name) => isSpeltLike(joined, name, 2))
    return [{ item, score: score - (isNearlyWhole ? 1 : begins === terms[0] ? 0.5 : 0) }]
  })
  // Where something is meant, nothing is guessed from mistakes.
  const isMeant = scored.some(({ score }) => score < MISTAKE - 1)
  return sorted(scored.filter(({ score }) => !isMeant || score < MISTAKE - 1))
}

/** Items that match the largest number of the words, spelling mistakes excluded. */
function withMost<T>(entries: readonly Known<T>[], terms: readonly string[], nearOf: (word: string) => Near): T[] {
  const counted = entries.map(({ item, tokens }) => {
    const distances = terms.map((word) => least(nearOf(word), tokens) ?? MISTAKE).filter((one) => one < MISTAKE)
    return { item, count: distances.length, score: distances.reduce((sum, one) => sum + one, 0) }
  })
  const most = Math.max(...counted.map(({ count }) => count))
  return most > 0 ? sorted(counted.filter(({ count }) => count === most)) : []
}

const sorted = <T>(scored: readonly { item: T; score: number }[]): T[] =>
  scored.toSorted((one, other) => one.score - other.score).map(({ item }) => item)
