import { withoutAround, withoutUnseen } from './pasted.ts'
import { ownValue } from './records.ts'

/**
 * The form of UK postcodes (spec §5): 1–2 letters, a digit, an optional letter or digit, an optional space, a digit, 2 letters.
 * Whether a postcode exists is for the geo slice to say. Every pattern is linear and anchored, and text longer than 16 characters is
 * rejected unread (T-125).
 */

const MAX_LENGTH = 16
const MAX_PASTED = 64
const FULL = /^([a-z]{1,2}[0-9][a-z0-9]?) ?([0-9][a-z]{2})$/i
/** A postcode with other words beside it. */
const IN_WORDS = /(?<![a-z0-9])[a-z]{1,2}[0-9][a-z0-9]? ?[0-9][a-z]{2}(?![a-z0-9])/gi
const OUTCODE = /^[a-z]{1,2}[0-9][a-z0-9]?$/i
const PARTIAL = /^[a-z]{1,2}(?:[0-9](?:[a-z0-9](?:[0-9][a-z]{0,2})?|[0-9][a-z]{1,2})?)?$/i
const PARTIAL_SPACED = /^[a-z]{1,2}[0-9][a-z0-9]? [0-9][a-z]{0,2}$/i

/** 'e174qh' → 'E17 4QH'; null if malformed. White space, dots and dashes in the middle are accepted, and what a sentence leaves around it. */
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

/**
 * The postcode that was probably meant by one with a letter for a digit or the reverse, or with its space elsewhere: 'EC1V OBW' →
 * 'EC1V 0BW', 'LS 63HN' → 'LS6 3HN', or by a few words that contain one: 'E17 4QH, London'. Null where the text is a postcode, or is not so near to one.
 */
export function meantPostcode(text: string): string | null {
  const [named, another] = text.length > MAX_PASTED || parts(text) ? [] : (text.match(IN_WORDS) ?? [])
  if (named && !another && named !== text) return normalisePostcode(named)
  const spaced = tidy(text).toUpperCase()
  const compact = spaced.replaceAll(/[ ,/_]/g, '')
  if (compact !== spaced && !parts(spaced) && parts(compact)) return normalisePostcode(compact)
  if (spaced !== compact && spaced.lastIndexOf(' ') !== spaced.length - 4) return null
  if (!/^[A-Z0-9]{5,7}$/.test(compact) || parts(compact)) return null
  const [inward] = readings(compact.slice(-3), ['9aa'])
  const [outward] = readings(compact.slice(0, -3), OUTWARD_FORMS)
  return inward && outward && changesBetween(compact, outward) <= 1 ? normalisePostcode(outward + inward) : null
}

/** What an outward code may have been meant for, with look-alikes exchanged: 'EI7' → 'E17'. The likeliest first; whether it exists is not asked. */
export const twinOutcodes = (outcode: string): string[] =>
  readings(outcode, OUTWARD_FORMS).filter((twin) => twin !== outcode)

const OUTWARD_FORMS = ['A9', 'A99', 'AA9', 'AA99', 'A9A', 'AA9A']
/** Letters after the space are never C, I, K, M, O or V. */
const KINDS = { 9: /[0-9]/, A: /[A-Z]/, a: /[ABD-HJLNP-UW-Z]/ }
/** The likelier letter first. */
const LOOK_ALIKES = ['O0Q', 'I1L', 'Z2', 'S5', 'G6', 'B8']

/** `text` in these forms, where each character is the right one or a look-alike that is; the fewest changes first. */
function readings(text: string, forms: readonly string[]): string[] {
  const charsFor = (char: string, kind = '') => {
    const isRight = (one: string) => ownValue<RegExp>(KINDS, kind)?.test(one) === true
    const alike = LOOK_ALIKES.find((group) => group.includes(char)) ?? ''
    return isRight(char) ? [char] : alike.split('').filter(isRight)
  }
  return forms
    .filter(({ length }) => length === text.length)
    .flatMap((form) =>
      text
        .split('')
        .reduce<string[]>(
          (begun, char, index) => begun.flatMap((one) => charsFor(char, form[index]).map((next) => one + next)),
          [''],
        ),
    )
    .toSorted((one, other) => changesBetween(text, one) - changesBetween(text, other))
}

const changesBetween = (text: string, other: string): number =>
  other.split('').filter((char, index) => char !== text[index]).length

interface Parts {
  outcode: string
  incode: string
}

function parts(text: string): Parts | null {
  const [, outcode, incode] = FULL.exec(tidy(text)) ?? []
  return outcode && incode ? { outcode: outcode.toUpperCase(), incode: incode.toUpperCase() } : null
}

/** Without what cannot be seen or stands around it; spaces, dots and dashes inside are one space. Empty if too long to be a postcode. */
function tidy(text: string): string {
  if (text.length > MAX_PASTED) return ''
  const inner = withoutAround(withoutUnseen(text).trim(), ` "'“”‘’().,;:`).replaceAll(/[\s.\-\u2010-\u2015]+/g, ' ')
  return inner.length > MAX_LENGTH ? '' : inner
}
