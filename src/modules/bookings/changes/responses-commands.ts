import { sql } from 'kysely'
import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { toJson } from '#platform/json-columns.ts'
import { commonRefusals, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { taxIncluded } from '#shared/money.ts'
import { saveDue } from '../day/clock/commands.ts'
import { transition } from '../lifecycle/commands.ts'
import { lockBooking, type BookingNow } from '../queries.ts'
import { announce, end, isAnswerable, lockParty, proposeToChange, type Party } from './commands.ts'
import { changeSuperseded, notPriced, type proposeChange as endpoint } from './contract.ts'
import { applyMove, lengthenJob, moveStart } from './rescheduling-commands.ts'
import { findChange, isSigned, readChange, type Change, type ChangeView } from './queries.ts'
import { answerable, raisedBy } from './rules.ts'
import { isFinished, isUnanswered } from '../rules.ts'

export interface Answered {
  changeId: string
  /** Version that the person answering has read. */
  version: number
}

export type Consent = 'signed_in' | 'code' | 'link' | 'signed' | 'by_phone'

/** Records a proposal. One that the customer has signed on their own phone, without signal, is agreed to at once. */
export const proposeChange = (ctx: Ctx, bookingId: string, proposal: InputOf<typeof endpoint>['body']) =>
  ctx.tx(async (tx): Promise<ChangeView | Refusal> => {
    const { signed, line, newStartAt } = proposal
    const booking = signed && line && !newStartAt && (await lockBooking(tx, bookingId))
    const at = signed?.at ? new Date(signed.at) : tx.clock.now()
    const isAgreed = booking && (await isSigned(tx, booking, { code: signed.code, amountPence: line.amountPence, at }))
    const signedAt = isAgreed ? at.toISOString() : undefined
    const change = await proposeToChange(tx, bookingId, proposal, signedAt !== undefined)
    if (change instanceof Refusal || !booking || !signedAt) return change
    const { id: changeId, version } = change
    return answerAsCustomer(tx, booking, { changeId, version }, { as: 'agreed', consent: 'signed', signedAt })
  })

interface How {
  as: 'agreed' | 'refused'
  consent: Consent
  /** When the driver typed the code of a signature. */
  signedAt?: string
}

/** Signed in. */
export const answerChange = (
  ctx: Ctx,
  bookingId: string,
  answered: Answered,
  as: 'agreed' | 'refused',
): Promise<ChangeView | Refusal> =>
  ctx.tx(async (tx) => {
    const party = await lockParty(tx, bookingId, isAnswerable)
    return party instanceof Refusal ? party : answer(tx, party, answered, { as, consent: 'signed_in' })
  })

/** Answers a change by its link and the texted code: the caller has proved to hold that phone, and nothing else. */
export const answerByCode = (
  ctx: Ctx,
  bookingId: string,
  answered: Answered,
  as: 'agreed' | 'refused',
): Promise<ChangeView | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    return booking ? answerAsCustomer(tx, booking, answered, { as, consent: 'code' }) : refuse(commonRefusals.notFound)
  })

/** Answers for the customer of a locked booking, who is not signed in but has proved who they are. */
export async function answerAsCustomer(
  ctx: TxCtx,
  booking: BookingNow,
  answered: Answered,
  how: How & { consent: Exclude<Consent, 'signed_in'> },
): Promise<ChangeView | Refusal> {
  if (!isAnswerable(ctx, booking)) return refuse(commonRefusals.conflict)
  return answer(ctx, { booking, side: 'customer' }, answered, how)
}

async function answer(
  ctx: TxCtx,
  { booking, side }: Party,
  { changeId, version }: Answered,
  { as, ...how }: How,
): Promise<ChangeView | Refusal> {
  const change = await findChange(ctx, changeId)
  if (change?.bookingId !== booking.id) return refuse(commonRefusals.notFound)
  const may = answerable(change, { side, version, as })
  if (may === 'again' && !ctx.config.guardOff.has('one_answer')) return readChange(ctx, changeId)
  if (may === 'gone' && !ctx.config.guardOff.has('one_answer')) return refuse(changeSuperseded)
  if (change.expiresAt <= ctx.clock.now() && change.state === 'open') return refuse(changeSuperseded)
  if (as === 'refused') {
    await end(ctx, changeId, 'refused')
    await announce(ctx, booking, { ...change, state: 'refused' }, 'bookings.change-refused', byLink(how))
    return readChange(ctx, changeId)
  }
  return (await agree(ctx, booking, change, how)) ?? readChange(ctx, changeId)
}

/** A company that agrees to a customer's request charges no more for it; a price goes to the customer first. */
function agreedLine({ actor }: Ctx, { label, amountPence, kind, newStartAt, byRatesPence }: Change) {
  if (label !== null && amountPence !== null) return { label, amountPence }
  // What it is worth, only the owner gives away.
  if (actor.kind === 'hired' && !newStartAt && byRatesPence !== 0) return undefined
  return { label: kind === 'time' ? 'Time' : 'Change', amountPence: 0 }
}

/** Agrees to an open change, or to one that needs no answer. */
export async function agree(
  ctx: TxCtx,
  booking: BookingNow,
  change: Change,
  how: Omit<How, 'as'>,
): Promise<Refusal | undefined> {
  const line = agreedLine(ctx, change)
  if (!line) return refuse(notPriced)
  const refused = change.move
    ? await applyMove(ctx, booking, { id: change.id, move: change.move })
    : change.newStartAt
      ? await moveStart(ctx, booking, change.newStartAt)
      : undefined
  if (refused) return refused
  if (!change.move && line.amountPence > 0) await raisePrice(ctx, booking.id, line)
  const agreed = { ...change, ...line, state: 'agreed' as const }
  await ctx.db
    .updateTable('bookings.change')
    .set({ ...line, state: 'agreed', consent: how.consent, answeredAt: ctx.clock.now() })
    .where('id', '=', change.id)
    .execute()
  // A finished job reserves no further time.
  if (isFinished(booking.status)) await saveDue(ctx, booking.id)
  else if (change.extraMinutes && !change.newStartAt && !change.move)
    await lengthenJob(ctx, booking, change.extraMinutes)
  if (isUnanswered(booking.status)) {
    const moved = await lockBooking(ctx, booking.id)
    const unconfirmed = moved
      ? await transition(ctx, moved, 'accept_offer', { data: byLink(how) })
      : refuse(commonRefusals.notFound)
    if (unconfirmed) return unconfirmed
  }
  await announce(ctx, booking, agreed, 'bookings.change-agreed', byLink(how))
  return undefined
}

/** The trail names the customer for an answer without a login. */
const byLink = ({ consent, signedAt }: Omit<How, 'as'>): { byLink?: true; signedAt?: string } =>
  consent === 'signed_in' ? {} : { byLink: true, ...(signedAt ? { signedAt } : {}) }

/** Total, ceiling and lines rise by the change’s own line. The only writer of a price after the booking was made. */
async function raisePrice(
  ctx: TxCtx,
  bookingId: string,
  { label, amountPence }: { label: string; amountPence: number },
) {
  const now = await ctx.db
    .selectFrom('bookings.booking')
    .select(['totalPence', 'ceilingPence', 'vatPence', 'commissionablePence', 'lines'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const raised = raisedBy(now, amountPence)
  const line = { code: 'agreed_change', label, quantity: 1, unitPence: amountPence, amountPence }
  await ctx.db
    .updateTable('bookings.booking')
    .set({
      ...raised,
      commissionablePence: now.commissionablePence + amountPence,
      vatPence: now.vatPence > 0 ? taxIncluded(raised.totalPence, VAT_PERCENT) : 0,
      lines: toJson([...now.lines, line]),
      version: sql`version + 1`,
    })
    .where('id', '=', bookingId)
    .execute()
}

/** Withdraws a change for the person who proposed it. */
export const withdraw = (ctx: Ctx, bookingId: string, { changeId, version }: Answered): Promise<ChangeView | Refusal> =>
  ctx.tx(async (tx) => {
    const party = await lockParty(tx, bookingId, isAnswerable)
    if (party instanceof Refusal) return party
    const change = await findChange(tx, changeId)
    if (change?.bookingId !== bookingId.toLowerCase()) return refuse(commonRefusals.notFound)
    if (change.proposedBy !== party.side || change.version !== version) return refuse(changeSuperseded)
    if (change.state === 'withdrawn') return readChange(tx, changeId)
    if (change.state !== 'open') return refuse(changeSuperseded)
    await end(tx, changeId, 'withdrawn')
    await announce(tx, party.booking, { ...change, state: 'withdrawn' }, 'bookings.change-withdrawn')
    return readChange(tx, changeId)
  })
