import type { KeptWork } from '#modules/quoting/commands.ts'
import { emailKey } from '#shared/email.ts'
import type { BookedPoint } from '../create/rules.ts'
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
}

export async function findParties(ctx: Ctx, id: string): Promise<Parties> {
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('identity.user as customer', 'customer.id', 'b.customer_id')
    .leftJoin('companies.company as c', 'c.id', 'b.company_id')
    .where('b.id', '=', id)
    .select(['b.id', 'b.start_at', 'b.respond_by', 'b.total_pence', 'b.work', 'b.company_id', 'c.name as company_name'])
    .select('b.route_points')
    .select(['b.customer_id', 'customer.opened_by', 'customer.email', 'customer.phone', 'customer.phone_verified_at'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    start: row.start_at,
    respondBy: row.respond_by,
    totalPence: row.total_pence,
    places: (row.work as KeptWork).places.map(({ town }) => town),
    companyId: row.company_id,
    companyName: row.company_name,
    customerId: row.customer_id,
    customer: {
      email: row.opened_by === 'phone' ? null : row.email,
      phone: row.phone,
      isPhoneVerified: row.phone_verified_at !== null,
    },
    alsoTold: otherThan(row.email, (row.route_points as BookedPoint[])[0]?.customerEmail),
  }
}

const otherThan = (own: string, address: string | null | undefined): string | null =>
  address && emailKey(address) !== emailKey(own) ? address : null
