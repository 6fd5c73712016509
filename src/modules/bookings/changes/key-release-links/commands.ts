import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import { stateOf } from '../../lifecycle/rules.ts'
import { tellCompany, tellCustomer, tellHired } from '../../notices/commands.ts'
import { findParties } from '../../notices/queries.ts'
import { lockBooking, type BookingNow } from '../../queries.ts'
import { idOfToken } from '../gateway.ts'
import { sideOf } from '../queries.ts'
import { CHANGEABLE } from '../rules.ts'
import { linkOver, linkUsed, linkWithdrawn, tooManyKeysLinks, type getKeys, type makeKeysLink } from './contract.ts'
import { keysReleased, keysReleasedToMover } from './messages.ts'
import { findKeysLink, keysLinksOf, keysLinkView, type KeysLinkFound, type KeysLinkView } from './queries.ts'
import { keysLinkExpiry, MOST_KEYS_LINKS } from './rules.ts'

const expiryOf = ({ end, status }: BookingNow) => keysLinkExpiry({ end, isInProgress: status === 'in_progress' })

/** To the customer, and to whoever drives: either may send it on. */
export const linkForKeys = (
  ctx: Ctx,
  bookingId: string,
  asked: InputOf<typeof makeKeysLink>['body'],
): Promise<KeysLinkView | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const side = booking && sideOf(tx, booking)
    if (!side) return refuse(commonRefusals.notFound)
    if (!CHANGEABLE.includes(stateOf(booking)) || expiryOf(booking) <= tx.clock.now())
      return refuse(commonRefusals.conflict)
    const links = await keysLinksOf(tx, booking.id)
    const forName = asked?.forName || null
    // Of one name there is one link; the other side's stays theirs.
    const same = links.find(
      (link) =>
        !link.withdrawnAt && nameKey(link.forName) === nameKey(forName) && (forName !== null || link.madeBy === side),
    )
    if (same) return keysLinkView(tx, { ...booking, side }, same)
    if (links.length >= MOST_KEYS_LINKS) return refuse(tooManyKeysLinks)
    const made = await tx.db
      .insertInto('bookings.keys_link')
      .values({ bookingId: booking.id, forName, madeBy: side, createdAt: tx.clock.now() })
      .returning(['id', 'forName', 'madeBy', 'createdAt', 'releasedAt', 'withdrawnAt'])
      .executeTakeFirstOrThrow()
    return keysLinkView(tx, { ...booking, side }, made)
  })

const nameKey = (name: string | null): string => (name ?? '').toLowerCase()

/** By either side: whoever has it learns that it is withdrawn. Withdrawn again, it is as it was. */
export const withdrawLink = (ctx: Ctx, bookingId: string, linkId: string): Promise<KeysLinkView | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const side = booking && sideOf(tx, booking)
    if (!side) return refuse(commonRefusals.notFound)
    const link = (await keysLinksOf(tx, booking.id)).find(({ id }) => id === linkId)
    if (!link) return refuse(commonRefusals.notFound)
    if (link.releasedAt) return refuse(linkUsed)
    if (link.withdrawnAt) return keysLinkView(tx, { ...booking, side }, link)
    const withdrawnAt = tx.clock.now()
    await tx.db.updateTable('bookings.keys_link').set({ withdrawnAt }).where('id', '=', link.id).execute()
    return keysLinkView(tx, { ...booking, side }, { ...link, withdrawnAt })
  })

type Keys = AnswerOf<typeof getKeys>

export async function showKeys(ctx: Ctx, token: string): Promise<Keys | Refusal> {
  const id = idOfToken(ctx, 'keys', token)
  const found = id ? await findKeysLink(ctx, id) : undefined
  if (!found) return refuseMiss(ctx, 'keys-link')
  return keysOf(ctx, found)
}

/** Works once, with whichever link: said again, it answers when it was. Two taps at once wait for each other at the booking. */
export async function release(ctx: Ctx, token: string): Promise<Keys | Refusal> {
  const id = idOfToken(ctx, 'keys', token)
  const found = id ? await findKeysLink(ctx, id) : undefined
  if (!id || !found) return refuseMiss(ctx, 'keys-link')
  const { bookingId } = found
  return ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const link = await findKeysLink(tx, id)
    if (!booking || !link) return refuse(commonRefusals.notFound)
    const shown = keysOf(tx, link)
    if (shown instanceof Refusal || shown.releasedAt) return shown
    const now = tx.clock.now()
    await tx.db.updateTable('bookings.keys_link').set({ releasedAt: now }).where('id', '=', id).execute()
    await tx.emit({
      type: 'bookings.keys-released',
      bookingId,
      unitId: booking.unitId,
      data: { at: now.toISOString() },
    })
    await tellBoth(tx, bookingId, now, link.forName)
    return { ...shown, releasedAt: now.toISOString() }
  })
}

async function tellBoth(ctx: TxCtx, bookingId: string, at: Date, by: string | null): Promise<void> {
  const parties = await findParties(ctx, bookingId)
  await tellCustomer(ctx, parties, keysReleased(at, by))
  const words = keysReleasedToMover(at, by)
  await tellCompany(ctx, parties, 'booking_changed', words)
  await tellHired(ctx, parties, 'job_changed', words)
}

/** Of a move that is off, or over since yesterday, nothing is shown; nor of a link that was withdrawn. */
function keysOf(ctx: Ctx, link: KeysLinkFound): Keys | Refusal {
  const { withdrawnAt, releasedAt, status, startAt, endAt, routePoints, name } = link
  if (withdrawnAt) return refuse(linkWithdrawn)
  const isOn = status === 'confirmed' || status === 'in_progress'
  const expiresAt = keysLinkExpiry({ end: endAt, isInProgress: status === 'in_progress' })
  if ((!isOn && !releasedAt) || expiresAt <= ctx.clock.now()) return refuse(linkOver)
  return {
    outcode: outcodeOf(routePoints.at(-1)?.postcode ?? '') ?? '',
    startAt: startAt.toISOString(),
    moverName: name ?? 'The company',
    releasedAt: releasedAt?.toISOString() ?? null,
  }
}
