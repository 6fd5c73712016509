// Words as people type them, made comparable: without case, accents, signs and plurals, numbers in words.

const MAX_TEXT = 60

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Say nothing about what is meant. */
const FILLERS = new Set([
  'a',
  'an',
  'the',
  'my',
  'our',
  'of',
  'and',
  'with',
  'for',
  'some',
  'in',
  'on',
  'its',
  'frame',
  'old',
  'new',
])

/** "Kids' 2-seater SOFAS" is "kids two seater sofas". */
export const plainText = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/(\d)(?=[a-z])/g, '$1 ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => NUMBERS[Number(word)] || word)
    .join(' ')

/** In the singular, as far as English spelling says. */
export function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('lves')) return `${word.slice(0, -3)}f`
  if (/(x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** The words of a text in the singular, without those that say nothing; all of them if they are all that there is. */
export function searchTermsOf(text: string): string[] {
  const tokens = plainText(text).split(' ').filter(Boolean)
  const telling = tokens.filter((word) => !FILLERS.has(word))
  return (telling.length > 0 ? telling : tokens).map(singular)
}

/**
 * Whether one word becomes the other by this many letters added, left out, changed or swapped with the next. Asked of every word of the
 * catalogue at each key, so only cells that can lead to so few are counted, until none does.
 */
export function isSpeltLike(one: string, other: string, mistakes: number): boolean {
  if (Math.abs(one.length - other.length) > mistakes) return false
  const more = mistakes + 1
  let before: number[] = []
  let last: number[] = []
  for (let at = 0; at <= more; at += 1) last.push(at)
  let now: number[] = []
  let lastLeast = 0
  for (let row = 1; row <= one.length; row += 1) {
    const from = Math.max(1, row - mistakes)
    const to = Math.min(other.length, row + mistakes)
    now[from - 1] = from === 1 ? row : more
    now[to + 1] = more
    let least = from === 1 ? row : more
    for (let at = from; at <= to; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      let cost = Math.min((last[at] ?? more) + 1, (now[at - 1] ?? more) + 1, (last[at - 1] ?? more) + (isSame ? 0 : 1))
      if (at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        cost = Math.min(cost, (before[at - 2] ?? more) + 1)
      now[at] = cost
      least = Math.min(least, cost)
    }
    if (least > mistakes && lastLeast > mistakes) return false
    lastLeast = least
    ;[before, last, now] = [last, now, before]
  }
  return (last[other.length] ?? more) <= mistakes
}
