import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { HoldPlace } from '#modules/calendar/queries.ts'
import type { Stay } from '#modules/calendar/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { unitsOf } from '#platform/session.ts'
import { endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import type { BookingNow } from '../../queries.ts'
import type { BookingStatus } from '../../rules.ts'

const GOES_ON: readonly BookingStatus[] = ['confirmed', 'in_progress', 'completed']

/** The caller's unit that does a booking, or had confirmed it before the booking was cancelled or went to another; of a customer, theirs. */
export async function unitForDay(
  ctx: TxCtx,
  { id, unitId, status, customerId }: BookingNow,
): Promise<{ unitId: string; isChanged: boolean } | undefined> {
  if (ctx.actor.kind === 'customer')
    return unitId && customerId === ctx.actor.userId && GOES_ON.includes(status)
      ? { unitId, isChanged: false }
      : undefined
  const own = unitsOf(ctx.actor)?.unitIds ?? []
  if (unitId && GOES_ON.includes(status) && (own.includes(unitId) || ctx.config.guardOff.has('own_unit')))
    return { unitId, isChanged: false }
  if (own.length === 0) return undefined
  const had = await ctx.db
    .selectFrom('bookings.event')
    .select('unitId')
    .where('bookingId', '=', id)
    .where('kind', '=', 'confirmed')
    .where('unitId', 'in', [...own])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return had?.unitId ? { unitId: had.unitId, isChanged: true } : undefined
}

/** The other jobs that a unit has on the days of one, each over once it is finished. */
export async function listOtherStays(
  ctx: Ctx,
  { id, unitId, start, end }: Pick<BookingNow, 'id' | 'unitId' | 'start' | 'end'>,
): Promise<Stay<HoldPlace>[]> {
  const from = startOfDay(localDayOf(start))
  const until = endOfDay(localDayOf(end))
  const { rows } = await sql<Stay<HoldPlace>>`/* other-stays */
    select lower(h.during) as start,
      least(upper(h.during), case when d.finished_at is not null then greatest(lower(h.during), d.finished_at) end) as "end",
      json_build_object('lat', h.start_lat, 'lng', h.start_lng, 'outcode', h.start_outcode) as start_place,
      json_build_object('lat', h.end_lat, 'lng', h.end_lng, 'outcode', h.end_outcode) as end_place,
      h.driving_minutes, h.duty_minutes
    from calendar.hold h left join bookings.day d on d.booking_id = h.booking_id
    where h.unit_id = ${unitId} and h.during && tstzrange(${from}, ${until})
      and h.booking_id is distinct from ${id} and (h.decide_by is null or h.decide_by > ${ctx.clock.now()})`.execute(
    ctx.db,
  )
  return rows
}

/** What a phone has sent under this key. */
export const findAction = (ctx: Ctx, bookingId: string, actionKey: string) =>
  ctx.db
    .selectFrom('bookings.day_action')
    .select(['requestDigest', 'isConflict', 'unitId'])
    .where('bookingId', '=', bookingId)
    .where('actionKey', '=', actionKey)
    .executeTakeFirst()

/** The same key for something else is a mistake of the phone. */
export const digestOfRequest = (kind: string, given: object): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, given]))
    .digest()
