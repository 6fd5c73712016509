// Phrases that exclude an item: “not taking the sofa”, “the piano stays”.
import { CHATTER, LEADS, NOT_THINGS, TAILS } from './data.ts'
import { isRoom, type Row } from './layout.ts'
import { describing } from './measures.ts'
import { isDescription, isKnownWord, type Catalogued } from './names.ts'
import type { Helpers, Piece } from './pieces.ts'
import { type Token, textOf } from './tokens.ts'

const splitPhrases = (list: string) => list.split('|').map((one) => one.split(' '))

/** Phrases that exclude the item after them. Those that apply to a whole list continue past commas. */
export const NOT_BEFORE = splitPhrases(
  "not taking|not moving|not bringing|not including|not included|not coming|not to take|not to move|not be taking|not be moving|not be bringing|isn ' t taking|aren't taking|aren't moving|aren't bringing|am not taking|won't be taking|won't be moving|won't be bringing|won't take|won't be needing|won't need|will not take|will not be taking|will not need|don't need to move|don't need to take|don't need you to take|don't need|don't take|don't bring|don't want|dont need|dont take|dont want|dont move|don't move|do not need|do not take|do not move|do not want|not need|no need to take|no need to move|no need for|leaving behind|we're leaving|i'm leaving|we are leaving|i am leaving|leaving|leave behind|please leave|leave|excluding|exclude|excludes|except for|except|apart from|aside from|other than|but not|and not|minus|without|not the|not my|not our|not a|not|nor the|nor|neither|never mind|forget|forget about|scrap|selling|sold|getting rid of|throwing away|throwing out|giving away|get rid of|getting shot of|no longer taking|no longer have|no longer need|haven't got|havent got|don't have|dont have|do not have|haven't|didn't|wont be taking|wont take|arent taking|not taking any|ignore|skip|cancel|take off|remove|staying :|staying behind :|staying put :|stays :",
).toSorted((one, other) => other.length - one.length)
export const NO_BEFORE = splitPhrases('no')

/** Phrases that exclude the item before them. */
const NOT_AFTER = splitPhrases(
  "for the tip|for tip|for the skip|for the dump|to the dump|n / a|n \\ a|none|is staying|are staying|is not coming|are not coming|is not going|are not going|is not moving|are not moving|isn't coming|aren't coming|isn't going|aren't going|isn't moving|aren't moving|isn't being moved|aren't being moved|not being moved|is being left|are being left|being left behind|being left|is left|left behind|left here|to be left|is to stay|are to stay|to stay|can stay|will stay|will be staying|staying put|staying here|staying behind|staying|stays put|stays here|stays behind|stays|stay put|stay here|stay|is not needed|not needed|no longer needed|not required|is not included|are not included|isn't included|aren't included|not included|not coming|not going|not moving|not taking|not to be taken|not to be moved|not to go|not wanted|not taken|not included|won't be coming|won't be going|won't be moving|won't come|will not be coming|won't go|doesn't need moving|don't need moving|doesn't need to move|don't need to be moved|doesn't need to be moved|doesn't come|doesn't go|does not need to go|remains|remain|is remaining|are remaining|remaining|goes to the tip|going to the tip|going to tip|go to the tip|to the tip|to tip|tip|goes to charity|going to charity|to charity|for charity|charity|has been sold|have been sold|is sold|are sold|been sold|already sold|to be sold|is being sold|are being sold|being sold|sold|selling|to sell|for sale|is going to|are going to|going to my|going to|donated|donating|given away|giving away|gave away|to give away|is gone|are gone|has gone|already gone|gone|already moved|is already there|already there|leaving behind|leaving it|leaving them|leaving here|leaving|leave behind|leave here|leave it|leave them|to leave|leave|binned|being binned|binning|to be binned|to bin|thrown away|being thrown|scrapped|being scrapped|to scrap|getting rid|get rid|to go to|belongs to the landlord|belongs to landlord|belong to the landlord|is the landlord's|are the landlord's|landlord's|landlords|excluded|cancelled|not ours|isn't ours|is not ours|not mine|isn't mine|keep here|not any more|built in|not now|no|skip|not yet|separately",
).toSorted((one, other) => other.length - one.length)

/** They end what is not taken. */
export const RESUME = splitPhrases(
  'but we are taking|but we will take|but taking|but we need|but i need|but we have|but i have|but|just|only|taking|instead|everything else|we are taking|we need|i need|we do have|we have|i have|however|also',
).toSorted((one, other) => other.length - one.length)

const isAt = (tokens: readonly Token[], at: number, phrase: readonly string[]) =>
  phrase.every((word, more) => tokens[at + more]?.word === word)
export const lengthAt = (tokens: readonly Token[], at: number, phrases: readonly (readonly string[])[]) =>
  phrases.find((phrase) => phrase[0] === tokens[at]?.word && isAt(tokens, at, phrase))?.length ?? 0

/** Number of words that exclude the item before them. */
export function refusalAfter(
  tokens: readonly Token[],
  at: number,
  now: Piece,
  pieces: readonly Piece[],
  { isItem }: Helpers,
): number {
  const length = lengthAt(tokens, at, NOT_AFTER)
  if (length === 0) return 0
  const phrase = tokens
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
  // “leaving” before an item does not apply to the one before it: “two beds leaving the sofa”.
  if (
    /^(?:not taking|not moving|leaving|leave|selling|sold|skip|no|stay|gone|charity|tip|giving away|donating|not|not included|remain|binning|built in|landlords|landlord's|separately)$/.test(
      phrase,
    )
  ) {
    if (
      next !== undefined &&
      !/^[,;).!-]$/.test(next) &&
      !(
        phrase !== 'no' &&
        /^(?:and|but|it|them|here|behind|this|that|these|those|as|to|so|because|with|for|at)$/.test(next)
      )
    )
      return 0
  }
  if (/^(?:going to|is going to|are going to|to go to|going to my)$/.test(phrase)) {
    if (/^(?:be|need|take|the new|bring|a|new|our new|want|move|take)$/.test(next ?? '') || next === undefined) return 0
    if (
      /^(?:the|our|my)$/.test(next ?? '') &&
      /^(?:new|flat|house|office|bedroom|lounge|kitchen|garage|loft)$/.test(tokens[at + length + 1]?.word ?? '')
    )
      return 0
  }
  if (phrase === 'tip' || phrase === 'no' || phrase === 'charity')
    return isSet || now.joint === 'dash' || now.joint === 'bracket' ? length : 0
  if (isSet) return pieces.length > 0 && isEnd ? length : 0
  const itemTokens = now.tokens.filter(
    ({ word }) =>
      !/^(?:which|that|that's|thats|who|the|is|are|will|be|it|it's|its|they|they're|this|we|we're|i|i'm|am|'|'s|s)$/.test(
        word,
      ),
  )
  if (itemTokens.length === 0) return pieces.length > 0 ? length : 0
  return isItem(itemTokens) || itemTokens.length <= 4 ? length : 0
}

/** The thing that was just named, and those joined to it if several are meant. */
export function leaveOut(
  now: Piece,
  pieces: readonly Piece[],
  tokens: readonly Token[],
  at: number,
  length: number,
): void {
  const refusalTerms = tokens.slice(at, at + length).map(({ word }) => word)
  const isBare =
    now.tokens.filter(
      ({ word }) =>
        /\p{L}/u.test(word) &&
        !/^(?:which|that|that's|thats|who|is|are|it|it's|its|they|they're|will|be|we|we're|i|i'm)$/.test(word),
    ).length === 0
  const isMany =
    refusalTerms.includes('are') ||
    refusalTerms.includes("aren't") ||
    /^(?:stay|remain)$/.test(refusalTerms[0] ?? '') ||
    refusalTerms.includes('have') ||
    /^(?:both|all|they)$/.test(tokens[at - 1]?.word ?? '') ||
    (/^(?:staying|not|being|won't|will)$/.test(refusalTerms[0] ?? '') &&
      /^(?:both|are)$/.test(tokens[at - 1]?.word ?? '')) ||
    refusalTerms[0] === "don't"
  const previousPiece = pieces.at(-1)
  if (isBare && now.amount !== undefined && previousPiece?.amount !== undefined && previousPiece.amount > now.amount) {
    // "2 bookcases (one staying)": one of them goes.
    previousPiece.amount -= now.amount
    now.amount = undefined
    now.tokens = []
    return
  }
  if (!isBare) now.isLeftOut = true
  else now.tokens = []
  let last: Piece | undefined = isBare ? (pieces.findLast(({ joint }) => joint !== 'bracket') ?? pieces.at(-1)) : now
  if (last) last.isLeftOut = true
  const isTogether = /^(?:staying|not)$/.test(refusalTerms[0] ?? '') && !isBare
  if (!isMany && !isTogether) return
  for (let place = pieces.length - 1; place >= 0; place -= 1) {
    const piece = pieces[place]
    if (!piece || !last || !(isMany ? /^(?:and|comma|slash)$/ : /^and$/).test(last.joint)) break
    if (!isMany && piece.amount !== undefined) break
    piece.isLeftOut = true
    last = piece
  }
}

// Conversation: words around the items that name none of them.

const MOST_OWN_WORDS = 6
/** A phrase of more words names nothing. */
export const MOST_TOKENS = 24

/** Drops the words that introduce an item, as in “We also have a”. */
export function withoutLead(tokens: readonly Token[]): Token[] {
  let at = 0
  while (at < tokens.length - 1 && (LEADS.has(tokens[at]?.word ?? '') || /^[^\p{L}\d]$/u.test(tokens[at]?.word ?? '')))
    at += 1
  return tokens.slice(at)
}

/** Prepositions that a place follows. */
const PLACED = /^(?:from|to|in|at|on|near|by|via|until)$/

/** "Mum says she wants the dresser": what comes after each word of talk. */
export const afterTalk = (tokens: readonly Token[]): Token[][] =>
  tokens.length > MOST_TOKENS
    ? []
    : tokens.flatMap(({ word }, at) =>
        CHATTER.has(word) && !PLACED.test(word) && !PLACED.test(tokens[at + 1]?.word ?? '') && at < tokens.length - 1
          ? [withoutTail(withoutLead(tokens.slice(at + 1)))]
          : [],
      )

/** Cuts the name off before the words that give its place or what is to happen to it. */
export function withoutTail(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(({ word }, place) => place > 0 && TAILS.has(word))
  return at < 0 ? [...tokens] : tokens.slice(0, at)
}

/** An unknown name is the customer’s own item, unless it is only conversation. */
export function isOwn(
  items: readonly Catalogued[],
  tokens: readonly Token[],
  piece: Piece,
  row: Row,
  sentence: readonly Token[],
): boolean {
  const terms = tokens.map(({ word }) => word).filter((word) => /\p{L}/u.test(word))
  const telling = terms.filter((word) => !LEADS.has(word) && !/^(?:a|an|the|my|our|some|of|and)$/.test(word))
  if (row.isSigned || /^(?:dear|mr|mrs|ms|miss|dr|sir|sirs|madam)$/.test(terms[0] ?? '')) return false
  if (telling.length === 0 || isRoom(textOf(tokens))) return false
  const isHouse = /\b(?:wendy|dolls?'?s?|play|tree|dog|bird|summer|gingerbread|cat|ice)\s?houses?$/i.test(
    textOf(tokens),
  )
  if (describing(tokens).some((word) => /^\d+bed$/.test(word))) return false
  const isTalk = !isHouse && terms.some((word) => CHATTER.has(word) || NOT_THINGS.has(word))
  if (row.isCell && piece.joint === 'start') return telling.some((word) => word.length > 1)
  if (isTalk || terms.length > MOST_OWN_WORDS || /^(?:bracket|dash)$/.test(piece.joint)) return false
  if (telling.every((word) => word.length < 3 || /^\d/.test(word))) return false
  if (/\b(?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|£\d+)\b/i.test(textOf(tokens))) return false
  if (isDescription(describing(tokens)) && telling.every((word) => isKnownWord(items, word))) return false
  if (!piece.isProse)
    return !/^(?:thanks|thank|cheers|ta|regards|love|best|kind)\b/.test(textOf(sentence).toLowerCase())
  if (piece.amount === undefined && /^\p{Lu}\p{Ll}+$/u.test(textOf(tokens))) return false
  const first = piece.tokens[0]?.word ?? ''
  const lead = piece.lead?.word ?? ''
  return (
    piece.amount !== undefined ||
    /^(?:a|an|the|my|our|some)$/.test(first) ||
    /^(?:and|comma)$/.test(piece.joint) ||
    /^(?:a|an|the|my|our|some|taking|move|moving|bring|bringing|take)$/.test(lead)
  )
}
