import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf } from '#shared/endpoint.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { stateOf } from '../../life/rules.ts'
import { tellCompany, tellCustomer, tellHired } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { idOfToken, tokenOf } from '../gateway.ts'
import { sideOf } from '../queries.ts'
import { CHANGEABLE } from '../rules.ts'
import { linkOver, type getKeys, type makeKeysLink } from './contract.ts'
import { keysReleased, keysReleasedToMover } from './messages.ts'
import { keysLinkExpiry } from './rules.ts'

const expiryOf = ({ end, status }: BookingNow) => keysLinkExpiry({ end, isInProgress: status === 'in_progress' })

/** To the customer, and to whoever drives: either may send it on. */
export const linkForKeys = (ctx: Ctx, bookingId: string): Promise<AnswerOf<typeof makeKeysLink> | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking || !sideOf(tx, booking)) return refuse(commonRefusals.notFound)
    if (!CHANGEABLE.includes(stateOf(booking)) || expiryOf(booking) <= tx.clock.now())
      return refuse(commonRefusals.conflict)
    await tx.db
      .insertInto('bookings.keys_link')
      .values({ bookingId: booking.id, createdAt: tx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { releasedAt } = await readLink(tx, booking.id)
    return {
      url: `${tx.config.publicUrl}/keys/${tokenOf(tx, 'keys', booking.id)}`,
      expiresAt: expiryOf(booking).toISOString(),
      releasedAt: releasedAt?.toISOString() ?? null,
    }
  })

const readLink = (ctx: Ctx, bookingId: string) =>
  ctx.db
    .selectFrom('bookings.keys_link')
    .select('releasedAt')
    .where('bookingId', '=', bookingId)
    .executeTakeFirstOrThrow()

type Keys = AnswerOf<typeof getKeys>

export async function showKeys(ctx: Ctx, token: string): Promise<Keys | Refusal> {
  const id = idOfToken(ctx, 'keys', token)
  const found = id ? await findLink(ctx, id) : undefined
  if (!found) return refuseMiss(ctx, 'keys-link')
  return keysOf(ctx, found)
}

/** Works once: said again, it answers when it was. Two taps at once wait for each other at the booking. */
export async function release(ctx: Ctx, token: string): Promise<Keys | Refusal> {
  const id = idOfToken(ctx, 'keys', token)
  if (!id || !(await findLink(ctx, id))) return refuseMiss(ctx, 'keys-link')
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, id)
    const link = await findLink(tx, id)
    if (!booking || !link) return refuse(commonRefusals.notFound)
    if (link.releasedAt) return keysOf(tx, link)
    const shown = keysOf(tx, link)
    if (shown instanceof Refusal) return shown
    const now = tx.clock.now()
    await tx.db.updateTable('bookings.keys_link').set({ releasedAt: now }).where('bookingId', '=', id).execute()
    await tx.emit({
      type: 'bookings.keys-released',
      bookingId: id,
      unitId: booking.unitId,
      data: { at: now.toISOString() },
    })
    await tellBoth(tx, id, now)
    return { ...shown, releasedAt: now.toISOString() }
  })
}

async function tellBoth(ctx: TxCtx, bookingId: string, at: Date): Promise<void> {
  const parties = await findParties(ctx, bookingId)
  await tellCustomer(ctx, parties, keysReleased(at))
  const words = keysReleasedToMover(at)
  await tellCompany(ctx, parties, 'booking_changed', words)
  await tellHired(ctx, parties, 'job_changed', words)
}

const findLink = (ctx: Ctx, bookingId: string) =>
  ctx.db
    .selectFrom('bookings.keys_link as k')
    .innerJoin('bookings.booking as b', 'b.id', 'k.bookingId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .select(['k.releasedAt', 'b.status', 'b.startAt', 'b.endAt', 'b.routePoints', 'c.name'])
    .where('k.bookingId', '=', bookingId)
    .executeTakeFirst()

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Of a move that is off, or over since yesterday, nothing is shown. */
function keysOf(ctx: Ctx, { releasedAt, status, startAt, endAt, routePoints, name }: Link): Keys | Refusal {
  const isOn = status === 'confirmed' || status === 'in_progress'
  const expiresAt = keysLinkExpiry({ end: endAt, isInProgress: status === 'in_progress' })
  if ((!isOn && !releasedAt) || expiresAt <= ctx.clock.now()) return refuse(linkOver)
  return {
    outcode: outcodeOf(routePoints.at(-1)?.postcode ?? '') ?? '',
    startAt: startAt.toISOString(),
    moverName: name ?? 'The mover',
    releasedAt: releasedAt?.toISOString() ?? null,
  }
}
