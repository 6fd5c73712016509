/** The form of UK bank details; only a bank can say whether the account exists. Pure. */

/** '20-45-42', '20 45 42' or '204542' → '204542'; null for anything else. */
export function parseSortCode(text: string): string | null {
  const match = /^(\d{2})[\s-]?(\d{2})[\s-]?(\d{2})$/.exec(text.trim())
  const digits = match ? match.slice(1).join('') : ''
  return digits && !/^0+$/.test(digits) ? digits : null
}

/** Eight digits, spaces allowed; six- and seven-digit numbers are padded with zeros. Null for anything else. */
export function parseAccountNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{6,8}$/.test(digits) && !/^0+$/.test(digits) ? digits.padStart(8, '0') : null
}

/** The last two digits are all that is ever shown of a sort code. */
export const maskSortCode = (tail: string): string => `••-••-${tail}`
/** The last four digits of an account number. */
export const maskAccountNumber = (tail: string): string => `••••${tail}`

/** Time between the confirmation of a change and the first payment to the new account (T-107), for the owner to object. */
export const HOLD_HOURS = 24
/** How long the mailed link works. */
export const CONFIRM_HOURS = 24
