// Object.keys and Object.fromEntries forget which keys an object has, so they are called here and nowhere else for known ones.

/** The keys of a table that has no others than its type says. */
export const keysOf = <Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>): Key[] =>
  Object.keys(table) as Key[]

/** One value for each key. */
export const keyed = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key, index: number) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key, index) => [key, valueOf(key, index)])) as Record<Key, Value>

/** An object with the same keys and mapped values. */
export const mapped = <Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  change: (value: From, key: Key) => To,
): Record<Key, To> => keyed(keysOf<Key>(record), (key) => change(record[key], key))

/** The value under a key that may come from a user: `constructor` and `__proto__` are never found. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const hasFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What something from elsewhere says under its names: an error, a body, a stored text. Nothing at all says nothing. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (hasFields(value) ? value : {})

/** Whether a value is one of these: `isVanCategory = oneOf(VAN_CATEGORIES)`. */
export const oneOf = <T>(list: readonly T[]) => {
  const known: readonly unknown[] = list
  return (value: unknown): value is T => known.includes(value)
}
