import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { referenceOf } from '../../rules.ts'
import type { EntryKind, EntryWho } from '../rules.ts'
import { recordPublicKey, recordSigner } from './gateway.ts'
import { writeRecord, type Payload, type RecordedEntry } from './rules.ts'

interface Row {
  bookingId: string
  seq: number
  kind: EntryKind
  who: EntryWho
  at: Date
  happenedAt: Date
  isShifted: boolean
  isConflict: boolean
  payloadDigest: Buffer
  prevDigest: Buffer
  digest: Buffer
  salt: Buffer | null
  payload: Payload | null
}

/** The entries of bookings, in order, by booking. One statement. */
export async function listEntries(ctx: Ctx, bookingIds: readonly string[]): Promise<Map<string, Row[]>> {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await sql<Row>`/* day-entries */
    select e.booking_id, e.seq, e.kind, e.who, e.at, e.happened_at, e.is_shifted, e.is_conflict, e.payload_digest, e.prev_digest,
      e.digest, d.salt, d.payload
    from bookings.day_entry e
    left join bookings.day_detail d on d.booking_id = e.booking_id and d.seq = e.seq
    where e.booking_id = any (${[...bookingIds]}::uuid[])
    order by e.booking_id, e.seq`.execute(ctx.db)
  return Map.groupBy(rows, ({ bookingId }) => bookingId)
}

/** What pages show of an entry. Instants as PostgreSQL's JSON has them. */
type EventRow = Pick<Row, 'seq' | 'kind' | 'who' | 'isShifted' | 'isConflict' | 'payload'> & {
  at: string
  happenedAt: string
}

/** The events of the booking `b` in a statement, in order. */
export const eventsOf = sql<EventRow[]>`coalesce((
  select json_agg(json_build_object('seq', e.seq, 'kind', e.kind, 'who', e.who, 'at', e.at, 'happenedAt', e.happened_at,
    'isShifted', e.is_shifted, 'isConflict', e.is_conflict, 'payload', d.payload) order by e.seq)
  from bookings.day_entry e
  left join bookings.day_detail d on d.booking_id = e.booking_id and d.seq = e.seq
  where e.booking_id = b.id), '[]')`

export const eventOf = ({ at, happenedAt, ...row }: EventRow) => ({
  ...row,
  at: new Date(at).toISOString(),
  happenedAt: new Date(happenedAt).toISOString(),
})

export type DayEvent = ReturnType<typeof eventOf>

/** The signed file. The calling route checks permission. */
export async function readRecord(ctx: Ctx, bookingId: string): Promise<RawAnswer> {
  const entries = (await listEntries(ctx, [bookingId])).get(bookingId) ?? []
  const head = {
    format: 'vanfare-day-record-1',
    bookingId,
    madeAt: ctx.clock.now().toISOString(),
    publicKey: recordPublicKey(ctx),
  } as const
  return new RawAnswer(writeRecord(head, entries.map(recordedOf), recordSigner(ctx)), {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="vanfare-day-${referenceOf(bookingId).toLowerCase()}.json"`,
  })
}

const recordedOf = ({ seq, kind, who, isShifted, isConflict, payload, ...row }: Row): RecordedEntry => ({
  seq,
  kind,
  who,
  isShifted,
  isConflict,
  payload,
  at: row.at.toISOString(),
  happenedAt: row.happenedAt.toISOString(),
  salt: row.salt?.toString('hex') ?? null,
  payloadDigest: row.payloadDigest.toString('hex'),
  prevDigest: row.prevDigest.toString('hex'),
  digest: row.digest.toString('hex'),
})
