/** An object with the same keys and mapped values. */
export const mapped = <Key extends string, From, To>(
  record: Readonly<Record<Key, From>>,
  change: (value: From, key: Key) => To,
): Record<Key, To> =>
  // Object.entries loses the type of the keys.
  Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, change(value, key as Key)])) as Record<
    Key,
    To
  >
