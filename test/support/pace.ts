import { cpuMs, median } from './cpu-time.ts'

/** Milliseconds of it where the limits of these tests were written down, with nothing else to do. */
const nominalMs = 30

function someWork(): void {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: (index * 7919) % 20_011, name: `row ${index}` }))
  const sorted = (JSON.parse(JSON.stringify(rows)) as typeof rows).toSorted((a, b) => a.id - b.id)
  if (sorted[0]?.id !== 0) throw new Error('The work was not done')
}

const pace = (msOf: (work: () => void) => number): number =>
  Math.max(1, median(Array.from({ length: 9 }, () => msOf(someWork))) / nominalMs)

/**
 * How many times slower a processor works now than where the limits were written: 1 or more. What shares the processor makes each of its
 * milliseconds do less, so a limit in milliseconds of work is `limit * paceOfWork()`.
 */
export const paceOfWork = (): number => pace(cpuMs)

/** The same by the clock on the wall, which also tells how long work stands in line for a processor. */
export const paceOfTime = (): number =>
  pace((work) => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
