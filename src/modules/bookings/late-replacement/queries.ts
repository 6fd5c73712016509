import { cancellationPolicyAt, listRoadCharges } from '#modules/pricing/queries.ts'
import { keepSearch } from '#modules/quoting/commands.ts'
import { prepareMove, timed } from '#modules/quoting/move/queries.ts'
import { offerOnWire } from '#modules/quoting/search/queries.ts'
import { arrangeOffers, findOffers } from '#modules/quoting/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { mayCancelFree } from '../day/clock/rules.ts'
import { notLate, type findFreeNow } from './contract.ts'
import { MOST_SHOWN, soonestStart } from './rules.ts'

/** The move as it was booked, priced as a search would price it now, without the company that is late. */
export async function listFreeNow(ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof findFreeNow> | Refusal> {
  const booking = await ctx.db
    .selectFrom('bookings.booking')
    .select(['status', 'companyId', 'startAt as start', 'move'])
    .where('id', '=', bookingId)
    .where('customerId', '=', userIdOf(ctx.actor))
    .where('awaitingVerification', '=', false)
    .executeTakeFirst()
  if (!booking) return refuse(commonRefusals.notFound)
  const now = ctx.clock.now()
  if (!mayCancelFree(booking, now)) return refuse(notLate)
  const { move, companyId } = booking
  const soonest = soonestStart(now)
  const routePoints = move.routePoints.map((point, index) => (index === 0 ? { ...point, ...soonest } : point))
  const prepared = await prepareMove(ctx, { ...move, routePoints }, true)
  if (prepared instanceof Refusal) return prepared
  const laid = timed(prepared)
  if (!laid) throw new Error('A move that needs a start was prepared without one')
  const charges = await listRoadCharges(ctx)
  const found = await findOffers(ctx, laid, charges)
  const others = found.offers.filter(({ unit }) => unit.company.id !== companyId)
  const page = arrangeOffers(others, { ordering: 'best' }, laid.start).slice(0, MOST_SHOWN)
  const policy = await cancellationPolicyAt(ctx, now)
  const kept = await keepSearch(ctx, laid, { ...found, charges }, page, false)
  return {
    startAt: laid.start.toISOString(),
    count: others.length,
    results: kept.map(({ quoteId, validUntil, offer }) => ({
      quoteId,
      validUntil: validUntil.toISOString(),
      ...offerOnWire(offer, policy),
    })),
  }
}
