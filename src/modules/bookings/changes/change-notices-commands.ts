import type { TxCtx } from '#platform/ctx.ts'
import {
  notifyBesideBooker,
  notifyCompany,
  notifyCustomer,
  notifyHiredDriver,
  tellBooker,
} from '../notices/commands.ts'
import { findParties, type Parties } from '../notices/queries.ts'
import { withCalendar } from '../notices/messages.ts'
import { tokenOf } from './gateway.ts'
import { makeOfferLink } from './offered-time/links-commands.ts'
import type { Change } from './queries.ts'
import {
  agreedToCustomer,
  agreedToHired,
  agreedToMover,
  askedOfCustomer,
  askedOfMover,
  offeredToCustomer,
  offerNotTaken,
  offerTaken,
  overToCustomer,
  overToMover,
  type ToldChange,
} from './messages.ts'

type Step =
  | 'bookings.change-proposed'
  | 'bookings.change-agreed'
  | 'bookings.change-refused'
  | 'bookings.change-withdrawn'
  | 'bookings.change-expired'

/**
 * Notifies all parties of a step of a change. A hired driver gets no price. `isOffer`: the driver of a new booking
 * offers another time, and a customer who agrees to it is notified by the confirmation.
 */
export async function notifyChangeParties(ctx: TxCtx, change: Change, step: Step, isOffer: boolean): Promise<void> {
  const parties = await findParties(ctx, change.bookingId)
  const told = withLink(ctx, change)
  if (step === 'bookings.change-proposed') {
    if (change.awaits === 'customer')
      return isOffer ? offerTo(ctx, parties, told) : notifyCustomer(ctx, parties, askedOfCustomer(told))
    return notifyCompany(ctx, parties, 'booking_changed', askedOfMover(told))
  }
  if (step === 'bookings.change-agreed') {
    if (isOffer) return notifyCompany(ctx, parties, 'booking_changed', offerTaken(told))
    await notifyCustomer(ctx, parties, withCalendar(agreedToCustomer(told)))
    await notifyCompany(ctx, parties, 'booking_changed', agreedToMover(told))
    return notifyHiredDriver(ctx, parties, 'job_changed', agreedToHired(told))
  }
  const how =
    step === 'bookings.change-refused' ? 'refused' : step === 'bookings.change-withdrawn' ? 'withdrawn' : 'expired'
  await notifyCustomer(ctx, parties, overToCustomer(told, how))
  if (isOffer) return notifyCompany(ctx, parties, 'booking_changed', offerNotTaken(told, how))
  await notifyCompany(ctx, parties, 'booking_changed', overToMover(told, how))
  if (change.proposedBy === 'mover') await notifyHiredDriver(ctx, parties, 'job_changed', overToMover(told, how))
}

/** Sends the company once more what it is asked about a change. */
export async function remindCompany(ctx: TxCtx, change: Change): Promise<void> {
  const parties = await findParties(ctx, change.bookingId)
  await notifyCompany(ctx, parties, 'booking_changed', askedOfMover(withLink(ctx, change)))
}

const withLink = (ctx: TxCtx, change: Change): ToldChange => ({
  ...change,
  changeUrl: `${ctx.config.publicUrl}/change/${tokenOf(ctx, 'change', change.id)}`,
})

/** The booker answers by the link alone; it is theirs, so the others get the one that asks for a code. */
async function offerTo(ctx: TxCtx, parties: Parties, change: ToldChange): Promise<void> {
  const answerUrl = await makeOfferLink(ctx, change)
  await tellBooker(ctx, parties, offeredToCustomer({ ...change, changeUrl: answerUrl }))
  await notifyBesideBooker(ctx, parties, offeredToCustomer(change))
}
