import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { refuse, type Refusal } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { bookingsHeld } from './contract.ts'

/** A booking that holds a unit's time, in the words its driver knows it by. */
export interface HeldBooking {
  id: string
  status: 'new_booking' | 'confirmed' | 'in_progress' | 'completed'
  start: Date
  end: Date
  from: string
  to: string
  totalPence: number
  /** New bookings only: the driver's time to answer. */
  respondBy: Date | null
}

/** The bookings that hold a unit's time between two instants, next first; hot jobs it might still take are not included. */
export async function listHeld(ctx: Ctx, unitId: string, from: Date, to: Date): Promise<HeldBooking[]> {
  const { rows } = await sql<HeldBooking>`/* held-bookings */
    select distinct b.id, b.status, b.start_at as start, b.end_at as "end", b.total_pence as "totalPence", b.respond_by as "respondBy",
      coalesce(b.work -> 'places' -> 0 ->> 'town', '') as "from", coalesce(b.work -> 'places' -> -1 ->> 'town', '') as "to"
    from fleet.held_booking b
    where b.unit_id = ${unitId} and b.during && tstzrange(${from}, ${to})
    order by b.start_at`.execute(ctx.db)
  return rows
}

const farAhead = new Date('2999-01-01')

/** Those from now on. */
export const listHeldAhead = (ctx: Ctx, unitId: string): Promise<HeldBooking[]> =>
  listHeld(ctx, unitId, ctx.clock.now(), farAhead)

export const nameOf = ({ start, from, to }: HeldBooking): string =>
  [formatDayTime(start), from && to ? `${from} to ${to}` : ''].filter(Boolean).join(', ')

/** A refusal that names the bookings in the way, under the field that would have to change. */
export function refuseHeld(held: readonly HeldBooking[], path: string): Refusal {
  const names = held.map(nameOf)
  const shown = names.slice(0, 3).join('; ')
  const more = names.length > 3 ? `; and ${names.length - 3} more` : ''
  return refuse(bookingsHeld, {
    detail: `You have ${names.length === 1 ? 'a booking' : 'bookings'} then: ${shown}${more}.`,
    errors: { [path]: names.slice(0, 20) },
  })
}

/** Whether the unit `u` has a job that runs, or one that is confirmed and begins or is on between two instants. */
export const hasHeldJob = (from: Date, until: Date) => sql<boolean>`exists (
  select from fleet.held_booking b where b.unit_id = u.id
    and (b.status = 'in_progress' or b.status = 'confirmed' and b.during && tstzrange(${from}, ${until})))`
