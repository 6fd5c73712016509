import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { HoldPlace } from '#modules/calendar/queries.ts'
import type { Stay } from '#modules/calendar/rules.ts'
import { isKnownTo } from '#modules/identity/sessions/known-devices-queries.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { unitsOf } from '#platform/session.ts'
import { tellingNetwork } from '#platform/shared-networks.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { addMinutes, endOfDay, localDayOf, startOfDay } from '#shared/local-time.ts'
import { driveBetween, findAround } from '../../hot-jobs/queries.ts'
import { previousLocationOf } from '../../hot-jobs/rules.ts'
import { placeInBooking, refuseBesideLead, type BookingNow } from '../../queries.ts'
import { hasDay } from '../../rules.ts'
import { SHIFT_MINUTES, TRUSTED_MINUTES } from '../clock/rules.ts'
import type { getDriverDay } from '../contract.ts'

/**
 * The caller's unit that leads a booking, or had confirmed it before the booking was cancelled or went to another; of a customer, theirs.
 * Another van of the booking is refused.
 */
export async function unitForDay(
  ctx: TxCtx,
  booking: BookingNow,
): Promise<{ unitId: string; isChanged: boolean } | Refusal> {
  const { id, unitId, status, customerId } = booking
  const notFound = refuse(commonRefusals.notFound)
  if (ctx.actor.kind === 'customer')
    return unitId && customerId === ctx.actor.userId && hasDay(status) ? { unitId, isChanged: false } : notFound
  const place = hasDay(status) ? placeInBooking(ctx, booking) : undefined
  if (place === 'other') return refuseBesideLead(ctx, booking)
  if (place && unitId) return { unitId, isChanged: false }
  const own = unitsOf(ctx.actor)?.unitIds ?? []
  if (own.length === 0) return notFound
  const had = await ctx.db
    .selectFrom('bookings.event')
    .select('unitId')
    .where('bookingId', '=', id)
    .where('kind', '=', 'confirmed')
    .where('unitId', 'in', [...own])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return had?.unitId ? { unitId: had.unitId, isChanged: true } : notFound
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

/**
 * Whether a phone was online after that time: the caller's session has called us or was begun since, or something of the unit's day has arrived.
 * The first minutes are those in which it may have lost the signal. What came in the last ones may be one batch, sent with the action once
 * there was signal again, and shows nothing.
 */
export async function wasOnlineSince(ctx: Ctx, unitId: string, since: Date): Promise<boolean> {
  const until = addMinutes(ctx.clock.now(), -TRUSTED_MINUTES)
  const from = addMinutes(since, SHIFT_MINUTES)
  if (from >= until) return false
  const session = 'sessionId' in ctx.actor ? ctx.actor.sessionId : null
  const { rows } = await sql<{ wasOnline: boolean }>`/* online-since */
    select exists (select from bookings.phone_contact c where c.session_id = ${session} and c.at > ${from} and c.at < ${until})
      or exists (select from bookings.day_action a where a.unit_id = ${unitId} and a.at > ${from} and a.at < ${until})
      or exists (select from identity.session s where s.id = ${session} and s.created_at > ${from}) as was_online`.execute(
    ctx.db,
  )
  return rows[0]?.wasOnline ?? false
}

/** How far from the pick-up a van is at its door, as degrees of latitude: some 300 metres. */
const DOOR_DEGREES = 0.003

/** When the van that shares its position was seen at the pick-up; null if it was not. */
export async function findAtTheDoor(ctx: Ctx, { id, work }: Pick<BookingNow, 'id' | 'work'>): Promise<Date | null> {
  const [door] = work.places
  const seen =
    door &&
    (await ctx.db
      .selectFrom('bookings.van_position')
      .select(['lat', 'lng', 'at'])
      .where('bookingId', '=', id)
      .executeTakeFirst())
  if (!seen) return null
  const east = (seen.lng - door.lng) * Math.cos((door.lat * Math.PI) / 180)
  return Math.hypot(seen.lat - door.lat, east) <= DOOR_DEGREES ? seen.at : null
}

/** Whether the caller is on a device of the company's people, or in a network from which they have acted for this job. */
export async function comesFromCompany(
  ctx: Ctx,
  { id, unitIds, companyId }: Pick<BookingNow, 'id' | 'unitIds' | 'companyId'>,
  device: string | null,
): Promise<boolean> {
  const network = tellingNetwork(ctx)
  const { rows } = await sql<{ userIds: string[]; isNetworkOfJob: boolean }>`/* people-of-the-mover */
    select array(
        select c.owner_user_id from companies.company c where c.id = ${companyId}
        union select d.user_id from fleet.unit_driver d where d.unit_id = any (${unitIds}::uuid[]) and d.user_id is not null) as user_ids,
      exists (select from bookings.day_action a where a.booking_id = ${id} and a.network = ${network})
        or exists (select from bookings.screen_code s where s.booking_id = ${id} and s.network = ${network}) as is_network_of_job`.execute(
    ctx.db,
  )
  const [company] = rows
  return company !== undefined && (company.isNetworkOfJob || (await isKnownTo(ctx, company.userIds, device)))
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

type Leave = NonNullable<AnswerOf<typeof getDriverDay>['leave']>

interface Job {
  id: string
  start: Date
  end: Date
  work: KeptWork
}

/** When to leave for each job of a unit, by the job before it on that day or from the base. One statement, however many jobs. */
export async function listLeaves(ctx: Ctx, unitId: string, jobs: readonly Job[]): Promise<Map<string, Leave>> {
  const { base, others } = await findAround(ctx, { unitId }, jobs)
  return new Map(
    jobs.flatMap(({ id, start, end, work }) => {
      const [startPlace, endPlace] = [work.places[0], work.places.at(-1)]
      if (!startPlace || !endPlace) return []
      const job = { start, end, startPlace, endPlace }
      const from = previousLocationOf(job, others, base, driveBetween)
      if (!from) return []
      const { kind, minutes, place } = from
      const leave = {
        by: addMinutes(start, -minutes).toISOString(),
        driveMinutes: minutes,
        from: kind,
        place: place.town,
      }
      return [[id, leave] as const]
    }),
  )
}
