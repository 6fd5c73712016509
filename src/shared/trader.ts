/** Identity of a business that the law requires on its pages, in its emails and in its terms. */
export interface Trader {
  /** Registered name, not the trading name. */
  name: string
  /** Null for a sole trader or a partnership, which Companies House does not list. */
  companyNumber: string | null
}

/** Vanfare itself, which is always a registered company. */
export interface Platform extends Trader {
  companyNumber: string
  /** The registered office, on one line. */
  address: string
  vatNumber: string
}

/** 'gb 123 4567 82' → 'GB123456782'; null where it is no VAT number of the United Kingdom, by its check digits. */
export function parseVatNumber(text: string): string | null {
  const match = /^(GB|XI)?(\d{9})(\d{3})?$/.exec(text.replaceAll(/[\s.-]/g, '').toUpperCase())
  const [, country = 'GB', digits, branch = ''] = match ?? []
  return digits && hasVatCheckDigits(digits) ? `${country}${digits}${branch}` : null
}

/** Weighted 8 to 2, the sum and the last two digits make a multiple of 97, with or without the 55 of newer numbers. */
function hasVatCheckDigits(digits: string): boolean {
  const sum = Array.from(digits.slice(0, 7)).reduce((total, digit, index) => total + Number(digit) * (8 - index), 0)
  const total = sum + Number(digits.slice(7))
  return sum > 0 && (total % 97 === 0 || (total + 55) % 97 === 0)
}

/** '12345678' or 'SC123456' as Companies House writes it; null where it is none. */
export function parseCompanyNumber(text: string): string | null {
  const given = text.replaceAll(/\s/g, '').toUpperCase()
  const number = given && given.padStart(8, '0')
  return /^(?:[A-Z]{2}\d{6}|\d{8})$/.test(number) ? number : null
}

/** Prefixes that no National Insurance number has (HMRC, NIM39110), by their letters or as a whole. */
const NOT_NINO = /^(?:[DFIQUV]|.[DFIOQUV]|BG|GB|KN|NK|NT|TN|ZZ)/

/**
 * 'qq 12 34 56 c' of a person, or the ten digits of a Unique Taxpayer Reference, as they are written without spaces; null where it is neither.
 */
export function parseTaxNumber(text: string): string | null {
  const number = text.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (/^\d{10}$/.test(number)) return number
  return /^[A-Z]{2}\d{6}[A-D]$/.test(number) && !NOT_NINO.test(number) ? number : null
}

/** The part of the United Kingdom whose register a number is in: its first letters say so. */
export function registeredIn(companyNumber: string): string {
  const letters = companyNumber.slice(0, 2)
  if (['SC', 'SO', 'SL', 'SF', 'SP', 'RS', 'SR'].includes(letters)) return 'Scotland'
  return ['NI', 'NC', 'NL', 'NF', 'NP', 'NO', 'R0'].includes(letters) ? 'Northern Ireland' : 'England and Wales'
}

/** "Vanfare Ltd, registered in England and Wales, company number 12345678. Registered office: … VAT number GB…" */
export const platformText = ({ name, companyNumber, address, vatNumber }: Platform): string =>
  `${name}, registered in ${registeredIn(companyNumber)}, company number ${companyNumber}. Registered office: ${address}. VAT number ${vatNumber}.`

/** Text on pages and in emails. The details of a demonstration are made up, and the text says so. */
export const shownTrader = (platform: Platform, appMode: 'demo' | 'production'): string =>
  appMode === 'demo' ? `${platformText(platform)} (Made up: this is a demonstration.)` : platformText(platform)

/** The same for a company, as far as it has given its details; one without a number is described as a sole trader. */
export function traderText({ name, companyNumber, address }: Trader & { address?: string | null }): string {
  const kind = companyNumber
    ? `registered in ${registeredIn(companyNumber)}, company number ${companyNumber}`
    : 'a sole trader or partnership'
  return `${name}, ${kind}${address ? `. Address: ${address}` : ''}.`
}
