import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { notifyChange } from '#platform/live.ts'
import type { OfBooking } from '../events.ts'
import { BOOKINGS, OFFICE } from './queries.ts'

/**
 * Notifies the office, the customer, the current company and driver, and the previous ones; while it is hot, and when it is so no more, everybody
 * who was offered it. What each may see is decided when they read the booking.
 */
export const notifyParties = (ctx: TxCtx, { bookingId, unitId }: OfBooking): Promise<void> =>
  notifyChange(ctx, {
    about: BOOKINGS,
    ids: [bookingId],
    with: sql`gone as (
      delete from bookings.hot_offer o using bookings.booking b
      where o.booking_id = ${bookingId} and b.id = o.booking_id and not (b.is_hot and b.status = 'new_booking') returning o.unit_id)`,
    to: sql`array[${sql.lit(OFFICE)}] || array(
      select c.owner_user_id::text from (select unit_id from gone union select unit_id from bookings.hot_offer where booking_id = ${bookingId}) o
        join fleet.working_unit u on u.id = o.unit_id join companies.company c on c.id = u.company_id
      union
      select d.user_id::text from (select unit_id from gone union select unit_id from bookings.hot_offer where booking_id = ${bookingId}) o
        join fleet.unit_driver d on d.unit_id = o.unit_id where d.user_id is not null
      union
      select b.customer_id::text from bookings.booking b where b.id = ${bookingId}
      union select c.owner_user_id::text from bookings.booking b join companies.company c on c.id = b.company_id where b.id = ${bookingId}
      union select c.owner_user_id::text from fleet.working_unit u join companies.company c on c.id = u.company_id where u.id = ${unitId}
      union select d.user_id::text from fleet.unit_driver d where d.user_id is not null
        and (d.unit_id = ${unitId} or d.unit_id = (select b.unit_id from bookings.booking b where b.id = ${bookingId})))`,
  })
