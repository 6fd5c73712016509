// A line in pieces: what is counted, what is not taken, and what belongs together.
import { amountAt, pastCounted } from './amounts.ts'
import { measuresEnd } from './measures.ts'
import { leaveOut, lengthAt, NO_BEFORE, NOT_BEFORE, refusalAfter, RESUME } from './refusals.ts'
import { isRoom } from './layout.ts'
import { textOf, tokensOf, type Token } from './tokens.ts'

export type Joint = 'start' | 'comma' | 'and' | 'with' | 'slash' | 'dash' | 'bracket' | 'count' | 'colon'

export interface Piece {
  tokens: Token[]
  amount?: number | undefined
  joint: Joint
  isLeftOut: boolean
  /** Whether the piece is part of a sentence rather than a list. */
  isProse: boolean
  /** The word before its own, if there is one. */
  lead?: Token | undefined
  /** What it is a part of: of "30 boxes (20 large, 10 small)" the boxes. */
  partOf?: Piece
}

const ABBREVIATED =
  /^(?:approx|no|nos|c|ca|qty|max|min|est|inc|incl|etc|e|g|i|vs|lge|sm|med|nr|st|rd|mr|mrs|ms|dr|ft|in|cm|kg|ltr|mm)$/

/** At full stops, question and exclamation marks. */
export function sentencesOf(text: string): Token[][] {
  const sentences: Token[][] = [[]]
  const tokens = tokensOf(text)
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    const isStop =
      /^[.!?…;]$/.test(token.word) &&
      (next === undefined || next.isApart || /^[.!?)]$/.test(next.word) || token.word === ';')
    const isShort =
      token.word === '.' &&
      ABBREVIATED.test(tokens[at - 1]?.word ?? '') &&
      next !== undefined &&
      !(tokens[at - 1]?.word === 'etc')
    if (isStop && !isShort) sentences.push([])
    else sentences.at(-1)?.push(token)
  }
  return sentences.filter((one) => one.length > 0)
}

const PROSE = new Set(
  "i we you he she they i'm we're i've we've i'd we'd i'll we'll you're it's there's there are is was were have has had am will would could can should need needs want please be been do does hi hello hey thanks it that's here's got".split(
    ' ',
  ),
)

/** After these an article begins nothing new. */
const HOLDING = new Set(
  'of with in on to at as is are have has need for from by into and or the a an not no leave take taking move moving except without my our like'.split(
    ' ',
  ),
)

/** A number after them is part of a name: "PS 5", "seats 6". */
const OF_A_NUMBER = new Set(
  'ps xbox series number iphone bedroom room flat floor part mk version model type windows concept bed area level zone seats sleeps size at on by of'.split(
    ' ',
  ),
)

const NAMED_BY_NUMBER = new Set(
  'ps xbox series iphone mk version model windows concept seats sleeps size of'.split(' '),
)

export interface Helpers {
  /** Whether it names a thing, as far as it goes. */
  isItem: (tokens: readonly Token[]) => boolean
}

export function piecesOf(tokens: readonly Token[], helpers: Helpers): Piece[] {
  const isProse = tokens.some(({ word }) => PROSE.has(word))
  const pieces: Piece[] = []
  const state = {
    mode: 'taken' as 'taken' | 'no' | 'not',
    joint: 'start' as Joint,
    depth: 0,
    before: 'taken' as 'taken' | 'no' | 'not',
  }
  let now: Piece = { tokens: [], joint: 'start', isLeftOut: false, isProse }
  const close = (to: Joint) => {
    const mainPiece = pieces.findLast(({ joint }) => joint !== 'bracket')
    if (now.amount !== undefined && now.tokens.length === 0 && mainPiece && mainPiece.amount === undefined) {
      mainPiece.amount = now.amount
      now = { ...now, amount: undefined }
    }
    // A piece in brackets describes the piece before them.
    const joint = state.depth > 0 && to === 'comma' ? 'bracket' : to
    if (now.tokens.some(({ word }) => /[\p{L}]/u.test(word)) || now.amount !== undefined) pieces.push(now)
    now = { tokens: [], joint, isLeftOut: state.mode !== 'taken', isProse }
  }
  const isTrailing = countsTrail(tokens, helpers)
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token) break
    const resumes = state.mode === 'taken' ? 0 : lengthAt(tokens, at, RESUME)
    if (resumes > 0) {
      state.mode = 'taken'
      close('comma')
      at += resumes
      continue
    }
    const after =
      now.tokens.length > 0 || (pieces.length > 0 && /^(?:bracket|dash|comma|colon)$/.test(now.joint))
        ? refusalAfter(tokens, at, now, pieces, helpers)
        : 0
    if (after > 0) {
      leaveOut(now, pieces, tokens, at, after)
      at += after
      // What follows is why: "going to my brother".
      while (tokens[at] && !/^[,()/;&+-]$|^(?:and|but|also|plus)$/.test(tokens[at]?.word ?? '')) at += 1
      continue
    }
    const nots =
      (/^(?:don't|dont|not|can't|cant|cannot|mustn't|won't|never)$/.test(token.word) &&
        tokens[at + 1]?.word === 'forget') ||
      (token.word === 'forget' &&
        /^(?:don't|dont|not|can't|cant|cannot|mustn't|won't|never)$/.test(tokens[at - 1]?.word ?? ''))
        ? 0
        : lengthAt(tokens, at, NOT_BEFORE)
    const isNumbered = tokens[at + 1]?.word === '.' || /^\d/.test(tokens[at + 1]?.word ?? '')
    const no =
      nots === 0 && !(token.word === 'no' && amountAt(tokens, at)) && !isNumbered && now.amount === undefined
        ? lengthAt(tokens, at, NO_BEFORE)
        : 0
    if ((nots > 0 && !(token.word === 'not' && amountAt(tokens, at))) || no > 0) {
      close('comma')
      state.mode = nots > 0 ? 'not' : 'no'
      now.isLeftOut = true
      at += nots + no
      continue
    }
    const isFirst = now.tokens.length === 0
    // "two (2)" says it twice.
    if (
      token.word === '(' &&
      isFirst &&
      now.amount !== undefined &&
      /^\d+$/.test(tokens[at + 1]?.word ?? '') &&
      tokens[at + 2]?.word === ')'
    ) {
      at += 3
      continue
    }
    const measured = measuresEnd(tokens, at)
    if (measured > at) {
      now.tokens.push(...tokens.slice(at, measured))
      at = measured
      continue
    }
    if (
      /^(?:forget)$/.test(token.word) &&
      /^(?:don't|dont|not|can't|cant|cannot|mustn't|won't|never)$/.test(tokens[at - 1]?.word ?? '')
    ) {
      at += 1
      continue
    }
    const found =
      /^(?:x|×|\*)$/.test(token.word) && isFirst && now.joint === 'start' && !/\d/.test(tokens[at + 1]?.word ?? '')
        ? undefined
        : amountAt(tokens, at)
    if (found && !(found.start === at && isOnlyX(tokens, at, found.end))) {
      const next = tokens[found.end]?.word
      const isEnd =
        next === undefined ||
        /^(?:[,;)(/&+-]|and|plus|also|then|in|for|each|total|please|with|from|but|or)$/.test(next) ||
        (next === 'x' && !/^\d/.test(tokens[found.end + 1]?.word ?? ''))
      const isOfWhatWas =
        !isFirst &&
        now.amount === undefined &&
        (isEnd || isTrailing) &&
        (/^[x×*~(]$/.test(token.word) || !OF_A_NUMBER.has(now.tokens.at(-1)?.word ?? ''))
      const isBracketed = isFirst && /^(?:bracket|dash|colon)$/.test(now.joint) && isEnd && pieces.length > 0
      if (isBracketed && pieces.at(-1)?.amount === undefined && pieces.at(-1)) {
        const last = pieces.at(-1)
        if (last) last.amount = found.amount
      } else if (isOfWhatWas) {
        now.amount = found.amount
        if (isTrailing && !isEnd) close('count')
      } else if (NAMED_BY_NUMBER.has(now.tokens.at(-1)?.word ?? '')) {
        now.tokens.push(...tokens.slice(at, found.end))
        at = found.end
        continue
      } else if (isFirst) now.amount ??= found.amount
      else if (
        now.amount === undefined &&
        !helpers.isItem(now.tokens) &&
        OF_A_NUMBER.has(now.tokens.at(-1)?.word ?? '')
      ) {
        now.tokens.push(...tokens.slice(at, found.end))
        at = found.end
        continue
      } else {
        if (state.mode === 'no') state.mode = 'taken'
        close('count')
        now.amount = found.amount
      }
      at = now.tokens.length === 0 ? pastCounted(tokens, found.end) : found.end
      continue
    }
    if (/^(?:has|contains|holds|got)$/.test(token.word) && isRoom(textOf(now.tokens).replace(/^the /i, ''))) {
      now.tokens = []
      at += 1
      continue
    }
    const joint = jointAt(tokens, at, now, helpers)
    if (joint) {
      if (token.word === '(') {
        state.depth += 1
        state.before = state.mode
      }
      if (token.word === ')' && state.depth > 0) {
        state.depth -= 1
        state.mode = state.before
      }
      // “no sofa, 1 desk”: “no” applies to one item, and to those that “or” adds.
      if (
        state.mode === 'no' &&
        joint.joint !== 'slash' &&
        now.tokens.length > 0 &&
        token.word !== 'or' &&
        !(joint.joint === 'and')
      )
        state.mode = 'taken'
      if (
        state.mode === 'not' &&
        joint.joint === 'comma' &&
        amountAt(tokens, at + joint.length) &&
        now.tokens.length > 0
      )
        state.mode = 'taken'
      if (state.mode === 'not' && joint.joint === 'colon' && helpers.isItem(now.tokens)) state.mode = 'taken'
      close(joint.joint)
      at += joint.length
      continue
    }
    if (
      /^(?:a|an|the|my|our|one)$/.test(token.word) &&
      now.tokens.length > 0 &&
      !HOLDING.has(now.tokens.at(-1)?.word ?? '') &&
      helpers.isItem(now.tokens)
    )
      close('count')
    now.tokens.push(token)
    at += 1
  }
  close('start')
  return pieces
}

const isOnlyX = (tokens: readonly Token[], at: number, end: number) =>
  end - at === 1 && /^[x×*#@]$/.test(tokens[at]?.word ?? '')

/** "boxes 30 sofa 2 chairs 4" */
function countsTrail(tokens: readonly Token[], { isItem }: Helpers): boolean {
  const isNumber = (at: number) => /^\d{1,3}$/.test(tokens[at]?.word ?? '')
  const numbers = tokens.filter((_, at) => isNumber(at)).length
  return (
    numbers > 1 &&
    isNumber(tokens.length - 1) &&
    !isNumber(0) &&
    !amountAt(tokens, 0) &&
    isItem(
      tokens.slice(
        0,
        tokens.findIndex((_, at) => isNumber(at)),
      ),
    )
  )
}

function jointAt(
  tokens: readonly Token[],
  at: number,
  now: Piece,
  { isItem }: Helpers,
): { joint: Joint; length: number } | undefined {
  const { word = '', isApart = false } = tokens[at] ?? {}
  const next = tokens[at + 1]
  if (
    /^(?:pots|bits|odds|cups|knives|arts)$/.test(tokens[at - 1]?.word ?? '') &&
    /^(?:pans|bobs|ends|pieces|bats|saucers|forks|crafts|boxes)$/.test(next?.word ?? '') &&
    /^(?:and|n|&)$/.test(word)
  )
    return undefined
  if (/^[,;|]$/.test(word)) return { joint: 'comma', length: 1 }
  if (/^(?:and|&|plus|then|also|n)$/.test(word) || (word === '+' && next)) {
    const isAlso =
      /^(?:and|&|\+|plus)$/.test(word) &&
      /^(?:also|then|a|some)$/.test(next?.word ?? '') &&
      /^(?:also|then)$/.test(next?.word ?? '')
    return { joint: 'and', length: isAlso ? 2 : 1 }
  }
  if (word === 'as' && next?.word === 'well' && tokens[at + 2]?.word === 'as') return { joint: 'and', length: 3 }
  if (word === 'along' && next?.word === 'with') return { joint: 'and', length: 2 }
  if (word === 'or' || word === 'nor') return { joint: 'slash', length: 1 }
  if (/^(?:with|w|inc|incl|including|includes)$/.test(word) && (now.tokens.length > 0 || now.joint === 'bracket')) {
    const isShort = word === 'w' && next?.word !== '/'
    return isShort ? undefined : { joint: 'with', length: word === 'w' ? 2 : 1 }
  }
  if (word === '/') return isFridge(tokens, at) ? undefined : { joint: 'slash', length: 1 }
  if (/^[([\]]$/.test(word)) return { joint: word === ']' ? 'comma' : 'bracket', length: 1 }
  if (word === ')') return { joint: 'comma', length: 1 }
  if (word === '-' && (isApart || next?.isApart) && next) return { joint: 'dash', length: 1 }
  if ((word === ':' || word === '=') && now.tokens.length > 0) return { joint: 'colon', length: 1 }
  if (/^(?:->|>|=)$/.test(word)) return { joint: 'dash', length: 1 }
  return word === '.' && next?.isApart === false && isItem(now.tokens) ? { joint: 'comma', length: 1 } : undefined
}

/** "fridge / freezer" is one thing. */
function isFridge(tokens: readonly Token[], at: number): boolean {
  const [before = '', after = ''] = [tokens[at - 1]?.word, tokens[at + 1]?.word]
  const isShort = /^[fwtb]$/.test(before) && tokens[at + 1]?.isApart === false
  return (
    (before.startsWith('fri') && after.startsWith('freez')) ||
    (before.startsWith('wash') && /^dr[yi]er/.test(after)) ||
    isShort
  )
}
