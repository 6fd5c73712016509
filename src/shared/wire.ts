/** The wire uses snake_case, the code camelCase. These convert whole values and their types, in both directions. */

type CamelKey<S extends string> = S extends `_${string}`
  ? S
  : S extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelKey<Tail>>}`
    : S

export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [Key in keyof T as Key extends string ? CamelKey<Key> : Key]: Camel<T[Key]> }
    : T

const camelKeys = new Map<string, string>()
const snakeKeys = new Map<string, string>()

function remembered(cache: Map<string, string>, key: string, make: () => string): string {
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = make()
  // Keys come from schemas, so there are few; the bound covers values whose keys the caller chooses.
  if (cache.size < 5000) cache.set(key, made)
  return made
}

const toCamelKey = (key: string) =>
  key.startsWith('_')
    ? key
    : remembered(camelKeys, key, () => key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))

/** `startAt` is `start_at`. */
export const toSnakeKey = (key: string) =>
  remembered(snakeKeys, key, () => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

const ownField = { configurable: true, enumerable: true, writable: true }

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  // Checked first, because most values are plain, for instance the hours of whole weeks.
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename))
  if (value instanceof Date) return value.toISOString()
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const renamed: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    const mapped = mapKeys(item, rename)
    // Assigning `__proto__` directly would change the object's prototype.
    if (key === '__proto__') Object.defineProperty(renamed, key, { ...ownField, value: mapped })
    else renamed[rename(key)] = mapped
  }
  return renamed
}

/** Keys become camelCase, at every depth. Keys that start with an underscore (`_00` … `_23`) stay. */
export const fromWire = <T>(value: T): Camel<T> => mapKeys(value, toCamelKey) as Camel<T>

/** Keys become snake_case, at every depth; dates become ISO strings. */
export const toWire = (value: unknown): unknown => mapKeys(value, toSnakeKey)
