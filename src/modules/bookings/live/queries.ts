import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { Feed } from '#platform/event-streams.ts'
import type { Change, Heard, LiveSource } from '#platform/live.ts'
import { newId, timeOfId } from '#platform/new-id.ts'
import { userIdOf } from '#platform/session.ts'
import type { EventOf } from '#shared/endpoint.ts'
import type { watchBookings } from './contract.ts'

type LiveEvent = EventOf<typeof watchBookings>

export const BOOKINGS = 'bookings'
export const MESSAGES = 'messages'

/** The topic of the office, which hears of every booking. */
export const OFFICE = 'office'

/** An event carries the time its transaction began, which may be this much before it is announced. */
const OVERLAP_MS = 10_000
/** After a longer absence the page reads everything again. */
const LONGEST_GAP_MS = 600_000
const MOST_CHANGED = 100
/** Of everybody's: if more has happened, the page reads everything again too. */
const MOST_HEARD = 1000

export function liveBookings(ctx: Ctx, live: LiveSource): Feed<LiveEvent> {
  const person = userIdOf(ctx.actor)
  return new Feed<LiveEvent>({
    subscribe: (hear) =>
      live.subscribe(person, (heard) => {
        const event = eventOf(ctx, heard)
        if (event) hear(event)
      }),
    here: () => newId(ctx.clock),
    since: (id) => changedSince(ctx, person, id),
  })
}

function eventOf(ctx: Ctx, heard: Heard): LiveEvent | undefined {
  if (heard === 'missed') return resync(ctx)
  if (heard.about === MESSAGES) return written(heard)
  return heard.about === BOOKINGS ? changed(heard) : undefined
}

const resync = ({ clock }: Ctx): LiveEvent => ({ name: 'resync', id: newId(clock), data: {} })

const changed = ({ id, ids }: Pick<Change, 'id' | 'ids'>): LiveEvent => ({
  name: 'bookings_changed',
  id,
  data: { bookingIds: [...ids] },
})

const written = ({ id, ids }: Change): LiveEvent => ({ name: 'messages_changed', id, data: { bookingIds: [...ids] } })

/** The person's bookings, as customer, owner or hired driver, that have changed since that event. */
async function changedSince(ctx: Ctx, person: string, lastId: string): Promise<LiveEvent[]> {
  const now = ctx.clock.now().getTime()
  const last = timeOfId(lastId)
  if (last === undefined || last > now || now - last > LONGEST_GAP_MS) return [resync(ctx)]
  const since = new Date(last - OVERLAP_MS)
  const recent = sql.raw('greatest(t.last_at, t.customer_read_at, t.company_read_at)')
  const { rows } = await sql<{ id: string | null }>`/* live-since */
    with heard as materialized (
      (select e.booking_id, e.unit_id from bookings.event e where e.at >= ${since} order by e.at desc limit ${sql.lit(MOST_HEARD)})
      union all
      (select t.booking_id, null from bookings.thread t where ${recent} >= ${since} order by ${recent} desc limit ${sql.lit(MOST_HEARD)})
      union all
      (select d.booking_id, null from bookings.day_entry d where d.at >= ${since} order by d.at desc limit ${sql.lit(MOST_HEARD)})
    ), own as materialized (
      select u.id from companies.company c join fleet.working_unit u on u.company_id = c.id where c.owner_user_id = ${person}
      union select d.unit_id from fleet.unit_driver d where d.user_id = ${person}
    )
    (select b.id from bookings.booking b
    where b.id = any (array(select h.booking_id from heard h))
      and (b.customer_id = ${person} or b.company_id in (select c.id from companies.company c where c.owner_user_id = ${person})
        or b.unit_id in (select o.id from own o)
        or b.id in (select h.booking_id from heard h where h.unit_id in (select o.id from own o)))
    limit ${sql.lit(MOST_CHANGED + 1)})
    union all
    select null where (select count(*) from heard) >= ${sql.lit(MOST_HEARD)}`.execute(ctx.db)
  if (rows.length > MOST_CHANGED || rows.some(({ id }) => id === null)) return [resync(ctx)]
  const ids = rows.flatMap(({ id }) => id ?? [])
  return ids.length === 0 ? [] : [changed({ id: newId(ctx.clock), ids })]
}
