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

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

/** Every body and every answer passes through here: loops and no copies, because half the work was in those. */
function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return mapItems(value, rename)
  if (value instanceof Date) return value.toISOString()
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const fields = value as Record<string, unknown>
  const renamed: Record<string, unknown> = {}
  for (const key of Object.keys(fields)) {
    const item = fields[key]
    const mapped = isPlain(item) ? item : mapKeys(item, rename)
    // Assigning `__proto__` directly would change the object's prototype.
    if (key === '__proto__') Object.defineProperty(renamed, key, { ...ownField, value: mapped })
    else renamed[rename(key)] = mapped
  }
  return renamed
}

function mapItems(items: readonly unknown[], rename: (key: string) => string): unknown[] {
  const mapped: unknown[] = []
  // Most are plain, for instance the hours of whole weeks.
  for (const item of items) mapped.push(isPlain(item) ? item : mapKeys(item, rename))
  return mapped
}

/** Keys become camelCase, at every depth. Keys that start with an underscore (`_00` … `_23`) stay. */
export const fromWire = <T>(value: T): Camel<T> => mapKeys(value, toCamelKey) as Camel<T>

/** Keys become snake_case, at every depth; dates become ISO strings. */
export const toWire = (value: unknown): unknown => mapKeys(value, toSnakeKey)
