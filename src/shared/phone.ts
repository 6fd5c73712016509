/** Normalises what a person types into `+` and digits (spec §5): spaces, brackets, dots and hyphens go. Empty or a lone `+` gives ''. */
export function normalisePhone(text: string): string {
  const compact = text.slice(0, maxInput).replaceAll(separators, '')
  if (compact === '' || compact === '+') return ''
  if (compact.startsWith('+')) return compact
  // 00 is the international prefix when dialling from Britain.
  return `+${compact.startsWith('00') ? compact.slice(2) : compact}`
}

/** The number as `+` and 10 to 15 digits, or null: what the API takes (spec §5). */
export function parsePhone(text: string): string | null {
  if (text.length > maxInput) return null
  const phone = normalisePhone(text)
  return /^\+[1-9][0-9]{9,14}$/.test(phone) ? phone : null
}

/**
 * What a person in Britain types, in the form the API takes (+447700900123), or null. A number that begins with 0 is a British one,
 * and the 0 of +44 (0)7700 is dropped. Foreign numbers are unchanged, because theirs may begin with 0 (+39 06).
 */
export function parseTypedPhone(text: string): string | null {
  if (text.length > maxInput) return null
  const compact = text.replaceAll(separators, '')
  // Mobiles have ten digits after the 0; some old landlines have nine.
  if (/^0[1-9]/.test(compact)) return /^0(?:7\d{9}|[1-689]\d{8,9})$/.test(compact) ? `+44${compact.slice(1)}` : null
  return parsePhone(normalisePhone(compact).replace(/^\+440+/, '+44'))
}

/** The message for a number that the API does not take. */
export const phoneHint = 'Start with + and the country code, such as +44 7700 900123'

/** The same where a person in Britain types it: see `parseTypedPhone`. */
export const typedPhoneHint = 'Enter a UK number, like 07700 900123, or start with + and the country code'

const maxInput = 40
const separators = /[\s().\-\u2010-\u2015]/g
