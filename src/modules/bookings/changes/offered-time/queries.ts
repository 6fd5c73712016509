import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { isUnanswered, referenceOf } from '../../rules.ts'
import { idOfToken } from '../gateway.ts'
import { isAsked } from '../queries.ts'
import type { getOfferedTime } from './contract.ts'

export type OfferedTimeView = AnswerOf<typeof getOfferedTime>

/** What a link asks, and whether it can still be answered; undefined for anything that is no such link. */
export async function findOfferedTime(
  ctx: Ctx,
  token: string,
): Promise<{ bookingId: string; changeId: string; version: number; view: OfferedTimeView } | undefined> {
  const id = idOfToken(ctx, 'offered time', token)
  const link = id && (await findLink(ctx, id))
  if (!link) return undefined
  const { bookingId, changeId, linkVersion, newStartAt, routePoints } = link
  if (!newStartAt) return undefined
  const outcode = (point: { postcode: string } | undefined) => outcodeOf(point?.postcode ?? '') ?? ''
  return {
    bookingId,
    changeId,
    version: linkVersion,
    view: {
      state: stateOf(ctx, link),
      reference: referenceOf(bookingId),
      from: outcode(routePoints[0]),
      to: outcode(routePoints.at(-1)),
      companyName: link.companyName,
      startAt: link.startAt.toISOString(),
      newStartAt: newStartAt.toISOString(),
      totalPence: link.totalPence,
      expiresAt: link.expiresAt.toISOString(),
    },
  }
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** An offer that was replaced, withdrawn, has expired or fell with its booking is over for the link. */
function stateOf(ctx: Ctx, link: Link): OfferedTimeView['state'] {
  if (link.version !== link.linkVersion) return 'over'
  if (link.state === 'agreed' || link.state === 'refused') return link.state
  return isUnanswered(link.status) && isAsked(ctx, link) ? 'open' : 'over'
}

const findLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.offered_time_link as l')
    .innerJoin('bookings.change as c', 'c.id', 'l.changeId')
    .innerJoin('bookings.booking as b', 'b.id', 'c.bookingId')
    .leftJoin('companies.company as m', 'm.id', 'b.companyId')
    .select(['l.changeId', 'l.version as linkVersion', 'c.bookingId', 'c.version', 'c.state', 'c.awaits'])
    .select(['c.newStartAt', 'c.expiresAt', 'b.status', 'b.startAt', 'b.routePoints', 'b.totalPence'])
    .select('m.name as companyName')
    .where('l.id', '=', id)
    .executeTakeFirst()
