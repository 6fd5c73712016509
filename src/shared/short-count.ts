/** "999", "1K", "1.2K", "58K", "1M": a large count at a glance (spec §9). Cut, never rounded up: 999,999 is not a million. */
export function shortCount(count: number): string {
  if (count < 1000) return String(Math.max(0, Math.trunc(count)))
  const [size, letter] = count < 1_000_000 ? [1000, 'K'] : [1_000_000, 'M']
  const tenths = Math.trunc((count * 10) / size)
  // "1.2K", but "58K": one decimal says nothing of larger ones.
  return tenths < 100 && tenths % 10 > 0
    ? `${Math.trunc(tenths / 10)}.${tenths % 10}${letter}`
    : `${Math.trunc(tenths / 10)}${letter}`
}
