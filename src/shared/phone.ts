/** Normalises what a person types into `+` and digits (spec §5): spaces, brackets, dots and hyphens go. Empty or a lone `+` gives ''. */
export function normalisePhone(text: string): string {
  const compact = text.slice(0, maxInput).replaceAll(/[\s().\-\u2010-\u2015]/g, '')
  if (compact === '' || compact === '+') return ''
  if (compact.startsWith('+')) return compact
  // 00 is how one dials abroad from Britain.
  return `+${compact.startsWith('00') ? compact.slice(2) : compact}`
}

/** The number as `+` and 10 to 15 digits, or null. */
export function parsePhone(text: string): string | null {
  if (text.length > maxInput) return null
  const phone = normalisePhone(text)
  return /^\+[1-9][0-9]{9,14}$/.test(phone) ? phone : null
}

/** What a field says when the number is wrong (design: Voice). */
export const phoneHint = 'Start with + and the country code, such as +44 7700 900123'

const maxInput = 40
