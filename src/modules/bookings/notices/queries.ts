import type { KeptOrder } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { emailKey } from '#shared/email.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Who is told about a booking, and the facts the messages need. */
export interface Parties {
  id: string
  start: Date
  respondBy: Date | null
  totalPence: number
  places: string[]
  /** As it was agreed. */
  move: Pick<AskedMove, 'items' | 'vanCategory' | 'manPower'>
  order: KeptOrder
  companyId: string | null
  companyName: string | null
  customerId: string
  /** Null for a customer who has verified only a phone number. */
  customer: { email: string | null; phone: string | null; isPhoneVerified: boolean }
  /** The person being moved, if somebody else booked for them. */
  alsoTold: string | null
}

export async function findParties(ctx: Ctx, id: string): Promise<Parties> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as customer', 'customer.id', 'b.customerId')
    .leftJoin('companies.company as c', 'c.id', 'b.companyId')
    .where('b.id', '=', id)
    .select([
      'b.id',
      'b.startAt',
      'b.respondBy',
      'b.totalPence',
      'b.move',
      'b.work',
      'b.companyId',
      'c.name as companyName',
    ])
    .select('b.routePoints')
    .select(['b.customerId', 'customer.openedBy', 'customer.email', 'customer.phone', 'customer.phoneVerifiedAt'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    start: row.startAt,
    respondBy: row.respondBy,
    totalPence: row.totalPence,
    places: row.work.places.map(({ town }) => town),
    move: row.move,
    order: row.work.order,
    companyId: row.companyId,
    companyName: row.companyName,
    customerId: row.customerId,
    customer: {
      email: row.openedBy === 'phone' ? null : row.email,
      phone: row.phone,
      isPhoneVerified: row.phoneVerifiedAt !== null,
    },
    alsoTold: otherThan(row.email, row.routePoints[0]?.customerEmail),
  }
}

const otherThan = (own: string, address: string | null | undefined): string | null =>
  address && emailKey(address) !== emailKey(own) ? address : null
