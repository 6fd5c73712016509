/**
 * "1,000", "12.5": a number as it is written in British English, with at most three decimals. By hand, because the first
 * `toLocaleString` of a page takes a phone a tenth of a second.
 */
export function numberText(value: number): string {
  const [whole = '', decimals] = String(Number(Math.abs(value).toFixed(3))).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${value < 0 ? '-' : ''}${grouped}${decimals === undefined ? '' : `.${decimals}`}`
}
