import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { urlOf } from '../gateway.ts'
import { unitsOfBooking } from '../../queries.ts'
import { sideOf } from '../queries.ts'
import { type Side, keysLinkExpiry, MOST_KEYS_LINKS } from '../rules.ts'
import type { makeKeysLink } from './contract.ts'
import { isUnderWay, type BookingStatus } from '../../rules.ts'

export type KeysLinkView = AnswerOf<typeof makeKeysLink>

export interface KeysLinkRow {
  id: string
  forName: string | null
  madeBy: string | null
  createdAt: Date
  releasedAt: Date | null
  withdrawnAt: Date | null
}

/** The links of a booking, latest first. */
export const keysLinksOf = (ctx: Ctx, bookingId: string): Promise<KeysLinkRow[]> =>
  ctx.db
    .selectFrom('bookings.keys_link')
    .select(['id', 'forName', 'madeBy', 'createdAt', 'releasedAt', 'withdrawnAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_KEYS_LINKS)
    .execute()

/** A link as either side sees it. Its address gives access to its holder, so only the side that made it reads it. */
export const keysLinkView = (
  ctx: Ctx,
  { end, status, side }: { end: Date; status: BookingStatus; side: Side },
  { id, forName, madeBy, createdAt, releasedAt, withdrawnAt }: KeysLinkRow,
): KeysLinkView => ({
  id,
  forName,
  madeBy: madeBy as Side | null,
  url: withdrawnAt || madeBy !== side ? null : urlOf(ctx, 'keys', id),
  madeAt: createdAt.toISOString(),
  expiresAt: keysLinkExpiry({ end, isInProgress: isUnderWay(status) }).toISOString(),
  releasedAt: releasedAt?.toISOString() ?? null,
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
})

/** Lists the links for either side of the booking. One statement. */
export async function listLinksForKeys(ctx: Ctx, bookingId: string): Promise<KeysLinkView[] | Refusal> {
  const rows = await ctx.db
    .selectFrom('bookings.booking as b')
    .leftJoin('bookings.keys_link as k', 'k.bookingId', 'b.id')
    .select(['b.customerId', 'b.unitId', 'b.isHot', 'b.awaitingVerification', 'b.endAt as end', 'b.status'])
    .select(unitsOfBooking.as('unitIds'))
    .select(['k.id', 'k.forName', 'k.madeBy', 'k.createdAt', 'k.releasedAt', 'k.withdrawnAt'])
    .where('b.id', '=', bookingId)
    .orderBy('k.createdAt', 'desc')
    .orderBy('k.id', 'desc')
    .limit(MOST_KEYS_LINKS)
    .execute()
  const [booking] = rows
  const side = booking && sideOf(ctx, booking)
  if (!side) return refuse(commonRefusals.notFound)
  // A booking without a link is alone in its row.
  return rows.flatMap(({ id, createdAt, ...link }) =>
    id && createdAt ? [keysLinkView(ctx, { ...booking, side }, { ...link, id, createdAt })] : [],
  )
}

/** A link with its booking, as a stranger is shown it. */
export const findKeysLink = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.keys_link as k')
    .innerJoin('bookings.booking as b', 'b.id', 'k.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select([
      'k.bookingId',
      'k.forName',
      'k.withdrawnAt',
      'b.status',
      'b.startAt',
      'b.endAt',
      'b.routePoints',
      'c.name',
    ])
    // Release of the keys by any of the links.
    .select((eb) =>
      eb
        .selectFrom('bookings.keys_link as any')
        .select('any.releasedAt')
        .whereRef('any.bookingId', '=', 'k.bookingId')
        .where('any.releasedAt', 'is not', null)
        .as('releasedAt'),
    )
    .where('k.id', '=', id)
    .executeTakeFirst()

export type KeysLinkFound = NonNullable<Awaited<ReturnType<typeof findKeysLink>>>

/** Who said that the keys are released, as the link was made for them. */
export async function findKeyReleaser(ctx: Ctx, bookingId: string): Promise<string | null> {
  const links = ctx.db.selectFrom('bookings.keys_link').select('forName').where('bookingId', '=', bookingId)
  return (await links.where('releasedAt', 'is not', null).executeTakeFirst())?.forName ?? null
}
