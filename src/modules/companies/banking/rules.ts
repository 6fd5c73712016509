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
/** Hours for which the emailed link works. */
export const CONFIRM_HOURS = 24

/**
 * Whether an account number can belong to a sort code: the modulus check that Pay.UK publishes ("Validating account numbers – UK modulus
 * checking", Vocalink), with its weight table (valacdos.txt) and substitutes (scsubtab.txt). Pure.
 *
 * The fourteen digits of sort code and account number are called u v w x y z and a b c d e f g h there, and so here.
 */

const METHODS = ['MOD10', 'MOD11', 'DBLAL'] as const
type Method = (typeof METHODS)[number]

/** A row of the weight table: for the sort codes from one to another. A sort code has none, one or two. */
export interface WeightRow {
  from: string
  to: string
  method: Method
  /** Fourteen, of u to h. */
  weights: readonly number[]
  /** 1 to 14; null for most. */
  exception: number | null
}

export interface ModulusTable {
  rows: readonly WeightRow[]
  /** Sort code by the sort code that is checked in its place (exception 5). */
  substitutes: ReadonlyMap<string, string>
}

export interface BankDetails {
  /** Six digits. */
  sortCode: string
  /** Eight digits. */
  accountNumber: string
}

const A = 6
const [B, C, G, H] = [A + 1, A + 2, A + 6, A + 7] as const

/** Exceptions that come in pairs: one of the two checks is enough. */
const EITHER: Readonly<Record<number, number>> = { 2: 9, 10: 11, 12: 13 }

/** False only where the check says that the two do not belong together. What the table does not know may be right. */
export function canBelongTogether(details: BankDetails, table: ModulusTable): boolean {
  const [first, second] = table.rows.filter(({ from, to }) => from <= details.sortCode && details.sortCode <= to)
  if (!first) return true
  const digits = digitsOf(details)
  // Foreign currency accounts cannot be checked.
  if (first.exception === 6 && isBetween(digits[A], 4, 8) && digits[G] === digits[H]) return true
  const passes = passesRow(first, details, table) || (first.exception === 14 && passesShifted(first, details, table))
  if (!second) return passes
  if (first.exception !== null && EITHER[first.exception] === second.exception)
    return passes || passesRow(second, details, table)
  if (second.exception === 3 && (digits[C] === 6 || digits[C] === 9)) return passes
  return passes && passesRow(second, details, table)
}

const digitsOf = ({ sortCode, accountNumber }: BankDetails): number[] =>
  `${sortCode}${accountNumber}`.split('').map(Number)
const isBetween = (digit: number | undefined, least: number, most: number) =>
  digit !== undefined && digit >= least && digit <= most

function passesRow(row: WeightRow, details: BankDetails, { substitutes }: ModulusTable): boolean {
  const digits = digitsOf({ ...details, sortCode: sortCodeChecked(row, details.sortCode, substitutes) })
  const weights = weightsOf(row, digits)
  const products = digits.map((digit, index) => digit * (weights[index] ?? 0))
  const modulus = row.method === 'MOD11' ? 11 : 10
  const total = products.reduce((sum, one) => sum + (row.method === 'DBLAL' ? digitSum(one) : one), 0)
  const remainder = (row.exception === 1 ? total + 27 : total) % modulus
  if (row.exception === 4) return remainder === (digits[G] ?? 0) * 10 + (digits[H] ?? 0)
  // The last digits are check digits of their own: g of the first check, h of the second.
  if (row.exception === 5) return isCheckDigit(digits[row.method === 'MOD11' ? G : H], remainder, modulus)
  return remainder === 0
}

/** 12 is 1 + 2: double alternate adds figures, not products. */
const digitSum = (product: number): number => Math.floor(product / 10) + (product % 10)

function isCheckDigit(digit: number | undefined, remainder: number, modulus: number): boolean {
  if (remainder === 0) return digit === 0
  // 10 is no digit: such an account number is never given out.
  return modulus - remainder < 10 && digit === modulus - remainder
}

function sortCodeChecked({ exception }: WeightRow, sortCode: string, substitutes: ReadonlyMap<string, string>): string {
  if (exception === 5) return substitutes.get(sortCode) ?? sortCode
  if (exception === 8) return '090126'
  return exception === 9 ? '309634' : sortCode
}

/** Weights of exception 2, in place of the table's, if a is not 0: if g is not 9, and if it is. */
const WEIGHTS_OF_2 = [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1]
const WEIGHTS_OF_2_WITH_9 = [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]

function weightsOf({ exception, weights }: WeightRow, digits: readonly number[]): readonly number[] {
  const isG9 = digits[G] === 9
  if (exception === 2 && digits[A] !== 0) return isG9 ? WEIGHTS_OF_2_WITH_9 : WEIGHTS_OF_2
  const isShort = exception === 7 || (exception === 10 && (digits[A] === 0 || digits[A] === 9) && digits[B] === 9)
  return isShort && isG9 ? weights.map((weight, index) => (index <= B ? 0 : weight)) : weights
}

/** Exception 14: of an account number that ends in 0, 1 or 9, its first seven figures behind a nought are tried too. */
function passesShifted(row: WeightRow, { sortCode, accountNumber }: BankDetails, table: ModulusTable): boolean {
  return (
    /[019]$/.test(accountNumber) && passesRow(row, { sortCode, accountNumber: `0${accountNumber.slice(0, 7)}` }, table)
  )
}

/** The rows of valacdos.txt; the number of the first line that is none of them. */
export function parseWeights(text: string): WeightRow[] | { badLine: number } {
  const rows: WeightRow[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [from = '', to = '', name = '', ...numbers] = line.trim().split(/\s+/)
    const method = METHODS.find((one) => one === name)
    const isRow = [from, to].every((code) => /^\d{6}$/.test(code)) && numbers.every((one) => /^-?\d{1,3}$/.test(one))
    if (!isRow || !method || numbers.length < 14 || numbers.length > 15) return { badLine: index + 1 }
    const values = numbers.map(Number)
    const exception = values[14] ?? null
    if (exception !== null && (exception < 1 || exception > 14)) return { badLine: index + 1 }
    rows.push({ from, to, method, weights: values.slice(0, 14), exception })
  }
  return rows
}

/** The pairs of scsubtab.txt; the number of the first line that is none of them. */
export function parseSubstitutes(text: string): Map<string, string> | { badLine: number } {
  const pairs = new Map<string, string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const match = /^(\d{6})\s+(\d{6})$/.exec(line.trim())
    if (!match?.[1] || !match[2]) return { badLine: index + 1 }
    pairs.set(match[1], match[2])
  }
  return pairs
}
