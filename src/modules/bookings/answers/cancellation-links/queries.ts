import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { idOfToken } from '../../changes/gateway.ts'
import { hasDay, isUnanswered, referenceOf, type BookingStatus } from '../../rules.ts'
import { isReported } from '../rules.ts'
import type { getCancellationQuestion } from './contract.ts'

export type QuestionView = AnswerOf<typeof getCancellationQuestion>

const outlookOf = (status: BookingStatus): QuestionView['outlook'] =>
  hasDay(status) ? 'goes_ahead' : isUnanswered(status) ? 'others_asked' : 'off'

/** What a link asks, and whether it can still be answered; undefined for anything that is no such link. */
export async function findQuestion(
  ctx: Ctx,
  token: string,
): Promise<{ id: string; bookingId: string; view: QuestionView } | undefined> {
  const id = idOfToken(ctx, 'cancellation', token)
  const link = id && (await findLink(ctx, id))
  if (!link) return undefined
  const { feePence, expiresAt, routePoints } = link
  const isOpen = link.isLatest && expiresAt > ctx.clock.now() && isReported(link) && link.claimedFeePence === feePence
  const [from, to] = [routePoints[0], routePoints.at(-1)]
  return {
    id: link.id,
    bookingId: link.bookingId,
    view: {
      state: link.answer ?? (isOpen ? 'open' : 'over'),
      outlook: outlookOf(link.status),
      reference: referenceOf(link.bookingId),
      from: outcodeOf(from?.postcode ?? '') ?? '',
      to: outcodeOf(to?.postcode ?? '') ?? '',
      companyName: link.companyName,
      startAt: link.startAt.toISOString(),
      feePence,
      expiresAt: expiresAt.toISOString(),
    },
  }
}

const findLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.cancellation_link as l')
    .innerJoin('bookings.booking as b', 'b.id', 'l.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select([
      'l.id',
      'l.bookingId',
      'l.claimedFeePence as feePence',
      'l.expiresAt',
      'l.answer',
      'c.name as companyName',
    ])
    .select(['b.status', 'b.startAt', 'b.routePoints', 'b.cancelledBy', 'b.claimedFeePence', 'b.disputedAt'])
    .select(
      sql<boolean>`not exists (select from bookings.cancellation_link o
        where o.booking_id = l.booking_id and (o.created_at, o.id) > (l.created_at, l.id))`.as('isLatest'),
    )
    .where('l.id', '=', id)
    .executeTakeFirst()
