// Talk: what is said around things, and is none of them.
import { isRoom, type Row } from './layout.ts'
import { describing } from './measures.ts'
import { isDescription, isKnownWord, type Catalogued } from './names.ts'
import type { Piece } from './pieces.ts'
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

/** "Mum says she wants the dresser": what comes after each word of talk. */
export const afterTalk = (tokens: readonly Token[]): Token[][] =>
  tokens.length > MOST_TOKENS
    ? []
    : tokens.flatMap(({ word }, at) =>
        CHATTER.has(word) && at < tokens.length - 1 ? [withoutTail(withoutLead(tokens.slice(at + 1)))] : [],
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
  const telling = words.filter((word) => !/^(?:a|an|the|my|our|some|of|and)$/.test(word))
  if (telling.length === 0 || isRoom(textOf(tokens))) return false
  const isHouse = /\b(?:wendy|dolls?'?s?|play|tree|dog|bird|summer|gingerbread|cat|ice)\s?houses?$/i.test(
    textOf(tokens),
  )
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
  return piece.amount !== undefined || /^(?:a|an|the|my|our|some)$/.test(first) || /^(?:and|comma)$/.test(piece.joint)
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** They stand before a thing in a sentence. */
const LEADS = set(
  `lots loads load plenty bunch heaps masses tons various numerous many couple mixture selection hi hello hey hiya dear all there guys team mate i we i'm i've we've we're i'd we'd he she they it it's its there's there're theres theyre they're that's here's here have has had got get need needs want
  wants would like to move moving moved take taking bring bringing shift shifting transport transporting collect collecting please can could will you your u just only also mostly mainly basically including include
  includes includes: following is are was be been being in the and plus then oh yes yeah yep ok okay so well erm um maybe probably perhaps about around approx roughly including
  quick question quote for list of stuff items item things thing consisting consists comprising comprises contains containing contents total totalling looking hoping hope
  know think thinking guess say says said don't dont forget not remember tell ask actually make sorry wait correction meant instead rather
  him her me them us his my our their another some other any additional extra as follows : - , . ! ? * # & 's m ve re ll d do does did e g ie eg forgot mentioned mention add adding
  when where which what who shall should may might must if but because while after before let lets let's both each up down out new old big`,
)

/** From them on a phrase says where the thing stands or what is to happen to it. */
const TAILS = set(
  `from to in at on which that who need needs needing is are was were moved moving collected collecting delivered please because if when by into onto for as but upstairs downstairs
  going goes go will would can could should it they we i you he she has have had too though although about approx approximately measuring weighing
  inside outside under behind near next upto each thanks thank cheers maybe probably possibly roughly around currently mostly already still per
  comes come coming included earlier later before after too either anyway etc altogether overall
  belonging belongs so do does did be might may must then than made bought worth needed required requires off up down here there`,
)

/** With one of them it is talk. */
const CHATTER = set(
  `i we you he she they me us him it is are was were be been being am do does did has have had will would could should can might must shall may need needs want wants wanted like
  please pls plz thanks thank cheers ta hi hello hey hiya dear regards kind best sincerely love xx x moving moved move from to when where what which who how why that because if so but let know
  call ring text email e-mail phone mobile number contact quote quotes price prices cost costs much many long day date dates time times today tomorrow tonight yesterday week weeks weekend month
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed
  thu thur thurs fri sat sun morning afternoon evening am pm noon asap ready available availability free lift lifts elevator parking permit road street lane avenue close flat flats house houses home homes bedroom bedrooms
  address postcode area town city london leeds manchester birmingham bristol york mile miles hour hours minutes mins budget pay paid paying insurance deposit help helping helper helpers van vans luton driver drivers man men
  people person assistance quotation estimate job jobs load loading unload unloading pack packing unpacking carry lift lifting looking look forward hear hearing hope hoping wondering wonder think thinking guess sure really
  just only also mostly mainly basically roughly maybe perhaps probably possibly about around including everything anything something nothing everyone anyone somebody someone else rest etc
  not no don't dont won't can't cant isn't aren't doesn't didn't haven't i'm we're i've we've i'd we'd i'll we'll it's there's that's what's here's let's you're they're
  sent iphone android whatsapp photo photos picture attached attachment image omitted message messages deleted yes yeah yep nope ok okay okey sorry actually
  heavy approx approximately floor floors stairs staircase steps ground first second third top 1st 2nd 3rd 4th landlord tenant completion keys key council storage unit depends dependent
  this these those here there now then than soon later before after during until till between via per each one's forgot mention mentioned same again already
  come comes coming go goes going gone take takes taking took bring brings bringing get gets getting got give gives giving leave leaves leaving left stay stays staying keep keeps keeping
  put puts putting make makes making made say says said tell tells told ask asks asked dismantle dismantled dismantling disassemble disassembled assemble assembled reassemble taken apart
  collect collected collection deliver delivered delivery drop pick pickup kept sold sell selling very bit bits pretty quite too
  hopefully ideally preferably currently nearby local distance journey ulez congestion access narrow drive driveway outside`,
)

/** Nouns of talk. */
const NOT_THINGS = set(
  `semi detached terrace terraced cottage townhouse stuff things thing items item list lot lots total totals sum subtotal rooms room lounge kitchen bathroom hallway garage loft attic property apartment studio bungalow maisonette place contents inventory furniture belongings
  possessions household kind regards mate name customer client agent bye question questions idea info information details detail problem issue note notes description quantity qty amount
  removal removals mover movers company firm service services website form app booking reference ref order`,
)
