import { sql } from 'kysely'
import { OFFICE } from '#modules/bookings/live/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Feed } from '#platform/event-streams.ts'
import type { LiveSource } from '#platform/live.ts'
import { newId, timeOfId } from '#platform/new-id.ts'
import type { EventOf } from '#shared/endpoint.ts'
import type { watchBoard } from '../contract.ts'

type LiveEvent = EventOf<typeof watchBoard>

/** An event carries the time its transaction began, which may be this much before it is announced. */
const OVERLAP_MS = 10_000

/** Every change of a booking is announced to the office too. */
export function liveBoard(ctx: Ctx, live: LiveSource): Feed<LiveEvent> {
  const changed = (): LiveEvent => ({ name: 'board_changed', id: newId(ctx.clock), data: {} })
  return new Feed<LiveEvent>({
    subscribe: (hear) => live.subscribe(OFFICE, () => hear(changed())),
    here: () => newId(ctx.clock),
    since: async (id) => ((await hasChangedSince(ctx, id)) ? [changed()] : []),
  })
}

async function hasChangedSince(ctx: Ctx, id: string): Promise<boolean> {
  const last = timeOfId(id)
  if (last === undefined) return true
  const { rows } = await sql<{ isChanged: boolean }>`/* board-since */
    select coalesce((select e.at >= ${new Date(last - OVERLAP_MS)} from bookings.event e order by e.at desc limit 1), false) as is_changed`.execute(
    ctx.db,
  )
  return rows[0]?.isChanged === true
}
