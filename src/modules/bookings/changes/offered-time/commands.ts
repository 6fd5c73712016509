import type { Ctx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { commonRefusals, invalidField, refuse, Refusal } from '#shared/endpoint.ts'
import { readDriverBooking, type DriverBookingView } from '../../lists/driver-lists-queries.ts'
import { stateOf } from '../../lifecycle/rules.ts'
import { lockBooking } from '../../queries.ts'
import { waitsForAnswer } from '../../office/rules.ts'
import { announce, changeExpires, lockParty, NEW_START_FLAWS, writeChange } from '../commands.ts'
import { changeOpen } from '../contract.ts'
import { findOpenChange } from '../queries.ts'
import { isFreeAt } from '../rescheduling-commands.ts'
import { answerAsCustomer } from '../responses-commands.ts'
import { earliestOffer, newStartFlaw, offerExpiry } from '../rules.ts'
import { offerAnswered, offerOver } from './contract.ts'
import { findOfferedTime, type OfferedTimeView } from './queries.ts'

const OFFER = { label: 'Another time', amountPence: 0 }

/** An offer that is still open is replaced; the answer to the old one is void then. */
export const offerTime = (ctx: Ctx, bookingId: string, newStart: Date): Promise<DriverBookingView | Refusal> =>
  ctx.tx(async (tx) => {
    const now = tx.clock.now()
    const party = await lockParty(tx, bookingId, (_, booking) =>
      waitsForAnswer(stateOf(booking), booking.respondBy, now),
    )
    if (party instanceof Refusal) return party
    const { booking, side } = party
    const { respondBy } = booking
    if (side !== 'mover' || !respondBy) return refuse(commonRefusals.notFound)
    const flaw = newStartFlaw({ now, start: booking.start, isInProgress: false, newStart })
    if (flaw) return invalidField('new_start_at', NEW_START_FLAWS[flaw])
    if (newStart < earliestOffer(now)) return invalidField('new_start_at', 'Choose a time at least 2 hours from now.')
    const standing = await findOpenChange(tx, bookingId)
    if (standing && standing.proposedBy !== side) return refuse(changeOpen)
    if (!(await isFreeAt(tx, booking, newStart)))
      return invalidField('new_start_at', 'Your calendar isn’t free for this job then. Choose another time.')
    const change = await writeChange(tx, booking, side, {
      proposal: { kind: 'time', words: '', newStartAt: newStart.toISOString() },
      terms: { line: OFFER, byRates: undefined },
      standing,
      expiresAt: offerExpiry({ now, respondBy, newStart }),
    })
    await tx.enqueue(changeExpires, { bookingId }, { startAfter: change.expiresAt })
    await announce(tx, booking, change, 'bookings.change-proposed')
    return readDriverBooking(tx, booking.unitId, bookingId)
  })

/** Either answer by the link in the message to the booker. It works once: the same answer again is as it was, the other is refused. */
export async function answerOffer(ctx: Ctx, token: string, agree: boolean): Promise<OfferedTimeView | Refusal> {
  const found = await findOfferedTime(ctx, token)
  if (!found) return refuseMiss(ctx, 'offered-time-link')
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, found.bookingId)
    const link = await findOfferedTime(tx, token)
    const as = agree ? 'agreed' : 'refused'
    if (!booking || !link || link.view.state === 'over') return refuse(offerOver)
    if (link.view.state !== 'open') return link.view.state === as ? link.view : refuse(offerAnswered)
    const answered = await answerAsCustomer(tx, booking, link, { as, consent: 'link' })
    if (answered instanceof Refusal) return answered
    return (await findOfferedTime(tx, token))?.view ?? refuse(offerOver)
  })
}
