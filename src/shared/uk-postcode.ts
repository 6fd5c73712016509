/**
 * The form of UK postcodes (spec §5): 1–2 letters, a digit, an optional letter or digit, an optional space, a digit, 2 letters.
 * Whether a postcode exists is for the geo slice to say. Every pattern is linear and anchored, and text longer than 16 characters is
 * rejected unread (T-125).
 */

const MAX_LENGTH = 16
const FULL = /^([a-z]{1,2}[0-9][a-z0-9]?) ?([0-9][a-z]{2})$/i
const OUTCODE = /^[a-z]{1,2}[0-9][a-z0-9]?$/i
const PARTIAL = /^[a-z]{1,2}(?:[0-9](?:[a-z0-9](?:[0-9][a-z]{0,2})?|[0-9][a-z]{1,2})?)?$/i
const PARTIAL_SPACED = /^[a-z]{1,2}[0-9][a-z0-9]? [0-9][a-z]{0,2}$/i

/** 'e174qh' → 'E17 4QH'; null if malformed. Any white space around it or in the middle is accepted. */
export function normalisePostcode(text: string): string | null {
  const match = parts(text)
  return match ? `${match.outcode} ${match.incode}` : null
}

/** 'e174qh' → 'E17 4QH', 'e17' → 'E17': a whole postcode, or the outward code that an approximate price can begin with. Null for neither. */
export const normalisePlace = (text: string): string | null => normalisePostcode(text) ?? normaliseOutcode(text)

/** True for a postcode by the specification's rule, in either case. */
export function isPostcode(text: string): boolean {
  return parts(text) !== null
}

/** 'SW1A' of 'SW1A 1AA'; null for anything that is not a whole postcode. */
export function outcodeOf(postcode: string): string | null {
  return parts(postcode)?.outcode ?? null
}

/** 'SW1A 1' of 'SW1A 1AA'; null for anything that is not a whole postcode. */
export function sectorOf(postcode: string): string | null {
  const match = parts(postcode)
  return match ? `${match.outcode} ${match.incode.slice(0, 1)}` : null
}

/** 'SW' of 'SW1A 1AA' and of 'SW1A'; null for text that is neither a postcode nor an outcode. */
export function areaOf(postcodeOrOutcode: string): string | null {
  const outcode = outcodeOf(postcodeOrOutcode) ?? normaliseOutcode(postcodeOrOutcode)
  return outcode ? (/^[A-Z]{1,2}/.exec(outcode)?.[0] ?? null) : null
}

/** 'sw1a ' → 'SW1A'; null where the form is not that of an outward code. */
export function normaliseOutcode(text: string): string | null {
  const outcode = tidy(text)
  return OUTCODE.test(outcode) ? outcode.toUpperCase() : null
}

/**
 * The beginning of a postcode as typed: upper case, at most one space, kept only where it was typed, because 'E1 7' means outcode E1
 * while 'E17' may become either. Null if no postcode begins like that.
 */
export function normalisePartial(text: string): string | null {
  const partial = tidy(text)
  return PARTIAL.test(partial) || PARTIAL_SPACED.test(partial) ? partial.toUpperCase() : null
}

/** Whether some postcode begins with this text (or is equal to it). */
export function isPartialPostcode(text: string): boolean {
  return normalisePartial(text) !== null
}

interface Parts {
  outcode: string
  incode: string
}

function parts(text: string): Parts | null {
  const [, outcode, incode] = FULL.exec(tidy(text)) ?? []
  return outcode && incode ? { outcode: outcode.toUpperCase(), incode: incode.toUpperCase() } : null
}

/** Trimmed, with inner white space reduced to one space; empty if too long to be a postcode. */
function tidy(text: string): string {
  return text.length > MAX_LENGTH ? '' : text.trim().replace(/\s+/g, ' ')
}
