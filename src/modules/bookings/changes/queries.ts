import { listPhotos, photosColumn, readPhoto } from '#modules/files/queries.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { KeptOrder } from '#modules/quoting/commands.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { parseCode } from '#shared/typed-code.ts'
import { changeMinutes, endsOf, placeInBooking, unitsOfBooking, type BookingNow } from '../queries.ts'
import type { getLinkedChange, openChange, listChanges } from './contract.ts'
import { SHIFT_MINUTES } from '../day/clock/rules.ts'
import type { PricedMove, ProposedMove } from './moves/queries.ts'
import { differencesOf } from './moves/rules.ts'
import { consentCode, consentKeysOf, idOfToken } from './gateway.ts'
import {
  CONSENT_MINUTES,
  minuteOf,
  raisedBy,
  CONSENT_LENGTH,
  type ChangeKind,
  type ChangeState,
  type Side,
} from './rules.ts'
import { isUnanswered } from '../rules.ts'

export type ChangeView = AnswerOf<typeof listChanges>[number]

export interface Change {
  id: string
  bookingId: string
  kind: ChangeKind
  state: ChangeState
  version: number
  proposedBy: Side
  awaits: Side
  words: string
  photosId: string | null
  label: string | null
  amountPence: number | null
  byRatesPence: number | null
  extraMinutes: number | null
  newStartAt: Date | null
  move: ProposedMove | null
  expiresAt: Date
  createdAt: Date
  answeredAt: Date | null
}

const columns = [
  'id',
  'bookingId',
  'kind',
  'state',
  'version',
  'proposedBy',
  'awaits',
  'words',
  'photosId',
  'label',
  'amountPence',
  'byRatesPence',
  'extraMinutes',
  'newStartAt',
  'move',
  'expiresAt',
  'createdAt',
  'answeredAt',
] as const

const MOST_LISTED = 100

/** Side of the booking that the caller is on; undefined for all others, for whom there is no such booking. */
export function sideOf(
  ctx: Ctx,
  booking: Pick<BookingNow, 'customerId' | 'unitId' | 'unitIds' | 'isHot' | 'awaitingVerification'>,
): Side | undefined {
  const { actor } = ctx
  if (actor.kind !== 'customer') return placeInBooking(ctx, booking) && 'mover'
  return actor.userId === booking.customerId && !booking.awaitingVerification ? 'customer' : undefined
}

/** Finds the parties of a booking without a lock, for reading only. */
export async function findParty(
  ctx: Ctx,
  bookingId: string,
): Promise<{ side: Side; booking: PricedBooking } | Refusal> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(['id', 'customerId', 'unitId', 'isHot', 'awaitingVerification', 'totalPence', 'ceilingPence'])
    .select(unitsOfBooking.as('unitIds'))
    .where('id', '=', bookingId)
    .executeTakeFirst()
  const side = row && sideOf(ctx, row)
  return side ? { side, booking: row } : refuse(commonRefusals.notFound)
}

/** Sessions of one person whose keys are tried. */
const MOST_SIGNERS = 20

/** Whether the booking's customer has signed for this amount at its present price, on a phone that was signed in before. */
export async function isSigned(
  ctx: Ctx,
  { id: bookingId, customerId, totalPence, ceilingPence }: BookingNow,
  { code, amountPence, at }: { code: string; amountPence: number; at: Date },
): Promise<boolean> {
  const now = ctx.clock.now()
  const [shown, typedAt] = [parseCode(code, CONSENT_LENGTH), minuteOf(at)]
  const sessions = await ctx.db
    .selectFrom('identity.session')
    .select(['id', 'createdAt'])
    .where('userId', '=', customerId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .limit(MOST_SIGNERS)
    .execute()
  const minutes = Array.from({ length: 2 * CONSENT_MINUTES + 1 }, (_, index) => typedAt + index - CONSENT_MINUTES)
  const facts = { bookingId, totalPence, ceilingPence, amountPence }
  return sessions.some(({ id, createdAt }) => {
    const keys = consentKeysOf(ctx, bookingId, id)
    return minutes.some(
      (minute) =>
        minute >= minuteOf(createdAt) &&
        minute <= minuteOf(now) + SHIFT_MINUTES &&
        keys.some((key) => consentCode(key, { ...facts, minute }) === shown),
    )
  })
}

interface PricedBooking {
  id: string
  totalPence: number
  ceilingPence: number
}

export const findOpenChange = (ctx: Ctx, bookingId: string): Promise<Change | undefined> =>
  ctx.db
    .selectFrom('bookings.change')
    .select(columns)
    .where('bookingId', '=', bookingId)
    .where('state', '=', 'open')
    .executeTakeFirst()

export const findChange = (ctx: Ctx, id: string): Promise<Change | undefined> =>
  ctx.db.selectFrom('bookings.change').select(columns).where('id', '=', id).executeTakeFirst()

/** The changes of a booking, latest first. Two statements, however many there are. */
export async function listChangesOf(ctx: Ctx, bookingId: string): Promise<ChangeView[] | Refusal> {
  const party = await findParty(ctx, bookingId)
  if (!('side' in party)) return party
  const rows = await ctx.db
    .selectFrom('bookings.change')
    .select(columns)
    .select(photosColumn('photosId').as('photos'))
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ photos, ...row }) => viewOf(ctx, row, party.booking, photos))
}

/** Reads a change, limited to what the caller may see. */
export async function readChange(ctx: Ctx, id: string): Promise<ChangeView> {
  const row = await findChange(ctx, id)
  if (!row) throw new Error('A change that was just written is there')
  const booking = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'totalPence', 'ceilingPence'])
    .where('id', '=', row.bookingId)
    .executeTakeFirstOrThrow()
  return viewOf(ctx, row, booking, row.photosId ? await listPhotos(ctx, row.photosId) : [])
}

export function viewOf(
  ctx: Ctx,
  row: Change,
  booking: Pick<PricedBooking, 'totalPence' | 'ceilingPence'>,
  photos: readonly { id: string; width: number; height: number }[],
): ChangeView {
  const seesPrices = ctx.actor.kind !== 'hired'
  const isOpen = row.state === 'open'
  const line =
    seesPrices && row.label !== null && row.amountPence !== null
      ? { label: row.label, amountPence: row.amountPence }
      : null
  const raised = isOpen && line ? (row.move?.to ?? raisedBy(booking, line.amountPence)) : null
  return {
    ...row,
    move: row.move && moveView(row.move, seesPrices),
    awaits: isOpen ? row.awaits : null,
    photos: [...photos],
    line,
    byRatesPence: seesPrices ? row.byRatesPence : null,
    newTotalPence: raised?.totalPence ?? null,
    newCeilingPence: raised?.ceilingPence ?? null,
    newStartAt: row.newStartAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    answeredAt: row.answeredAt?.toISOString() ?? null,
  }
}

const moveView = ({ from, to }: ProposedMove, seesPrices: boolean): ChangeView['move'] => {
  const timesOf = ({ startAt, endAt }: PricedMove) => ({ startAt, endAt })
  const differences = seesPrices ? differencesOf(from.lines, to.lines) : []
  return { differences, from: timesOf(from), to: timesOf(to) }
}

/** What the agreed rates need to know of a booking. */
export async function readBookedWork(
  ctx: Ctx,
  bookingId: string,
): Promise<{ lines: PriceLine[]; order: KeptOrder; agreedMinutes: number }> {
  const { lines, work, agreedMinutes } = await ctx.db
    .selectFrom('bookings.booking as b')
    .select(['b.lines', 'b.work'])
    .select(changeMinutes('b').as('agreedMinutes'))
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return { lines, order: work.order, agreedMinutes }
}

/** Reads a photo of a change, for both sides of its booking. */
export async function readChangePhoto(
  ctx: Ctx,
  { id, changeId, fileId }: { id: string; changeId: string; fileId: string },
): Promise<RawAnswer | Refusal> {
  const party = await findParty(ctx, id)
  if (!('side' in party)) return party
  return (await isPhotoOf(ctx, { bookingId: id, changeId, fileId }))
    ? readPhoto(ctx, fileId)
    : refuse(commonRefusals.notFound)
}

export async function isPhotoOf(
  ctx: Ctx,
  { bookingId, changeId, fileId }: { bookingId: string; changeId: string; fileId: string },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('bookings.change as c')
    .innerJoin('files.file as f', 'f.uploadId', 'c.photosId')
    .select('f.id')
    .where('c.id', '=', changeId)
    .where('c.bookingId', '=', bookingId)
    .where('f.id', '=', fileId)
    .executeTakeFirst()
  return row !== undefined
}

/** A change with what its link shows of its booking, and whose phone gets the code. */
export async function findLinked(ctx: Ctx, token: string) {
  const id = idOfToken(ctx, 'change', token)
  if (!id) return undefined
  return ctx.db
    .selectFrom('bookings.change as c')
    .innerJoin('bookings.booking as b', 'b.id', 'c.bookingId')
    .innerJoin('identity.user as u', 'u.id', 'b.customerId')
    .leftJoin('companies.company as m', 'm.id', 'b.companyId')
    .where('c.id', '=', id)
    .select(['c.id', 'c.bookingId', 'c.kind', 'c.state', 'c.version', 'c.awaits', 'c.words', 'c.photosId'])
    .select(['c.label', 'c.amountPence', 'c.newStartAt', 'c.move', 'c.expiresAt'])
    .select([
      'b.status',
      'b.startAt',
      'b.routePoints',
      'b.totalPence',
      'b.ceilingPence',
      'u.phone',
      'm.name as moverName',
    ])
    .executeTakeFirst()
}

export type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>

export const isAsked = (
  ctx: Ctx,
  { state, awaits, expiresAt }: { state: string; awaits: Side; expiresAt: Date },
): boolean => state === 'open' && awaits === 'customer' && expiresAt > ctx.clock.now()

/** View of a change for a visitor who has only the link. */
export function linkedView(ctx: Ctx, row: Linked): AnswerOf<typeof getLinkedChange> {
  const { label, amountPence, state } = row
  const line = label !== null && amountPence !== null ? { label, amountPence } : null
  const raised = state === 'open' && line ? (row.move?.to ?? raisedBy(row, line.amountPence)) : null
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    state,
    isOffer: isUnanswered(row.status),
    isAsked: isAsked(ctx, row),
    ...endsOf(row.routePoints),
    startAt: row.startAt.toISOString(),
    moverName: row.moverName ?? 'The company',
    line,
    totalPence: row.totalPence,
    newTotalPence: raised?.totalPence ?? null,
    newCeilingPence: raised?.ceilingPence ?? null,
    newStartAt: row.newStartAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  }
}

export const openedView = async (ctx: Ctx, row: Linked): Promise<AnswerOf<typeof openChange>['change']> => ({
  ...linkedView(ctx, row),
  words: row.words,
  photos: row.photosId ? await listPhotos(ctx, row.photosId) : [],
})
