/** What a company may say about itself. Pure. */
import type { EventRules } from '#modules/notifications/rules.ts'
import { addDays, formatDateUk, lateDayProblem, type LocalDay } from '#shared/local-time.ts'
import type { Pence } from '#shared/money.ts'
import type { Trader } from '#shared/trader.ts'

export const MARK_COLOURS = ['green', 'blue', 'brown', 'red', 'ink'] as const
export type MarkColour = (typeof MARK_COLOURS)[number]

export const PAYMENT_METHODS = ['cash', 'card'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The day VAT was introduced. */
const FIRST_VAT_DAY: LocalDay = '1973-04-01'

/** What is wrong with the day from which a company says that it is registered for VAT: up to a year ahead, for a registration in progress. */
export const vatDayProblem = (day: LocalDay, today: LocalDay): string | undefined =>
  day < FIRST_VAT_DAY
    ? `Choose the day on the certificate: VAT began on ${formatDateUk(FIRST_VAT_DAY)}.`
    : lateDayProblem(day, addDays(today, 365), 'Choose the day on the certificate,')

const FIRST_BIRTHDAY: LocalDay = '1900-01-02'

/** What is wrong with the birthday of a person in business here. */
export const birthdayProblem = (day: LocalDay, today: LocalDay): string | undefined =>
  day < FIRST_BIRTHDAY
    ? `Enter the day on which you were born, after ${formatDateUk(addDays(FIRST_BIRTHDAY, -1))}.`
    : lateDayProblem(day, `${Number(today.slice(0, 4)) - 16}${today.slice(4)}`, 'Enter the day on which you were born,')

export interface VatDays {
  vatRegisteredFrom: LocalDay | null
  /** The first day on which it is no longer registered. */
  vatDeregisteredFrom?: LocalDay | null | undefined
}

export const isRegisteredForVat = (
  { vatRegisteredFrom: from, vatDeregisteredFrom: until }: VatDays,
  day: LocalDay,
): boolean => from !== null && from <= day && (!until || day < until)

/**
 * Lowest goods in transit cover that a company may have, for a whole move and for one item. Our own rule: the law sets
 * none.
 */
export const MINIMUM_COVER = { totalPence: 1_000_000, perItemPence: 150_000 } as const

/**
 * Highest payment of a company's insurance, and its source: a policy that the office has seen, or the minimum for every
 * company.
 */
export interface Cover {
  totalPence: Pence
  perItemPence: Pence
  source: 'policy' | 'minimum'
}

export const coverOf = (company: { coverPence: Pence | null; coverPerItemPence: Pence | null }): Cover =>
  company.coverPence && company.coverPerItemPence
    ? { totalPence: company.coverPence, perItemPence: company.coverPerItemPence, source: 'policy' }
    : { ...MINIMUM_COVER, source: 'minimum' }

interface OfTrader {
  name: string
  legalName: string | null
  companyNumber: string | null
}

/** Who a company is in law; a name it trades under where it has given no other. */
export const traderOf = ({ name, legalName, companyNumber }: OfTrader): Trader => ({
  name: legalName ?? name,
  companyNumber,
})

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

/** The events a company is notified of, and the default channels. Pure. */

export const COMPANY_EVENTS = [
  'new_booking',
  'booking_changed',
  'booking_reminder',
  'hot_job',
  'new_message',
  'review_received',
  'document_expiry',
  'verification',
  'statement_ready',
] as const
export type CompanyEvent = (typeof COMPANY_EVENTS)[number]

export const EVENT_RULES: EventRules<CompanyEvent> = {
  new_booking: { label: 'A new booking to answer', usual: { email: true, sms: true, push: true }, always: ['email'] },
  booking_changed: {
    label: 'A booking is cancelled or changed',
    usual: { email: true, sms: true, push: true },
    always: ['email'],
  },
  booking_reminder: { label: 'The day before a booking', usual: { email: true, sms: true, push: true }, always: [] },
  hot_job: { label: 'A hot job in your area', usual: { email: true, sms: false, push: true }, always: [] },
  new_message: {
    label: 'A message from a customer',
    usual: { email: true, sms: false, push: true },
    always: [],
  },
  review_received: {
    label: 'A customer has left a review',
    usual: { email: true, sms: false, push: true },
    always: [],
  },
  document_expiry: { label: 'A document expires', usual: { email: true, sms: true, push: true }, always: ['email'] },
  verification: {
    label: 'Your documents were checked',
    usual: { email: true, sms: true, push: true },
    always: ['email'],
  },
  statement_ready: { label: 'A statement is ready', usual: { email: true, sms: false, push: true }, always: [] },
}
