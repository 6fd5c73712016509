import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { notifyChange } from '#platform/live.ts'
import type { OfBooking } from '../events.ts'
import { BOOKINGS } from './queries.ts'

/** Notifies the customer, the current company and driver, and the previous ones; what each may see is decided when they read the booking. */
export const notifyParties = (ctx: TxCtx, { bookingId, unitId }: OfBooking): Promise<void> =>
  notifyChange(ctx, {
    about: BOOKINGS,
    ids: [bookingId],
    to: sql`array(
      select b.customer_id from bookings.booking b where b.id = ${bookingId}
      union select c.owner_user_id from bookings.booking b join companies.company c on c.id = b.company_id where b.id = ${bookingId}
      union select c.owner_user_id from fleet.working_unit u join companies.company c on c.id = u.company_id where u.id = ${unitId}
      union select d.user_id from fleet.unit_driver d where d.user_id is not null
        and (d.unit_id = ${unitId} or d.unit_id = (select b.unit_id from bookings.booking b where b.id = ${bookingId})))`,
  })
