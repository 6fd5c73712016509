import type { KeptWork } from '#modules/quoting/commands.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { BookingStatus } from './rules.ts'

export interface LockedBooking {
  id: string
  customerId: string
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
  allowHotJob: boolean
  unitId: string | null
  start: Date
  end: Date
  respondBy: Date | null
  version: number
}

/** The row, locked until the transaction ends: of two who change a booking, the second sees what the first did. */
export async function lockBooking(ctx: Ctx, id: string): Promise<LockedBooking | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select([
      'id',
      'customer_id',
      'status',
      'is_hot',
      'awaiting_verification',
      'allow_hot_job',
      'unit_id',
      'start_at',
      'end_at',
      'respond_by',
      'version',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      customerId: row.customer_id,
      status: row.status as BookingStatus,
      isHot: row.is_hot,
      awaitingVerification: row.awaiting_verification,
      allowHotJob: row.allow_hot_job,
      unitId: row.unit_id,
      start: row.start_at,
      end: row.end_at,
      respondBy: row.respond_by,
      version: row.version,
    }
  )
}

/** When and where a booking's van is needed. */
export async function findJobOf(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select(['unit_id', 'start_at', 'end_at', 'work'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.unit_id
    ? { unitId: row.unit_id, start: row.start_at, end: row.end_at, work: row.work as KeptWork }
    : undefined
}
