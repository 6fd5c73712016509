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
