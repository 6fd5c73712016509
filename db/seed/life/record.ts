import { createHash } from 'node:crypto'
import { sha256 } from '#modules/bookings/day/record/gateway.ts'
import { linkEntry, type Entry, type Payload } from '#modules/bookings/day/record/rules.ts'
import type { Row } from '../rows.ts'
import type { User } from '../user-rows.ts'

export interface Recorded {
  kind: Entry['kind']
  at: Date
  who: Entry['who']
  by: User | null
  payload?: Payload
}

/** The record of a day by the product's own rule, so that it proves itself. */
export function recordRows(bookingId: string, recorded: readonly Recorded[]) {
  let last: Entry | undefined
  const entries: Row<'bookings.day_entry'>[] = []
  const details: Row<'bookings.day_detail'>[] = []
  for (const { kind, at, who, by, payload: given } of recorded) {
    const payload = { ...given, name: by?.firstName ?? null }
    // The salt protects no person's words, so it need not be secret; it is the same each time.
    const salt = createHash('md5').update(`${bookingId} ${entries.length}`).digest('hex')
    const link = { kind, who, isShifted: false, isConflict: false, at, happenedAt: at, salt, payload }
    const entry = linkEntry(sha256, bookingId, last, link)
    last = entry
    entries.push({
      ...entry,
      bookingId,
      at,
      happenedAt: at,
      payloadDigest: `\\x${entry.payloadDigest}`,
      prevDigest: `\\x${entry.prevDigest}`,
      digest: `\\x${entry.digest}`,
    })
    details.push({ bookingId, seq: entry.seq, salt: `\\x${salt}`, payload, actorId: by?.id ?? null })
  }
  return { entries, details }
}
