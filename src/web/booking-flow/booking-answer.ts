// What a try to book came to, in the words and places of the confirm page.
import type { AskProblem } from './asking.ts'
import { errorsByField } from './server-errors.ts'

export interface BookingProblem {
  title: string
  text: string
  /** The prices have to be compared again: this quote cannot be booked any more. */
  needsNewQuote: boolean
  /** The list of bookings says more. */
  isInMyBookings: boolean
  /** Sentences at the fields of the page. */
  errors: Record<string, string>
}

const lostQuotes = ['requote', 'quote_used', 'slot_taken']
const listed = ['already_booked', 'too_many_open_bookings']

export function bookingProblem({ code, detail, errors = {} }: AskProblem): BookingProblem {
  const byField = errorsByField(errors)
  const isLost = lostQuotes.includes(code)
  return {
    title: isLost ? 'This price cannot be booked any more' : 'Not booked yet',
    text: detail,
    needsNewQuote: isLost,
    isInMyBookings: listed.includes(code),
    errors: byField,
  }
}

/** The session has ended or never was: the login dialog comes next. */
export const needsLogin = ({ status }: AskProblem): boolean => status === 401
