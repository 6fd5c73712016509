import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { payloadOf } from '#modules/fleet/vans/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { loadOfItems, type Load } from '#modules/items/rules.ts'
import type { Agreement } from '../documents/rules.ts'
import { sql } from 'kysely'
import type { KeptOrder } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { isUnanswered, timeTaken, type BookingStatus } from '../rules.ts'
import { isByTransfer } from '../create/queries.ts'
import { vansOfBooking } from '../queries.ts'
import { emailKey } from '#shared/email.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Recipients of notices about a booking, and the facts the messages need. */
export interface Parties {
  id: string
  status: BookingStatus
  start: Date
  end: Date
  /** Grows with every step. */
  version: number
  respondBy: Date | null
  reconfirmBy: Date | null
  cancelledBy: 'customer' | 'driver' | 'office' | null
  /** The company was late, so it counts as their cancellation. */
  byMover: boolean
  /** Cost of cancelling for the customer. */
  feePence: number
  /** Fee that the booking had reached when its move was last changed; cancelling never costs less. */
  feeFloorPence: number
  /** Compensation that the company owes the customer for the step. */
  owedPence?: number
  /** Figures and texts of the step. */
  about?: Record<string, unknown> | undefined
  totalPence: number
  places: string[]
  outcodes: string[]
  /** The move as agreed. */
  move: Pick<AskedMove, 'items' | 'vanCategory' | 'manPower'>
  order: KeptOrder
  load: Pick<Load, 'pieces' | 'weightKg' | 'volumeM3'>
  /** Van of the unit that it is booked with, and its capacity. */
  van: { registration: string; payloadKg: number; volumeM3: number } | null
  /** First names of who comes, where the driver has said. */
  crew: string[]
  companyId: string | null
  unitId: string | null
  /** The units that come, the lead first, each with its own times. */
  vans: { unitId: string; start: Date; end: Date }[]
  companyName: string | null
  customerId: string
  /** Null for a customer who has verified only a phone number. */
  customer: { email: string | null; phone: string | null; isPhoneVerified: boolean }
  /** The person being moved, if another person booked for them. */
  copyRecipient: string | null
  agreed: Agreement
}

const rowOf = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as customer', 'customer.id', 'b.customerId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .where('b.id', '=', id)
    .select([
      'b.id',
      'b.startAt',
      'b.endAt',
      'b.version',
      'b.respondBy',
      'b.reconfirmBy',
      'b.cancelledBy',
      'b.byMover',
      'b.cancellationFeePence as feePence',
      'b.feeFloorPence',
      'b.totalPence',
      'b.move',
      'b.work',
      'b.companyId',
      'b.unitId',
      'c.name as companyName',
    ])
    .select([
      'b.routePoints',
      'b.move',
      'b.lines',
      'b.ceilingPence',
      'b.vatPence',
      'b.minimumTimePence',
      'b.cancellation',
      'b.freeUntil',
    ])
    .select(['b.paymentMethod', 'b.companyTerms', 'b.createdAt', 'b.status'])
    .select(isByTransfer.as('isByTransfer'))
    .select(['v.make', 'v.model', 'v.registration', 'v.category', 'v.payloadKg'])
    .select([
      sql<
        string[]
      >`array(select p.checked_first_name from bookings.crew_member m join fleet.person p on p.id = m.person_id
        where m.booking_id = b.id order by m.van, m.position)`.as('crew'),
      vansOfBooking.as('vans'),
    ])
    .select(['b.customerId', 'customer.openedBy', 'customer.email', 'customer.phone', 'customer.phoneVerifiedAt'])
    .executeTakeFirstOrThrow()

export async function findParties(ctx: Ctx, id: string): Promise<Parties> {
  const row = await rowOf(ctx, id)
  return {
    id: row.id,
    status: row.status,
    start: row.startAt,
    end: row.endAt,
    version: row.version,
    respondBy: row.respondBy,
    reconfirmBy: row.reconfirmBy,
    cancelledBy: row.cancelledBy,
    byMover: row.byMover,
    feePence: row.feePence,
    feeFloorPence: row.feeFloorPence,
    totalPence: row.totalPence,
    places: row.work.places.map(({ town }) => town),
    outcodes: row.work.places.map(({ outcode }) => outcode),
    move: row.move,
    order: row.work.order,
    load: loadOfItems(row.move.items),
    van: vanOf(row),
    crew: row.crew,
    companyId: row.companyId,
    unitId: row.unitId,
    vans: row.vans.map(({ unitId, start, end }) => ({ unitId, start: new Date(start), end: new Date(end) })),
    companyName: row.companyName,
    customerId: row.customerId,
    customer: {
      email: row.openedBy === 'phone' ? null : row.email,
      phone: row.phone,
      isPhoneVerified: row.phoneVerifiedAt !== null,
    },
    copyRecipient: otherThan(row.email, row.routePoints[0]?.customerEmail),
    agreed: agreementOf(row),
  }
}

function vanOf(row: {
  registration: string | null
  category: VanCategory | null
  payloadKg: number | null
}): Parties['van'] {
  const { registration, category, payloadKg } = row
  if (!registration || !category) return null
  return { registration, payloadKg: payloadOf({ category, payloadKg }), volumeM3: VAN_DETAILS[category].volumeM3 }
}

type Row = Awaited<ReturnType<typeof rowOf>>

const agreementOf = ({ startAt, work, routePoints, move, companyTerms, ...row }: Row): Agreement => ({
  ...row,
  start: startAt,
  totalTime: timeTaken({ startAt, endAt: row.endAt }),
  points: routePoints.map((point, index) => ({ ...point, town: work.places[index]?.town ?? '' })),
  vanCategory: move.vanCategory,
  van:
    row.make && row.model && row.registration
      ? { make: row.make, model: row.model, registration: row.registration }
      : null,
  help: move.manPower,
  pieces: move.items.reduce((sum, { amount }) => sum + amount, 0),
  terms: companyTerms,
  isConfirmed: !isUnanswered(row.status),
})

const otherThan = (own: string, address: string | null | undefined): string | null =>
  address && emailKey(address) !== emailKey(own) ? address : null
