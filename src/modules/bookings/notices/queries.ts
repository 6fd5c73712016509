import type { Agreement } from '../agreement/rules.ts'
import { emailKey } from '#shared/email.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Whom to tell, and what of. */
export interface Parties {
  id: string
  start: Date
  respondBy: Date | null
  totalPence: number
  places: string[]
  companyId: string | null
  companyName: string | null
  customerId: string
  /** No address where they proved a phone and nothing else. */
  customer: { email: string | null; phone: string | null; isPhoneVerified: boolean }
  /** Whoever it was booked for, by somebody else. */
  alsoTold: string | null
  agreed: Agreement
}

const rowOf = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as customer', 'customer.id', 'b.customerId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .where('b.id', '=', id)
    .select(['b.id', 'b.startAt', 'b.respondBy', 'b.totalPence', 'b.work', 'b.companyId', 'c.name as companyName'])
    .select(['b.routePoints', 'b.move', 'b.lines', 'b.ceilingPence', 'b.vatPence', 'b.minimumTimePence'])
    .select(['b.paymentMethod', 'b.companyTerms', 'b.createdAt', 'b.status'])
    .select(['v.make', 'v.model', 'v.registration'])
    .select(['b.customerId', 'customer.openedBy', 'customer.email', 'customer.phone', 'customer.phoneVerifiedAt'])
    .executeTakeFirstOrThrow()

export async function findParties(ctx: Ctx, id: string): Promise<Parties> {
  const row = await rowOf(ctx, id)
  return {
    id: row.id,
    start: row.startAt,
    respondBy: row.respondBy,
    totalPence: row.totalPence,
    places: row.work.places.map(({ town }) => town),
    companyId: row.companyId,
    companyName: row.companyName,
    customerId: row.customerId,
    customer: {
      email: row.openedBy === 'phone' ? null : row.email,
      phone: row.phone,
      isPhoneVerified: row.phoneVerifiedAt !== null,
    },
    alsoTold: otherThan(row.email, row.routePoints[0]?.customerEmail),
    agreed: agreementOf(row),
  }
}

type Row = Awaited<ReturnType<typeof rowOf>>

const agreementOf = ({ startAt, work, routePoints, move, companyTerms, ...row }: Row): Agreement => ({
  ...row,
  start: startAt,
  totalTime: work.order.totalTime,
  points: routePoints.map((point, index) => ({ ...point, town: work.places[index]?.town ?? '' })),
  vanCategory: move.vanCategory,
  van:
    row.make && row.model && row.registration
      ? { make: row.make, model: row.model, registration: row.registration }
      : null,
  help: move.manPower,
  pieces: move.items.reduce((sum, { amount }) => sum + amount, 0),
  terms: companyTerms,
  isConfirmed: row.status !== 'new_booking',
})

const otherThan = (own: string, address: string | null | undefined): string | null =>
  address && emailKey(address) !== emailKey(own) ? address : null
