import { sql, type Insertable } from 'kysely'
import { releaseHold } from '#modules/calendar/commands.ts'
import { attachUpload, detachUpload } from '#modules/files/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { BookingsChange } from '#platform/db-types.gen.ts'
import { jobName } from '#platform/jobs.ts'
import { newId } from '#platform/new-id.ts'
import { commonRefusals, invalidField, refuse, type InputOf, Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { beginSilence } from '../day/hours/commands.ts'
import { findNextJob } from '../day/lateness/queries.ts'
import { rolesOf } from '../policy.ts'
import { lockBooking, refuseOtherVan, type BookingNow } from '../queries.ts'
import { notifyChangeParties } from './change-notices-commands.ts'
import { changeSuperseded, changeOpen, type figureChange, type priceChange, type proposeChange } from './contract.ts'
import {
  findChange,
  findOpenChange,
  findParty,
  readBookedWork,
  readChange,
  sideOf,
  type Change,
  type ChangeView,
} from './queries.ts'
import {
  figureOf,
  type AskedChange,
  type Figure,
  sideToAnswer,
  changeExpiry,
  changeExpiryOnceDone,
  newStartFlaw,
  overPrice,
  type NewStartFlaw,
  type Side,
} from './rules.ts'
import { awaitsDriver, isAgreed, isFinished, isUnderWay } from '../rules.ts'

type Asked = InputOf<typeof proposeChange>['body']

/** Until then it can be answered; the job looks again when it is due. */
export const changeExpires = jobName<{ bookingId: string }>('bookings.change-expires')

export const NEW_START_FLAWS: Record<NewStartFlaw, string> = {
  begun: 'The job has begun, so it has no other start. Say how much more time it needs.',
  passed: 'This time has passed. Choose a later one.',
  too_late: 'Choose a day within the next 180 days.',
  same: 'That is when it starts already.',
  not_half_hour: 'Choose a time on the hour or half hour.',
}

/**
 * Records one side's proposal. It replaces an unanswered one from the same side, and an answer to the old one is void. With `isAnswered` no
 * message asks the other side.
 */
export const proposeToChange = (
  ctx: Ctx,
  bookingId: string,
  proposal: Asked,
  isAnswered = false,
): Promise<ChangeView | Refusal> =>
  ctx.tx(async (tx) => {
    const party = await lockParty(tx, bookingId)
    if (party instanceof Refusal) return party
    const { booking, side } = party
    const standing = await findOpenChange(tx, bookingId)
    if (standing && standing.proposedBy !== side) return refuse(changeOpen)
    const checked = check(tx, booking, side, proposal)
    if (checked) return checked
    const terms = await termsOf(tx, booking, side, proposal)
    if (terms instanceof Refusal) return terms
    const isNewUpload = proposal.photosId && proposal.photosId !== standing?.photosId
    if (isNewUpload && !(await attachUpload(tx, proposal.photosId ?? '')))
      return invalidField('photos_id', 'These photos are gone. Add them again.')
    if (standing?.photosId && standing.photosId !== proposal.photosId) await detachUpload(tx, standing.photosId)
    const expiresAt = changeExpiry(datesOf(tx, booking, proposal.newStartAt ? new Date(proposal.newStartAt) : null))
    const change = await writeChange(tx, booking, side, { proposal, terms, standing, expiresAt })
    await tx.enqueue(changeExpires, { bookingId: booking.id }, { startAfter: change.expiresAt })
    await announce(tx, booking, change, 'bookings.change-proposed', { isQuiet: isAnswered })
    return readChange(tx, change.id)
  })

export interface Party {
  booking: BookingNow
  side: Side
}

/** The booking, locked, with who is calling. A side may be there that may do nothing: a hired driver whom the owner does not trust. */
export async function lockParty(ctx: TxCtx, bookingId: string, may = isChangeable): Promise<Party | Refusal> {
  const booking = await lockBooking(ctx, bookingId)
  const side = booking && sideOf(ctx, booking)
  if (!booking || !side) return refuse(commonRefusals.notFound)
  const other = await refuseOtherVan(ctx, booking, 'answers for')
  if (other) return other
  if (ctx.actor.kind === 'hired' && !rolesOf(ctx.actor).includes('trusted')) return refuse(commonRefusals.forbidden)
  return may(ctx, booking) ? { booking, side } : refuse(commonRefusals.conflict)
}

export const isChangeable = (ctx: Ctx, booking: BookingNow): boolean =>
  isAgreed(booking.status) || ctx.config.guardOff.has('changeable')

/** What is open when the work ends is still answered, and so is the time that the driver of a new booking offers. */
export const isAnswerable = (ctx: Ctx, booking: BookingNow): boolean =>
  isChangeable(ctx, booking) || awaitsDriver(booking) || (isFinished(booking.status) && booking.changeAwaits !== null)

function check(ctx: Ctx, booking: BookingNow, side: Side, proposal: Asked): Refusal | undefined {
  const { kind, newStartAt, extraMinutes, line, words } = proposal
  if (line && ctx.actor.kind !== 'driver') return invalidField('line', 'Only the owner of the company names a price.')
  if (newStartAt && kind !== 'time') return invalidField('new_start_at', 'Another start is a change of time.')
  if (kind === 'time' && !newStartAt && !extraMinutes)
    return invalidField('new_start_at', 'Enter a new start time or the extra time needed.')
  if (kind !== 'time' && words === '') return invalidField('words', 'Enter what’s changing.')
  if (kind === 'floor' && proposal.flights === undefined && extraMinutes === undefined && side === 'mover' && !line)
    return invalidField('flights', 'Enter how many extra flights of stairs.')
  if (!newStartAt) return undefined
  const dates = datesOf(ctx, booking, new Date(newStartAt))
  const flaw = newStartFlaw({ ...dates, newStart: dates.newStart })
  return flaw ? invalidField('new_start_at', NEW_START_FLAWS[flaw]) : undefined
}

const datesOf = <Start extends Date | null>(ctx: Ctx, booking: BookingNow, newStart: Start) => ({
  now: ctx.clock.now(),
  start: booking.start,
  isInProgress: isUnderWay(booking.status),
  newStart,
})

interface Terms {
  line: { label: string; amountPence: number } | null
  byRates: Figure | undefined
}

/**
 * Terms of a change: the owner’s own figure, or the price by the agreed rates. The company prices a change that the
 * customer asks for.
 */
async function termsOf(ctx: Ctx, booking: BookingNow, side: Side, proposal: Asked): Promise<Terms | Refusal> {
  const byRates = figureOf(await readBookedWork(ctx, booking.id), changeOf(proposal))
  if (side === 'customer') return { line: null, byRates }
  const over = proposal.line && overPrice(booking.totalPence, proposal.line.amountPence)
  if (over) return invalidField('line.amount_pence', over)
  const line = proposal.line ?? byRates ?? null
  if (!line && ctx.actor.kind === 'driver') return invalidField('line', 'Enter what it costs, or £0.')
  return { line: line && { label: line.label, amountPence: line.amountPence }, byRates }
}

const changeOf = ({ kind, flights, extraMinutes, newStartAt }: Omit<Asked, 'words'>): AskedChange => ({
  kind,
  flights,
  extraMinutes,
  newStartAt: newStartAt ? new Date(newStartAt) : undefined,
})

/** Writes a proposal, or replaces the one of the same side that is open. */
export async function writeChange(
  ctx: TxCtx,
  booking: BookingNow,
  side: Side,
  {
    proposal,
    terms,
    standing,
    expiresAt,
  }: { proposal: Asked; terms: Terms; standing: Change | undefined; expiresAt: Date },
): Promise<Change> {
  const newStartAt = proposal.newStartAt ? new Date(proposal.newStartAt) : null
  const row = {
    kind: proposal.kind,
    awaits: sideToAnswer(side, terms.line !== null),
    words: proposal.words,
    photosId: proposal.photosId ?? null,
    label: terms.line?.label ?? null,
    amountPence: terms.line?.amountPence ?? null,
    byRatesPence: terms.byRates?.amountPence ?? null,
    extraMinutes: terms.byRates?.extraMinutes ?? proposal.extraMinutes ?? null,
    newStartAt,
    expiresAt,
  }
  return storeChange(ctx, { bookingId: booking.id, proposedBy: side, standing }, row)
}

/** Stores a proposal, in the place of an open one of the same side; a time that was offered for that is free again. */
export async function storeChange(
  ctx: TxCtx,
  { bookingId, proposedBy, standing }: { bookingId: string; proposedBy: Side; standing: Change | undefined },
  proposal: Omit<
    Insertable<BookingsChange>,
    'id' | 'bookingId' | 'proposedBy' | 'createdAt' | 'version' | 'proposerId'
  >,
): Promise<Change> {
  const proposerId = ctx.actor.kind === 'visitor' ? null : ctx.actor.userId
  const row = { ...proposal, proposerId, version: (standing?.version ?? 0) + 1 }
  const id = standing?.id ?? newId(ctx.clock)
  if (standing) {
    await releaseHold(ctx, { offerId: id })
    await ctx.db.updateTable('bookings.change').set(row).where('id', '=', id).execute()
  } else
    await ctx.db
      .insertInto('bookings.change')
      .values({ id, bookingId, proposedBy, createdAt: ctx.clock.now(), ...row })
      .execute()
  const written = await findChange(ctx, id)
  if (!written) throw new Error('A change that was just written is there')
  return written
}

type ChangeEvent =
  | 'bookings.change-proposed'
  | 'bookings.change-agreed'
  | 'bookings.change-refused'
  | 'bookings.change-withdrawn'
  | 'bookings.change-expired'

/** Records a change in the trail, with figures and without texts, and notifies all parties. */
export async function announce(
  ctx: TxCtx,
  booking: BookingNow,
  change: Change,
  type: ChangeEvent,
  { isQuiet = false, ...how }: { byLink?: true; signedAt?: string; isQuiet?: boolean } = {},
): Promise<void> {
  const { id: changeId, kind, version, amountPence, extraMinutes, newStartAt } = change
  await ctx.emit({
    type,
    bookingId: booking.id,
    unitId: booking.unitId,
    data: { changeId, kind, version, amountPence, extraMinutes, newStartAt: newStartAt?.toISOString() ?? null, ...how },
  })
  if (!isQuiet) await notifyChangeParties(ctx, change, type, awaitsDriver(booking))
  if (type !== 'bookings.change-proposed' && isFinished(booking.status)) await beginSilence(ctx, booking.id)
}

/** What the agreed rates make of it, before it is proposed. */
export async function figureForChange(ctx: Ctx, bookingId: string, proposal: InputOf<typeof figureChange>['body']) {
  const party = await findParty(ctx, bookingId)
  if (party instanceof Refusal) return party
  const figure = figureOf(await readBookedWork(ctx, bookingId), changeOf(proposal)) ?? null
  const extraMinutes = figure?.extraMinutes ?? proposal.extraMinutes
  const asksNext = party.side === 'mover' && extraMinutes !== undefined && !proposal.newStartAt
  return { figure, nextJob: asksNext ? await findNextJob(ctx, bookingId, extraMinutes) : null }
}

/** The owner says what it costs; the customer is asked about that version. */
export const priceTheChange = (
  ctx: Ctx,
  bookingId: string,
  { changeId, version, line }: InputOf<typeof priceChange>['body'],
): Promise<ChangeView | Refusal> =>
  ctx.tx(async (tx) => {
    const party = await lockParty(tx, bookingId, isAnswerable)
    if (party instanceof Refusal) return party
    const { booking } = party
    const change = await findChange(tx, changeId)
    if (change?.bookingId !== booking.id) return refuse(commonRefusals.notFound)
    if (change.state !== 'open' || change.version !== version || change.awaits !== 'mover')
      return refuse(changeSuperseded)
    const over = overPrice(booking.totalPence, line.amountPence)
    if (over) return invalidField('line.amount_pence', over)
    const isOver = isFinished(booking.status)
    const expiresAt = isOver ? change.expiresAt : changeExpiry(datesOf(tx, booking, change.newStartAt))
    const priced = { ...line, awaits: 'customer' as const, version: version + 1, expiresAt }
    await tx.db.updateTable('bookings.change').set(priced).where('id', '=', changeId).execute()
    await tx.enqueue(changeExpires, { bookingId: booking.id }, { startAfter: expiresAt })
    await announce(tx, booking, { ...change, ...priced }, 'bookings.change-proposed')
    return readChange(tx, changeId)
  })

/** Closes a change that was not answered in time; the booking stays as it is. */
export async function expireChange(ctx: TxCtx, bookingId: string): Promise<void> {
  const booking = await lockBooking(ctx, bookingId)
  const change = booking && (await findOpenChange(ctx, bookingId))
  if (!booking || !change) return
  const now = ctx.clock.now()
  if (change.expiresAt > now) {
    const soonest = addMinutes(now, 1)
    const startAfter = change.expiresAt > soonest ? change.expiresAt : soonest
    return ctx.enqueue(changeExpires, { bookingId }, { startAfter })
  }
  await end(ctx, change.id, 'expired')
  await announce(ctx, booking, { ...change, state: 'expired' }, 'bookings.change-expired')
}

/** The work is done: what is open can still be answered for a day. Another start is no question any more. */
export async function extendOpenChange(ctx: TxCtx, { bookingId }: { bookingId: string }): Promise<void> {
  const change = await findOpenChange(ctx, bookingId)
  if (!change) return
  if (change.newStartAt) return withdrawOpenChange(ctx, { bookingId })
  const expiresAt = changeExpiryOnceDone(ctx.clock.now())
  await ctx.db.updateTable('bookings.change').set({ expiresAt }).where('id', '=', change.id).execute()
  await ctx.enqueue(changeExpires, { bookingId }, { startAfter: expiresAt })
}

/** Withdraws the open change of a booking that has ended. The end is announced elsewhere, so no notice is sent here. */
export async function withdrawOpenChange(ctx: TxCtx, { bookingId }: { bookingId: string }): Promise<void> {
  if (ctx.config.guardOff.has('changeable')) return
  const offered = ctx.db.selectFrom('bookings.change').select('id').where('bookingId', '=', bookingId)
  await ctx.write(
    ctx.db
      .with('free', (db) => db.deleteFrom('calendar.hold').where('offerId', 'in', offered))
      .updateTable('bookings.change')
      .set({ state: 'expired', answeredAt: ctx.clock.now() })
      .where('bookingId', '=', bookingId)
      .where('state', '=', 'open'),
  )
}

/** Ends an open change, and with it the time that was offered for it. */
export async function end(ctx: TxCtx, changeId: string, state: 'refused' | 'withdrawn' | 'expired'): Promise<void> {
  await releaseHold(ctx, { offerId: changeId })
  await ctx.db
    .updateTable('bookings.change')
    .set({ state, answeredAt: ctx.clock.now() })
    .where('id', '=', changeId)
    .where('state', '=', 'open')
    .execute()
}

/** Words, photos and codes of the changes of a customer’s bookings, and the words that this person wrote to others. Figures stay with the price. */
export async function eraseChanges(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const { rows } = await sql<{ bookingId: string; photosId: string | null }>`/* forget-changes */
    with theirs as (
      select c.id, c.photos_id from bookings.change c where c.proposer_id = ${userId}
      union
      select c.id, c.photos_id from bookings.booking b join bookings.change c on c.booking_id = b.id where b.customer_id = ${userId}
      union
      select c.id, c.photos_id from companies.company o join bookings.booking b on b.company_id = o.id
        join bookings.change c on c.booking_id = b.id where o.owner_user_id = ${userId}
    )
    update bookings.change c set words = '', photos_id = null, proposer_id = null,
      kind = case when c.kind = 'move' then 'other' else c.kind end, move = null,
      label = case when c.label is null then null else 'Agreed change' end
    from theirs where theirs.id = c.id
    returning c.booking_id, theirs.photos_id`.execute(ctx.db)
  for (const { photosId } of rows) if (photosId) await detachUpload(ctx, photosId)
  const ids = rows.map(({ bookingId }) => bookingId)
  if (ids.length > 0)
    await sql`/* forget-agreed-lines */
      update bookings.booking set lines = (
        select coalesce(jsonb_agg(case when line ->> 'code' = 'agreed_change' then line || '{"label": "Agreed change"}' else line end order by nr), '[]')
        from jsonb_array_elements(lines) with ordinality as l (line, nr))
      where id = any (${ids}::uuid[])`.execute(ctx.db)
  await sql`/* forget-day-links */
    with theirs as (select id from bookings.booking where customer_id = ${userId}),
      codes as (delete from bookings.change_code where change_id in (
        select c.id from bookings.change c where c.booking_id in (select id from theirs))),
      screens as (delete from bookings.screen_code where booking_id in (select id from theirs)),
      warnings as (delete from bookings.late_warning where booking_id in (select id from theirs)),
      names as (update bookings.keys_link k set for_name = null from bookings.booking b join companies.company o on o.id = b.company_id
        where k.booking_id = b.id and k.made_by = 'mover' and o.owner_user_id = ${userId})
    delete from bookings.keys_link where booking_id in (select id from theirs)`.execute(ctx.db)
}
