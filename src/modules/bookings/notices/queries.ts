import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { payloadOf } from '#modules/fleet/masses/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { loadOfCatalogueItems, type Load } from '#modules/items/rules.ts'
import { emailKey } from '#shared/email.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Who is told about a booking, and the facts the messages need. */
export interface Parties {
  id: string
  start: Date
  respondBy: Date | null
  totalPence: number
  places: string[]
  trips: number
  load: Pick<Load, 'pieces' | 'weightKg' | 'volumeM3'>
  /** Of the unit that it is booked with, and what it takes. */
  van: { registration: string; payloadKg: number; volumeM3: number } | null
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
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .where('b.id', '=', id)
    .select(['b.id', 'b.startAt', 'b.respondBy', 'b.totalPence', 'b.work', 'b.companyId', 'c.name as companyName'])
    .select(['b.routePoints', 'b.move', 'v.registration', 'v.category', 'v.payloadKg'])
    .select(['b.customerId', 'customer.openedBy', 'customer.email', 'customer.phone', 'customer.phoneVerifiedAt'])
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    start: row.startAt,
    respondBy: row.respondBy,
    totalPence: row.totalPence,
    places: row.work.places.map(({ town }) => town),
    trips: row.work.order.trips ?? 1,
    load: loadOfCatalogueItems(row.move.items.map(({ movingItem: id, amount }) => ({ id, amount }))),
    van: vanOf(row),
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

function vanOf(row: {
  registration: string | null
  category: VanCategory | null
  payloadKg: number | null
}): Parties['van'] {
  const { registration, category, payloadKg } = row
  if (!registration || !category) return null
  return { registration, payloadKg: payloadOf({ category, payloadKg }), volumeM3: VAN_DETAILS[category].volumeM3 }
}

const otherThan = (own: string, address: string | null | undefined): string | null =>
  address && emailKey(address) !== emailKey(own) ? address : null
