/** What a company may say about itself. Pure. */
import { addDays, type LocalDay } from '#shared/local-time.ts'

export const MARK_COLOURS = ['green', 'blue', 'brown', 'red', 'ink'] as const
export type MarkColour = (typeof MARK_COLOURS)[number]

export const PAYMENT_METHODS = ['cash', 'card'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The day VAT was introduced. */
const FIRST_VAT_DAY: LocalDay = '1973-04-01'

/** Whether a company may say it is registered for VAT from this day: up to a year ahead, for a registration in progress. */
export const isVatDay = (day: LocalDay, today: LocalDay): boolean => FIRST_VAT_DAY <= day && day <= addDays(today, 365)

/** 'gb 123 4567 82' → 'GB123456782'; null if it is not a UK VAT number by its check digits. */
export function parseVatNumber(text: string): string | null {
  const match = /^(GB|XI)?(\d{9})(\d{3})?$/.exec(text.replaceAll(/[\s.-]/g, '').toUpperCase())
  const [, country = 'GB', digits, branch = ''] = match ?? []
  return digits && hasVatCheckDigits(digits) ? `${country}${digits}${branch}` : null
}

/** The first seven digits weighted 8 to 2, plus the last two, give a multiple of 97; newer numbers do after adding 55. */
function hasVatCheckDigits(digits: string): boolean {
  const sum = Array.from(digits.slice(0, 7)).reduce((total, digit, index) => total + Number(digit) * (8 - index), 0)
  const total = sum + Number(digits.slice(7))
  return sum > 0 && (total % 97 === 0 || (total + 55) % 97 === 0)
}

/** '12345678' or 'SC123456' as Companies House writes it; null if it is neither. */
export function parseCompanyNumber(text: string): string | null {
  const given = text.replaceAll(/\s/g, '').toUpperCase()
  const number = given && given.padStart(8, '0')
  return /^(?:[A-Z]{2}\d{6}|\d{8})$/.test(number) ? number : null
}

// Characters that reverse the text direction: with them one name can look like another.
const hidden = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff]/g

/** Text for people to read (T-069): no control or direction characters; line breaks only where allowed. */
export function plainText(text: string, hasLines = false): string {
  const clean = text
    .replaceAll('\r\n', '\n')
    .replaceAll(hidden, '')
    .replaceAll(/\p{Cc}/gu, (mark) => (hasLines && mark === '\n' ? mark : ' '))
  return hasLines
    ? clean
        .replaceAll(/[^\S\n]+/g, ' ')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
    : clean.replaceAll(/\s+/g, ' ').trim()
}

export const MOST_PHOTOS = 20
/** The longer edge in pixels. */
export const LOGO_EDGE = 512
export const GALLERY_EDGE = 1600
