import { z } from 'zod'
import { withOneClient, type DbConnection } from '#platform/db.ts'
import { MOST_AHEAD_MS, moveClock, MovingClock, setQueueClock } from '#platform/clock.ts'
import { waitForOthers } from '#platform/prepare-database.ts'
import { sendProblem } from '#platform/serve.ts'
import { invalidField } from '#shared/endpoint.ts'
import { allJobs, type App } from './build-app.ts'

/** The demonstration's clock, also for its queue. Has to run before anything else uses the database. Production has none. */
export const prepareClock = (
  owner: DbConnection,
  isDemonstration: boolean,
  aheadMs = 0,
): Promise<MovingClock | undefined> =>
  withOneClient(owner, 'vanfare-clock', async (client) => {
    await waitForOthers(client)
    await setQueueClock(client, isDemonstration)
    if (!isDemonstration) return undefined
    const { rows } = await client.query<{ aheadMs: number }>(
      `insert into platform.clock (ahead_ms) values ($1)
       on conflict (only_one) do update set ahead_ms = greatest(clock.ahead_ms, $1) returning ahead_ms::float8 as "aheadMs"`,
      [aheadMs],
    )
    return new MovingClock(rows[0]?.aheadMs)
  })

const move = z.strictObject({ minutes: z.int().min(1).max(576_000) })

/** `/dev/clock`: shows the time and moves it forward. Demonstration only; in production it does not exist. */
export async function serveClock({ fastify, api, ctx }: App, clock: MovingClock): Promise<void> {
  await clock.read(ctx.db)
  await clock.follow(ctx, api.live)
  const currentState = () => ({ now: clock.now().toISOString(), ahead_minutes: Math.round(clock.aheadMs / 60_000) })
  fastify.get('/dev/clock', async (_request, reply) => reply.header('cache-control', 'no-store').send(currentState()))
  fastify.post('/dev/clock', async (request, reply) => {
    const { data } = move.safeParse(request.body)
    if (!data || clock.aheadMs + data.minutes * 60_000 > MOST_AHEAD_MS)
      return sendProblem(reply, invalidField('minutes', 'From 1 minute to 400 days in all.'), request.id)
    await forward(ctx, data.minutes * 60_000)
    await clock.read(ctx.db)
    return reply.header('cache-control', 'no-store').send(currentState())
  })
}

export const forward = (ctx: App['ctx'], byMs: number): Promise<void> =>
  moveClock(
    ctx,
    byMs,
    allJobs.flatMap(({ name, cron }) => (cron ? [name] : [])),
  )
