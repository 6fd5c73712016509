/** The same seed gives the same numbers on every machine: sfc32, seeded by a hash of a text. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  letter(of: string): string
  /** By weight: `[['a', 3], ['b', 1]]` answers a three times in four. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** A version 7 UUID of that instant. */
  uuid(at: Date): string
}

export function randomOf(seed: string): Random {
  const next = sfc32(seed)
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('Nothing to pick from')
    return list[Math.floor(next() * list.length)] as T
  }
  return {
    next,
    int,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick,
    letter: (of) => of.charAt(int(0, of.length - 1)),
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      const found = choices.find(([, weight]) => (left -= weight) < 0) ?? choices.at(-1)
      if (!found) throw new Error('Nothing to choose from')
      return found[0]
    },
    shuffle: (list) => {
      const copy = [...list]
      for (let last = copy.length - 1; last > 0; last--) {
        const other = int(0, last)
        ;[copy[last], copy[other]] = [copy[other] as (typeof copy)[number], copy[last] as (typeof copy)[number]]
      }
      return copy
    },
    uuid: (at) => uuidv7(at, next),
  }
}

function sfc32(seed: string): () => number {
  const hash = hashOf(seed)
  let [a, b, c, counter] = [hash(), hash(), hash(), 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round++) next()
  return next
}

/** Answers a further 32 bits of the text's hash at each call. */
function hashOf(text: string): () => number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
    return hash | 0
  }
}

function uuidv7(at: Date, next: () => number): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const variant = (8 + Math.floor(next() * 4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}
