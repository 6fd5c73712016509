import { sql } from 'kysely'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import type { CustomerTerms } from '#modules/pricing/customer-terms/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { BookedPoint } from './create/rules.ts'
import type { BookingStatus } from './rules.ts'

declare module '#platform/json-columns.ts' {
  interface JsonColumns {
    'bookings.booking.lines': PriceLine[]
    'bookings.booking.move': AskedMove
    'bookings.booking.work': KeptWork
    'bookings.booking.route_points': BookedPoint[]
    'bookings.booking.company_terms': CustomerTerms
    'bookings.event.data': Record<string, unknown>
  }
}

/** What the next step depends on. */
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
  work: KeptWork
  help: HelpLevel
  respondBy: Date | null
  version: number
}

/** The row, locked until the transaction ends, so that concurrent changes to one booking run one after the other. */
export function lockBooking(ctx: Ctx, id: string): Promise<BookingNow | undefined> {
  return ctx.db
    .selectFrom('bookings.booking')
    .select(['id', 'customerId', 'status', 'isHot', 'awaitingVerification', 'allowHotJob', 'unitId'])
    .select(['startAt as start', 'endAt as end', 'work', 'respondBy', 'version'])
    .select(sql<HelpLevel>`move ->> 'manPower'`.as('help'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
