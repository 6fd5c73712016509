import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { idOfToken } from '../../changes/gateway.ts'
import { findDay } from '../clock/queries.ts'
import { unagreedEarlyStart } from '../clock/rules.ts'
import { mostForEarlyStart } from '../hours/rules.ts'
import { agreedOf, listDayBookings } from '../views/queries.ts'
import type { getEarlyStart } from './contract.ts'

export type EarlyStartView = AnswerOf<typeof getEarlyStart>

/** What a link is about, and whether it can still be agreed to; undefined for anything that is no such link. */
export async function findEarlyStart(
  ctx: Ctx,
  token: string,
): Promise<{ id: string; bookingId: string; startedAt: Date; view: EarlyStartView } | undefined> {
  const id = idOfToken(ctx, 'early start', token)
  const link = id && (await findLink(ctx, id))
  const [booking] = link ? await listDayBookings(ctx, [link.bookingId]) : []
  if (!link || !booking) return undefined
  const { bookingId, startedAt, mostPence, expiresAt } = link
  const day = await findDay(ctx, bookingId)
  const isOpen =
    expiresAt > ctx.clock.now() &&
    day.hours === 'open' &&
    unagreedEarlyStart(day, booking.start)?.getTime() === startedAt.getTime() &&
    mostForEarlyStart(agreedOf(booking), startedAt, booking.start) <= mostPence
  const [from, to] = [booking.move.routePoints[0], booking.move.routePoints.at(-1)]
  return {
    id: link.id,
    bookingId,
    startedAt,
    view: {
      state: day.earlyFrom?.getTime() === startedAt.getTime() ? 'agreed' : isOpen ? 'open' : 'over',
      from: outcodeOf(from?.postcode ?? '') ?? '',
      to: outcodeOf(to?.postcode ?? '') ?? '',
      moverName: link.moverName ?? 'The company',
      startAt: booking.start.toISOString(),
      startedAt: startedAt.toISOString(),
      mostPence,
      expiresAt: expiresAt.toISOString(),
    },
  }
}

const findLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.early_start_link as l')
    .innerJoin('bookings.booking as b', 'b.id', 'l.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['l.id', 'l.bookingId', 'l.startedAt', 'l.mostPence', 'l.expiresAt', 'c.name as moverName'])
    .where('l.id', '=', id)
    .executeTakeFirst()
