/**
 * "1,000": a whole number from 0 on, as it is written in British English; another is rounded. By hand, because the first `toLocaleString` of
 * a page takes a phone a tenth of a second.
 */
export function numberText(value: number): string {
  let text = String(Math.round(value))
  for (let at = text.length - 3; at > 0; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`
  return text
}

/** "1 booking", "1,400 bookings", "2 companies" */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`

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

/** With a small letter first, as within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** With a capital letter first, as a sentence or a label begins. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "VAT invoice INV-2026/27-00001" → "vat-invoice-inv-2026-27-00001.pdf". */
export const fileName = (title: string, type: 'pdf' | 'csv' = 'pdf'): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.${type}`

/** "Account blocked": a code of the wire or the log, such as "account.blocked" or "accountBlocked", as people read it. */
export function codeToText(name: string): string {
  const text = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[._]/g, ' ')
  return capitalise(text)
}
