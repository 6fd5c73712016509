import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getTrail } from './contract.ts'

type Trail = AnswerOf<typeof getTrail>
type By = Trail['results'][number]['by']

interface Row {
  at: Date
  kind: string
  actorKind: string
  companyName: string | null
  feePence: number | null
  owedPence: number | null
}

/** More than the longest life; keeps an answer bounded. */
const MOST_EVENTS = 200

const BY = new Map<string, By>([
  ['customer', 'customer'],
  ['bookingToken', 'customer'],
  ['driver', 'driver'],
  ['hired', 'driver'],
  ['admin', 'office'],
])

/** Undefined if there is no such booking. Names companies, never people. */
export async function findTrail(ctx: Ctx, bookingId: string): Promise<Trail | undefined> {
  const { rows } = await sql<Row>`/* booking-trail */
    select e.at, e.kind, e.actor_kind, c.name as company_name,
      (e.data ->> 'feePence')::int as fee_pence, (e.data ->> 'owedToCustomerPence')::int as owed_pence
    from bookings.event e
    left join fleet.working_unit u on u.id = e.unit_id
    left join companies.company c on c.id = u.company_id
    where e.booking_id = ${bookingId}
    order by e.at, e.id limit ${MOST_EVENTS}::int`.execute(ctx.db)
  if (rows.length === 0) return undefined
  return {
    results: rows.map(({ at, actorKind, ...event }) => ({
      ...event,
      at: at.toISOString(),
      by: BY.get(actorKind) ?? 'vanfare',
    })),
  }
}
