import { isSpeltLike, plainText, singular, wordsOf } from './item-texts.ts'

/** What is searched: its name, and what else people call it. */
export interface Named {
  name: string
  alsoCalled: readonly string[]
}

/** The words of one thing. */
interface Known<T> {
  item: T
  words: ReadonlySet<string>
  /** Each of its names as one: "kingsizebed". */
  whole: ReadonlySet<string>
  begins: string
}

interface Index<T> {
  things: readonly Known<T>[]
  words: readonly string[]
}

/** Worked out once for a catalogue. */
const indexes = new WeakMap<readonly Named[], Index<Named>>()

function indexOf<T extends Named>(items: readonly T[]): Index<T> {
  const before = indexes.get(items)
  if (before) return before as Index<T>
  const things = items.map((item) => knownOf(item))
  const made = { things, words: [...new Set(things.flatMap(({ words }) => [...words]))] }
  indexes.set(items, made)
  return made
}

function knownOf<T extends Named>(item: T): Known<T> {
  const names = [item.name, ...item.alsoCalled].map((name) => plainText(name).split(' ').map(singular))
  return {
    item,
    // Two words are written as one, too: "bookshelf", "kingsize".
    words: new Set(names.flatMap((words) => [...words, ...words.slice(1).map((word, at) => `${words[at]}${word}`)])),
    whole: new Set([item.name, ...item.alsoCalled].map((name) => wordsOf(name).join(''))),
    begins: names[0]?.[0] ?? '',
  }
}

const BEGINNING = 1
const MISTAKE = 4

/** How well a typed word is a word of ours: 0 is the word itself, more is worse, undefined is not at all. */
function distanceOf(typed: string, word: string): number | undefined {
  if (word === typed) return 0
  if (word.startsWith(typed)) return BEGINNING
  return isMisspelt(typed, word) ? MISTAKE : undefined
}

/** One mistake in a word of four letters, two in one of seven; one also while it is still being typed. */
function isMisspelt(typed: string, word: string): boolean {
  if (typed.length < 4) return false
  const mistakes = typed.length < 7 ? 1 : 2
  return isSpeltLike(typed, word, mistakes) || (typed.length > 4 && isSpeltLike(typed, word.slice(0, typed.length), 1))
}

type Near = ReadonlyMap<string, number>

const nearTo = (typed: string, words: readonly string[]): Near =>
  new Map(
    words.flatMap((word) => {
      const distance = distanceOf(typed, word)
      return distance === undefined ? [] : [[word, distance] as const]
    }),
  )

function least(near: Near, words: ReadonlySet<string>): number | undefined {
  let best: number | undefined
  for (const [word, distance] of near) {
    if (words.has(word) && (best === undefined || distance < best)) best = distance
  }
  return best
}

/** The things that are called exactly this. */
export function namedSo<T extends Named>(items: readonly T[], text: string): T[] {
  const whole = wordsOf(text).join('')
  return whole === '' ? [] : indexOf(items).things.flatMap(({ item, whole: names }) => (names.has(whole) ? [item] : []))
}

/** The things that have all of these words, none of them mistaken, best first. */
export function havingAll<T extends Named>(items: readonly T[], text: string): T[] {
  const { things, words: ours } = indexOf(items)
  const nearOf = (typed: string) => new Map(ours.filter((word) => word === typed).map((word) => [word, 0]))
  return withAll(things, wordsOf(text), nearOf)
}

/**
 * What somebody may mean by these words, best first: every word is a word of the thing's names, the beginning of one, or one with a
 * small mistake. What no thing has in one ("leather sofa") is left out, as far as something is left.
 */
export function searchItems<T extends Named>(items: readonly T[], text: string): T[] {
  const { things, words: ours } = indexOf(items)
  const typed = wordsOf(text)
  if (typed.length === 0) return []
  const nears = new Map<string, Near>()
  const nearOf = (word: string): Near => {
    const near = nears.get(word) ?? nearTo(word, ours)
    nears.set(word, near)
    return near
  }
  const known = typed.filter((word) => nearOf(word).size > 0)
  const all = withAll(things, known, nearOf)
  if (all.length > 0) return all
  // Two that are written apart may be one word of ours.
  const joined = known.length < typed.length ? withAll(things, typed, nearOf) : []
  return joined.length > 0 ? joined : withMost(things, known, nearOf)
}

/** The typed words as they are, and with two neighbours as one: "book case" is "bookcase". */
const waysToRead = (words: readonly string[]): string[][] => [
  [...words],
  ...words.slice(1).map((word, at) => [...words.slice(0, at), `${words[at]}${word}`, ...words.slice(at + 2)]),
]

function withAll<T>(things: readonly Known<T>[], typed: readonly string[], nearOf: (word: string) => Near): T[] {
  if (typed.length === 0) return []
  const ways = waysToRead(typed)
  const whole = typed.join('')
  const scored = things.flatMap(({ item, words, whole: names, begins }) => {
    if (names.has(whole)) return [{ item, score: -2 * MISTAKE }]
    const scores = ways.flatMap((way) => {
      const distances = way.map((word) => least(nearOf(word), words))
      return distances.includes(undefined) ? [] : [distances.reduce<number>((sum, one) => sum + (one ?? 0), 0)]
    })
    if (scores.length === 0) return []
    const score = Math.min(...scores)
    const isNearlyWhole = score >= MISTAKE && [...names].some((name) => isSpeltLike(whole, name, 2))
    return [{ item, score: score - (isNearlyWhole ? 1 : begins === typed[0] ? 0.5 : 0) }]
  })
  // Where something is meant, nothing is guessed from mistakes.
  const isMeant = scored.some(({ score }) => score < MISTAKE - 1)
  return sorted(scored.filter(({ score }) => !isMeant || score < MISTAKE - 1))
}

/** Items that match the largest number of the words, spelling mistakes excluded. */
function withMost<T>(things: readonly Known<T>[], typed: readonly string[], nearOf: (word: string) => Near): T[] {
  const counted = things.map(({ item, words }) => {
    const distances = typed.map((word) => least(nearOf(word), words) ?? MISTAKE).filter((one) => one < MISTAKE)
    return { item, count: distances.length, score: distances.reduce((sum, one) => sum + one, 0) }
  })
  const most = Math.max(...counted.map(({ count }) => count))
  return most > 0 ? sorted(counted.filter(({ count }) => count === most)) : []
}

const sorted = <T>(scored: readonly { item: T; score: number }[]): T[] =>
  scored.toSorted((one, other) => one.score - other.score).map(({ item }) => item)
