import type { Row } from './layout.ts'
import type { Catalogued } from './names.ts'
import type { Piece } from './pieces.ts'
import type { ListedItem } from './reader.ts'

// A list as words, numbers and signs; the numbers in words, too.

/** A word, a number or a sign, and whether a space stands before it. */
export interface Token {
  word: string
  raw: string
  isApart: boolean
}

const TOKEN = /\d+(?:[.,]\d+)?|\p{L}+(?:'\p{L}+)*|[^\s]/gu

export function tokensOf(text: string): Token[] {
  let end = 0
  return [...text.matchAll(TOKEN)].map(({ 0: raw, index }) => {
    const isApart = index > end
    end = index + raw.length
    return { word: raw.toLowerCase(), raw, isApart }
  })
}

export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ raw, isApart }) => (isApart ? ` ${raw}` : raw))
    .join('')
    .replace(/^[ ,:;.*=/+-]+/, '')
    .replace(/(?<![ ,:;.*=/+-])[ ,:;.*=/+-]+$/, '')

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
export const SMALL = new Map<string, number>([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.slice(2).map((word, at) => [word, (at + 2) * 10] as const),
  ['fourty', 40],
  ['fivteen', 15],
  ['fourtey', 40],
  ['twelth', 12],
  ['tow', 2],
  ['fiveteen', 15],
])

interface Found {
  value: number
  /** Where it ends. */
  end: number
}

/** "twenty-five", "one hundred and twenty", "a hundred", "two thousand", "30", "a dozen", "half a dozen", "a couple of", "a few". */
export function numberAt(tokens: readonly Token[], at: number): Found | undefined {
  const word = (more: number) => tokens[at + more]?.word ?? ''
  if (/^\d{1,7}$/.test(word(0))) {
    const isOrdinal = /^(?:st|nd|rd|th)$/.test(word(1)) && !tokens[at + 1]?.isApart
    if (isOrdinal) return undefined
    if (/^(?:dozen|doz)$/.test(word(1))) return skipOf(tokens, { value: Number(word(0)) * 12, end: at + 2 })
    if (word(1) === 'thousand') return hundreds(tokens, { value: Number(word(0)) * 1000, end: at + 2 })
    if (/^(?:pair|pairs)$/.test(word(1))) return pairsOf(tokens, Number(word(0)), at + 2)
    return { value: Number(word(0)), end: at + 1 }
  }
  const article = /^(?:a|an|the|one)$/.test(word(0)) ? 1 : 0
  const worded = WORDED.get(word(article))
  if (/^(?:pair|pr)$/.test(word(article))) return pairsOf(tokens, 1, at + article + 1)
  if (worded !== undefined && (article === 1 || !/^few$/.test(word(0))))
    return skipOf(tokens, { value: worded, end: at + article + 1 })
  if (word(0) === 'few' && word(1) !== '') return skipOf(tokens, { value: 3, end: at + 1 })
  if (word(0) === 'half' && /^an?$/.test(word(1)) && word(2) === 'dozen')
    return skipOf(tokens, { value: 6, end: at + 3 })
  if (word(article) === 'half' && word(article + 1) === 'dozen')
    return skipOf(tokens, { value: 6, end: at + article + 2 })
  if (word(article) === 'hundred' || word(article) === 'hundreds')
    return hundreds(tokens, { value: 100, end: at + article + 1 })
  if (word(article) === 'thousand') return hundreds(tokens, { value: 1000, end: at + article + 1 })
  const first = SMALL.get(word(0))
  if (first === undefined) return undefined
  if (word(1) === 'thousand') return hundreds(tokens, { value: first * 1000, end: at + 2 })
  if (/^hundred$/.test(word(1))) return hundreds(tokens, { value: first * 100, end: at + 2 })
  if (/^(?:dozen|doz)$/.test(word(1))) return skipOf(tokens, { value: first * 12, end: at + 2 })
  if (/^pairs?$/.test(word(1))) return pairsOf(tokens, first, at + 2)
  const isJoined = word(1) === '-'
  const second = first >= 20 ? SMALL.get(word(isJoined ? 2 : 1)) : undefined
  if (second !== undefined && second > 0 && second < 10) return { value: first + second, end: at + (isJoined ? 3 : 2) }
  return { value: first, end: at + 1 }
}

const WORDED = new Map(
  Object.entries({ couple: 2, cupple: 2, coupla: 2, pair: 2, pr: 2, both: 2, few: 3, several: 3, dozen: 12 }),
)

/** What comes in pairs is counted by the pair. */
const IN_PAIRS =
  /^(?:skis?|curtains?|blinds|shoes|boots|trousers|steps|ladders|wellies|crutches|walking|scissors|jeans)$/

const skipOf = (tokens: readonly Token[], found: Found): Found =>
  tokens[found.end]?.word === 'of' ? { ...found, end: found.end + 1 } : found

function pairsOf(tokens: readonly Token[], pairs: number, end: number): Found {
  const found = skipOf(tokens, { value: pairs * 2, end })
  return IN_PAIRS.test(tokens[found.end]?.word ?? '') ? { ...found, value: pairs } : found
}

function hundreds(tokens: readonly Token[], { value, end }: Found): Found {
  const isJoined = tokens[end]?.word === 'and'
  const more = numberAt(tokens, isJoined ? end + 1 : end)
  return more && more.value < (value < 1000 ? 100 : 1000) && !/^\d/.test(tokens[more.end - 1]?.word ?? '')
    ? { value: value + more.value, end: more.end }
    : { value, end }
}

// Meanings that a word takes from the item before it, or from the room that it is listed under.

/** After some things another is meant by the same word: the chair of a desk, the stool of a dressing table. */
const BY_NEIGHBOUR: readonly [word: RegExp, after: readonly number[], id: number][] = [
  [/^(?:a |an |the |\d )*(?:small |matching )*stool$/i, [924, 925], 926],
  [/^(?:a |an |the )*(?:matching )*chairs?$/i, [401, 402, 403, 404], 405],
  [/^(?:a |an |the )*(?:matching )*(?:dining )?chairs?$/i, [701, 702], 703],
  [/^(?:a |an |the )*bench(?:es)?$/i, [701, 702], 704],
]

/**
 * Parts that are no items of ours unless their whole comes before them: the stand of a television, the base of a
 * parasol.
 */
const PARTS: readonly [word: string, after: readonly number[], id: number][] = [
  ['stand', [120, 121], 122],
  ['unit', [120, 121], 122],
  ['base', [707], 708],
]

export const partAfter = (word: string | undefined, before: number | undefined): number | undefined =>
  PARTS.find(([part, after]) => part === word && before !== undefined && after.includes(before))?.[2]

export function byNeighbour<T extends Catalogued>(
  items: readonly T[],
  one: ListedItem<T>,
  piece: Piece,
  found: readonly ListedItem<T>[],
): ListedItem<T> {
  const before = found.at(-1)?.choices[0]?.id ?? 0
  const id = /^(?:and|with|comma|count|bracket)$/.test(piece.joint)
    ? BY_NEIGHBOUR.find(([word, after]) => after.includes(before) && word.test(one.text))?.[2]
    : undefined
  const meant = items.find((item) => item.id === id)
  return meant ? { ...one, choices: [meant, ...one.choices.filter((other) => other !== meant)] } : one
}

/** Items that an ambiguous word means in particular rooms. */
const BY_ROOM: readonly [room: RegExp, ids: Readonly<Record<number, number>>][] = [
  [/garden|patio|outside|outdoor|shed/i, { 201: 701, 207: 703, 210: 704 }],
  [/kitchen/i, { 201: 514, 207: 515 }],
  [/office|study/i, { 207: 405 }],
  [/bathroom|ensuite/i, { 125: 1005, 119: 1001, 115: 1004 }],
  [/hall|landing|entrance/i, { 125: 524, 210: 523 }],
]
const BARE =
  /^(?:(?:a|an|the|small|large|wooden|metal) )*(?:tables?|chairs?|bench(?:es)?|mirrors?|cabinets?|cupboards?|shelves|shelf)$/i

export function byRoom<T extends Catalogued>(
  items: readonly T[],
  one: ListedItem<T>,
  { room = '' }: Row,
): ListedItem<T> {
  const id = one.choices[0]?.id ?? 0
  const meantId = BARE.test(one.text) ? BY_ROOM.find(([name]) => name.test(room))?.[1][id] : undefined
  const meant = items.find((item) => item.id === meantId)
  return meant
    ? {
        ...one,
        choices: [meant, ...one.choices.filter((other) => other !== meant)],
        isGuess: true,
      }
    : one
}

const BEDS: Readonly<Record<number, number>> = { 901: 911, 902: 912, 903: 912, 904: 913, 905: 914, 910: 911, 907: 911 }
const MATTRESS = 912

/** "King-size bed and mattress": the mattress is of that size. */
export function sizedMattress<T extends Catalogued>(
  items: readonly T[],
  one: ListedItem<T>,
  found: readonly ListedItem<T>[],
): ListedItem<T> {
  if (one.choices[0]?.id !== MATTRESS || !one.isGuess) return one
  const bed = found.at(-1)?.choices[0]?.id ?? 0
  const sized = items.find(({ id }) => id === BEDS[bed])
  return sized ? { ...one, choices: [sized, ...one.choices.filter((other) => other !== sized)] } : one
}
