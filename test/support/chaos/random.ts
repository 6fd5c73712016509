/** The same numbers for the same seed (mulberry32): a run that went wrong can be begun again with the same faults in the same order. */
export interface Random {
  /** 0 to below 1. */
  next(): number
  below(limit: number): number
  of<T>(values: readonly T[]): T | undefined
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, of: (values) => values[below(values.length)] }
}
