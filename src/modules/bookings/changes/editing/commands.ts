import { isDeepStrictEqual } from 'node:util'
import { attachUpload, detachUpload } from '#modules/files/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, invalidField, refuse, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { pointProblems, type BookedPoint } from '../../create/rules.ts'
import { stateOf } from '../../lifecycle/rules.ts'
import { notifyCompany, notifyHiredDriver } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { getOwnBooking } from '../../lists/queries.ts'
import { itemsOf } from '../../lists/rules.ts'
import { bookingOver, needsProposal, type editBooking } from './contract.ts'
import { detailsChanged } from '../messages.ts'
import { changedTexts, editedPoints, proposedIn, removedStreetErrors, editModeOf } from './rules.ts'
import { isUnanswered } from '../../rules.ts'

type Asked = InputOf<typeof editBooking>['body']

/**
 * Applies an edit that the customer may make alone. The driver who has the job is notified; one who has yet to answer
 * reads it when they confirm.
 */
export const edit = (ctx: Ctx, bookingId: string, edits: Asked) =>
  ctx.tx(async (tx) => {
    const now = await lockBooking(tx, bookingId)
    if (!now || now.customerId !== userIdOf(tx.actor) || now.awaitingVerification)
      return refuse(commonRefusals.notFound)
    if (editModeOf('customer_note', stateOf(now)) === 'closed') return refuse(bookingOver)
    const stored = await readKept(tx, now.id)
    const proposed = proposedFields(now, stored, edits)
    if (proposed.length > 0)
      return refuse(needsProposal, {
        errors: Object.fromEntries(proposed.map((path) => [path, [needsProposal.detail]])),
      })
    const next = {
      routePoints: edits.routePoints ? editedPoints(stored.routePoints, edits.routePoints) : stored.routePoints,
      move: edits.items ? withNotes(stored.move, edits.items) : stored.move,
      customerNote: edits.customerNote === undefined ? stored.customerNote : (edits.customerNote ?? ''),
      photosId: edits.photosId === undefined ? stored.photosId : edits.photosId,
    }
    const errors = { ...pointProblems(next.routePoints), ...removedStreetErrors(stored.routePoints, next.routePoints) }
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    if (isDeepStrictEqual(next, stored)) return getOwnBooking(tx, now.id, now.customerId)
    return (await exchangePhotos(tx, stored.photosId, next.photosId)) ?? save(tx, now, stored, next)
  })

interface Kept {
  routePoints: BookedPoint[]
  move: AskedMove
  customerNote: string
  photosId: string | null
}

const readKept = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.booking')
    .select(['routePoints', 'move', 'customerNote', 'photosId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Fields sent with a changed value that neither side may change alone. */
function proposedFields(now: BookingNow, { routePoints, move }: Kept, edits: Asked): string[] {
  const isOther = (given: unknown, known: unknown) => given !== undefined && given !== null && given !== known
  const isOtherTime = (given: string | null | undefined, known: Date) =>
    Boolean(given) && new Date(given ?? 0).getTime() !== known.getTime()
  const items = edits.items?.map(withoutNote)
  return [
    ...(edits.routePoints ? proposedIn(routePoints, edits.routePoints) : []),
    ...(items && !isDeepStrictEqual(items, itemsOf(move).map(withoutNote)) ? ['items'] : []),
    ...(isOtherTime(edits.startAt, now.start) ? ['start_at'] : []),
    ...(isOtherTime(edits.endAt, now.end) ? ['end_at'] : []),
    ...(isOther(edits.totalPence, now.totalPence) ? ['total_pence'] : []),
    ...(isOther(edits.ceilingPence, now.ceilingPence) ? ['ceiling_pence'] : []),
    ...(isOther(edits.paymentMethod, now.paymentMethod) ? ['payment_method'] : []),
    ...(isOther(edits.vanCategory, move.vanCategory) ? ['van_category'] : []),
    ...(isOther(edits.needTailLift, move.needTailLift) ? ['need_tail_lift'] : []),
    ...(isOther(edits.manPower, move.manPower) ? ['man_power'] : []),
  ]
}

const withNotes = (move: AskedMove, items: NonNullable<Asked['items']>): AskedMove => ({
  ...move,
  items: move.items.map((item, index) => {
    const given = items[index]?.note
    const note = given === undefined ? (item.note ?? null) : given || null
    return note === (item.note ?? null) ? item : { ...item, note }
  }),
})

async function exchangePhotos(ctx: TxCtx, before: string | null, after: string | null): Promise<Refusal | undefined> {
  if (before === after) return undefined
  if (after && !(await attachUpload(ctx, after)))
    return invalidField('photos_id', 'These photos are gone. Add them again.')
  if (before) await detachUpload(ctx, before)
  return undefined
}

async function save(ctx: TxCtx, now: BookingNow, stored: Kept, next: Kept) {
  await ctx.db
    .updateTable('bookings.booking')
    .set((eb) => ({
      ...next,
      routePoints: toJson(next.routePoints),
      move: toJson(next.move),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', now.id)
    .execute()
  await ctx.emit({ type: 'bookings.details-changed', bookingId: now.id, unitId: now.unitId })
  if (!isUnanswered(now.status)) await notifyOfEdit(ctx, now.id, textsOf(stored, next))
  return getOwnBooking(ctx, now.id, now.customerId)
}

const textsOf = (stored: Kept, next: Kept): string[] => [
  ...(stored.customerNote === next.customerNote ? [] : ['note']),
  ...(stored.photosId === next.photosId ? [] : ['photos']),
  ...(isDeepStrictEqual(stored.move, next.move) ? [] : ['notes on items']),
  ...changedTexts(stored.routePoints, next.routePoints),
]

async function notifyOfEdit(ctx: TxCtx, bookingId: string, texts: readonly string[]): Promise<void> {
  const parties = await findParties(ctx, bookingId)
  await notifyCompany(ctx, parties, 'booking_changed', detailsChanged(texts))
  await notifyHiredDriver(ctx, parties, 'job_changed', detailsChanged(texts))
}

const withoutNote = <Item extends object>(item: Item) => ({ ...item, note: undefined })
