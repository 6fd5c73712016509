import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import { referenceOf } from '../../rules.ts'
import { correctedTo } from '../corrections/queries.ts'
import type { EntryKind, EntryWho } from '../rules.ts'
import { recordPublicKey, recordSigner } from './gateway.ts'
import { ownPart } from './former-driver-extract/rules.ts'
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
  actorId: string | null
}

/** The entries of bookings, in order, by booking. One statement. */
export async function listEntries(ctx: Ctx, bookingIds: readonly string[]): Promise<Map<string, Row[]>> {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await sql<Row>`/* day-entries */
    select e.booking_id, e.seq, e.kind, e.who, e.at, e.happened_at, e.is_shifted, e.is_conflict, e.payload_digest, e.prev_digest,
      e.digest, d.salt, d.payload, d.actor_id
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
  correctedTo: string | null
}

/** The events of the booking `b` in a statement, in order. */
export const eventsOf = sql<EventRow[]>`coalesce((
  select json_agg(json_build_object('seq', e.seq, 'kind', e.kind, 'who', e.who, 'at', e.at, 'happenedAt', e.happened_at, 'correctedTo', ${correctedTo},
    'isShifted', e.is_shifted, 'isConflict', e.is_conflict, 'payload', d.payload) order by e.seq)
  from bookings.day_entry e
  left join bookings.day_detail d on d.booking_id = e.booking_id and d.seq = e.seq
  where e.booking_id = b.id), '[]')`

export const eventOf = ({ at, happenedAt, correctedTo: other, ...row }: EventRow) => ({
  ...row,
  correctedTo: other && new Date(other).toISOString(),
  at: new Date(at).toISOString(),
  happenedAt: new Date(happenedAt).toISOString(),
})

export type DayEvent = ReturnType<typeof eventOf>

/** The signed file. The calling route checks permission. */
export async function readRecord(ctx: Ctx, bookingId: string): Promise<RawAnswer> {
  const entries = (await listEntries(ctx, [bookingId])).get(bookingId) ?? []
  return fileOf(ctx, bookingId, entries.map(recordedOf))
}

/** The signed file of the entries that a unit took part in, which has the job no more. To a unit without any there is none. */
export async function readOwnPart(ctx: Ctx, unitId: string, bookingId: string): Promise<RawAnswer | Refusal> {
  const confirmed = await ctx.db
    .selectFrom('bookings.event')
    .select(['unitId', 'at'])
    .where('bookingId', '=', bookingId)
    .where('kind', '=', 'confirmed')
    .orderBy('id')
    .execute()
  const entries = (await listEntries(ctx, [bookingId.toLowerCase()])).get(bookingId.toLowerCase()) ?? []
  const people = await peopleOfUnit(ctx, unitId)
  const own = ownPart(entries.map(recordedOf), {
    unitId: unitId.toLowerCase(),
    confirmed: confirmed.flatMap(({ unitId: id, at }) => (id ? [{ unitId: id, at }] : [])),
    sentLater: new Set(
      entries.flatMap(({ seq, isConflict, actorId }) => (isConflict && actorId && people.has(actorId) ? [seq] : [])),
    ),
  })
  return own.length > 0 ? fileOf(ctx, bookingId.toLowerCase(), own) : refuse(commonRefusals.notFound)
}

/** Who sends what a unit does: the company's owner and the hired driver. */
async function peopleOfUnit(ctx: Ctx, unitId: string): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('companies.company as c', 'c.id', 'u.companyId')
    .leftJoin('fleet.unit_driver as d', 'd.unitId', 'u.id')
    .select(['c.ownerUserId', 'd.userId'])
    .where('u.id', '=', unitId)
    .execute()
  return new Set(rows.flatMap(({ ownerUserId, userId }) => [ownerUserId, userId]).filter((id) => id !== null))
}

function fileOf(ctx: Ctx, bookingId: string, entries: readonly RecordedEntry[]): RawAnswer {
  const head = {
    format: 'vanfare-day-record-1',
    bookingId,
    madeAt: ctx.clock.now().toISOString(),
    publicKey: recordPublicKey(ctx),
  } as const
  return new RawAnswer(writeRecord(head, entries, recordSigner(ctx)), {
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
