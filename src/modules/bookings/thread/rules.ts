import { hasDay, isCancelled, isFinished, isLost, isUntaken, type BookingStatus } from '../rules.ts'

/** Who writes to whom about a booking, and how long (decisions §5). Pure. */

export const SIDES = ['customer', 'company'] as const
export type Side = (typeof SIDES)[number]

export const MOST_CHARACTERS = 2000
/** In one booking; more is no conversation. */
export const MOST_MESSAGES = 1000
/** After its end, for what was left behind. */
export const CLOSES_AFTER_DAYS = 14

export const WHY_CLOSED = ['no_driver', 'over'] as const
export type WhyClosed = (typeof WHY_CLOSED)[number]

export interface ThreadFacts {
  status: BookingStatus
  hasCompany: boolean
  end: Date
}

/** Reason why the thread is closed or not open yet; null if it is open. */
export function closedReasonOf({ status, hasCompany, end }: ThreadFacts, now: Date): WhyClosed | null {
  if (isUntaken(status) || isLost(status)) return 'over'
  if (!hasCompany) return 'no_driver'
  const isOver = isFinished(status) || isCancelled(status)
  return isOver && now.getTime() > end.getTime() + CLOSES_AFTER_DAYS * 86_400_000 ? 'over' : null
}

/** What happened to the job, as the thread shows it between the messages; other events are not for both sides. */
export const NOTES = [
  'created',
  'verified',
  'confirmed',
  'reconfirmed',
  'cancelled',
  'rejected',
  'given_up',
  'not_taken',
  'not_reconfirmed',
  'became_hot',
  'taken_away',
  'given',
  'no_one_took',
  'started',
  'finished',
] as const

export const DECISIONS = ['leave', 'remove'] as const
export type ReportDecision = (typeof DECISIONS)[number]

/** The newest message of a booking, as the booking's own page shows it. Pure. */

/** Enough to know whether to open the thread. */
export const LAST_CHARACTERS = 200

/** Row of the column in `queries.ts`: it holds the full text, because a number is recognised by all of its digits. */
export interface LastMessageRow {
  side: Side
  authorId: string
  author: string
  text: string
  photosCount: number
  isRemoved: boolean
  at: string
}

interface Reader {
  userId: string
  side: Side
  status: BookingStatus
}

export function lastMessageOf(row: LastMessageRow | null, { userId, side: reader, status }: Reader) {
  if (!row) return null
  const { side, author, authorId, isRemoved, at } = row
  const isOwn = authorId === userId
  const content = isRemoved ? '' : row.text
  return {
    side,
    author: side === 'customer' && reader === 'company' && !hasDay(status) ? 'Customer' : author,
    isOwn,
    text: (isOwn || hasDay(status) ? content : redacted(content)).slice(0, LAST_CHARACTERS),
    photosCount: isRemoved ? 0 : row.photosCount,
    isRemoved,
    at: new Date(at).toISOString(),
  }
}

/**
 * Numbers and addresses of one side are the other's to know once the booking is confirmed (decisions §5). Until then they are taken out
 * of what is written, however they are written. Pure.
 */

export const HIDDEN = '[hidden until confirmed]'

/** Fewer digits than this are a price, a time, a house number; a date is set aside. */
const FEWEST_DIGITS = 9

const WORDS = new Map(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((word, digit) => [
    word,
    String(digit),
  ]),
)
for (const word of ['nought', 'oh', 'o', 'nil']) WORDS.set(word, '0')

const TIMES = new Map([
  ['double', 2],
  ['treble', 3],
  ['triple', 3],
])

/** Between two digits of one number: spaces, and a few signs. */
const BETWEEN = /^[\s.,\-–—_()+/\\|*~:]{0,6}$/

// The pattern has no unlimited repetition and begins only at the start of a word, so its time is linear in the length
// of the text.
const GAP = String.raw`\s{0,30}`
const BREAK = String.raw`\s{1,30}`
const AT = String.raw`(?:@|${GAP}[([{<]${GAP}at${GAP}[)\]}>]${GAP}|${BREAK}at${BREAK})`
const DOT = String.raw`(?:\.|${GAP}[([{<]${GAP}dot${GAP}[)\]}>]${GAP}|${BREAK}dot${BREAK})`
const LABEL = '[a-z0-9-]{1,63}'
const ENDING = '(?:com|net|org|info|biz|co|uk|io|me|eu|ie|app|email|online|site|live|mail)'
const EMAIL = new RegExp(
  String.raw`(?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}(?:${BREAK}dot${BREAK}[a-z0-9_%+-]{1,64})?${AT}${LABEL}(?:${DOT}${LABEL}){0,8}${DOT}${ENDING}\b`,
  'giu',
)
const PLAIN_EMAIL = /(?<![^\s@<>()[\]])[^\s@<>()[\]]{1,4000}@[^\s@<>()[\]]{1,190}\.[a-z]{2,24}/giu
const LINK = /(?:https?:\/\/|www\.)\S+|\b(?:wa|t|fb|m)\.me\/\S+/giu
/** 28/11/2026, 28.11.26, 2026-11-28, 09:00. */
const DATE =
  /\b(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?:\s?(?:am|pm))?)\b(?![\d/.-]*\d{3})/giu

interface Piece {
  from: number
  to: number
  digits: string
}

/** The text as the other side may read it before the booking is confirmed. */
export function redacted(text: string): string {
  const plain = text.normalize('NFKC')
  const withoutAddresses = plain.replaceAll(LINK, HIDDEN).replaceAll(PLAIN_EMAIL, HIDDEN).replaceAll(EMAIL, HIDDEN)
  return withoutNumbers(withoutAddresses)
}

function withoutNumbers(text: string): string {
  const dates = [...text.matchAll(DATE)].map(({ index, 0: date }) => [index, index + date.length] as const)
  const isInDate = (at: number) => dates.some(([from, to]) => at >= from && at < to)
  const pieces = piecesOf(text).filter(({ from }) => !isInDate(from))
  let rest = text
  // Runs are replaced from the end, so that the positions of earlier ones remain valid.
  for (const run of runsOf(text, pieces).toReversed()) {
    const [first, last] = [run[0], run.at(-1)]
    if (first && last) rest = `${rest.slice(0, first.from)}${HIDDEN}${rest.slice(last.to)}`
  }
  return rest
}

/** Digits, and words that say one. */
function piecesOf(text: string): Piece[] {
  const found: Piece[] = []
  const pattern = /\d+|(?:(double|treble|triple)\s+)?\b([a-z]+)\b/giu
  for (const { 0: match, 1: times, 2: word, index } of text.matchAll(pattern)) {
    const digit = word === undefined ? match : WORDS.get(word.toLowerCase())
    const single = times && word && /^\d$/.test(word) ? word : digit
    if (single === undefined) continue
    const count = times ? (TIMES.get(times.toLowerCase()) ?? 1) : 1
    found.push({ from: index, to: index + match.length, digits: single.repeat(count) })
  }
  return found
}

/** Pieces that follow each other closely and together have as many digits as a phone number. */
function runsOf(text: string, pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const piece of pieces) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && isBetween(text.slice(last.to, piece.from))) run.push(piece)
    else runs.push([piece])
  }
  return runs.filter((run) => run.reduce((sum, { digits }) => sum + digits.length, 0) >= FEWEST_DIGITS)
}

/** "double 7" has its word in the gap. */
const isBetween = (gap: string): boolean => BETWEEN.test(gap.replaceAll(/\b(?:double|treble|triple|then|and)\b/giu, ''))
