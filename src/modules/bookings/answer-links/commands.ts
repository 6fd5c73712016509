import type { Compilable } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { refuse, type Refusal, type RefusalKind } from '#shared/endpoint.ts'
import { questionExpiry } from '../answers/rules.ts'
import { urlOf, type LinkKind } from '../changes/gateway.ts'
import { lockBooking, type BookingNow } from '../queries.ts'

/** What a link asks, and whether it can still be answered. */
interface Link {
  bookingId: string
  view: { state: string }
}

/** A kind of link that takes one answer. */
export interface AnswerLink<L extends Link> {
  /** Name of the limit on tries at addresses that are no such link. */
  limit: string
  /** Undefined for anything that is no such link. */
  find: (ctx: Ctx, token: string) => Promise<L | undefined>
  over: RefusalKind
  /** The link was used for the other answer, if it takes two. */
  answered?: RefusalKind
}

export async function showLink<L extends Link>(
  ctx: Ctx,
  { limit, find }: Pick<AnswerLink<L>, 'limit' | 'find'>,
  token: string,
): Promise<L['view'] | Refusal> {
  return (await find(ctx, token))?.view ?? refuseMiss(ctx, limit)
}

/** Answers by the link in the message to the booker. It works once: the same answer again is as it was, the other is refused. */
export async function answerLink<L extends Link>(
  ctx: Ctx,
  { limit, find, over, answered = over }: AnswerLink<L>,
  token: string,
  answer: L['view']['state'],
  carryOut: (tx: TxCtx, booking: BookingNow, link: L) => Promise<Refusal | undefined>,
): Promise<L['view'] | Refusal> {
  const found = await find(ctx, token)
  if (!found) return refuseMiss(ctx, limit)
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, found.bookingId)
    const link = await find(tx, token)
    if (!booking || !link || link.view.state === 'over') return refuse(over)
    if (link.view.state !== 'open') return link.view.state === answer ? link.view : refuse(answered)
    return (await carryOut(tx, booking, link)) ?? (await find(tx, token))?.view ?? refuse(over)
  })
}

/** The address of a new link. What it asks is in the row that `insert` writes. */
export async function makeLink(
  ctx: TxCtx,
  kind: LinkKind,
  insert: (row: { id: string; createdAt: Date }) => Compilable,
): Promise<string> {
  const row = { id: newId(ctx.clock), createdAt: ctx.clock.now() }
  await ctx.write(insert(row))
  return urlOf(ctx, kind, row.id)
}

/** The address that answers the report of this booking, once; an earlier one no longer answers anything. */
export const makeCancellationLink = (
  ctx: TxCtx,
  { id: bookingId, start, feePence }: { id: string; start: Date; feePence: number },
): Promise<string> =>
  makeLink(ctx, 'cancellation', (row) =>
    ctx.db
      .insertInto('bookings.cancellation_link')
      .values({ ...row, bookingId, claimedFeePence: feePence, expiresAt: questionExpiry(start, row.createdAt) }),
  )

/** The address that answers this version of the offer, once. A later version has a link of its own. */
export const makeOfferLink = (
  ctx: TxCtx,
  { id: changeId, version }: { id: string; version: number },
): Promise<string> =>
  makeLink(ctx, 'offered time', (row) =>
    ctx.db.insertInto('bookings.offered_time_link').values({ ...row, changeId, version }),
  )
