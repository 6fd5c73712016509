// A list as somebody writes or says it ("2 sofas, king-size bed, 15 boxes"), read on their own device.
import { havingAll, namedSo, searchItems, type Named } from './item-search.ts'

export interface ListedItem<T> {
  /** As written, without its amount. */
  text: string
  amount: number
  /** What it may be, likeliest first; empty if nothing was understood. */
  choices: T[]
}

const MAX_LENGTH = 8000
const MAX_LINES = 200
const MAX_CHOICES = 6
const MAX_AMOUNT = 500

const WORD_AMOUNTS: readonly [words: string, amount: number][] = [
  ['half a dozen', 6],
  ['a couple of', 2],
  ['couple of', 2],
  ['a pair of', 2],
  ['fifteen', 15],
  ['pair of', 2],
  ['a dozen', 12],
  ['eleven', 11],
  ['twelve', 12],
  ['twenty', 20],
  ['thirty', 30],
  ['three', 3],
  ['seven', 7],
  ['eight', 8],
  ['forty', 40],
  ['fifty', 50],
  ['four', 4],
  ['five', 5],
  ['nine', 9],
  ['one', 1],
  ['two', 2],
  ['six', 6],
  ['ten', 10],
  ['an', 1],
  ['a', 1],
]

/** After a number they say what it is like, not how many there are: "3 seater", "6 ft", "4 drawers". */
const MEASURE =
  /^(?:seat(?:er|s)?|draw(?:er|ers)?|doors?|in|inch(?:es)?|ft|foot|feet|cm|mm|m|kg|litres?|l|tier|shel(?:f|ves)|by|x\d)\b/

/** What is listed, in its order: amounts are set apart from things, and what stands side by side is told apart. */
export function readList<T extends Named>(items: readonly T[], text: string): ListedItem<T>[] {
  const isName = (part: string) => namedSo(items, withoutAmount(part).text).length > 0
  return lines(text.slice(0, MAX_LENGTH))
    .flatMap((line) => joinedAgain(line.split(','), isName))
    .flatMap((part) => (isName(part) ? [part] : parts(part)))
    .flatMap((part) => understood(items, part))
    .slice(0, MAX_LINES)
}

const lines = (text: string): string[] =>
  text
    .replace(/[‐-―]/g, '-')
    .split(/[\n\r;•·]+|\.(?=\s|$)/u)
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/^[ *-]+/, '')
        .replace(/^\d+\) ?/, ''),
    )

const MOST_COMMAS = 3

/** Between commas, but for those that belong to a name: "Sofa, three-seater". */
function joinedAgain(pieces: readonly string[], isName: (part: string) => boolean): string[] {
  const joined: string[] = []
  for (let at = 0; at < pieces.length;) {
    const left = Math.min(MOST_COMMAS, pieces.length - at)
    const ends = Array.from({ length: left }, (_, more) => at + left - more)
    const end = ends.find((one) => one > at + 1 && isName(pieces.slice(at, one).join(','))) ?? at + 1
    joined.push(pieces.slice(at, end).join(',').trim())
    at = end
  }
  return joined.filter((part) => /[a-z]/i.test(part))
}

/** At "and", and before a number that counts what follows it. */
function parts(line: string): string[] {
  const words = line.split(/ (?:and|&|plus|then|also|\+) /i).flatMap((part) => {
    const split: string[][] = [[]]
    const all = part.trim().split(' ')
    for (const [at, word] of all.entries()) {
      const isCount = /^\d{1,3}x?$/i.test(word) && !MEASURE.test((all[at + 1] ?? '').toLowerCase())
      const isLast = at === all.length - 1
      if (isCount && at > 0 && !isLast && !/^x$/i.test(all[at - 1] ?? '')) split.push([])
      split.at(-1)?.push(word)
    }
    return split.map((one) => one.join(' '))
  })
  return words.filter((part) => /[a-z]/i.test(part))
}

/** "3 x chairs", "chairs x3", "Chairs (3)", "chairs: 3" and "three chairs" are three chairs. */
export function withoutAmount(line: string): { amount: number; text: string } {
  const trimmed = line.trim()
  const first = /^(\d{1,6})\s*(?:x|×)?\s+(?!x\b)(.+)$/i.exec(trimmed)
  if (first && !MEASURE.test((first[2] ?? '').toLowerCase())) return counted(first[1], first[2])
  const joined = /^(\d{1,6})\s*[x×]\s*(\D.*)$/i.exec(trimmed)
  if (joined) return counted(joined[1], joined[2])
  const last = /[x×:=(-] ?(\d{1,6})\)?$/i.exec(trimmed)
  if (last && last.index > 0) return counted(last[1], trimmed.slice(0, last.index))
  const lower = trimmed.toLowerCase()
  // The longest comes first: "a dozen" is not "a".
  const [word = '', amount = 1] = WORD_AMOUNTS.find(([one]) => lower.startsWith(`${one} `)) ?? []
  const rest = trimmed.slice(word.length).trim()
  if (word !== '' && !MEASURE.test(rest.toLowerCase())) return { amount, text: rest }
  return { amount: 1, text: trimmed }
}

/** "3m long kayak" is a kayak. Inches stay: they tell one television from another. */
const withoutLength = (text: string): string =>
  text
    .replaceAll(
      /(?<![\w.])\d+(?:[.,]\d+)?\s?(?:m|metres?|meters?|cm|ft|foot|feet)(?:\s(?:long|wide|high|tall))?(?!\w)/gi,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim() || text

const counted = (amount = '1', text = '') => ({ amount: Math.min(MAX_AMOUNT, Number(amount)), text: text.trim() })

function understood<T extends Named>(items: readonly T[], line: string): ListedItem<T>[] {
  if (/^no\s/i.test(line.trim())) return []
  const { amount, text: counted } = withoutAmount(line)
  const text = withoutLength(counted)
  if (amount === 0 || text === '') return []
  const told = havingAll(items, text).length > 0 ? undefined : toldApart(items, text)
  if (told)
    return told.map((part, at) => ({ text: part, amount: at === 0 ? amount : 1, choices: choicesOf(items, part) }))
  return [{ text, amount, choices: choicesOf(items, text) }]
}

const choicesOf = <T extends Named>(items: readonly T[], text: string): T[] =>
  searchItems(items, text).slice(0, MAX_CHOICES)

/** Things said in one breath ("king size bed wardrobe desk"), each as long as it can be; undefined if a word belongs to none. */
function toldApart(items: readonly Named[], text: string): string[] | undefined {
  const words = text.split(/\s+/)
  const told: string[] = []
  for (let at = 0; at < words.length;) {
    let end = Math.min(words.length, at + 5)
    while (end > at && havingAll(items, words.slice(at, end).join(' ')).length === 0) end -= 1
    if (end === at) return undefined
    told.push(words.slice(at, end).join(' '))
    at = end
  }
  return told
}
