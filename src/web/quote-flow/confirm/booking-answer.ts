// The outcome of an attempt to book, for the confirm page.
import type { Problem } from '#web/kit/forms/answer.ts'
import type { Missing } from '../draft/draft-steps.ts'
import { asMissing, errorsByField } from '../draft/server-errors.ts'

export interface BookingProblem {
  title: string
  text: string
  /** This quote can no longer be booked, so prices have to be compared again. */
  needsNewQuote: boolean
  /** The same driver may still come, at a price that has to be asked for. */
  asksAgain: boolean
  /** The list of bookings has the details. */
  isInMyBookings: boolean
  /** Messages at the page's fields. */
  errors: Record<string, string>
  /** Problems on earlier steps, with links. */
  elsewhere: Missing[]
}

const lostQuotes = ['requote', 'quote_used', 'slot_taken', 'van_kept_out']
const listed = ['already_booked', 'too_many_open_bookings']

const pickUpNumber = 'routePoints.0.contactNumber'
const fieldsOnce = ['routePoints.0.contactName', pickUpNumber, 'note', 'paymentMethod', 'allowHotJob']

/** Whether the confirm page has the field itself: the street of every point, and the contact at the pick-up. */
export const isFieldHere = (field: string): boolean => fieldsOnce.includes(field) || field.endsWith('.address')

/** The answer to the first try was lost, and something was changed before the second. */
const bookedBefore: BookingProblem = {
  title: 'Booked already',
  text: 'Your booking went through the first time, but our confirmation didn’t reach you. It doesn’t include changes you’ve made since.',
  needsNewQuote: false,
  asksAgain: false,
  isInMyBookings: true,
  errors: {},
  elsewhere: [],
}

/** `points` is the number of route points. */
export function bookingProblem({ code, detail, errors = {} }: Omit<Problem, 'ok'>, points: number): BookingProblem {
  if (code === 'idempotency_key_reused') return bookedBefore
  const byField = errorsByField(errors)
  const isLost = lostQuotes.includes(code)
  const elsewhere = isLost ? [] : asMissing(errors, points).filter(({ field }) => isElsewhere(field, byField))
  const isAllElsewhere = elsewhere.length > 0 && elsewhere.length === Object.keys(byField).length
  return {
    title: isLost ? 'This price is no longer available' : 'Not booked yet',
    text: isAllElsewhere ? 'Something is missing from an earlier step.' : detail,
    needsNewQuote: isLost,
    asksAgain: code === 'requote',
    isInMyBookings: listed.includes(code),
    errors: byField,
    elsewhere,
  }
}

/** The pick-up's number is used at the other points too, so their errors only repeat the pick-up's. */
const isElsewhere = (field: string, byField: Record<string, string>): boolean =>
  !isFieldHere(field) && !(pickUpNumber in byField && field.endsWith('.contactNumber'))

/** The session has expired or never existed: the login dialog comes next. */
export const needsLogin = ({ status }: Pick<Problem, 'status'>): boolean => status === 401

/**
 * An attempt to book one price. Its key is sent as the Idempotency-Key and stays the same until an answer arrives, so that a lost
 * answer, a reload or a second press books once. After an answer the next try is a new attempt, even for the same order.
 */
export interface BookingAttempt {
  key: string
  quoteId: string
}

/** The open attempt for this price, or a new one. */
export const attemptFor = (quoteId: string, open: BookingAttempt | null): BookingAttempt =>
  open?.quoteId === quoteId ? open : { key: newKey(), quoteId }

/** Whether the outcome is known. A server that failed or did not answer may still have booked. */
export const isAnswered = ({ status }: Pick<Problem, 'status'>): boolean => status >= 400 && status < 500

/** 128 random bits; `randomUUID` is only available over https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const isKey = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)
