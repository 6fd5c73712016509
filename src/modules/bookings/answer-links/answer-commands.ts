import { recordAudit } from '#platform/audit.ts'
import { withActor, type Ctx, type TxCtx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { invalidField, refuse, Refusal, type InputOf } from '#shared/endpoint.ts'
import { confirmBooking, rejectBooking } from '../answers/commands.ts'
import { answerReport } from '../answers/reported-cancellation-commands.ts'
import { answerAsCustomer } from '../changes/responses-commands.ts'
import { saveEarlyStart } from '../day/hours/commands.ts'
import { lockBooking, type BookingNow } from '../queries.ts'
import { linkAnswered, linkOver, type answerByLink as endpoint } from './contract.ts'
import { findLink, type AnswerLinkView } from './queries.ts'

const LIMIT = 'answer-link'

type LinkReason = NonNullable<InputOf<typeof endpoint>['body']['reason']>

export const showLink = async (ctx: Ctx, token: string): Promise<AnswerLinkView | Refusal> =>
  (await findLink(ctx, token))?.view ?? refuseMiss(ctx, LIMIT)

/** Answers by the link in a message to one person. It works once: the same answer again is as it was, the other is refused. */
export async function answerByLink(
  ctx: Ctx,
  token: string,
  { answer, reason }: InputOf<typeof endpoint>['body'],
): Promise<AnswerLinkView | Refusal> {
  const isYes = answer === 'yes'
  const found = await findLink(ctx, token)
  if (!found) return refuseMiss(ctx, LIMIT)
  // What a driver answers is theirs: they act as if they had logged in, for this booking alone.
  const asPerson = found.purpose === 'new_booking' && found.person ? withActor(ctx, found.person) : ctx
  return asPerson.tx(async (tx) => {
    const booking = await lockBooking(tx, found.bookingId)
    const link = await findLink(tx, token)
    if (!booking || !link || link.view.state === 'over') return refuse(linkOver)
    if (link.view.state !== 'open')
      return link.view.state === (isYes ? 'agreed' : 'refused') ? link.view : refuse(linkAnswered)
    const outcome = await carryOut(tx, booking, link, isYes, reason)
    return outcome instanceof Refusal ? outcome : ((await findLink(tx, token))?.view ?? refuse(linkOver))
  })
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

async function carryOut(
  ctx: TxCtx,
  booking: BookingNow,
  link: Link,
  isYes: boolean,
  reason: LinkReason | undefined,
): Promise<unknown> {
  if (link.purpose === 'new_booking') return answerNewBooking(ctx, link, isYes, reason)
  if (link.purpose === 'cancellation') return answerReport(ctx, booking, link, isYes)
  if (link.purpose === 'offered_time')
    return answerAsCustomer(ctx, booking, link, { as: isYes ? 'agreed' : 'refused', consent: 'link' })
  // Without a yes it costs nothing, whether they say so or not.
  return isYes ? saveEarlyStart(ctx, booking, link.startedAt, 'link') : undefined
}

async function answerNewBooking(
  ctx: TxCtx,
  { id, bookingId, unitId }: Extract<Link, { purpose: 'new_booking' }>,
  isYes: boolean,
  reason: LinkReason | undefined,
): Promise<Refusal | undefined> {
  if (!isYes && !reason) return invalidField('reason', 'Choose a reason.')
  const outcome = isYes
    ? await confirmBooking(ctx, bookingId, unitId)
    : await rejectBooking(ctx, bookingId, { reason: reason ?? 'personal' })
  if (outcome instanceof Refusal) return outcome
  await recordAudit(ctx, {
    action: isYes ? 'booking.confirmed_by_link' : 'booking.rejected_by_link',
    object: `booking ${bookingId}`,
    after: { workingUnitId: unitId, ...(reason ? { reason } : {}) },
  })
  await ctx.write(
    ctx.db
      .updateTable('bookings.new_booking_link')
      .set({ answer: isYes ? 'agreed' : 'refused' })
      .where('id', '=', id),
  )
  return undefined
}
