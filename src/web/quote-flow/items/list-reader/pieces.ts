// A line in pieces: what is counted, what is not taken, and what belongs together.
import { amountAt, pastCounted } from './amounts.ts'
import { measuresEnd } from './measures.ts'
import { tokensOf, type Token } from './tokens.ts'

export type Joint = 'start' | 'comma' | 'and' | 'with' | 'slash' | 'dash' | 'bracket' | 'count' | 'colon'

export interface Piece {
  tokens: Token[]
  amount?: number
  joint: Joint
  isLeftOut: boolean
  /** Whether it stands in a sentence, not in a list. */
  isProse: boolean
  /** What it is a part of: of "30 boxes (20 large, 10 small)" the boxes. */
  partOf?: Piece
}

const words = (list: string) => list.split('|').map((one) => one.split(' '))

/** What follows is not taken. Those that are said of a whole list go on over commas. */
const NOT_BEFORE = words(
  "not taking|not moving|not bringing|not including|not included|not coming|not to take|not to move|not be taking|not be moving|not be bringing|isn ' t taking|aren't taking|aren't moving|aren't bringing|am not taking|won't be taking|won't be moving|won't be bringing|won't take|won't be needing|won't need|will not take|will not be taking|will not need|don't need to move|don't need to take|don't need you to take|don't need|don't take|don't bring|don't want|dont need|dont take|dont want|dont move|don't move|do not need|do not take|do not move|do not want|not need|no need to take|no need to move|no need for|leaving behind|we're leaving|i'm leaving|we are leaving|i am leaving|leaving|leave behind|please leave|leave|excluding|exclude|excludes|except for|except|apart from|aside from|other than|but not|and not|minus|without|not the|not my|not our|not a|not|nor the|nor|neither|never mind|forget|forget about|scrap|selling|sold|getting rid of|throwing away|throwing out|giving away|no longer taking|no longer have|no longer need|haven't got|havent got|don't have|dont have|do not have|haven't|didn't|wont be taking|wont take|arent taking|not taking any|ignore|skip|cancel|take off|remove|staying :|staying behind :|staying put :|stays :",
).toSorted((one, other) => other.length - one.length)
const NO_BEFORE = words('no')

/** What stands before is not taken. */
const NOT_AFTER = words(
  "is staying|are staying|is not coming|are not coming|is not going|are not going|is not moving|are not moving|isn't coming|aren't coming|isn't going|aren't going|isn't moving|aren't moving|isn't being moved|aren't being moved|not being moved|is being left|are being left|being left behind|being left|is left|left behind|left here|to be left|is to stay|are to stay|to stay|can stay|will stay|will be staying|staying put|staying here|staying behind|staying|stays put|stays here|stays behind|stays|stay put|stay here|stay|is not needed|not needed|no longer needed|not required|is not included|are not included|isn't included|aren't included|not included|not coming|not going|not moving|not taking|not to be taken|not to be moved|not to go|not wanted|not taken|not included|won't be coming|won't be going|won't be moving|won't come|will not be coming|won't go|doesn't need moving|don't need moving|doesn't need to move|don't need to be moved|doesn't need to be moved|doesn't come|doesn't go|does not need to go|remains|remain|is remaining|are remaining|remaining|goes to the tip|going to the tip|going to tip|go to the tip|to the tip|to tip|tip|goes to charity|going to charity|to charity|for charity|charity|has been sold|have been sold|is sold|are sold|been sold|already sold|to be sold|is being sold|are being sold|being sold|sold|selling|to sell|for sale|is going to|are going to|going to my|going to|donated|donating|given away|giving away|gave away|to give away|is gone|are gone|has gone|already gone|gone|already moved|is already there|already there|leaving behind|leaving it|leaving them|leaving here|leaving|leave behind|leave here|leave it|leave them|to leave|leave|binned|being binned|binning|to be binned|to bin|thrown away|being thrown|scrapped|being scrapped|to scrap|getting rid|get rid|to go to|belongs to the landlord|belongs to landlord|belong to the landlord|is the landlord's|are the landlord's|landlord's|landlords|excluded|cancelled|not ours|isn't ours|is not ours|not mine|isn't mine|keep here|not any more|built in|not now|no|skip|not yet|separately",
).toSorted((one, other) => other.length - one.length)

/** They end what is not taken. */
const RESUME = words(
  'but we are taking|but we will take|but taking|but we need|but i need|but we have|but i have|but|just|only|taking|instead|everything else|we are taking|we need|i need|we do have|we have|i have|however|also',
).toSorted((one, other) => other.length - one.length)

const isAt = (tokens: readonly Token[], at: number, phrase: readonly string[]) =>
  phrase.every((word, more) => tokens[at + more]?.word === word)
const lengthAt = (tokens: readonly Token[], at: number, phrases: readonly (readonly string[])[]) =>
  phrases.find((phrase) => phrase[0] === tokens[at]?.word && isAt(tokens, at, phrase))?.length ?? 0

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

interface Helpers {
  /** Whether it names a thing, as far as it goes. */
  isThing: (tokens: readonly Token[]) => boolean
  /** Whether it only says of what sort something is. */
  isDescription: (tokens: readonly Token[]) => boolean
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
  const close = (joint: Joint) => {
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
      now.tokens.length > 0 || (pieces.length > 0 && /^(?:bracket|dash|comma)$/.test(now.joint))
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
      (/^(?:don't|dont|not)$/.test(token.word) && tokens[at + 1]?.word === 'forget') ||
      (token.word === 'forget' && /^(?:don't|dont|not)$/.test(tokens[at - 1]?.word ?? ''))
        ? 0
        : lengthAt(tokens, at, NOT_BEFORE)
    const isNumbered = tokens[at + 1]?.word === '.' || /^\d/.test(tokens[at + 1]?.word ?? '')
    const no = nots === 0 && !isNumbered && now.amount === undefined ? lengthAt(tokens, at, NO_BEFORE) : 0
    if (nots > 0 || no > 0) {
      close('comma')
      state.mode = nots > 0 ? 'not' : 'no'
      now.isLeftOut = true
      at += nots + no
      continue
    }
    const isFirst = now.tokens.length === 0
    const measured = measuresEnd(tokens, at)
    if (measured > at) {
      now.tokens.push(...tokens.slice(at, measured))
      at = measured
      continue
    }
    if (/^(?:forget)$/.test(token.word) && /^(?:don't|dont|not)$/.test(tokens[at - 1]?.word ?? '')) {
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
        /^(?:[,;)(/&+-]|and|plus|also|then|in|for|each|total|please|with|from|but|or|x)$/.test(next)
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
      } else if (isFirst) now.amount ??= found.amount
      else if (
        now.amount === undefined &&
        !helpers.isThing(now.tokens) &&
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
      // "no sofa, 1 desk": no is said of one thing, and of what "or" adds.
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
      close(joint.joint)
      at += joint.length
      continue
    }
    if (
      /^(?:a|an|the|my|our|one)$/.test(token.word) &&
      now.tokens.length > 0 &&
      !HOLDING.has(now.tokens.at(-1)?.word ?? '') &&
      helpers.isThing(now.tokens)
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
function countsTrail(tokens: readonly Token[], { isThing }: Helpers): boolean {
  const isNumber = (at: number) => /^\d{1,3}$/.test(tokens[at]?.word ?? '')
  const numbers = tokens.filter((_, at) => isNumber(at)).length
  return (
    numbers > 1 &&
    isNumber(tokens.length - 1) &&
    !isNumber(0) &&
    !amountAt(tokens, 0) &&
    isThing(
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
  { isThing }: Helpers,
): { joint: Joint; length: number } | undefined {
  const { word = '', isApart = false } = tokens[at] ?? {}
  const next = tokens[at + 1]
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
  if (/^(?:with|w|inc|incl|including|includes)$/.test(word) && now.tokens.length > 0) {
    const isShort = word === 'w' && next?.word !== '/'
    return isShort ? undefined : { joint: 'with', length: word === 'w' ? 2 : 1 }
  }
  if (word === '/') return isFridge(tokens, at) ? undefined : { joint: 'slash', length: 1 }
  if (/^[([\]]$/.test(word)) return { joint: word === ']' ? 'comma' : 'bracket', length: 1 }
  if (word === ')') return { joint: 'comma', length: 1 }
  if (word === '-' && (isApart || next?.isApart) && next) return { joint: 'dash', length: 1 }
  if ((word === ':' || word === '=') && now.tokens.length > 0) return { joint: 'colon', length: 1 }
  if (/^(?:->|>|=)$/.test(word)) return { joint: 'dash', length: 1 }
  return word === '.' && next?.isApart === false && isThing(now.tokens) ? { joint: 'comma', length: 1 } : undefined
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

/** How many words say that what stands before is not taken. */
function refusalAfter(
  tokens: readonly Token[],
  at: number,
  now: Piece,
  pieces: readonly Piece[],
  { isThing }: Helpers,
): number {
  const length = lengthAt(tokens, at, NOT_AFTER)
  if (length === 0) return 0
  const said = tokens
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(' ')
  const next = tokens[at + length]?.word
  const isSet = now.tokens.length === 0
  const isEnd =
    next === undefined ||
    /^[,;).!-]$|^(?:and|but|so|as|with|because|in|at|for|to|here|there|please|behind|it|them|this|which|we|i|my|the)$/.test(
      next,
    )
  // "leaving" before a thing is not said of the one before: "two beds leaving the sofa".
  if (
    /^(?:not taking|not moving|leaving|leave|selling|sold|skip|no|stay|gone|charity|tip|giving away|donating|not|not included|remain|binning|built in|landlords|landlord's|separately)$/.test(
      said,
    )
  ) {
    if (
      next !== undefined &&
      !/^[,;).!-]$/.test(next) &&
      !(
        said !== 'no' &&
        /^(?:and|but|it|them|here|behind|this|that|these|those|as|to|so|because|with|for|at)$/.test(next)
      )
    )
      return 0
  }
  if (/^(?:going to|is going to|are going to|to go to|going to my)$/.test(said)) {
    if (/^(?:be|need|take|the new|bring|a|new|our new|want|move|take)$/.test(next ?? '') || next === undefined) return 0
    if (
      /^(?:the|our|my)$/.test(next ?? '') &&
      /^(?:new|flat|house|office|bedroom|lounge|kitchen|garage|loft)$/.test(tokens[at + length + 1]?.word ?? '')
    )
      return 0
  }
  if (said === 'tip' || said === 'no' || said === 'charity')
    return isSet || now.joint === 'dash' || now.joint === 'bracket' ? length : 0
  if (isSet) return pieces.length > 0 && isEnd ? length : 0
  const told = now.tokens.filter(
    ({ word }) => !/^(?:which|that|who|the|is|are|will|be|it|they|this|we|we're|i|i'm|am|'|'s|s)$/.test(word),
  )
  if (told.length === 0) return pieces.length > 0 ? length : 0
  return isThing(told) || told.length <= 4 ? length : 0
}

/** The thing that was just named, and those joined to it if several are meant. */
function leaveOut(now: Piece, pieces: readonly Piece[], tokens: readonly Token[], at: number, length: number): void {
  const said = tokens.slice(at, at + length).map(({ word }) => word)
  const isBare =
    now.tokens.filter(
      ({ word }) => /\p{L}/u.test(word) && !/^(?:which|that|who|is|are|it|they|will|be|we|we're|i|i'm)$/.test(word),
    ).length === 0
  const isMany =
    said.includes('are') ||
    said.includes("aren't") ||
    /^(?:stay|remain)$/.test(said[0] ?? '') ||
    said.includes('have') ||
    /^(?:both|all|they)$/.test(tokens[at - 1]?.word ?? '') ||
    (/^(?:staying|not|being|won't|will)$/.test(said[0] ?? '') && /^(?:both|are)$/.test(tokens[at - 1]?.word ?? '')) ||
    said[0] === "don't"
  if (!isBare) now.isLeftOut = true
  else now.tokens = []
  let last: Piece | undefined = isBare ? pieces.at(-1) : now
  if (last) last.isLeftOut = true
  if (!isMany) return
  for (let place = pieces.length - 1; place >= 0; place -= 1) {
    const piece = pieces[place]
    if (!piece || !last || !/^(?:and|comma|slash)$/.test(last.joint)) break
    piece.isLeftOut = true
    last = piece
  }
}
