import type { TxCtx } from '#platform/ctx.ts'
import {
  notifyBesideBooker,
  notifyCompany,
  notifyCustomer,
  notifyHiredDriver,
  notifyBooker,
} from '../notices/commands.ts'
import { findParties, type Parties } from '../notices/queries.ts'
import { withCalendar } from '../notices/messages.ts'
import { makeOfferLink } from '../answer-links/commands.ts'
import { urlOf } from './gateway.ts'
import type { Change } from './queries.ts'
import {
  agreedToCustomer,
  agreedToHired,
  agreedToCompany,
  askedOfCustomer,
  askedOfCompany,
  offeredToCustomer,
  offerNotTaken,
  offerTaken,
  overToCustomer,
  overToCompany,
  type ChangeWithLink,
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
  const changeWithLink = withLink(ctx, change)
  if (step === 'bookings.change-proposed') {
    if (change.awaits === 'customer')
      return isOffer
        ? offerTo(ctx, parties, changeWithLink)
        : notifyCustomer(ctx, parties, askedOfCustomer(changeWithLink))
    return notifyCompany(ctx, parties, 'booking_changed', askedOfCompany(changeWithLink))
  }
  if (step === 'bookings.change-agreed') {
    if (isOffer) return notifyCompany(ctx, parties, 'booking_changed', offerTaken(changeWithLink))
    await notifyCustomer(ctx, parties, withCalendar(agreedToCustomer(changeWithLink)))
    await notifyCompany(ctx, parties, 'booking_changed', agreedToCompany(changeWithLink))
    return notifyHiredDriver(ctx, parties, 'job_changed', agreedToHired(changeWithLink))
  }
  const how =
    step === 'bookings.change-refused' ? 'refused' : step === 'bookings.change-withdrawn' ? 'withdrawn' : 'expired'
  await notifyCustomer(ctx, parties, overToCustomer(changeWithLink, how))
  if (isOffer) return notifyCompany(ctx, parties, 'booking_changed', offerNotTaken(changeWithLink, how))
  await notifyCompany(ctx, parties, 'booking_changed', overToCompany(changeWithLink, how))
  if (change.proposedBy === 'mover')
    await notifyHiredDriver(ctx, parties, 'job_changed', overToCompany(changeWithLink, how))
}

/** Sends the company once more what it is asked about a change. */
export async function remindCompany(ctx: TxCtx, change: Change): Promise<void> {
  const parties = await findParties(ctx, change.bookingId)
  await notifyCompany(ctx, parties, 'booking_changed', askedOfCompany(withLink(ctx, change)))
}

const withLink = (ctx: TxCtx, change: Change): ChangeWithLink => ({
  ...change,
  changeUrl: urlOf(ctx, 'change', change.id),
})

/** The booker answers by the link alone; it is theirs, so the others get the one that asks for a code. */
async function offerTo(ctx: TxCtx, parties: Parties, change: ChangeWithLink): Promise<void> {
  const answerUrl = await makeOfferLink(ctx, change)
  await notifyBooker(ctx, parties, offeredToCustomer({ ...change, changeUrl: answerUrl }))
  await notifyBesideBooker(ctx, parties, offeredToCustomer(change))
}
