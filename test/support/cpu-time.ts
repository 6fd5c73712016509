/**
 * Milliseconds that this process worked for it, hashing included, which other threads do. What is done at the same time counts too, so
 * nothing else should be.
 */
export async function processCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds that this thread worked for it: not those of a machine that is busy with something else. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The same of work that waits, for another thread too: nothing else should be done in this one meanwhile. */
export async function threadCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The least of three: the first compiles, and any one may be charged for what the machine did besides. */
export const leastCpuMs = (work: () => void): number => Math.min(cpuMs(work), cpuMs(work), cpuMs(work))

export const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
