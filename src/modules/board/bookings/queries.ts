import { sql, type RawBuilder } from 'kysely'
import { linkOf } from '#modules/bookings/links/queries.ts'
import { pricePence } from '#modules/bookings/queries.ts'
import { referenceOf, type BookingStatus } from '#modules/bookings/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getBoard } from '../contract.ts'

type BoardBooking = NonNullable<AnswerOf<typeof getBoard>['groups'][number]['cases'][number]['booking']>

export interface BookingColumns {
  bookingId: string | null
  status: BookingStatus
  isHot: boolean
  awaitingVerification: boolean
  startAt: Date
  endAt: Date
  fromTown: string | null
  toTown: string | null
  totalPence: number
  paymentMethod: 'cash' | 'card'
}

/** Of the booking `b`, beside its id. */
export const bookingColumns = sql`b.status, b.is_hot, b.awaiting_verification, b.start_at, b.end_at,
  b.work #>> '{places,0,town}' as from_town, b.work #>> '{places,-1,town}' as to_town, ${pricePence} as total_pence, b.payment_method`

export interface ContactColumns {
  companyId: string | null
  companyName: string | null
  ownerPhone: string | null
  unitId: string | null
  unitName: string | null
  registration: string | null
  driverName: string | null
  driverPhone: string | null
}

/** Whom to call, and what the mover has said of the day; of the tables in `contacts`. */
export const contactColumns = sql`c.id as company_id, c.name as company_name, o.phone as owner_phone, u.id as unit_id, u.name as unit_name,
  v.registration, h.first_name as driver_name, h.phone as driver_phone, d.set_off_at is not null as is_set_off, d.late_eta`

/** Of the booking `b`, with the unit and the company by these ids. */
export const contacts = (unitId: RawBuilder<unknown>, companyId: RawBuilder<unknown>) => sql`
  left join fleet.working_unit u on u.id = ${unitId}
  left join companies.company c on c.id = ${companyId}
  left join identity."user" o on o.id = c.owner_user_id
  left join fleet.van v on v.unit_id = u.id
  left join fleet.unit_driver w on w.unit_id = u.id
  left join identity."user" h on h.id = w.user_id
  left join bookings.day d on d.booking_id = b.id`

type Contacts = Pick<AnswerOf<typeof getBoard>['groups'][number]['cases'][number], 'company' | 'workingUnit' | 'driver'>

export const contactsView = (row: ContactColumns): Contacts => ({
  company: row.companyId === null ? null : { id: row.companyId, name: row.companyName ?? '', phone: row.ownerPhone },
  workingUnit:
    row.unitId === null ? null : { id: row.unitId, name: row.unitName ?? '', registration: row.registration },
  driver: row.driverName === null ? null : { name: row.driverName, phone: row.driverPhone },
})

/** Null for a row that is about no booking, or one that is gone. */
export function bookingView(ctx: Ctx, row: Partial<BookingColumns>): BoardBooking | null {
  const { bookingId: id, status, startAt, endAt, totalPence, paymentMethod } = row
  if (!id || !status || !startAt || !endAt || totalPence === undefined || !paymentMethod) return null
  return {
    id,
    reference: referenceOf(id),
    hash: linkOf(ctx, id),
    status,
    isHot: row.isHot === true,
    awaitingVerification: row.awaitingVerification === true,
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    from: row.fromTown ?? '',
    to: row.toTown ?? '',
    totalPence,
    paymentMethod,
  }
}
