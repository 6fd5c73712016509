import type { EntryKind, EntryWho } from '../rules.ts'

/**
 * The record of a day: a chain of entries, each with the digest of the one before. An entry's words lie beside it with a salt; the chain
 * holds their digest only, so that they can be erased and the rest still proves itself. Pure.
 */

export interface Entry {
  seq: number
  kind: EntryKind
  who: EntryWho
  at: string
  happenedAt: string
  isShifted: boolean
  isConflict: boolean
  payloadDigest: string
  prevDigest: string
  digest: string
}

export type Payload = Record<string, string | number | boolean | null | string[]>

export interface RecordedEntry extends Entry {
  /** Null where it was erased. */
  salt: string | null
  payload: Payload | null
}

export interface RecordHead {
  format: 'vanfare-day-record-1'
  bookingId: string
  madeAt: string
  publicKey: string
}

export const FIRST_DIGEST = '0'.repeat(64)

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export type Sha256 = (text: string) => string

/** Keys in order at every level, so that what the database gives back has the same digest. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

export const digestOfPayload = (sha256: Sha256, salt: string, payload: Payload): string =>
  sha256(`${salt}\n${canonical(payload)}`)

export const digestOfEntry = (sha256: Sha256, bookingId: string, entry: Omit<Entry, 'digest'>): string =>
  sha256(
    JSON.stringify([
      bookingId,
      entry.seq,
      entry.kind,
      entry.who,
      entry.at,
      entry.happenedAt,
      entry.isShifted,
      entry.isConflict,
      entry.payloadDigest,
      entry.prevDigest,
    ]),
  )

export interface Link extends Pick<Entry, 'kind' | 'who' | 'isShifted' | 'isConflict'> {
  at: Date
  happenedAt: Date
  salt: string
  payload: Payload
}

/** The next entry of a booking's chain, after the last one if there is any. */
export function linkEntry(
  sha256: Sha256,
  bookingId: string,
  last: Pick<Entry, 'seq' | 'digest'> | undefined,
  { kind, who, isShifted, isConflict, at, happenedAt, salt, payload }: Link,
): Entry {
  const entry = {
    seq: (last?.seq ?? 0) + 1,
    kind,
    who,
    at: at.toISOString(),
    happenedAt: happenedAt.toISOString(),
    isShifted,
    isConflict,
    payloadDigest: digestOfPayload(sha256, salt, payload),
    prevDigest: last?.digest ?? FIRST_DIGEST,
  }
  return { ...entry, digest: digestOfEntry(sha256, bookingId, entry) }
}

export interface Signer {
  sha256: Sha256
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}

/** An entry as its line of the file. */
const lineOf = (entry: RecordedEntry): string =>
  JSON.stringify({
    seq: entry.seq,
    kind: entry.kind,
    who: entry.who,
    at: entry.at,
    happened_at: entry.happenedAt,
    is_shifted: entry.isShifted,
    is_conflict: entry.isConflict,
    salt: entry.salt,
    payload: entry.payload ? JSON.parse(canonical(entry.payload)) : null,
    payload_digest: entry.payloadDigest,
    prev_digest: entry.prevDigest,
    digest: entry.digest,
  })

const headLine = ({ format, bookingId, madeAt, publicKey }: RecordHead): string =>
  JSON.stringify({ format, booking_id: bookingId, made_at: madeAt, public_key: publicKey })

const signedText = (head: string, count: number, last: string): string => `${head}\n${count}\n${last}`

const OPENING = '{"head":'
const HEAD_SIGNATURE = ',"head_signature":"'

/** JSON, and each entry a line of its own: a byte that was changed is in one line. */
export function writeRecord(head: RecordHead, entries: readonly RecordedEntry[], signer: Signer): string {
  const first = headLine(head)
  const signature = signer.sign(signedText(first, entries.length, entries.at(-1)?.digest ?? FIRST_DIGEST))
  const lines = entries.map((entry, index) => lineOf(entry) + (index < entries.length - 1 ? ',' : ''))
  const opening = `${OPENING}${first}${HEAD_SIGNATURE}${signer.sign(first)}",`
  return [opening, '"entries":[', ...lines, '],', `"signature":"${signature}"}`, ''].join('\n')
}

export interface Verdict {
  isValid: boolean
  entries: number
  bookingId: string | null
  wrong: { part: 'file' | 'head' | 'entry' | 'signature'; seq: number | null; reason: string } | null
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The first thing that is wrong with a file, or that nothing is. Every byte of it has to be as it was written. */
export function verifyRecord(text: string, signer: Signer): Verdict {
  const lines = text.split('\n')
  const body = entriesOf(lines)
  if (lines.length < 5 || !text.startsWith(OPENING.slice(0, 1)))
    return wrongPart('file', { entries: 0, bookingId: null }, 'This isn’t a day’s record.')
  const first = headOf(lines[0] ?? '', signer)
  const bookingId = bookingOf(first)
  const found = { entries: body.length, bookingId }
  if (!first || !bookingId) return wrongPart('head', found, 'The head of the file was changed.')
  let previous = FIRST_DIGEST
  for (const [index, line] of body.entries()) {
    const entry = checkEntry(line, signer.sha256, {
      bookingId,
      seq: index + 1,
      previous,
      isLast: index === body.length - 1,
    })
    if (typeof entry === 'string') return wrongPart('entry', found, entry, index + 1)
    previous = entry.digest
  }
  return isSignedAtTheEnd(lines, signedText(first, body.length, previous), signer)
    ? { ...found, isValid: true, wrong: null }
    : wrongPart('signature', found, 'Entries are missing or added, or the signature isn’t ours.')
}

const wrongPart = (
  part: NonNullable<Verdict['wrong']>['part'],
  found: Pick<Verdict, 'entries' | 'bookingId'>,
  reason: string,
  seq: number | null = null,
): Verdict => ({ ...found, isValid: false, wrong: { part, seq, reason } })

/** What the first line says, if we signed it. */
function headOf(line: string, signer: Signer): string | undefined {
  const at = line.lastIndexOf(HEAD_SIGNATURE)
  if (at < 0 || !line.startsWith(OPENING) || !line.endsWith('",')) return undefined
  const head = line.slice(OPENING.length, at)
  return signer.isSigned(head, line.slice(at + HEAD_SIGNATURE.length, -2)) ? head : undefined
}

function isSignedAtTheEnd(lines: readonly string[], text: string, signer: Signer): boolean {
  const [opening, closing, rest] = [lines[1], lines.at(-3), lines.at(-1)]
  const signature = /^"signature":"([\w-]+)"\}$/.exec(lines.at(-2) ?? '')?.[1]
  const isFramed = opening === '"entries":[' && closing === '],' && rest === ''
  return isFramed && signature !== undefined && signer.isSigned(text, signature)
}

/** Between the second line and the last three. */
const entriesOf = (lines: readonly string[]): readonly string[] => lines.slice(2, -3)

function bookingOf(head: string | undefined): string | null {
  const found = head ? parsed(head) : undefined
  const id = found?.['booking_id']
  return typeof id === 'string' && UUID.test(id) ? id : null
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

interface Expected {
  bookingId: string
  seq: number
  previous: string
  isLast: boolean
}

/** The entry of a line, or what is wrong with it. */
function checkEntry(
  line: string,
  sha256: Sha256,
  { bookingId, seq, previous, isLast }: Expected,
): RecordedEntry | string {
  const text = isLast ? line : line.slice(0, -1)
  const raw = parsed(text)
  if (!raw || (!isLast && !line.endsWith(','))) return 'This entry can’t be read.'
  const entry = {
    seq: raw['seq'],
    kind: raw['kind'],
    who: raw['who'],
    at: raw['at'],
    happenedAt: raw['happened_at'],
    isShifted: raw['is_shifted'],
    isConflict: raw['is_conflict'],
    salt: raw['salt'],
    payload: raw['payload'],
    payloadDigest: raw['payload_digest'],
    prevDigest: raw['prev_digest'],
    digest: raw['digest'],
  } as RecordedEntry
  // What means the same in other bytes is not what we wrote.
  if (lineOf(entry) !== text) return 'This entry was changed.'
  if (entry.seq !== seq) return 'An entry is missing here or out of order.'
  if (entry.prevDigest !== previous) return 'This entry doesn’t follow the one before it.'
  if (entry.digest !== digestOfEntry(sha256, bookingId, entry)) return 'This entry was changed.'
  const { salt, payload } = entry
  const isErased = salt === null && payload === null
  if (
    !isErased &&
    (salt === null || payload === null || digestOfPayload(sha256, salt, payload) !== entry.payloadDigest)
  )
    return 'The words of this entry were changed.'
  return entry
}

/** The part of a day's record that a former driver took part in. Pure. */

/** A unit had the job from this instant on, until another confirmed it. */
interface Confirmed {
  unitId: string
  at: Date
}

interface FormerUnit {
  unitId: string
  /** All that confirmed the job, in order. */
  confirmed: readonly Confirmed[]
  /** Numbers of the entries that this unit's phones sent for the job once it had changed. */
  sentLater: ReadonlySet<number>
}

const unitHoldingJobAt = (confirmed: readonly Confirmed[], at: string): string | undefined =>
  confirmed.findLast((one) => one.at.getTime() <= Date.parse(at))?.unitId

/** What happened while the unit had the job, and what it sent afterwards. Work that another unit sent late is that unit's. */
const isOwn = ({ seq, at, isConflict }: RecordedEntry, { unitId, confirmed, sentLater }: FormerUnit): boolean =>
  sentLater.has(seq) || (!isConflict && unitHoldingJobAt(confirmed, at) === unitId)

/**
 * The record up to the unit's last entry; empty if it has none. Entries of others in between stay in the chain without their words, as
 * erased ones do, so that the file proves itself.
 */
export function extractForUnit(entries: readonly RecordedEntry[], part: FormerUnit): RecordedEntry[] {
  const last = entries.findLastIndex((entry) => isOwn(entry, part))
  return entries
    .slice(0, last + 1)
    .map((entry) => (isOwn(entry, part) ? entry : { ...entry, salt: null, payload: null }))
}
