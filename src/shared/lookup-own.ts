/** The value under a key that may come from a user: `constructor` and `__proto__` are never found. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
