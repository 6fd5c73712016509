import type { BookingStatus } from '../../rules.ts'
import { redacted } from '../redaction/rules.ts'
import { isOpen, type Side } from '../rules.ts'

/** The newest message of a booking, as it stands on the booking's own page. Pure. */

/** Enough to know whether to open the thread. */
export const LAST_CHARACTERS = 200

/** As the column of `last/queries.ts` has it: all of the text, for a number is recognised by all of its digits. */
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
  const words = isRemoved ? '' : row.text
  return {
    side,
    author: side === 'customer' && reader === 'company' && !isOpen(status) ? 'Customer' : author,
    isOwn,
    text: (isOwn || isOpen(status) ? words : redacted(words)).slice(0, LAST_CHARACTERS),
    photosCount: isRemoved ? 0 : row.photosCount,
    isRemoved,
    at: new Date(at).toISOString(),
  }
}
