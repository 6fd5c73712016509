// Objects whose keys are known: Object.keys and Object.fromEntries forget which they are, so they are called here and nowhere else for them.

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
