import type { Problem } from '#web/kit/forms/answer.ts'

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
