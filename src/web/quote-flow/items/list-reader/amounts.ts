// Amounts in people's words, and the measures that are none: "15 to 20", "a couple of", "about thirty", but "3 seater" and "120 x 60".
import { isDimension, isMeasured } from './measures.ts'
import { numberAt, type Token } from './tokens.ts'

/** Several phrases, each as its words. */
const phrases = (list: string): string[][] => list.split('|').map((phrase) => phrase.split(' '))

/** Said before a number, it makes it about that much. */
const APPROXIMATELY = phrases(
  [
    'prob|probs|prolly|poss|about|around|approx|approx .|approximately|roughly|circa|c|c .|ca|ca .|say|maybe|perhaps|probably',
    'nearly|almost|some|up to|upto|at least|at most|no more than|not more than|no less than|not less than',
    'less than|more than|over|under|just over|just under|possibly|max|max .|maximum|maximum of',
    'a maximum of|min|min .|minimum|somewhere between|between|from|estimate|estimated|est|est .|in total',
    'total of|a total of|well over|close to|anything up to|anywhere from|set of|a set of|pack of|sets of|~',
    '≈|<|>|+/-|qty|qty :|qty .|quantity|quantity :|amount|amount :|number :|no .|no :|nr|x|×|*|#|@',
  ].join('|'),
)

const isAt = (tokens: readonly Token[], at: number, phrase: readonly string[]) =>
  phrase.every((word, more) => tokens[at + more]?.word === word)

function longestAt(tokens: readonly Token[], at: number, list: readonly (readonly string[])[]): number {
  const first = tokens[at]?.word
  let most = 0
  for (const phrase of list)
    if (phrase[0] === first && phrase.length > most && isAt(tokens, at, phrase)) most = phrase.length
  return most
}

const SO = phrases(
  [
    'ish|odd|+|or so|or more|plus|or thereabouts|approx|approx .|approximately|roughly|max|maximum',
    'or fewer|or less|at most|at least|minimum|- ish|in total|total|of them|in all|?',
  ].join('|'),
)
/** Between an amount and what is counted. */
const COUNTED = phrases(
  ['x|×|*|of|no|no .|nos|nr|off|pcs|pc|pieces of|units|units of|qty|lots of|sets of|set of|.|:|-|='].join('|'),
)

export interface Amount {
  amount: number
  start: number
  end: number
}

/** An amount that begins here: a number or a range of two, with the words round it. A range counts as its greater. */
export function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  if (/^[£$€]$/.test(tokens[at - 1]?.word ?? '') || /^[£$€]$/.test(tokens[at]?.word ?? '')) return undefined
  let start = at
  for (
    let more = longestAt(tokens, start, APPROXIMATELY);
    more > 0 && start < at + 6;
    more = longestAt(tokens, start, APPROXIMATELY)
  )
    start += more
  const first = numberAt(tokens, start)
  if (!first) return undefined
  if (isMeasured(tokens, first.end) || isDimension(tokens, first.end)) return undefined
  const joint = tokens[first.end]?.word ?? ''
  const second = /^(?:-|to|or|\/|and|till|until|–)$/.test(joint) ? numberAt(tokens, first.end + 1) : undefined
  const isRange = second !== undefined && second.value > 0 && (joint !== 'and' || tokens[start - 1]?.word === 'between')
  if (isRange && isMeasured(tokens, second.end)) return undefined
  const { value, end: last } = isRange ? { value: Math.max(first.value, second.value), end: second.end } : first
  let end = last
  const so = longestAt(tokens, end, SO)
  if (so > 0) end += so
  if (tokens[end]?.word === 'of' && so > 0) end += 1
  if (isUnit(tokens, end)) end += 1
  return { amount: value, start: at, end }
}

/** A surveyor's unit after a number that ends a phrase: "dining chairs - 4 no". */
const isUnit = (tokens: readonly Token[], at: number): boolean =>
  /^(?:no|nos|nr)$/.test(tokens[at]?.word ?? '') && /^(?:[,;).]?|and|plus)$/.test(tokens[at + 1]?.word ?? '')

/** Past "x", "no." and the like, which may follow an amount. */
export const pastCounted = (tokens: readonly Token[], end: number): number => {
  const more = longestAt(tokens, end, COUNTED)
  return more > 0 && tokens[end + more] ? end + more : end
}
