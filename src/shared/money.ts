import { withoutUnseen } from './pasted.ts'

/** An amount of pounds sterling in whole pence; negative for a credit. */
export type Pence = number

/** "£453.12", "£2,369.02", "−£8.00" (a true minus sign). */
export function formatPence(amount: Pence): string {
  const pence = Math.abs(Math.trunc(amount))
  const pounds = groupThousands(Math.trunc(pence / 100))
  return `${amount < 0 ? '−' : ''}£${pounds}.${String(pence % 100).padStart(2, '0')}`
}

/** "£35" for whole pounds, otherwise like formatPence; for rates and headlines, never for a bill. */
export function formatPounds(amount: Pence): string {
  return formatPence(amount).replace(/\.00$/, '')
}

/** "-1453.10": as machines and spreadsheets read it. */
export function plainPounds(amount: Pence): string {
  const pence = Math.abs(Math.trunc(amount))
  return `${amount < 0 && pence > 0 ? '-' : ''}${Math.trunc(pence / 100)}.${String(pence % 100).padStart(2, '0')}`
}

/** What a field of an amount asks for if `parsePounds` finds none in it. */
export const AMOUNT_HINT = 'Enter pounds and pence, like 12.34.'

/**
 * Parses what a person types or pastes ("453", "£ 1,453.1", "1 453", "-8.00"), without its invisible characters; undefined if it is not an amount
 * with at most two decimals.
 */
export function parsePounds(text: string): Pence | undefined {
  const match = /^([-−+]?)£?\s?(\d{1,3}(?:[,\s]\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(withoutUnseen(text).trim())
  if (!match) return undefined
  const [, sign = '', pounds = '', decimals = ''] = match
  const amount = Number(pounds.replaceAll(/[,\s]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(amount)) return undefined
  return amount !== 0 && (sign === '-' || sign === '−') ? -amount : amount
}

/**
 * Pence times numerator ÷ denominator (minutes of an hour, hundredths of a mile): the product's only rounding rule. Half a penny is
 * rounded up, or down for a credit, so that a credit is always the negated charge. Uses integers only, so there are no
 * floating-point errors.
 */
export function multiplyPence(unit: Pence, numerator: number, denominator = 1): Pence {
  const twice = Math.abs(unit * numerator) * 2 + denominator
  const rounded = (twice - (twice % (2 * denominator))) / (2 * denominator)
  return rounded !== 0 && unit < 0 !== numerator < 0 ? -rounded : rounded
}

/** A percentage of an amount; the percentage may have two decimals (15, 17.5, 0.25). */
export function percentOf(amount: Pence, percent: number): Pence {
  return multiplyPence(amount, Math.round(percent * 100), 10_000)
}

/** The tax within an amount that includes it: at 20%, one sixth. */
export function taxIncluded(gross: Pence, percent: number): Pence {
  const rate = Math.round(percent * 100)
  return multiplyPence(gross, rate, 10_000 + rate)
}

export function sumPence(amounts: Iterable<Pence>): Pence {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/**
 * Divides an amount of at least nothing in proportion to these weights, to the penny: what rounding down leaves goes to the largest
 * remainders, the first of equal ones. No part is more than its weight unless the amount is more than all of them.
 */
export function splitPence(amount: Pence, weights: readonly number[]): Pence[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => (all > 0 ? amount * weight : amount))
  const parts = all > 0 ? all : Math.max(1, weights.length)
  const floors = shares.map((share) => Math.floor(share / parts))
  const left = amount - sumPence(floors)
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share % parts }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const raised = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return floors.map((floor, index) => floor + (raised.has(index) ? 1 : 0))
}

/** "12,345". */
export function groupThousands(integer: number): string {
  return String(integer).replace(/\B(?=(\d{3})+$)/g, ',')
}
