import type { KeptWork } from '#modules/quoting/commands.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { BookingStatus } from './rules.ts'

/** What its next step depends on. */
export interface BookingNow {
  id: string
  customerId: string
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
  allowHotJob: boolean
  unitId: string | null
  start: Date
  end: Date
  work: Pick<KeptWork, 'places'>
  respondBy: Date | null
  version: number
}

/** The row, locked until the transaction ends: whoever comes second sees what the first did. */
export async function lockBooking(ctx: Ctx, id: string): Promise<BookingNow | undefined> {
  const row = await ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'customer_id', 'status', 'is_hot', 'awaiting_verification', 'allow_hot_job'])
    .select(['unit_id', 'start_at', 'end_at', 'work', 'respond_by', 'version'])
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
      work: row.work as KeptWork,
      respondBy: row.respond_by,
      version: row.version,
    }
  )
}
