import { sql } from 'kysely'
import type { z } from 'zod'
import { listOwnFiles } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { unitsOf } from '#platform/session.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'
import type { Camel } from '#shared/wire.ts'
import { hasVanOf } from '../../queries.ts'
import { referenceOf } from '../../rules.ts'
import type { dayPhoto } from '../contract.ts'
import { correctedTo } from '../hours/queries.ts'
import type { EntryKind, EntryWho, PauseReason, PhotoStage } from '../rules.ts'
import { recordPublicKey, recordSigner } from './gateway.ts'
import { extractForUnit, writeRecord, type Payload, type RecordedEntry } from './rules.ts'

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

/** An event without its texts; the stop of an arrival and the van that went home are facts, not texts. */
export const happenedOf = ({ payload, ...event }: DayEvent) => ({
  ...event,
  stop: typeof payload?.['stop'] === 'number' ? payload['stop'] : null,
  van: typeof payload?.['van'] === 'number' ? payload['van'] : null,
})

/** What happened, in order, with its words as far as they are kept. */
export const eventsView = (events: readonly DayEvent[], items: readonly { name: string }[]) =>
  events.map((event) => eventView(event, (index) => items[index]?.name ?? null))

function eventView(event: DayEvent, itemName: (index: number) => string | null) {
  const { name, reason, note, newEta, item, loaded, taken, from, to, fromMover: isFromCompany } = event.payload ?? {}
  return {
    ...happenedOf(event),
    name: textOf(name),
    reason: textOf(reason) as PauseReason | null,
    note: textOf(note),
    newEta: textOf(newEta),
    item: typeof item === 'number' ? itemName(item) : null,
    loaded: typeof loaded === 'boolean' ? loaded : null,
    takenPence: typeof taken === 'number' ? taken : null,
    proposedAt: textOf(to),
    countedAt: textOf(from),
    isFromMover: isFromCompany === true,
  }
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

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
  const own = extractForUnit(entries.map(recordedOf), {
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

export type DayPhotoView = Camel<z.output<typeof dayPhoto>>

/** A photo of a day. Instants as PostgreSQL's JSON has them. */
interface PhotoRow {
  id: string
  stage: PhotoStage
  /** SHA-256 of the file, in hexadecimal. */
  digest: string
  at: string
}

/** The photos of the booking `b` in a statement, as they were taken. */
export const photosOf = sql<PhotoRow[]>`coalesce((
  select json_agg(json_build_object('id', p.id, 'stage', p.stage, 'digest', encode(p.digest, 'hex'), 'at', p.at) order by p.id)
  from bookings.day_photo p where p.booking_id = b.id), '[]')`

export const photoView = (bookingId: string, { id, stage, digest, at }: PhotoRow): DayPhotoView => ({
  id,
  stage,
  url: `/api/booking/${bookingId}/day-photos/${id}/`,
  sha256: digest,
  at: new Date(at).toISOString(),
})

export async function listDayPhotos(ctx: Ctx, bookingId: string): Promise<DayPhotoView[]> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(photosOf.as('photos'))
    .where('b.id', '=', bookingId)
    .executeTakeFirst()
  return (row?.photos ?? []).map((photo) => photoView(bookingId, photo))
}

/** The file of a photo, if the caller is the booking's customer or does it. */
export async function findDayPhoto(ctx: Ctx, bookingId: string, photoId: string): Promise<string | undefined> {
  const { actor } = ctx
  const row = await ctx.db
    .selectFrom('bookings.day_photo as p')
    .innerJoin('bookings.booking as b', 'b.id', 'p.bookingId')
    .select('p.fileId')
    .where('p.id', '=', photoId)
    .where('p.bookingId', '=', bookingId)
    .$if(actor.kind === 'customer', (query) => query.where('b.customerId', '=', 'userId' in actor ? actor.userId : ''))
    .$if(actor.kind !== 'customer', (query) => query.where(hasVanOf(unitsOf(actor)?.unitIds)))
    .executeTakeFirst()
  return row?.fileId
}

/** The days of a customer's own moves: what the record says, and the photos with their bytes. */
export async function listOwnDays(ctx: Ctx, userId: string) {
  const bookings = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('bookings.day as d', 'd.bookingId', 'b.id')
    .select('b.id')
    .where('b.customerId', '=', userId)
    .where('b.awaitingVerification', '=', false)
    .orderBy('b.createdAt')
    .execute()
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const entries = await listEntries(ctx, ids)
  const photos = await ctx.db
    .selectFrom('bookings.day_photo')
    .select(['bookingId', 'uploadId'])
    .distinct()
    .where('bookingId', 'in', ids)
    .execute()
  const files = await listOwnFiles(
    ctx,
    photos.map(({ uploadId }) => uploadId),
  )
  return ids.map((id) => ({
    bookingId: id,
    entries: (entries.get(id) ?? []).map(({ kind, who, at, happenedAt, payload }) => ({
      kind,
      who,
      at,
      happenedAt,
      payload,
    })),
    photos: photos.filter(({ bookingId }) => bookingId === id).flatMap(({ uploadId }) => files.get(uploadId) ?? []),
  }))
}
