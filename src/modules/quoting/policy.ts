import type { Ctx } from '#platform/ctx.ts'
import { networkOf, RateLimiter } from '#platform/rate-limit.ts'
import { KEPT_IN_ALL, KEPT_PER_ADDRESS } from './rules.ts'

/**
 * Whether one more search of this caller is kept for thirty days. Counted per process, and not by the limits of calls: those may be
 * lifted, what the disk holds may not.
 */
export function searchesToKeep(
  perAddress = KEPT_PER_ADDRESS,
  inAll = KEPT_IN_ALL,
): (caller: Pick<Ctx, 'address' | 'clock'>) => boolean {
  // Two, since a flood of addresses pushes out the oldest windows.
  const [ofAddress, ofAll] = [new RateLimiter(1), new RateLimiter(1)]
  return ({ address, clock }) => {
    const now = clock.now().getTime()
    return !ofAddress.spend(perAddress, networkOf(address), now) && !ofAll.spend(inAll, '', now)
  }
}

/** Does `work` unless so much of it is being done already; then `otherwise`, at once. */
export function atMost(count: number): <T>(work: () => Promise<T>, otherwise: T) => Promise<T> {
  let running = 0
  return async (work, otherwise) => {
    if (running >= count) return otherwise
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
