/**
 * "1,000", "12.5": a number as it is written in British English, with at most three decimals. By hand, because the first
 * `toLocaleString` of a page takes a phone a tenth of a second.
 */
export function numberText(value: number): string {
  const [whole = '', decimals] = String(Number(Math.abs(value).toFixed(3))).split('.')
  const first = whole.length % 3 || 3
  const groups = [whole.slice(0, first)]
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3))
  return `${value < 0 ? '-' : ''}${groups.join(',')}${decimals === undefined ? '' : `.${decimals}`}`
}
