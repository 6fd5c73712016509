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

/** An event carries the time its transaction began, which may be this much before it is announced. */
const OVERLAP_MS = 10_000
/** After a longer absence the page reads everything again. */
const LONGEST_GAP_MS = 600_000
const MOST_CHANGED = 100

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
  const { rows } = await sql<{ id: string }>`/* live-since */
    select distinct e.booking_id as id from bookings.event e join bookings.booking b on b.id = e.booking_id
    where e.at >= ${new Date(last - OVERLAP_MS)}
      and (b.customer_id = ${person} or b.company_id in (select c.id from companies.company c where c.owner_user_id = ${person})
        or e.unit_id in (select u.id from fleet.working_unit u join companies.company c on c.id = u.company_id where c.owner_user_id = ${person})
        or b.unit_id = (select d.unit_id from fleet.unit_driver d where d.user_id = ${person})
        or e.unit_id = (select d.unit_id from fleet.unit_driver d where d.user_id = ${person}))
    union select t.booking_id from bookings.thread t join bookings.booking b on b.id = t.booking_id
    where greatest(t.last_at, t.customer_read_at, t.company_read_at) >= ${new Date(last - OVERLAP_MS)}
      and (t.customer_id = ${person} or t.company_id in (select c.id from companies.company c where c.owner_user_id = ${person})
        or b.unit_id = (select d.unit_id from fleet.unit_driver d where d.user_id = ${person}))
    union
    select d.booking_id from bookings.day_entry d join bookings.booking b on b.id = d.booking_id
    where d.at >= ${new Date(last - OVERLAP_MS)}
      and (b.customer_id = ${person} or b.company_id in (select c.id from companies.company c where c.owner_user_id = ${person})
        or b.unit_id = (select d.unit_id from fleet.unit_driver d where d.user_id = ${person}))
    limit ${MOST_CHANGED + 1}`.execute(ctx.db)
  if (rows.length > MOST_CHANGED) return [resync(ctx)]
  return rows.length === 0 ? [] : [changed({ id: newId(ctx.clock), ids: rows.map(({ id }) => id) })]
}
