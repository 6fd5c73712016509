// Talk: what is said around things, and is none of them.
import { isRoom, type Row } from './layout.ts'
import { describing } from './measures.ts'
import { isDescription, isKnownWord, type Catalogued } from './names.ts'
import type { Piece } from './pieces.ts'
import { CHATTER, LEADS, NOT_THINGS, TAILS } from './data.ts'
import { textOf, type Token } from './tokens.ts'

const MOST_OWN_WORDS = 6
/** A phrase of more words names nothing. */
export const MOST_TOKENS = 24

/** "We also have a": what is said before the thing. */
export function withoutLead(tokens: readonly Token[]): Token[] {
  let at = 0
  while (at < tokens.length - 1 && (LEADS.has(tokens[at]?.word ?? '') || /^[^\p{L}\d]$/u.test(tokens[at]?.word ?? '')))
    at += 1
  return tokens.slice(at)
}

/** What follows is a place. */
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

/** Up to where it says where it stands, or what is to happen to it. */
export function withoutTail(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(({ word }, place) => place > 0 && TAILS.has(word))
  return at < 0 ? [...tokens] : tokens.slice(0, at)
}

/** What nobody knows is the customer's own thing, unless it is only talk. */
export function isOwn(
  items: readonly Catalogued[],
  tokens: readonly Token[],
  piece: Piece,
  row: Row,
  sentence: readonly Token[],
): boolean {
  const words = tokens.map(({ word }) => word).filter((word) => /\p{L}/u.test(word))
  const telling = words.filter((word) => !LEADS.has(word) && !/^(?:a|an|the|my|our|some|of|and)$/.test(word))
  if (row.isSigned || /^(?:dear|mr|mrs|ms|miss|dr|sir|sirs|madam)$/.test(words[0] ?? '')) return false
  if (telling.length === 0 || isRoom(textOf(tokens))) return false
  const isHouse = /\b(?:wendy|dolls?'?s?|play|tree|dog|bird|summer|gingerbread|cat|ice)\s?houses?$/i.test(
    textOf(tokens),
  )
  if (describing(tokens).some((word) => /^\d+bed$/.test(word))) return false
  const isTalk = !isHouse && words.some((word) => CHATTER.has(word) || NOT_THINGS.has(word))
  if (row.isCell && piece.joint === 'start') return telling.some((word) => word.length > 1)
  if (isTalk || words.length > MOST_OWN_WORDS || /^(?:bracket|dash)$/.test(piece.joint)) return false
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
