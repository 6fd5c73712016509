/** Whether a value is one of these: `isVanCategory = oneOf(VAN_CATEGORIES)`. */
export const oneOf = <T>(list: readonly T[]) => {
  const known: readonly unknown[] = list
  return (value: unknown): value is T => known.includes(value)
}
