/** What a table holds under a key that somebody may have chosen: `constructor` and `__proto__` are in no table of ours. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
