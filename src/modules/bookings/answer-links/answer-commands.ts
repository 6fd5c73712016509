import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { refuse, Refusal } from '#shared/endpoint.ts'
import { answerReport } from '../answers/reported-cancellation-commands.ts'
import { answerAsCustomer } from '../changes/responses-commands.ts'
import { saveEarlyStart } from '../day/hours/commands.ts'
import { lockBooking, type BookingNow } from '../queries.ts'
import { linkAnswered, linkOver } from './contract.ts'
import { findLink, type AnswerLinkView } from './queries.ts'

const LIMIT = 'answer-link'

export const showLink = async (ctx: Ctx, token: string): Promise<AnswerLinkView | Refusal> =>
  (await findLink(ctx, token))?.view ?? refuseMiss(ctx, LIMIT)

/** Answers by the link in a message to one person. It works once: the same answer again is as it was, the other is refused. */
export async function answerByLink(ctx: Ctx, token: string, isYes: boolean): Promise<AnswerLinkView | Refusal> {
  const found = await findLink(ctx, token)
  if (!found) return refuseMiss(ctx, LIMIT)
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, found.bookingId)
    const link = await findLink(tx, token)
    if (!booking || !link || link.view.state === 'over') return refuse(linkOver)
    if (link.view.state !== 'open')
      return link.view.state === (isYes ? 'agreed' : 'refused') ? link.view : refuse(linkAnswered)
    const outcome = await carryOut(tx, booking, link, isYes)
    return outcome instanceof Refusal ? outcome : ((await findLink(tx, token))?.view ?? refuse(linkOver))
  })
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

async function carryOut(ctx: TxCtx, booking: BookingNow, link: Link, isYes: boolean): Promise<unknown> {
  if (link.purpose === 'cancellation') return answerReport(ctx, booking, link, isYes)
  if (link.purpose === 'offered_time')
    return answerAsCustomer(ctx, booking, link, { as: isYes ? 'agreed' : 'refused', consent: 'link' })
  // Without a yes it costs nothing, whether they say so or not.
  return isYes ? saveEarlyStart(ctx, booking, link.startedAt, 'link') : undefined
}
