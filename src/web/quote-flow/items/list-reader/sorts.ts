// Sorts and sizes that are written apart from their item, or for several items at once.
import { isRoom } from './layout.ts'
import { describing } from './measures.ts'
import { isDescription, meaningOf, type Catalogued } from './names.ts'
import type { Piece } from './pieces.ts'
import { withoutLead, withoutTail } from './refusals.ts'
import { textOf, tokensOf, type Token } from './tokens.ts'

/** Containers that hold other items. */
export const HOLDS = /^(?:boxes|box|crates|crate|bags|bag|cases|suitcases|tubs)$/

/** "10 large and 20 small boxes", "boxes: 10 small, 5 large", "wardrobe (double)": a description stands for its thing. */
export function described(items: readonly Catalogued[], pieces: readonly Piece[]): Piece[] {
  const saysSort = (piece: Piece) =>
    !(isNote(piece) ? /^$/ : /^(?:singles|doubles|kings|triples)$/).test(piece.tokens.at(-1)?.word ?? '') &&
    !/^(?:shelving|shelves|drawers|draws|recliners?|bunks?)$/.test(piece.tokens.at(-1)?.word ?? '') &&
    isDescription(describing(withoutLead(piece.tokens))) &&
    (piece.amount !== undefined || !isRoom(textOf(piece.tokens)))
  const result: Piece[] = []
  for (const [at, piece] of pieces.entries()) {
    const last = result.at(-1)
    // "Wardrobe, 3 doors": they are no things by themselves.
    const isComponent = last && piece.amount !== undefined && /^(?:doors|drawers|shelves)$/.test(textOf(piece.tokens))
    if (
      isComponent &&
      /(?:robe|chest|cabinet|case|dresser|board|desk|unit|freezer|drawers)s?$/i.test(textOf(withoutTail(last.tokens)))
    ) {
      const measure = tokensOf(`${piece.amount} ${textOf(piece.tokens).replace('shelves', 'shelf').replace(/s$/, '')} `)
      const sorted = sortedBy(items, { ...piece, tokens: measure }, last)
      if (sorted) result[result.length - 1] = sorted
      continue
    }
    if (!saysSort(piece)) {
      const sorted = last && piece.amount === undefined && isNote(piece) ? sortedBy(items, piece, last) : undefined
      if (sorted) result[result.length - 1] = sorted
      else result.push(piece)
      continue
    }
    const mainPiece = result.findLast((one) => !saysSort(one) && !one.partOf) ?? last
    if (mainPiece && piece.amount === undefined && (isNote(piece) || /^(?:comma|with)$/.test(piece.joint))) {
      const sorted = mainPiece === last ? sortedBy(items, piece, mainPiece) : undefined
      if (sorted) result[result.length - 1] = sorted
      else if (!isNote(piece) && piece.tokens.length > 1 && meaningOf(items, describing(piece.tokens)))
        result.push(piece)
      continue
    }
    const isPart =
      isNote(piece) ||
      (/^(?:comma|and|count)$/.test(piece.joint) && (mainPiece?.amount !== undefined || last?.partOf === mainPiece))
    if (
      mainPiece &&
      !saysSort(mainPiece) &&
      piece.amount !== undefined &&
      isPart &&
      isBreakdown(pieces, at, mainPiece, last)
    ) {
      result.push({ ...piece, tokens: sortOf(piece, mainPiece), joint: 'comma', partOf: mainPiece })
      continue
    }
    if (mainPiece && !saysSort(mainPiece) && piece.joint === 'bracket') continue
    const after = pieces.slice(at + 1).find((one) => !saysSort(one))
    const isAhead =
      piece.amount !== undefined ||
      pieces[at + 1]?.joint === 'and' ||
      /^(?:a|an|one)$/.test(piece.tokens[0]?.word ?? '')
    const isShared = after && isAhead && /^(?:and|comma|slash|count)$/.test(pieces[at + 1]?.joint ?? '')
    const head = isShared ? headOf(after.tokens) : []
    const isSorted = after && head.length < withoutTail(after.tokens).length
    // "10 large boxes, 20 medium": what was sorted before lends its head.
    const earlier = mainPiece && piece.amount !== undefined ? headOf(mainPiece.tokens) : []
    const isLent =
      !isSorted &&
      mainPiece &&
      earlier.length < withoutTail(mainPiece.tokens).length &&
      /^(?:comma|and|slash|count)$/.test(piece.joint)
    result.push(isSorted || isLent ? { ...piece, tokens: [...piece.tokens, ...(isSorted ? head : earlier)] } : piece)
  }
  const parted = new Set(result.flatMap((piece) => piece.partOf ?? []))
  return result.filter((piece) => !parted.has(piece))
}

/** Whether the piece describes the one before it. */
export const isNote = ({ joint }: Piece): boolean => /^(?:bracket|dash|colon)$/.test(joint)

const sortOf = (piece: Piece, of: Piece): Token[] => [
  ...piece.tokens,
  ...apartFirst(withoutTail(withoutLead(of.tokens))),
]

/**
 * “Fridge freezer (American style)”: the item with its description, if together they name one item of the catalogue.
 */
function sortedBy(items: readonly Catalogued[], piece: Piece, of: Piece): Piece | undefined {
  const tokens = sortOf(piece, of)
  const meant = meaningOf(items, describing(tokens))
  const own = meaningOf(items, describing(withoutTail(withoutLead(of.tokens))))
  const isOfItsOwn =
    meaningOf(items, describing(piece.tokens)) !== undefined && !isDescription(describing(piece.tokens))
  const isHeld = HOLDS.test(of.tokens.at(-1)?.word ?? '')
  if (
    !meant ||
    !own ||
    (isOfItsOwn && !isHeld && (piece.joint !== 'bracket' || meant.isGuess)) ||
    (meant.isGuess && !own.isGuess)
  )
    return undefined
  return meant.choices[0] === own.choices[0] ? of : { ...of, tokens }
}

/** Whether amounts from here on are parts of the piece before them. */
function isBreakdown(pieces: readonly Piece[], at: number, before: Piece, last: Piece | undefined): boolean {
  if (last?.partOf === before || before.amount === undefined) return true
  const start = pieces.indexOf(before) + 1
  const parts = pieces.slice(start > 0 ? start : at)
  const sum = parts.reduce((all, { amount = 0 }) => all + amount, 0)
  // "4 beds: 2 doubles, a king and a single"
  const withSingle = parts.reduce((all, { amount = 1 }) => all + amount, 0)
  const isWhole = sum === before.amount || withSingle === before.amount
  return isWhole || (pieces[at]?.joint === 'bracket' && sum <= before.amount && sum > 1)
}

const apartFirst = (tokens: readonly Token[]): Token[] =>
  tokens.map((token, at) => (at === 0 ? { ...token, isApart: true } : token))

/** The thing itself, without what describes it. */
function headOf(tokens: readonly Token[]): Token[] {
  const cut = withoutTail(tokens)
  const saysSort = (one: readonly Token[]) =>
    /^(?:a|an|the|my|our)$/.test(one[0]?.word ?? '') || isDescription(describing(one))
  const first = cut.findIndex(
    (token, at) =>
      at > 0 &&
      !saysSort([token]) &&
      !/^(?:seater|drawer|door|tier|size|-)$/.test(token.word) &&
      !/^\d/.test(token.word),
  )
  const isFirst = !saysSort(cut.slice(0, 1))
  return apartFirst(isFirst || first < 0 ? cut : cut.slice(first))
}
