import { sql, type ExpressionBuilder } from 'kysely'
import { findCompanyOf } from '#modules/companies/queries.ts'
import type { UnitCover } from '#modules/fleet/units/rules.ts'
import type { PersonalData } from '#modules/identity/privacy/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import type { DB } from '#platform/db-types.gen.ts'
import { jobName, job } from '#platform/jobs.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { DriversHours } from './drivers-hours-rules.ts'
import { listOwnCalendars, type HoldPlace } from './queries.ts'

/**
 * Taken before any change to a unit's time. One order of locking avoids deadlocks and keeps waits short, and what was read stays
 * true until commit. It does not block foreign keys to the row; otherwise two bookings inserted before locking would wait for each
 * other.
 */
export const lockUnit = async (ctx: TxCtx, unitId: string): Promise<LockedUnit | undefined> =>
  (await lockUnits(ctx, [unitId])).get(unitId)

/** The same of several, each waited for in the order of their ids. */
export async function lockUnits(ctx: TxCtx, unitIds: readonly string[]): Promise<Map<string, LockedUnit>> {
  const units = unitsToLock(ctx, unitIds)
  return byId(await (ctx.config.guardOff.has('unit_lock') ? units : units.forNoKeyUpdate()).execute())
}

/** Reads the same without a lock, for an answer that holds nothing. */
export const findUnits = async (ctx: Ctx, unitIds: readonly string[]): Promise<Map<string, LockedUnit>> =>
  byId(await unitsToLock(ctx, unitIds).execute())

const unitsToLock = (ctx: Ctx, unitIds: readonly string[]) =>
  ctx.db
    .selectFrom('fleet.working_unit')
    .select(['id', 'status', 'companyId', 'papersUntil', 'peopleGraceUntil'])
    // Read as JSON because the database driver does not return date arrays as text.
    .select(sql<string[]>`to_json(people_until)`.as('peopleUntil'))
    .where('id', 'in', unitIds)
    .orderBy('id')

const byId = (units: readonly (LockedUnit & { id: string })[]) => new Map(units.map(({ id, ...unit }) => [id, unit]))

export interface LockedUnit extends UnitCover {
  status: string
  companyId: string
}

/** What holds the time. It may hold several units or days. */
export type HeldFor = { bookingId: string } | { offerId: string }

export interface Hold extends DriversHours {
  unitId: string
  heldFor: HeldFor
  /** If set, the hold is provisional and lapses at this time unless decided first. Always set for an offer. */
  decideBy?: Date
  start: Date
  end: Date
  startPlace: HoldPlace
  endPlace: HoldPlace
}

/** The time to decide on a provisional hold has passed. */
const holdLapses = jobName<{ heldFor: HeldFor }>('calendar.hold-lapses')

const idsOf = (heldFor: HeldFor): { kind: 'booking' | 'offer'; bookingId: string | null; offerId: string | null } =>
  'bookingId' in heldFor
    ? { kind: 'booking', bookingId: heldFor.bookingId, offerId: null }
    : { kind: 'offer', bookingId: null, offerId: heldFor.offerId }

/**
 * Holds the time, or answers false if it is already held; the exclusion constraint decides, whatever was checked before. The
 * transaction can continue in both cases. Lapsed holds give way even if their job has not run yet.
 */
export async function holdTime(ctx: TxCtx, hold: Hold): Promise<boolean> {
  const { kind, bookingId, offerId } = idsOf(hold.heldFor)
  const during = sql`tstzrange(${hold.start}, ${hold.end})`
  // The insert depends on the count, so lapsed holds are deleted first.
  const { rows } = await sql<{ isHeld: boolean; lapsed: HolderRow[] }>`/* hold-time */
    with lapsed as (
      delete from calendar.hold where unit_id = ${hold.unitId} and during && ${during} and decide_by <= ${ctx.clock.now()}
      returning booking_id as "bookingId", offer_id as "offerId"
    ), held as (
      insert into calendar.hold (unit_id, held_for, booking_id, offer_id, decide_by, during,
        start_lat, start_lng, start_outcode, end_lat, end_lng, end_outcode, driving_minutes, duty_minutes)
      select ${hold.unitId}::uuid, ${kind}, ${bookingId}::uuid, ${offerId}::uuid, ${hold.decideBy ?? null}::timestamptz, ${during},
        ${hold.startPlace.lat}::float8, ${hold.startPlace.lng}::float8, ${hold.startPlace.outcode},
        ${hold.endPlace.lat}::float8, ${hold.endPlace.lng}::float8, ${hold.endPlace.outcode},
        ${hold.drivingMinutes}::int, ${hold.dutyMinutes}::int
      from (select count(*) from lapsed) released
      on conflict on constraint no_double_booking do nothing
      returning 1
    )
    select exists (select from held) as is_held, coalesce((select json_agg(lapsed) from lapsed), '[]') as lapsed`.execute(
    ctx.db,
  )
  const { isHeld = false, lapsed = [] } = rows[0] ?? {}
  for (const holder of lapsed) await ctx.emit({ type: 'calendar.hold-lapsed', heldFor: holderOf(holder) })
  if (isHeld && hold.decideBy) await ctx.enqueue(holdLapses, { heldFor: hold.heldFor }, { startAfter: hold.decideBy })
  return isHeld
}

interface HolderRow {
  bookingId: string | null
  offerId: string | null
}

const holderOf = ({ bookingId, offerId }: HolderRow): HeldFor =>
  bookingId ? { bookingId } : { offerId: offerId ?? '' }

/** Releases all units and days of this holder, or all days of one unit. */
export async function releaseHold(ctx: TxCtx, heldFor: HeldFor, unitId?: string): Promise<void> {
  await ctx.db
    .deleteFrom('calendar.hold')
    .where(isFor(heldFor))
    .$if(unitId !== undefined, (query) => query.where('unitId', '=', unitId ?? ''))
    .execute()
}

/** A job takes longer than was held for it. The caller has locked the unit and looked whether it is free. */
export async function lengthenHold(
  ctx: TxCtx,
  {
    bookingId,
    unitId,
    start,
    until,
    minutes,
  }: { bookingId: string; unitId: string; start: Date; until: Date; minutes: number },
): Promise<void> {
  await sql`/* lengthen-hold */
    update calendar.hold set during = tstzrange(lower(during), ${until}), duty_minutes = duty_minutes + ${minutes}::int
    where booking_id = ${bookingId} and unit_id = ${unitId} and lower(during) = ${start}`.execute(ctx.db)
}

/**
 * Releases holds that were not decided on in time. Jobs are due by the database's clock, so one that arrives early is
 * queued again.
 */
export async function releaseLapsed(ctx: TxCtx, heldFor: HeldFor): Promise<void> {
  const now = ctx.clock.now()
  const holds = await ctx.db
    .selectFrom('calendar.hold')
    .select(['id', 'decideBy'])
    .where(isFor(heldFor))
    .where('decideBy', 'is not', null)
    .forUpdate()
    .execute()
  const lapsed = holds.filter(({ decideBy }) => decideBy && decideBy <= now)
  if (lapsed.length < holds.length)
    await ctx.enqueue(
      holdLapses,
      { heldFor },
      { startAfter: addMinutes(now, 1), singletonKey: JSON.stringify(heldFor) },
    )
  if (lapsed.length === 0) return
  const ids = lapsed.map(({ id }) => id)
  await ctx.db.deleteFrom('calendar.hold').where('id', 'in', ids).execute()
  await ctx.emit({ type: 'calendar.hold-lapsed', heldFor })
}

const isFor = (heldFor: HeldFor) => (eb: ExpressionBuilder<DB, 'calendar.hold'>) =>
  'bookingId' in heldFor ? eb('bookingId', '=', heldFor.bookingId) : eb('offerId', '=', heldFor.offerId)

export const calendarPersonalData: PersonalData = { name: 'calendars', read: listOwnCalendars }

/** Deletes the working hours and absences of an owner. Holds belong to bookings and are handled there. */
export async function eraseCalendars(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return
  for (const table of [
    'calendar.business_day',
    'calendar.availability',
    'calendar.vacation',
    'calendar.feed',
  ] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('unitId', 'in', (eb) =>
        eb.selectFrom('fleet.working_unit').select('id').where('companyId', '=', companyId),
      )
      .execute()
  }
}

export const calendarJobs = [
  job({ ...holdLapses, handle: (ctx, { heldFor }) => ctx.tx((tx) => releaseLapsed(tx, heldFor)) }),
]
