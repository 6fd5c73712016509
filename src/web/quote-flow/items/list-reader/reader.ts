// A list as somebody writes, pastes or says it ("2 sofas, king-size bed, 15 boxes"), read on their own device.
import { searchItems } from '../item-search.ts'
import { byNeighbour, byRoom, partAfter, sizedMattress, textOf, tokensOf, type Token } from './tokens.ts'
import { describing } from './measures.ts'
import { rowsOf, type Row } from './layout.ts'
import {
  isJointName,
  isKnownWord,
  meaningOf,
  partsOfSet,
  separateItems,
  type Catalogued,
  type Meaning,
} from './names.ts'
import { piecesOf, sentencesOf, type Piece } from './pieces.ts'
import { described, HOLDS, isNote } from './sorts.ts'
import { afterTalk, isOwn, MOST_TOKENS, withoutLead, withoutTail } from './refusals.ts'

export interface ListedItem<T> {
  /** Text of the item without its amount. */
  text: string
  amount: number
  /** What it may be, likeliest first; empty if it is nothing of ours. */
  choices: T[]
  /** Whether the first of the choices is only likely. */
  isGuess: boolean
  /** Whether they said that it is not moved. */
  isLeftOut: boolean
}

const MAX_LENGTH = 8000
const MAX_LINES = 200
const MAX_CHOICES = 6
/** A slip of the finger is no greater. An order takes fewer, which its screen says. */
const MAX_AMOUNT = 99_999
/** Number of words without punctuation that are still split into items. */
const MOST_SPOKEN = 150

/** Reads the listed items in their order: separates amounts from names, and adjacent names from each other. */
export function readList<T extends Catalogued>(items: readonly T[], text: string): ListedItem<T>[] {
  const isItem = (part: string) => namedIn(items, tokensOf(part)) !== undefined
  const found: ListedItem<T>[] = []
  for (const row of rowsOf(text.slice(0, MAX_LENGTH), isItem)) {
    readRow(items, row, found)
    if (found.length >= MAX_LINES) break
  }
  return found.slice(0, MAX_LINES)
}

/** What a phrase names if all of it counts, or all up to where it says where it is or goes. */
function namedIn<T extends Catalogued>(items: readonly T[], tokens: readonly Token[]): Meaning<T> | undefined {
  if (tokens.length > MOST_TOKENS) return undefined
  const terms = describing(tokens)
  const fullMeaning = meaningOf(items, terms)
  if (fullMeaning) return fullMeaning
  const cut = withoutTail(tokens)
  return cut.length < tokens.length && cut.length > 0 ? meaningOf(items, describing(cut)) : undefined
}

function readRow<T extends Catalogued>(items: readonly T[], row: Row, found: ListedItem<T>[]): void {
  if (row.isCell && row.amount !== undefined) return readCell(items, row, found)
  // "No, that's staying", after it was named.
  const last = found.at(-1)
  if (
    last &&
    /^(?:no|nope|nah)?,? ?(?:that|it|they)'?(?:s|re|ll)? ?(?:is|are|be)? ?(?:staying|stays|not coming|not going)\b/i.test(
      row.text,
    )
  ) {
    last.isLeftOut = true
    return
  }
  for (const part of byNames(items, labelled(items, row.text))) {
    if (part.isName) readPieces(items, [namedPiece(part.text)], row, found, [])
    else
      for (const sentence of sentencesOf(part.text)) readPieces(items, piecesIn(items, sentence), row, found, sentence)
  }
}

/** “Tables: coffee, dining, side”: adds the name before the colon to each of the parts. */
function labelled(items: readonly Catalogued[], line: string): string {
  const [, label = '', rest = ''] = /^\s{0,9}(\p{L}{3,15}s) ?[:-] ?(.{3,200})$/u.exec(line) ?? []
  const name = label.toLowerCase().replace(/(?<=x|ch|sh|ss)es$|s$/, '')
  const names = (text: string) => meaningOf(items, describing(tokensOf(text)))
  if (!name || !names(name)) return line
  const parts = rest.split(/,| and /)
  const sort = (part: string) =>
    withoutCount(part)
      .replace(/^\s{0,9}(?:a|an|one|the) /i, '')
      .trim()
  const isSorted = (part: string) =>
    /^[\p{L}-]{3,15}$/u.test(sort(part)) &&
    isKnownWord(items, sort(part)) &&
    names(`${sort(part)} ${name}`) !== undefined
  if (parts.length < 2 || !parts.every(isSorted)) return line
  const completeName = (part: string) =>
    names(`${sort(part)}${name}`) ? `${part.trim()}${name}` : `${part.trim()} ${name}`
  return parts.map(completeName).join(', ')
}

/** Separates names that contain commas or “and” from the text around them. */
function byNames(items: readonly Catalogued[], line: string): { text: string; isName: boolean }[] {
  const isOurs = (part: string): boolean => {
    if (!/[,&]| (?:and|or) /i.test(part)) return false
    return part.length < 60 && isJointName(items, part)
  }
  if (line.length < 90 && isOurs(withoutCount(line))) return [{ text: line, isName: true }]
  const cells = line.split(',')
  const parts: { text: string; isName: boolean }[] = []
  for (let at = 0; at < cells.length;) {
    const end = [at + 3, at + 2].find(
      (one) => one <= cells.length && isOurs(withoutCount(cells.slice(at, one).join(','))),
    )
    const last = parts.at(-1)
    if (end !== undefined) parts.push({ text: cells.slice(at, end).join(','), isName: true })
    else if (last && !last.isName) last.text += `,${cells[at]}`
    else parts.push({ text: cells[at] ?? '', isName: false })
    at = end ?? at + 1
  }
  return parts
}

/** A whole name, with the amount before or after it. */
function namedPiece(text: string): Piece {
  const amount = /^\s{0,9}(\d{1,3})\s?[x×]?\s(?=\p{L})|\s[x×]?\s?(\d{1,3})\s{0,9}$/iu.exec(text)
  const tokens = tokensOf(withoutCount(text))
  return { tokens, amount: Number(amount?.[1] ?? amount?.[2] ?? 1), joint: 'start', isLeftOut: false, isProse: false }
}

const withoutCount = (part: string): string =>
  part.replace(/^\s{0,9}\d{1,3}\s?[x×]?\s(?=\p{L})/iu, '').replace(/\s[x×]?\s?\d{1,3}\s{0,9}$/, '')

const piecesIn = (items: readonly Catalogued[], sentence: readonly Token[]): Piece[] =>
  piecesOf(sentence, {
    isItem: (tokens) => namedIn(items, withoutLead(tokens)) !== undefined,
  })

/** A row of a table: its things in its amount. */
function readCell<T extends Catalogued>(items: readonly T[], row: Row, found: ListedItem<T>[]): void {
  const before = found.length
  const [first, ...others] = sentencesOf(row.text).flatMap((sentence) => [sentence])
  const sentence = [first ?? [], ...others].flat()
  readPieces(items, piecesIn(items, sentence), row, found, sentence)
  const added = found.splice(before)
  const retained = added.filter(({ isLeftOut, choices }, at) => at === 0 || isLeftOut || choices.length > 0)
  for (const one of retained)
    found.push(
      retained.length === 1 || one === retained[0]
        ? { ...one, amount: bounded((one.amount > 1 && retained.length > 1 ? 1 : 1) * (row.amount ?? 1)) }
        : one,
    )
}

const bounded = (amount: number): number => Math.min(MAX_AMOUNT, Math.max(0, amount))

/** "5 chairs, sorry 6" */
const CORRECTING = /^(?:actually|make|it|that|sorry|no|wait|rather|i|mean|meant|oops|should|be)$/

function readPieces<T extends Catalogued>(
  items: readonly T[],
  all: readonly Piece[],
  row: Row,
  found: ListedItem<T>[],
  sentence: readonly Token[],
): void {
  const pieces = described(items, all)
  const isCorrecting =
    /\b(?:actually|make it|make that|sorry|correction|i meant|wait|instead|rather|scrap that|oops)\b/.test(
      sentence.map(({ word }) => word).join(' '),
    )
  for (const [at, piece] of pieces.entries()) {
    if (holds(pieces[at + 1]) && piece.amount === undefined) continue
    const isLeftOut = piece.isLeftOut || row.isLeftOut
    const tokens = withoutLead(piece.tokens)
    const lead = piece.tokens[piece.tokens.length - tokens.length - 1]
    if (/^(?:with|of|without)$/.test(tokens[0]?.word ?? '')) continue
    if (
      piece.joint === 'bracket' &&
      piece.amount === undefined &&
      HOLDS.test(pieces[at - 1]?.tokens.at(-1)?.word ?? '')
    )
      continue
    const isLabel = pieces[at + 1]?.joint === 'colon' && piece.amount === undefined
    if (isLabel && !namedIn(items, tokens)) continue
    if (
      piece.joint === 'bracket' &&
      piece.amount !== undefined &&
      tokens.every(({ word }) => /^(?:there|are|is|we|have|of|them|i|got|maybe|perhaps|probably)$/.test(word))
    ) {
      const last = found.at(-1)
      if (last && last.amount <= 3) last.amount = bounded(piece.amount)
      continue
    }
    const isOnlyCorrection = piece.amount !== undefined && tokens.every(({ word }) => CORRECTING.test(word))
    if (describing(tokens).length === 0 || isOnlyCorrection) {
      const last = found.at(-1)
      if (piece.amount !== undefined && isCorrecting && last && !isLeftOut) last.amount = bounded(piece.amount)
      else if (piece.amount !== undefined && piece.joint === 'count' && last)
        last.amount = Math.max(last.amount, bounded(piece.amount))
      continue
    }
    const read = readPiece(items, { ...piece, tokens, lead, isLeftOut }, row, found, sentence)
    for (const one of read) place(one, found, piece, isCorrecting)
  }
}

/** "Vinyl records - 3 crates": what is counted is what holds them. */
const holds = (piece: Piece | undefined): boolean =>
  piece?.amount !== undefined && isNote(piece) && HOLDS.test(piece.tokens.at(-1)?.word ?? '')

/** A thing takes its place in the list, unless it is there and only spoken of again. */
function place<T extends Catalogued>(
  one: ListedItem<T>,
  found: ListedItem<T>[],
  piece: Piece,
  isCorrecting: boolean,
): void {
  const isSame = (other: ListedItem<T>) =>
    one.choices.length > 0
      ? other.choices.some((choice) => choice === one.choices[0]) ||
        one.choices.some((choice) => choice === other.choices[0])
      : other.choices.length === 0 && other.text.toLowerCase() === one.text.toLowerCase()
  // "Sofa / settee" is one.
  const last = found.at(-1)
  if (piece.joint === 'slash' && piece.amount === undefined && !one.isLeftOut && last && isSame(last)) return
  const before = found.findLast(isSame)
  const isAgain = /^(?:the|that|this|these|those|it|its)$/.test(
    piece.tokens.find(({ word }) => !/^(?:and|also|oh|but|yes|yeah|no|so)$/.test(word))?.word ?? '',
  )
  if (before && one.isLeftOut && (isAgain || piece.isProse) && !before.isLeftOut) {
    before.isLeftOut = true
    return
  }
  if (before && isCorrecting && piece.amount !== undefined && !one.isLeftOut) {
    before.amount = one.amount
    return
  }
  const isRemark =
    piece.isProse && piece.joint === 'start' && piece.amount === undefined && isSpokenOf(piece.tokens.slice(1))
  if (before && isRemark && (isAgain || /^\p{L}+$/u.test(one.text))) return
  found.push(one)
}

const isSpokenOf = (tokens: readonly Token[]) =>
  tokens.some(({ word }) =>
    /^(?:is|are|has|have|comes|come|needs|need|weighs|weigh|measures|can|will|was|were|might|may|should|would|could|doesn't|don't|isn't|aren't|won't|goes|go|takes|fits|does|do)$/.test(
      word,
    ),
  )

function readPiece<T extends Catalogued>(
  items: readonly T[],
  piece: Piece & { isLeftOut: boolean },
  row: Row,
  found: readonly ListedItem<T>[],
  sentence: readonly Token[],
): ListedItem<T>[] {
  const { tokens, isLeftOut } = piece
  const amount = piece.amount ?? 1
  if (amount === 0) return []
  const listed = (part: readonly Token[], meaning: Meaning<T> | undefined, many = amount): ListedItem<T> => {
    const terms = describing(part)
    return {
      text: textOf(part),
      amount: bounded(many),
      choices: meaning ? withOthers(items, meaning, terms) : [],
      isGuess: meaning?.isGuess ?? false,
      isLeftOut,
    }
  }
  const cut = withoutTail(tokens)
  const preposition = tokens[cut.length]?.word ?? ''
  const isPlaced = /^(?:on|in|at)$/.test(preposition) && meaningOf(items, describing(cut)) !== undefined
  const parts = [
    ...(isPlaced ? [cut] : []),
    tokens,
    ...(cut.length < tokens.length ? [cut] : []),
    ...(piece.isProse ? afterTalk(piece.tokens) : []),
  ]
  const partId = cut.length === 1 ? partAfter(cut[0]?.word, found.at(-1)?.choices[0]?.id) : undefined
  const ofLast = items.find(({ id }) => id === partId)
  if (ofLast) return [{ ...listed(cut, undefined), choices: [ofLast] }]
  for (const part of parts) {
    const set = partsOfSet(items, describing(part))
    if (set)
      return set.map(([item, each]) => ({ ...listed(part, undefined, amount * each), choices: [item], isGuess: true }))
    const meaning = meaningOf(items, describing(part))
    if (meaning)
      return [byRoom(items, byNeighbour(items, sizedMattress(items, listed(part, meaning), found), piece, found), row)]
        .map((one) => (piece.joint === 'with' ? component(one, piece, found) : asMany(one, piece, found)))
        .flatMap((one) => one ?? [])
  }
  if (piece.joint === 'with') return []
  const separated = cut.length > MOST_SPOKEN ? undefined : separateItems(items, describing(cut))
  if (separated)
    return separated.map((terms, at) => {
      const part = tokensOf(terms.map((word) => word.replace(/^(\d+)(?=[a-z])/, '$1 ')).join(' '))
      return listed(part, meaningOf(items, terms), at === 0 ? amount : 1)
    })
  return isOwn(items, cut, piece, row, sentence) ? [listed(cut, undefined)] : []
}

/** "Two beds with mattresses and headboards": as many as there are beds. */
function asMany<T extends Catalogued>(
  one: ListedItem<T>,
  piece: Piece,
  found: readonly ListedItem<T>[],
): ListedItem<T> {
  const isForEach = piece.amount === undefined && piece.joint === 'and' && /(?:mattresses|headboards)$/i.test(one.text)
  return isForEach ? { ...one, amount: found.at(-1)?.amount ?? one.amount } : one
}

/** A part of another item counts only if it is carried separately: a mattress, chairs, a stool. */
function component<T extends Catalogued>(
  one: ListedItem<T>,
  piece: Piece,
  found: readonly ListedItem<T>[],
): ListedItem<T> | undefined {
  if (piece.amount !== undefined && !/\b(?:drawers?|doors?|shelf|shelves|mirrors?|legs?)\b/i.test(one.text)) return one
  if (
    !/\b(?:mat\w*s|chairs?|stools?|bench(?:es)?|headboards?|tv|telly|footstools?|pouffe|bedding|boxes|matching|armchairs?)\b/i.test(
      one.text,
    )
  )
    return undefined
  const last = found.at(-1)
  const isPlural = /(?:mattresses|headboards|matresses)$/i.test(one.text)
  return isPlural && last ? { ...one, amount: last.amount } : one
}

/** What is meant, then what else it may be. */
function withOthers<T extends Catalogued>(items: readonly T[], { choices }: Meaning<T>, terms: readonly string[]): T[] {
  const others = searchItems(items, terms.join(' '))
  return [...new Set([...choices, ...others])].slice(0, MAX_CHOICES)
}
