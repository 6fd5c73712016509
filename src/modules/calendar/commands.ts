import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import type { HoldPlace } from './queries.ts'

/**
 * Everybody who writes a unit's time takes this lock first: no deadlock, short waits, and what was read stays true until commit.
 * It lets foreign keys point at the row meanwhile: two bookings that were inserted before locking would else wait for each other.
 */
export async function lockUnit(ctx: TxCtx, unitId: string): Promise<{ status: string; companyId: string } | undefined> {
  if (ctx.config.guardOff.has('unit_lock')) return readUnit(ctx, unitId)
  const row = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['status', 'company_id'])
    .where('id', '=', unitId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { status: row.status, companyId: row.company_id }
}

async function readUnit(ctx: TxCtx, unitId: string) {
  const row = await ctx.db
    .selectFrom('fleet.working_unit')
    .select(['status', 'company_id'])
    .where('id', '=', unitId)
    .executeTakeFirst()
  return row && { status: row.status, companyId: row.company_id }
}

export interface Hold {
  unitId: string
  bookingId: string
  start: Date
  end: Date
  startPlace: HoldPlace
  endPlace: HoldPlace
}

/**
 * Takes the time, or answers false where somebody has it: the exclusion constraint decides, whatever was checked before. The
 * transaction can go on either way.
 */
export async function holdTime(ctx: TxCtx, hold: Hold): Promise<boolean> {
  const { rows } = await sql`/* hold-time */
    insert into calendar.hold (unit_id, booking_id, during, start_lat, start_lng, start_outcode, end_lat, end_lng, end_outcode)
    values (${hold.unitId}, ${hold.bookingId}, tstzrange(${hold.start}, ${hold.end}),
      ${hold.startPlace.lat}, ${hold.startPlace.lng}, ${hold.startPlace.outcode},
      ${hold.endPlace.lat}, ${hold.endPlace.lng}, ${hold.endPlace.outcode})
    on conflict on constraint no_double_booking do nothing
    returning 1`.execute(ctx.db)
  return rows.length > 0
}

export async function releaseHold(ctx: TxCtx, bookingId: string): Promise<void> {
  await ctx.db.deleteFrom('calendar.hold').where('booking_id', '=', bookingId).execute()
}
