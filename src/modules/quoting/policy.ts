import type { Ctx } from '#platform/ctx.ts'
import { networkOf, RateLimiter } from '#platform/rate-limit.ts'
import { KEPT_IN_ALL, KEPT_PER_ADDRESS } from './rules.ts'

/**
 * Whether this caller's search is stored for thirty days. Counted per process and separately from the rate limits: those may be
 * raised, but disk space stays limited.
 */
export function searchesToKeep(
  perAddress = KEPT_PER_ADDRESS,
  inAll = KEPT_IN_ALL,
): (caller: Pick<Ctx, 'address' | 'clock'>) => boolean {
  // Two limiters, because a flood of addresses pushes out the oldest windows of one.
  const [ofAddress, ofAll] = [new RateLimiter(1), new RateLimiter(1)]
  return ({ address, clock }) => {
    const now = clock.now().getTime()
    return !ofAddress.spend(perAddress, networkOf(address), now) && !ofAll.spend(inAll, '', now)
  }
}

/** Runs `work` unless `count` are already running; then answers `otherwise` at once. */
export function atMost(count: number): <T>(work: () => Promise<T>, otherwise: T) => Promise<T> {
  let running = 0
  return async (work, fallback) => {
    if (running >= count) return fallback
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
