/**
 * "1,000": a whole number from 0 on, as it is written in British English; another is rounded. By hand, because the first `toLocaleString` of
 * a page takes a phone a tenth of a second.
 */
export function numberText(value: number): string {
  let text = String(Math.round(value))
  for (let at = text.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`
  return text
}
