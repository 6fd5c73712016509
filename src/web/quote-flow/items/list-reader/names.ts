// Which thing of the catalogue words name, if any: one is never taken for another because a word of it is the same.
import { plainText, isSpeltLike, singular } from '../item-texts.ts'
import type { Named } from '../item-search.ts'
import { CHATTER, NAMES, NEUTRAL, OTHER_THING, OWN_NAMES, SETS, SYNONYMS, TAILS } from './data.ts'
import { describing } from './measures.ts'
import { tokensOf } from './tokens.ts'

/** Items that a phrase may mean. */
export interface Meaning<T> {
  /** Likeliest first. */
  choices: T[]
  /** Whether another of them, or nothing of ours, may well be meant. */
  isGuess: boolean
  /** Number of this item in each set, such as a suite. */
  perSet?: number
}

interface Entry<T> {
  words: readonly string[]
  choices: readonly T[]
  set?: readonly (readonly [item: T, amount: number])[]
}

interface Index<T> {
  entries: readonly Entry<T>[]
  /** By the words in order, as one. */
  ordered: ReadonlyMap<string, Entry<T>>
  /** Entries by their words in any order. */
  mixed: ReadonlyMap<string, Entry<T>>
  words: readonly string[]
  /** All of those words. */
  named: ReadonlySet<string>
  known: ReadonlySet<string>
  /** Entries by their first word. */
  beginning: ReadonlyMap<string, readonly Entry<T>[]>
  joint: ReadonlySet<string>
  /** What was asked before, by its words. */
  asked: Map<string, Meaning<T> | undefined>
}

export interface Catalogued extends Named {
  id: number
}

const synonyms = new Map(SYNONYMS.flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)))
const FILLERS = new Set('a an the my our your his her their of and with for in on at its some to'.split(' '))

/** "Grandmother's", but not "child's" or "doll's", which say of what sort it is. */
function isOwner(word: string): boolean {
  if (!word.endsWith("'s")) return false
  const name = word.slice(0, -2)
  return (
    !OTHER_THING.has(name) &&
    !synonyms.has(name) &&
    !/^(?:child|man|men|lady|boy|girl|baby|toddler|butcher|butler|carpenter|director|monk|artist|gent)$/.test(name)
  )
}

/** Words as they are compared: in the singular, each said in one way. */
export const canonical = (words: readonly string[]): string[] =>
  words
    .filter((word) => !isOwner(word))
    .flatMap((word) => (/^\d/.test(word) ? [word] : plainText(word).split(' ')))
    .filter((word) => word !== '' && word !== 'x' && !FILLERS.has(word))
    .map((word) => synonyms.get(word) ?? synonyms.get(singular(word)) ?? singular(word))

const wordsIn = (text: string): string[] => canonical(describing(tokensOf(text)))
const mixedKey = (words: readonly string[]): string => words.toSorted().join(' ')

const ownNames = new Set(OWN_NAMES.split('|').map((name) => mixedKey(wordsIn(name))))
const COLOURS_AND_SIZES = new Set(
  'small medium large big old new white black grey electric gas wooden metal'.split(' '),
)

const indexes = new WeakMap<readonly Catalogued[], Index<Catalogued>>()

function indexOf<T extends Catalogued>(items: readonly T[]): Index<T> {
  const before = indexes.get(items)
  // Made below of these items themselves.
  if (before && before.entries.length > 0) return before as unknown as Index<T>
  const made = indexMadeOf(items)
  indexes.set(items, made)
  return made
}

function indexMadeOf<T extends Catalogued>(items: readonly T[]): Index<T> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const found = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const entries: Entry<T>[] = items.map((item) => ({ words: wordsIn(item.name), choices: [item] }))
  for (const [name, parts] of SETS) {
    const set = parts.flatMap(([id, amount]) => found([id]).map((item) => [item, amount] as const))
    entries.push({ words: wordsIn(name), choices: set.map(([item]) => item), set })
  }
  for (const [ids, names] of NAMES)
    for (const name of names.split('|')) entries.push({ words: wordsIn(name), choices: found(ids) })
  const aliases = new Map<string, T[]>()
  for (const item of items)
    for (const alias of item.alsoCalled) aliases.set(alias, [...(aliases.get(alias) ?? []), item])
  for (const [alias, choices] of aliases) entries.push({ words: wordsIn(alias), choices })
  const usable = entries.filter(({ choices, words }) => choices.length > 0 && words.length > 0)
  const ordered = new Map<string, Entry<T>>()
  const mixed = new Map<string, Entry<T>>()
  for (const entry of usable) {
    const key = entry.words.join('')
    if (!ordered.has(key)) ordered.set(key, entry)
    if (!mixed.has(mixedKey(entry.words))) mixed.set(mixedKey(entry.words), entry)
  }
  const words = [...new Set(usable.flatMap((entry) => entry.words))]
  const known = new Set([...words, ...NEUTRAL, ...OTHER_THING, ...[...OTHER_THING].map(singular), ...CHATTER, ...TAILS])
  const joint = new Set(
    items.filter(({ name }) => /[,&]| (?:and|or) /.test(name)).map(({ name }) => wordsIn(name).join(' ')),
  )
  const beginning = Map.groupBy(new Set(ordered.values()), (entry) => entry.words[0] ?? '')
  return { entries: usable, ordered, mixed, words, known, beginning, joint, named: new Set(words), asked: new Map() }
}

/** Holds what may stand in it: "boxes of crockery" are boxes. */
const CONTAINERS = new Set('box bag crate case suitcase tub holdall rucksack binbag basket trunk carton'.split(' '))
/** With a word beside it that we do not know, it still is one. */
const SURE_HEADS = new Set(
  'sofa armchair wardrobe mattress sideboard bookcase fridge freezer dishwasher desk tv bicycle mirror rug lamp guitar microwave suitcase recliner headboard dresser treadmill piano drawer ottoman tallboy bike'.split(
    ' ',
  ),
)
const SURE_ENDINGS = ['washing machine', 'tumble dryer', 'dining table', 'coffee table', 'bedside table', 'dressing table', 'dining chair', 'office chair', 'king size bed', 'double bed', 'single bed', 'bunk bed', 'filing cabinet', 'tv stand', 'side table', 'garden table', 'garden chair', 'chest drawer', 'sun lounger', 'fish tank', 'washer dryer', 'exercise bike', 'shelving unit'].map((name) => wordsIn(name).join(' ')) // prettier-ignore

const isNeutral = (word: string) => NEUTRAL.has(word) || /^\d/.test(word)

/** What the words name; undefined if it is nothing of ours. */
export function meaningOf<T extends Catalogued>(items: readonly T[], words: readonly string[]): Meaning<T> | undefined {
  const index = indexOf(items)
  const key = words.join(' ')
  if (index.asked.has(key)) return index.asked.get(key)
  if (index.asked.size > 5000) index.asked.clear()
  const meaning = meaningFor(index, words)
  index.asked.set(key, meaning)
  return meaning
}

function meaningFor<T extends Catalogued>(index: Index<T>, words: readonly string[]): Meaning<T> | undefined {
  const whole = canonical(words)
  if (whole.length === 0 || whole.length > 12) return undefined
  if (/^(?:item|thing|stuff)$/.test(whole.at(-1) ?? '') && isDescription(words)) return undefined
  if (ownNames.has(mixedKey(whole.filter((word) => !COLOURS_AND_SIZES.has(word))))) return undefined
  const exact = exactly(index, whole)
  if (exact) return asMeaning(exact, false)
  const spelt = whole.map((word) => spelling(index, word))
  const corrected = exactly(index, spelt)
  if (corrected) return asMeaning(corrected, false)
  const held = ofContainer(index, words)
  if (held) return held
  const within = mostOf(index, measuredAs(spelt))
  if (within) return within
  const near =
    whole.length <= 3 && !whole.every((word) => index.known.has(word)) ? nearly(index, whole.join('')) : undefined
  return near && asMeaning(near, true)
}

/** Whether it is a name of ours that has a comma, "and" or "or" in it. */
export const isJointName = (items: readonly Catalogued[], text: string): boolean =>
  indexOf(items).joint.has(wordsIn(text).join(' '))

export const isKnownWord = (items: readonly Catalogued[], word: string): boolean => {
  const { known } = indexOf(items)
  return canonical([word]).every((one) => known.has(one))
}

/** Whether all of the words only say what sort or size a thing is. */
export const isDescription = (words: readonly string[]): boolean => {
  const all = canonical(words)
  return all.length > 0 && all.every((word) => isNeutral(word) || KINDS.has(word))
}
const KINDS = new Set(
  'l american upright integrated freestanding single double triple king corner extending round recliner queen bunk upholstered'.split(
    ' ',
  ),
)

const asMeaning = <T>({ choices, set }: Entry<T>, isGuess: boolean): Meaning<T> => ({
  choices: [...choices],
  isGuess: isGuess || choices.length > 1,
  ...(set ? { perSet: 1 } : {}),
})

/** The parts of a set: "3 piece suite" is a sofa and two armchairs. */
export function partsOfSet<T extends Catalogued>(items: readonly T[], words: readonly string[]): Entry<T>['set'] {
  const index = indexOf(items)
  const named = canonical(words)
  const telling = named.filter((word) => !NEUTRAL.has(word) && word !== 'sofa')
  return exactly(index, named)?.set ?? exactly(index, telling)?.set
}

function exactly<T>({ ordered, mixed }: Index<T>, words: readonly string[]): Entry<T> | undefined {
  return ordered.get(words.join('')) ?? mixed.get(mixedKey(words))
}

/** A bed by its width, a television by its inches. */
function measuredAs(words: readonly string[]): string[] {
  const isOfBed = words.some((word) => /^(?:bed|mattress|divan|bedstead)$/.test(word))
  const isTv = words.includes('tv')
  return words.flatMap((word) => {
    const inches = /^(\d{2,3})inch$/.exec(word)
    if (inches) return isTv && Number(inches[1]) > 60 ? ['large'] : []
    if (isTv && /^\d{2}$/.test(word)) return Number(word) > 60 ? ['large'] : []
    if (isOfBed) return BED_WIDTHS.get(word) ?? (/ft\d*$/.test(word) ? [] : [word])
    return /^(?:\d+ft\d*|\d+(?:[.,]\d+)?by.*)$/.test(word) && !/^4by4$/.test(word) ? [] : [word]
  })
}
const BED_WIDTHS = new Map(
  Object.entries({
    '3ft': ['single'],
    '2ft6': ['single'],
    '4ft': ['small', 'double'],
    '4ft6': ['double'],
    '5ft': ['king', 'size'],
    '5ft0': ['king', 'size'],
    '6ft': ['super', 'king', 'size'],
  }),
)

function spelling<T>({ known, words }: Index<T>, word: string): string {
  if (word.length < 5 || known.has(word) || /\d/.test(word) || NOT_MISSPELT.has(word)) return word
  const same = (mistakes: number) =>
    words.find((ours) => ours.length > 3 && ours[0] === word[0] && isSpeltLike(word, ours, mistakes))
  return same(1) ?? (word.length >= 7 ? same(2) : undefined) ?? word
}
const NOT_MISSPELT = new Set(
  'chess house horse table cable stove shelter tables cases charity boxing beach bread breast broad cloak block stock shock charm chain chalk bells paint plane plant plate planet basin brass store stone story share shape sheep sheet shell'.split(
    ' ',
  ),
)

function ofContainer<T extends Catalogued>(index: Index<T>, words: readonly string[]): Meaning<T> | undefined {
  const at = words.findIndex((word, place) => place > 0 && /^(?:of|full|containing|with|for|contains)$/.test(word))
  if (at < 0) return undefined
  const head = canonical(words.slice(0, at))
  const last = head.at(-1) ?? ''
  const isHolding = CONTAINERS.has(last)
  if (!isHolding && !/^(?:full|with|containing|for)$/.test(words[at] ?? '')) return undefined
  const held = canonical(words.slice(at + 1)).filter((word) => word !== 'full')
  if (isHolding) {
    const both = held.map((word) => exactly(index, [...head, word]) ?? exactly(index, [last, word])).find(Boolean)
    if (both && !head.some((word) => /^(?:small|medium|large|big|suitcase|basket|trunk)$/.test(word)))
      return asMeaning(both, false)
  } else if (held.some((word) => OTHER_THING.has(word)) && words[at] === 'for') return undefined
  const own = exactly(index, head)
  const meant = own ? asMeaning(own, false) : mostOf(index, measuredAs(head))
  return meant
}

/** The name that has most of the words, if the others only describe it. */
function mostOf<T extends Catalogued>(index: Index<T>, words: readonly string[]): Meaning<T> | undefined {
  if (words.length === 0) return undefined
  const exact = exactly(index, words)
  if (exact) return asMeaning(exact, false)
  const head =
    words.findLast((word) => !isNeutral(word) && !(word.length > 4 && word.endsWith('ed') && !index.named.has(word))) ??
    words.at(-1) ??
    ''
  const joined = words.slice(1).flatMap((word, at) => {
    const one = `${words[at]}${word}`
    return index.known.has(one) ? [[...words.slice(0, at), one, ...words.slice(at + 2)]] : []
  })
  const ways = [words, ...joined]
  let best: { entry: Entry<T>; left: string[]; score: number } | undefined
  for (const way of ways) {
    const has = new Set(way)
    for (const entry of [...has].flatMap((word) => index.beginning.get(word) ?? [])) {
      if (!entry.words.every((word) => has.has(word))) continue
      const of = new Set(entry.words)
      const left = way.filter((word) => !of.has(word))
      const telling = left.filter((word) => !isNeutral(word)).length
      const isHead = entry.words.some((word) => word === head || word.endsWith(head))
      const score =
        (isHead ? 100 : 0) -
        telling * 10 +
        entry.words.length * 2 +
        (entry.choices.length === 1 ? 0.5 : 0) -
        (entry.set ? 5 : 0)
      if (!best || score > best.score) best = { entry, left, score }
    }
  }
  if (!best) return undefined
  const { entry, left } = best
  const isDone = (word: string) => word.length > 4 && word.endsWith('ed') && !index.named.has(word)
  const strange = left.filter((word) => !isNeutral(word) && !isDone(word))
  if (entry.words.every((word) => isNeutral(word)) && strange.length > 0) return undefined
  if (strange.length === 0)
    return left.some((word) => OTHER_THING.has(word) && !NEUTRAL.has(word)) ? undefined : asMeaning(entry, false)
  if (strange.some((word) => word === 'bed' || SURE_HEADS.has(word))) return undefined
  if (best.score < 50 || strange.some((word) => OTHER_THING.has(word))) return undefined
  const isSure = SURE_HEADS.has(head) || SURE_ENDINGS.includes(entry.words.join(' ')) || CONTAINERS.has(head)
  return isSure && strange.length <= 2 ? asMeaning(entry, true) : undefined
}

/** Long words that run together with a slip: "chesterdrawrs". */
function nearly<T>({ ordered, known }: Index<T>, typed: string): Entry<T> | undefined {
  if (typed.length < 8 || known.has(typed)) return undefined
  for (const mistakes of [1, 2])
    for (const [key, entry] of ordered)
      if (key[0] === typed[0] && key.length > 7 && !/\d/.test(key) && isSpeltLike(typed, key, mistakes)) return entry
  return undefined
}

/** Things said in one breath ("king size bed wardrobe desk"); undefined if a word belongs to none. */
export function toldApart(items: readonly Catalogued[], words: readonly string[]): string[][] | undefined {
  const index = indexOf(items)
  const told: string[][] = []
  for (let at = 0; at < words.length;) {
    let end = Math.min(words.length, at + 5)
    const isThing = () => {
      const part = canonical(words.slice(at, end)).map((word) => spelling(index, word))
      const telling = part.filter((word) => !isNeutral(word) || KINDS.has(word))
      return part.length > 0 && telling.length > 0 && (exactly(index, part) ?? exactly(index, telling)) !== undefined
    }
    while (end > at && !isThing()) end -= 1
    if (end === at) return undefined
    told.push(words.slice(at, end))
    at = end
  }
  const isClear = (part: readonly string[]) => {
    const named = canonical(part)
    return named.length > 1 || SURE_HEADS.has(named[0] ?? '') || named[0] === 'bed'
  }
  if (told.length === 2 && !told.every(isClear)) return undefined
  return told.length > 1 ? told : undefined
}
