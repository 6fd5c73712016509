// What the office types while somebody is on the phone, and the request that is made of it.
import type { findCustomers, bookSpecial } from '#modules/bookings/create/contract.ts'
import type { SpecialPayMethod } from '#modules/bookings/create/rules.ts'
import { cancellationRows, stepsFromWire } from '#modules/pricing/terms/rules.ts'
import { countOf, capitalise } from '#shared/texts.ts'
import type { AnswerOf, CallInput, FieldErrors } from '#shared/endpoint.ts'
import { ownValue } from '#shared/records.ts'
import { parsePounds, formatPence } from '#shared/money.ts'
import { toQuoteRequest } from '../draft/draft-request.ts'
import type { Order, Quote } from '../draft/order.ts'

export type SpecialRequest = CallInput<typeof bookSpecial>['body']
export type FoundCustomer = AnswerOf<typeof findCustomers>['results'][number]

export interface Manual {
  /** Who is known already. */
  known: FoundCustomer | null
  firstName: string
  email: string
  phone: string
  /** Id of the quote; empty if no driver is chosen yet. */
  quoteId: string
  /** In pounds, as typed. */
  price: string
  payMethod: SpecialPayMethod
  isCongestionCharged: boolean
}

export const newManual: Manual = {
  known: null,
  firstName: '',
  email: '',
  phone: '',
  quoteId: '',
  price: '',
  payMethod: 'cash',
  isCongestionCharged: false,
}

/** What somebody is known by: a whole number, else a whole address; null while it is still being typed. */
export function recognisedBy({ phone, email }: Pick<Manual, 'phone' | 'email'>): string | null {
  if (phone.replaceAll(/\D/g, '').length >= 10) return phone.trim()
  return /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(email.trim()) ? email.trim() : null
}

/** The chosen quote, if it is still among those on the page. */
export const chosenOf = ({ quoteId }: Manual, quotes: readonly Quote[]): Quote | null =>
  quotes.find((quote) => quote.quoteId === quoteId) ?? null

/** The next page after those shown already, each company once: a company that has moved between two pages keeps its first price. */
export const withNext = (shown: readonly Quote[], next: readonly Quote[]): Quote[] => [
  ...shown,
  ...next.filter(({ company }) => !shown.some((one) => one.company.id === company.id)),
]

/** "28 can, cheapest first"; "100 of 128, cheapest first" while some are not on the page yet. */
export function canText(shown: number, count: number): string {
  if (count === 0) return 'No driver is free then'
  return shown < count ? `${shown} of ${count}, cheapest first` : countOf(shown, 'can', 'can, cheapest first')
}

/** In pence; null while it is not a price. */
export function totalOf(manual: Manual, chosen: Quote | null): number | null {
  if (chosen) return chosen.totalPence
  const pence = parsePounds(manual.price)
  return typeof pence === 'number' && pence > 0 ? pence : null
}

/** What is missing before it can be sent, by the field's id. */
export function missingOf(manual: Manual, chosen: Quote | null): Record<string, string> {
  const missing: Record<string, string> = {}
  if (!manual.known) {
    if (!manual.firstName.trim()) missing.firstName = 'Ask for a name, or find who is calling above.'
    if (!manual.email.trim() && !manual.phone.trim()) missing.phone = 'Ask for a phone number or an email.'
  }
  if (totalOf(manual, chosen) === null) missing.price = 'Set a price, such as 175.00, or choose a driver.'
  return missing
}

export function toSpecialRequest(order: Order, manual: Manual, chosen: Quote | null): SpecialRequest | undefined {
  const move = toQuoteRequest(order)
  const total = totalOf(manual, chosen)
  if (!move || total === null) return undefined
  return {
    ...move,
    customer: manual.known
      ? { id: manual.known.id }
      : { firstName: manual.firstName.trim(), email: manual.email.trim() || null, phone: manual.phone.trim() || null },
    ...(chosen ? { quoteId: chosen.quoteId } : { totalPence: total }),
    specialPayMethod: manual.payMethod,
    isCongestionCharged: manual.isCongestionCharged,
    photosId: order.photosUploadId,
  }
}

const FIELDS: Record<string, string> = {
  customer: 'find',
  'customer.id': 'find',
  'customer.first_name': 'firstName',
  'customer.email': 'email',
  'customer.phone': 'phone',
  total_pence: 'price',
  special_pay_method: 'payMethod',
}

/** The server's errors at this page's fields, and those of the move as a list. */
export function problemFields(errors: FieldErrors): { here: Record<string, string>; move: FieldErrors } {
  const here: Record<string, string> = {}
  const move: FieldErrors = {}
  for (const [path, messages] of Object.entries(errors)) {
    const field = path.endsWith('.contact_number') ? 'contactNumber' : ownValue(FIELDS, path)
    if (field) here[field] ??= messages[0] ?? ''
    else move[path] = messages
  }
  return { here, move }
}

// Script that the office reads out to the caller, with the current figures of this booking.

type ActionNotice = Pick<Quote, 'totalPence' | 'ceilingPence' | 'cancellation' | 'company'>

export const SAY_WHO = 'May I take your name, and a mobile number or email address so we can send you the booking link?'

export const SAY_DAY = 'Which number should the driver ring on the day, and is there anything they need to know?'

export const describePrice = (totalPence: number, chosen: Pick<ActionNotice, 'ceilingPence'> | null): string =>
  chosen
    ? `It’s ${formatPence(totalPence)}, and for what you’ve told me it won’t be more than ${formatPence(chosen.ceilingPence)}.`
    : `It’s ${formatPence(totalPence)}, and that’s fixed.`

/** The same steps as on their booking's page, in a sentence. */
export function describeCancellation(chosen: Pick<ActionNotice, 'cancellation'> | null, now: Date): string {
  const steps = chosen ? stepsFromWire(chosen.cancellation) : []
  if (steps.every(({ feePence }) => feePence === 0)) return 'You can cancel free of charge until it starts.'
  const [free, ...after] = cancellationRows(steps, now, false)
  const rest = after.map(({ when, cost }) => `${when.charAt(0).toLowerCase()}${when.slice(1)}, ${costText(cost)}`)
  return `You can cancel free ${free?.when.toLowerCase()}. ${sentence(rest.join('; '))}`
}

const costText = (cost: string): string => (cost === 'Free' ? 'it is free' : `it costs ${cost}`)
const sentence = (text: string): string => `${capitalise(text)}.`

export function describePayment(
  method: SpecialPayMethod,
  totalPence: number | null,
  chosen: Pick<ActionNotice, 'company'> | null,
) {
  const amount = totalPence === null ? 'It' : formatPence(totalPence)
  const verb = totalPence === null ? 'is paid' : 'is to be paid'
  const payee = chosen?.company.name ?? 'the company that takes it'
  if (method === 'cash') return `${amount} ${verb} in cash to the driver, when the move is done. Nothing is paid now.`
  if (method === 'card') return `${amount} ${verb} by card. Don’t read your card number out to me.`
  return `${amount} ${verb} by transfer to the bank account of ${payee}.`
}
