import { withoutAround, withoutUnseen } from './pasted.ts'

/** Normalises what a person types into `+` and digits (spec §5): spaces, brackets, dots and hyphens go. Empty or a lone `+` gives ''. */
export function normalisePhone(text: string): string {
  const compact = compacted(text.slice(0, maxInput))
  if (compact === '' || compact === '+') return ''
  if (compact.startsWith('+')) return compact
  // 00 is the international prefix when dialling from Britain.
  return `+${compact.startsWith('00') ? compact.slice(2) : compact}`
}

/**
 * The number as `+` and 10 to 15 digits (spec §5), or null: the one reader of every field for a number, on pages and in the API. A number that
 * begins with 0 is British, and so is a mobile without its 0, as a spreadsheet keeps it; a British number has its right length. The 0 of
 * +44 (0)7700 and +353 (0)87 is not dialled from abroad and is dropped; without brackets it is part of a foreign number (+39 06).
 */
export function parsePhone(text: string): string | null {
  if (text.length > maxInput) return null
  const input = withoutAround(withoutUnseen(text).trim(), ` "'“”‘’,;:`)
  const compact = compacted(/^(?:\+|00)/.test(input) ? input.replace('(0)', '') : input)
  if (/^0[1-9]/.test(compact)) return british(compact.slice(1))
  if (/^7\d{9}$/.test(compact)) return british(compact)
  const phone = normalisePhone(compact)
  if (phone.startsWith('+44')) return british(phone.slice(3).replace(/^0+/, ''))
  return /^\+[1-9][0-9]{9,14}$/.test(phone) ? phone : null
}

/** The message for a number that cannot be read. */
export const phoneHint = 'Enter a UK number, like 07700 900123, or start with + and the country code'

const maxInput = 80
const separators = /^tel:|[\s().\-/\u2010-\u2015]/gi
const compacted = (text: string): string => withoutUnseen(text).trim().replaceAll(separators, '')

/** Ten digits after the 0; some old numbers that begin with 01, 0500 and 0800 have nine. */
const british = (rest: string): string | null =>
  /^(?:[1-9]\d{9}|(?:1\d|[58]0)\d{7})$/.test(rest) ? `+44${rest}` : null

/** "+442079460123" as British readers expect it, "020 7946 0123"; foreign numbers are unchanged. */
export function readablePhone(phone: string): string {
  const national = /^\+44(\d{9,10})$/.exec(phone)?.[1]
  if (!national) return phone
  const number = `0${national}`
  if (number.startsWith('02')) return `${number.slice(0, 3)} ${number.slice(3, 7)} ${number.slice(7)}`
  if (/^(01[^1]|07)/.test(number) && !/^01\d1/.test(number)) return `${number.slice(0, 5)} ${number.slice(5)}`
  return `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`
}
