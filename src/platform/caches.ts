interface Entry<Value> {
  value: Value
  endsAt: number
}

/** A map of limited size whose entries expire; the least recently used go first. */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #size: number
  readonly #now: () => number

  constructor(size: number, now: () => number = () => performance.now()) {
    this.#size = size
    this.#now = now
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    if (entry.endsAt <= this.#now()) return undefined
    // A Map keeps insertion order, so reinserting makes the entry the most recent.
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: Value, milliseconds: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, endsAt: this.#now() + milliseconds })
    if (this.#entries.size <= this.#size) return
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest)
      return
    }
  }

  get size(): number {
    return this.#entries.size
  }
}

/** Cache of one value, loaded on request and again once it is too old. Concurrent requests share one loading. */
export interface Refreshed<Value> {
  get(): Promise<Value>
  /** What changed is read at the next asking. */
  forget(): void
}

export function refreshed<Value>(
  load: () => Promise<Value>,
  milliseconds: number,
  ticks: () => number = () => performance.now(),
): Refreshed<Value> {
  let cached: { value: Promise<Value>; endsAt: number } | undefined
  return {
    get() {
      if (cached && cached.endsAt > ticks()) return cached.value
      const loading = { value: load(), endsAt: ticks() + milliseconds }
      cached = loading
      // A failure is passed to those who wait for it, and not kept for later requests.
      loading.value.catch(() => {
        if (cached === loading) cached = undefined
      })
      return loading.value
    },
    forget() {
      cached = undefined
    },
  }
}

/** Cache of at most `most` results. A full one is emptied, so that a thread that prints for hours stays small. */
export class Remembered<Value> {
  readonly #most: number
  readonly #known = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string, work: () => Value): Value {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const value = work()
    if (this.#known.size >= this.#most) this.#known.clear()
    this.#known.set(key, value)
    return value
  }
}

/** The same function, asked once for each key. What it answers is never undefined. */
export function remembered<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}
