import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Api } from '#platform/serve.ts'
import { localDayOf, toLocal } from '#shared/local-time.ts'
import type { TimedMove } from '../move/queries.ts'
import { SearchTally, type HourTally, type UnmetTally } from './rules.ts'

const STORED_EVERY_MS = 60_000
/** A process that stops does not wait longer for its database. */
const LAST_WAIT_MS = 2000

type Count = (ctx: Ctx, move: TimedMove, hasOffer: boolean) => void

/**
 * Counts in memory, so that a search waits for nothing, and stores what was counted each minute and when the process stops. What a killed
 * process had counted in its last minute is lost.
 */
export function countedSearches({ fastify, ctx: own }: Pick<Api, 'fastify' | 'ctx'>): Count {
  const tally = new SearchTally()
  const store = () =>
    storeTally(own, tally).catch((error: unknown) => own.log.warn({ err: error }, 'searches were not counted'))
  const timer = setInterval(() => void store(), STORED_EVERY_MS).unref()
  fastify.addHook('onClose', async () => {
    clearInterval(timer)
    await Promise.race([store(), setTimeout(LAST_WAIT_MS, undefined, { ref: false })])
  })
  return (ctx, { places, start }, hasOffer) => {
    const [from] = places
    if (!from) return
    const { minute } = toLocal(start)
    tally.add({ day: localDayOf(ctx.clock.now()), minute, district: from.outcode, hasOffer })
  }
}

/** Adds the counts to the stored ones. Sends no statement without searches. */
export async function storeTally(ctx: Pick<Ctx, 'tx'>, tally: SearchTally): Promise<void> {
  const { hours, unmet } = tally.empty()
  if (hours.length > 0) await ctx.tx((tx) => addTally(tx, hours, unmet))
}

/** In the order of their keys, so that two processes that store at the same moment cannot deadlock. */
const addTally = (ctx: Pick<Ctx, 'db'>, hours: readonly HourTally[], unmet: readonly UnmetTally[]) =>
  sql`/* tally-store */
    with hour as (
      insert into quoting.search_hour (day, hour, searches, without_offer)
      select day, hour, searches, "withoutOffer" from json_to_recordset(${JSON.stringify(hours)}::json)
        as h (day date, hour smallint, searches int, "withoutOffer" int) order by day, hour
      on conflict (day, hour) do update set searches = search_hour.searches + excluded.searches,
        without_offer = search_hour.without_offer + excluded.without_offer
    )
    insert into quoting.unmet_search (day, district, hour, searches)
    select day, district, hour, searches from json_to_recordset(${JSON.stringify(unmet)}::json)
      as u (day date, district text, hour smallint, searches int) order by day, district, hour
    on conflict (day, district, hour) do update set searches = unmet_search.searches + excluded.searches`.execute(
    ctx.db,
  )
