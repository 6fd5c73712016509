import { Refusal, type Endpoint, type RateRule } from '#shared/endpoint.ts'
import type { Ctx } from './ctx.ts'
import { refusalFor } from './errors.ts'
import { blindKey, giveBackDurable, spendDurable, type RateLimiter } from './rate-limit.ts'

/** Context for counting a rate limit. */
interface Counting {
  readonly ctx: Ctx
  readonly limiter: RateLimiter
}

/** The limit of an endpoint for one caller. */
export interface CallLimit {
  /** Refuses if nothing is left, without counting. */
  peek(): Refusal | undefined
  /**
   * Runs `work`, which calls `spend` once it knows the call is not a repetition; further calls have no effect. If the failure is
   * ours, the use is given back.
   */
  around<Outcome>(
    work: (spend: () => Promise<Refusal | undefined>) => Promise<Outcome | Refusal>,
  ): Promise<Outcome | Refusal>
}

const unlimited: CallLimit = { peek: () => undefined, around: (work) => work(async () => undefined) }

export function limitOf(api: Counting, { limit }: Endpoint, per: RateRule['per'], key: string): CallLimit {
  if (limit?.per !== per) return unlimited
  const now = () => api.ctx.clock.now().getTime()
  return {
    peek: () => api.limiter.peek(limit, key, now()),
    around: async (work) => {
      let spentAt: number | undefined
      const spendOnce = async () => {
        if (spentAt !== undefined) return undefined
        const at = now()
        const refused = await spend(api, limit, key, at)
        if (!refused) spentAt = at
        return refused
      }
      const forgive = async (refused: Refusal) => {
        if (refused.kind.status >= 500 && spentAt !== undefined) await giveBack(api, limit, key, spentAt)
      }
      const outcome = await work(spendOnce).catch(async (error: unknown) => {
        await forgive(refusalFor(error))
        throw error
      })
      if (outcome instanceof Refusal) await forgive(outcome)
      return outcome
    },
  }
}

async function spend(
  { ctx, limiter }: Counting,
  limit: RateRule,
  key: string,
  now: number,
): Promise<Refusal | undefined> {
  // Memory first, so that a flood from one caller never reaches the database.
  const refused = limiter.spend(limit, key, now)
  if (refused || !limit.isDurable) return refused
  return spendDurable(ctx, limit, blindKey(ctx.config, key)).catch((error: unknown) => {
    limiter.giveBack(limit, key, now)
    throw error
  })
}

async function giveBack({ ctx, limiter }: Counting, limit: RateRule, key: string, spentAt: number): Promise<void> {
  const isGiven = limiter.giveBack(limit, key, spentAt)
  // If it was the database that failed, the use stays counted.
  if (isGiven && limit.isDurable) await giveBackDurable(ctx, limit, blindKey(ctx.config, key)).catch(() => undefined)
}
