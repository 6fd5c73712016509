import { sql } from 'kysely'
import { ExpiringCache } from '#platform/caches.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literals, type Db } from '#platform/db.ts'
import { deleteInBatches } from '#platform/housekeeping.ts'
import { unitsOf, type Actor } from '#platform/session.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { lockBooking } from '../../queries.ts'
import { unitForDay } from './queries.ts'
import { findDay } from '../clock/queries.ts'
import { clampTime, OPENS_HOURS, stateOfClock, TRUSTED_MINUTES } from '../clock/rules.ts'
import { notShared } from './contract.ts'
import { AGREED, isConfirmed } from '../../rules.ts'

/** A position is erased as soon as the van is there, and after so long at the latest (decisions §11: within 24 hours). */
const KEPT_HOURS = 20

/** Keeps the last position only, while the van is on the way and its driver has agreed. */
export const sendPosition = (
  ctx: Ctx,
  bookingId: string,
  { lat, lng, at }: { lat: number; lng: number; at: string },
): Promise<undefined | Refusal> =>
  ctx.tx(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return refuse(commonRefusals.notFound)
    const found = await unitForDay(tx, booking)
    if (found instanceof Refusal) return found
    const day = await findDay(tx, bookingId)
    const isShown = !found.isChanged && isConfirmed(booking.status) && stateOfClock(day) === 'on_the_way'
    if (!isShown || !day.sharesPosition) return refuse(notShared)
    const now = tx.clock.now()
    // A position is sent as it is: an old one shows nothing.
    const trusted = addMinutes(now, -TRUSTED_MINUTES)
    const earliest = day.setOffAt && day.setOffAt > trusted ? day.setOffAt : trusted
    const position = { lat, lng, at: clampTime(new Date(at), earliest, now).happenedAt }
    await tx.db
      .insertInto('bookings.van_position')
      .values({ bookingId, ...position })
      .onConflict((conflict) =>
        conflict.column('bookingId').doUpdateSet(position).where('bookings.van_position.at', '<=', position.at),
      )
      .execute()
    await tx.emit({ type: 'bookings.day-changed', bookingId, unitId: found.unitId })
    return undefined
  })

/** Actions are not dated back further: the office decides on a job that is over before that. */
const KEPT_CONTACT_HOURS = 72
const MINUTE_MS = 60_000
const MOST_REMEMBERED = 10_000

/**
 * Remembers when each session of a driver has called us while a job of theirs is on: at most one row in a minute, written on connections of
 * its own, so that no answer waits for it.
 */
export class PhoneContacts {
  readonly #ctx: Pick<Ctx, 'clock' | 'config' | 'log'>
  readonly #db: Db
  readonly #known: ExpiringCache<true>
  readonly #writing = new Set<Promise<unknown>>()

  constructor(ctx: Pick<Ctx, 'clock' | 'config' | 'log'>, db: Db) {
    this.#ctx = ctx
    this.#db = db
    this.#known = new ExpiringCache(MOST_REMEMBERED)
  }

  note(actor: Actor): void {
    const units = unitsOf(actor)?.unitIds ?? []
    if (!('sessionId' in actor) || units.length === 0 || this.#ctx.config.guardOff.has('phone_contacts')) return
    const now = this.#ctx.clock.now()
    const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    const key = `${actor.sessionId} ${at.getTime()}`
    if (this.#known.get(key)) return
    this.#known.set(key, true, MINUTE_MS)
    const written = sql`/* phone-contact */
      insert into bookings.phone_contact (session_id, at)
      select ${actor.sessionId}::uuid, ${at}::timestamptz where exists (
        select from bookings.booking_van v where v.unit_id = any (${units}::uuid[]) and v.state in ${literals(AGREED)}
          and lower(v.during) < ${addMinutes(now, OPENS_HOURS * 60)} and upper(v.during) > ${hoursBefore(now, KEPT_CONTACT_HOURS)})
      on conflict do nothing`
      .execute(this.#db)
      .catch((err: unknown) => this.#ctx.log.warn({ err }, 'a contact was not recorded'))
      .finally(() => this.#writing.delete(written))
    this.#writing.add(written)
  }

  /** Once everything noted so far is written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing)
  }
}

const hoursBefore = (now: Date, hours: number): Date => addMinutes(now, -hours * 60)

/** Every hour: positions of a van that never arrived, or whose booking was cancelled on the way, and contacts that prove nothing any longer. */
export async function eraseOldPhoneData(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await deleteInBatches(ctx, 'bookings.van_position', 'at', hoursBefore(now, KEPT_HOURS))
  await deleteInBatches(ctx, 'bookings.phone_contact', 'at', hoursBefore(now, KEPT_CONTACT_HOURS))
}
