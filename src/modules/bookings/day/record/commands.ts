import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { detachUpload } from '#modules/files/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'
import type { EventName, EventOf } from '#platform/events.ts'
import { toJson } from '#platform/json-columns.ts'
import { findKeyReleaser } from '../../changes/links/queries.ts'
import { dayOpensAt } from '../clock/rules.ts'
import { correctedTo } from '../hours/queries.ts'
import type { EntryKind, EntryWho } from '../rules.ts'
import { sha256 } from './gateway.ts'
import { linkEntry, type Payload } from './rules.ts'
import { isConfirmed, isFinished, isUnderWay } from '../../rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'bookings.day_detail.payload': Payload
  }
}

export interface NewEntry {
  kind: EntryKind
  who: EntryWho
  happenedAt: Date
  /** Name of an author without an account. */
  name?: string | null
  isShifted?: boolean
  isConflict?: boolean
  /** Texts, and digests of photos. The author's name is added. */
  payload?: Payload
}

/** The last entry of a booking's chain; undefined before the first. Callers that append hold the booking's lock. */
export async function lastEntry(
  ctx: TxCtx,
  bookingId: string,
): Promise<{ seq: number; happenedAt: Date; digest: Buffer } | undefined> {
  return ctx.db
    .selectFrom('bookings.day_entry')
    .select(['seq', 'happenedAt', 'digest'])
    .where('bookingId', '=', bookingId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Finds the time of the last action of the day, as it counts now. A proposal that arrives first bounds no time: an
 * earlier action may arrive later.
 */
export async function findLastActAt(ctx: TxCtx, bookingId: string): Promise<Date | undefined> {
  const last = await ctx.db
    .selectFrom('bookings.day_entry as e')
    .select(sql<Date | null>`max(coalesce(${correctedTo}, e.happened_at))`.as('at'))
    .where('e.bookingId', '=', bookingId)
    .where('e.kind', 'not in', [...Object.values(ALSO_RECORDED), ...NO_ACTS])
    .executeTakeFirst()
  return last?.at ?? undefined
}

/** Adds an entry to the record of a booking that is locked. */
export async function appendEntry(ctx: TxCtx, bookingId: string, given: NewEntry): Promise<void> {
  const last = await lastEntry(ctx, bookingId)
  const actorId = ctx.actor.kind === 'visitor' ? null : ctx.actor.userId
  const payload: Payload = {
    ...given.payload,
    name: given.who === 'link' ? (given.name ?? null) : await nameOf(ctx, actorId),
  }
  const salt = randomBytes(16).toString('hex')
  const now = ctx.clock.now()
  const { seq, kind, who, isShifted, isConflict, payloadDigest, prevDigest, digest } = linkEntry(
    sha256,
    bookingId,
    last && { seq: last.seq, digest: last.digest.toString('hex') },
    { isShifted: false, isConflict: false, ...given, at: now, salt, payload },
  )
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  await ctx.write(
    ctx.db.insertInto('bookings.day_entry').values({
      bookingId,
      seq,
      kind,
      who,
      isShifted,
      isConflict,
      at: now,
      happenedAt: given.happenedAt,
      payloadDigest: bytes(payloadDigest),
      prevDigest: bytes(prevDigest),
      digest: bytes(digest),
    }),
  )
  await ctx.write(
    ctx.db
      .insertInto('bookings.day_detail')
      .values({ bookingId, seq, salt: bytes(salt), payload: toJson(payload), actorId }),
  )
}

/** Entries about actions of the day, which bound the time of none of them. */
const NO_ACTS = [
  'early_start_agreed',
  'correction_proposed',
  'correction_agreed',
  'correction_refused',
] as const satisfies readonly EntryKind[]

/** What is in the record although it is no action of the day's own. */
const ALSO_RECORDED = {
  'bookings.keys-released': 'keys_released',
  'bookings.change-proposed': 'change_proposed',
  'bookings.change-agreed': 'change_agreed',
  'bookings.change-refused': 'change_refused',
} as const satisfies Partial<Record<EventName, EntryKind>>

/**
 * Records agreements and keys once the day has begun; earlier agreements are in the booking. The emitters of these
 * events hold the booking's lock.
 */
export async function recordOnTheDay(ctx: TxCtx, event: EventOf<keyof typeof ALSO_RECORDED>): Promise<void> {
  const { bookingId } = event
  const now = ctx.clock.now()
  const { startAt, status } = await ctx.db
    .selectFrom('bookings.booking')
    .select(['startAt', 'status'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  if (!isUnderWay(status) && !isFinished(status) && (!isConfirmed(status) || now < dayOpensAt(startAt))) return
  const figures = Object.entries(event.data ?? {}).filter(
    (figure): figure is [string, string | number] => typeof figure[1] === 'string' || typeof figure[1] === 'number',
  )
  await appendEntry(ctx, bookingId, {
    kind: ALSO_RECORDED[event.type],
    // A consent that was signed without signal is the customer's, though the driver's phone carries it.
    who: event.data?.['signedAt'] === undefined ? authorKindOf(ctx) : 'link',
    happenedAt: now,
    name: event.type === 'bookings.keys-released' ? await findKeyReleaser(ctx, bookingId) : null,
    payload: Object.fromEntries(figures),
  })
}

const WHO = { driver: 'driver', hired: 'hired', customer: 'customer', admin: 'office' } as const

/** An agent with the link for the keys, and a customer with a code, have not signed in. */
const authorKindOf = ({ actor }: TxCtx): EntryWho =>
  actor.kind === 'visitor' || actor.kind === 'bookingToken' ? 'link' : WHO[actor.kind]

async function nameOf(ctx: TxCtx, userId: string | null): Promise<string | null> {
  if (!userId) return null
  const people = ctx.db.selectFrom('identity.user').select('firstName').where('id', '=', userId)
  return (await people.executeTakeFirst())?.firstName ?? null
}

/**
 * Erases the words of a person from the records of days: of their own moves all, of others what they did themselves. The chains stay, and
 * still prove themselves.
 */
export async function eraseDays(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const bookings = await ctx.db.selectFrom('bookings.booking').select('id').where('customerId', '=', userId).execute()
  const ids = bookings.map(({ id }) => id)
  const nothing = { salt: null, payload: null, actorId: null }
  await ctx.db.updateTable('bookings.day_detail').set(nothing).where('actorId', '=', userId).execute()
  if (ids.length === 0) return
  await ctx.db.updateTable('bookings.day_detail').set(nothing).where('bookingId', 'in', ids).execute()
  await ctx.db.updateTable('bookings.day_question').set({ text: null }).where('bookingId', 'in', ids).execute()
  await ctx.db.deleteFrom('bookings.van_position').where('bookingId', 'in', ids).execute()
  await eraseDayPhotos(ctx, ids)
}

/** The next sweep for unclaimed uploads removes the files; their digests stay in the record. */
export async function eraseDayPhotos(ctx: TxCtx, bookingIds: readonly string[]): Promise<void> {
  const deleted = await ctx.db
    .deleteFrom('bookings.day_photo')
    .where('bookingId', 'in', [...bookingIds])
    .returning('uploadId')
    .execute()
  for (const uploadId of new Set(deleted.map(({ uploadId: one }) => one))) await detachUpload(ctx, uploadId)
}
