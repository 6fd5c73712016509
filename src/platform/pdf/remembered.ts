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
