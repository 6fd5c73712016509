import { createCtx, type Ctx } from '#platform/ctx.ts'
import { readConfig } from '#platform/config.ts'
import { EventStreams } from '#platform/event-streams.ts'
import { createLog } from '#platform/log.ts'
import { RateLimiter } from '#platform/rate-limit.ts'
import type { Api } from '#platform/serve.ts'
import { createServer } from '#platform/server.ts'
import { createTestClock } from './clock.ts'

/** A server with nothing behind it, for endpoints that exist only in a test. Everybody is a visitor; whatever asks the database fails. */
export function bareApi(): Api {
  const config = readConfig({ RATE_LIMIT_FACTOR: '1000' })
  const log = createLog('silent')
  const parts = { config, log, clock: createTestClock(), services: {}, boss: undefined, db: undefined }
  return {
    fastify: createServer(config, log),
    ctx: createCtx(parts as unknown as Parameters<typeof createCtx>[0]) satisfies Ctx,
    authenticate: async () => undefined,
    limiter: new RateLimiter(config.rateLimitFactor),
    streams: new EventStreams(log),
    live: { subscribe: async () => () => undefined, close: async () => undefined },
    endpoints: [],
  }
}
