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
  terms: readonly string[]
  choices: readonly T[]
  set?: readonly (readonly [item: T, amount: number])[]
}

interface Index<T> {
  entries: readonly Entry<T>[]
  /** By the words in order, as one. */
  ordered: ReadonlyMap<string, Entry<T>>
  /** Entries by their words in any order. */
  mixed: ReadonlyMap<string, Entry<T>>
  vocabulary: readonly string[]
  /** All of those words. */
  named: ReadonlySet<string>
  known: ReadonlySet<string>
  /** Entries by their first word. */
  beginning: ReadonlyMap<string, readonly Entry<T>[]>
  joint: ReadonlySet<string>
  /** What was asked before, by its words. */
  cachedMeanings: Map<string, Meaning<T> | undefined>
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
export const canonical = (terms: readonly string[]): string[] =>
  terms
    .filter((word) => !isOwner(word))
    .flatMap((word) => (/^\d/.test(word) ? [word] : plainText(word).split(' ')))
    .filter((word) => word !== '' && word !== 'x' && !FILLERS.has(word))
    .map((word) => synonyms.get(word) ?? synonyms.get(singular(word)) ?? singular(word))

const termsIn = (text: string): string[] => canonical(describing(tokensOf(text)))
const mixedKey = (terms: readonly string[]): string => terms.toSorted().join(' ')

const ownNames = new Set(OWN_NAMES.split('|').map((name) => mixedKey(termsIn(name))))
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
  const entries: Entry<T>[] = items.map((item) => ({ terms: termsIn(item.name), choices: [item] }))
  for (const [name, parts] of SETS) {
    const set = parts.flatMap(([id, amount]) => found([id]).map((item) => [item, amount] as const))
    entries.push({ terms: termsIn(name), choices: set.map(([item]) => item), set })
  }
  for (const [ids, names] of NAMES)
    for (const name of names.split('|')) entries.push({ terms: termsIn(name), choices: found(ids) })
  const aliases = new Map<string, T[]>()
  for (const item of items)
    for (const alias of item.alsoCalled) aliases.set(alias, [...(aliases.get(alias) ?? []), item])
  for (const [alias, choices] of aliases) entries.push({ terms: termsIn(alias), choices })
  const usable = entries.filter(({ choices, terms }) => choices.length > 0 && terms.length > 0)
  const ordered = new Map<string, Entry<T>>()
  const mixed = new Map<string, Entry<T>>()
  for (const entry of usable) {
    const key = entry.terms.join('')
    if (!ordered.has(key)) ordered.set(key, entry)
    if (!mixed.has(mixedKey(entry.terms))) mixed.set(mixedKey(entry.terms), entry)
  }
  const vocabulary = [...new Set(usable.flatMap((entry) => entry.terms))]
  const known = new Set([
    ...vocabulary,
    ...NEUTRAL,
    ...OTHER_THING,
    ...[...OTHER_THING].map(singular),
    ...CHATTER,
    ...TAILS,
  ])
  const joint = new Set(
    items.filter(({ name }) => /[,&]| (?:and|or) /.test(name)).map(({ name }) => termsIn(name).join(' ')),
  )
  const beginning = Map.groupBy(new Set(ordered.values()), (entry) => entry.terms[0] ?? '')
  return {
    entries: usable,
    ordered,
    mixed,
    vocabulary,
    known,
    beginning,
    joint,
    named: new Set(vocabulary),
    cachedMeanings: new Map(),
  }
}

/** Holds what may stand in it: "boxes of crockery" are boxes. */
const CONTAINERS = new Set('box bag crate case suitcase tub holdall rucksack binbag basket trunk carton'.split(' '))
/** With a word beside it that we do not know, it still is one. */
const SURE_HEADS = new Set(
  'sofa armchair wardrobe mattress sideboard bookcase fridge freezer dishwasher desk tv bicycle mirror rug lamp guitar microwave suitcase recliner headboard dresser treadmill piano drawer ottoman tallboy bike'.split(
    ' ',
  ),
)
const SURE_ENDINGS = ['washing machine', 'tumble dryer', 'dining table', 'coffee table', 'bedside table', 'dressing table', 'dining chair', 'office chair', 'king size bed', 'double bed', 'single bed', 'bunk bed', 'filing cabinet', 'tv stand', 'side table', 'garden table', 'garden chair', 'chest drawer', 'sun lounger', 'fish tank', 'washer dryer', 'exercise bike', 'shelving unit'].map((name) => termsIn(name).join(' ')) // prettier-ignore

const isNeutral = (word: string) => NEUTRAL.has(word) || /^\d/.test(word)

/** What the words name; undefined if it is nothing of ours. */
export function meaningOf<T extends Catalogued>(items: readonly T[], terms: readonly string[]): Meaning<T> | undefined {
  const index = indexOf(items)
  const key = terms.join(' ')
  if (index.cachedMeanings.has(key)) return index.cachedMeanings.get(key)
  if (index.cachedMeanings.size > 5000) index.cachedMeanings.clear()
  const meaning = meaningFor(index, terms)
  index.cachedMeanings.set(key, meaning)
  return meaning
}

function meaningFor<T extends Catalogued>(index: Index<T>, terms: readonly string[]): Meaning<T> | undefined {
  const canonicalTerms = canonical(terms)
  if (canonicalTerms.length === 0 || canonicalTerms.length > 12) return undefined
  if (/^(?:item|thing|stuff)$/.test(canonicalTerms.at(-1) ?? '') && isDescription(terms)) return undefined
  if (ownNames.has(mixedKey(canonicalTerms.filter((word) => !COLOURS_AND_SIZES.has(word))))) return undefined
  const exact = exactly(index, canonicalTerms)
  if (exact) return asMeaning(exact, false)
  const spelt = canonicalTerms.map((word) => spelling(index, word))
  const corrected = exactly(index, spelt)
  if (corrected) return asMeaning(corrected, false)
  const held = ofContainer(index, terms)
  if (held) return held
  const within = mostOf(index, measuredAs(spelt))
  if (within) return within
  const near =
    canonicalTerms.length <= 3 && !canonicalTerms.every((word) => index.known.has(word))
      ? nearly(index, canonicalTerms.join(''))
      : undefined
  return near && asMeaning(near, true)
}

/** Whether it is a name of ours that has a comma, "and" or "or" in it. */
export const isJointName = (items: readonly Catalogued[], text: string): boolean =>
  indexOf(items).joint.has(termsIn(text).join(' '))

export const isKnownWord = (items: readonly Catalogued[], word: string): boolean => {
  const { known } = indexOf(items)
  return canonical([word]).every((one) => known.has(one))
}

/** Whether all of the words only say what sort or size a thing is. */
export const isDescription = (terms: readonly string[]): boolean => {
  const all = canonical(terms)
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
export function partsOfSet<T extends Catalogued>(items: readonly T[], terms: readonly string[]): Entry<T>['set'] {
  const index = indexOf(items)
  const named = canonical(terms)
  const telling = named.filter((word) => !NEUTRAL.has(word) && word !== 'sofa')
  return exactly(index, named)?.set ?? exactly(index, telling)?.set
}

function exactly<T>({ ordered, mixed }: Index<T>, terms: readonly string[]): Entry<T> | undefined {
  return ordered.get(terms.join('')) ?? mixed.get(mixedKey(terms))
}

/** A bed by its width, a television by its inches. */
function measuredAs(terms: readonly string[]): string[] {
  const isOfBed = terms.some((word) => /^(?:bed|mattress|divan|bedstead)$/.test(word))
  const isTv = terms.includes('tv')
  return terms.flatMap((word) => {
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

function spelling<T>({ known, vocabulary }: Index<T>, word: string): string {
  if (word.length < 5 || known.has(word) || /\d/.test(word) || NOT_MISSPELT.has(word)) return word
  const same = (mistakes: number) =>
    vocabulary.find((ours) => ours.length > 3 && ours[0] === word[0] && isSpeltLike(word, ours, mistakes))
  return same(1) ?? (word.length >= 7 ? same(2) : undefined) ?? word
}
const NOT_MISSPELT = new Set(
  'chess house horse table cable stove shelter tables cases charity boxing beach bread breast broad cloak block stock shock charm chain chalk bells paint plane plant plate planet basin brass store stone story share shape sheep sheet shell'.split(
    ' ',
  ),
)

function ofContainer<T extends Catalogued>(index: Index<T>, terms: readonly string[]): Meaning<T> | undefined {
  const at = terms.findIndex((word, place) => place > 0 && /^(?:of|full|containing|with|for|contains)$/.test(word))
  if (at < 0) return undefined
  const head = canonical(terms.slice(0, at))
  const last = head.at(-1) ?? ''
  const isHolding = CONTAINERS.has(last)
  if (!isHolding && !/^(?:full|with|containing|for)$/.test(terms[at] ?? '')) return undefined
  const held = canonical(terms.slice(at + 1)).filter((word) => word !== 'full')
  if (isHolding) {
    const both = held.map((word) => exactly(index, [...head, word]) ?? exactly(index, [last, word])).find(Boolean)
    if (both && !head.some((word) => /^(?:small|medium|large|big|suitcase|basket|trunk)$/.test(word)))
      return asMeaning(both, false)
  } else if (held.some((word) => OTHER_THING.has(word)) && terms[at] === 'for') return undefined
  const own = exactly(index, head)
  const meant = own ? asMeaning(own, false) : mostOf(index, measuredAs(head))
  return meant
}

/** The name that has most of the words, if the others only describe it. */
function mostOf<T extends Catalogued>(index: Index<T>, terms: readonly string[]): Meaning<T> | undefined {
  if (terms.length === 0) return undefined
  const exact = exactly(index, terms)
  if (exact) return asMeaning(exact, false)
  const head =
    terms.findLast((word) => !isNeutral(word) && !(word.length > 4 && word.endsWith('ed') && !index.named.has(word))) ??
    terms.at(-1) ??
    ''
  const joined = terms.slice(1).flatMap((word, at) => {
    const one = `${terms[at]}${word}`
    return index.known.has(one) ? [[...terms.slice(0, at), one, ...terms.slice(at + 2)]] : []
  })
  const ways = [terms, ...joined]
  let best: { entry: Entry<T>; left: string[]; score: number } | undefined
  for (const way of ways) {
    const has = new Set(way)
    for (const entry of [...has].flatMap((word) => index.beginning.get(word) ?? [])) {
      if (!entry.terms.every((word) => has.has(word))) continue
      const of = new Set(entry.terms)
      const left = way.filter((word) => !of.has(word))
      const telling = left.filter((word) => !isNeutral(word)).length
      const isHead = entry.terms.some((word) => word === head || word.endsWith(head))
      const score =
        (isHead ? 100 : 0) -
        telling * 10 +
        entry.terms.length * 2 +
        (entry.choices.length === 1 ? 0.5 : 0) -
        (entry.set ? 5 : 0)
      if (!best || score > best.score) best = { entry, left, score }
    }
  }
  if (!best) return undefined
  const { entry, left } = best
  const isDone = (word: string) => word.length > 4 && word.endsWith('ed') && !index.named.has(word)
  const strange = left.filter((word) => !isNeutral(word) && !isDone(word))
  if (entry.terms.every((word) => isNeutral(word)) && strange.length > 0) return undefined
  if (strange.length === 0)
    return left.some((word) => OTHER_THING.has(word) && !NEUTRAL.has(word)) ? undefined : asMeaning(entry, false)
  if (strange.some((word) => word === 'bed' || SURE_HEADS.has(word))) return undefined
  if (best.score < 50 || strange.some((word) => OTHER_THING.has(word))) return undefined
  const isSure = SURE_HEADS.has(head) || SURE_ENDINGS.includes(entry.terms.join(' ')) || CONTAINERS.has(head)
  return isSure && strange.length <= 2 ? asMeaning(entry, true) : undefined
}

/** Long words that run together with a slip: "chesterdrawrs". */
function nearly<T>({ ordered, known }: Index<T>, input: string): Entry<T> | undefined {
  if (input.length < 8 || known.has(input)) return undefined
  for (const mistakes of [1, 2])
    for (const [key, entry] of ordered)
      if (key[0] === input[0] && key.length > 7 && !/\d/.test(key) && isSpeltLike(input, key, mistakes)) return entry
  return undefined
}

/** Things said in one breath ("king size bed wardrobe desk"); undefined if a word belongs to none. */
export function separateItems(items: readonly Catalogued[], terms: readonly string[]): string[][] | undefined {
  const index = indexOf(items)
  const separated: string[][] = []
  for (let at = 0; at < terms.length;) {
    let end = Math.min(terms.length, at + 5)
    const isItem = () => {
      const part = canonical(terms.slice(at, end)).map((word) => spelling(index, word))
      const telling = part.filter((word) => !isNeutral(word) || KINDS.has(word))
      return part.length > 0 && telling.length > 0 && (exactly(index, part) ?? exactly(index, telling)) !== undefined
    }
    while (end > at && !isItem()) end -= 1
    if (end === at) return undefined
    separated.push(terms.slice(at, end))
    at = end
  }
  const isClear = (part: readonly string[]) => {
    const named = canonical(part)
    return named.length > 1 || SURE_HEADS.has(named[0] ?? '') || named[0] === 'bed'
  }
  if (separated.length === 2 && !separated.every(isClear)) return undefined
  return separated.length > 1 ? separated : undefined
}
