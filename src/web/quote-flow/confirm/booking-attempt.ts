import type { Problem } from '#web/kit/forms/answer.ts'

/**
 * One person's try to book one price. Its key travels as the Idempotency-Key and stays the same until an answer comes, so that a lost
 * answer, a reload or a second press books once; what is tried after an answer is another try, even of the very same order.
 */
export interface BookingAttempt {
  key: string
  quoteId: string
}

/** The try that is still open for this price, or a new one. */
export const attemptFor = (quoteId: string, open: BookingAttempt | null): BookingAttempt =>
  open?.quoteId === quoteId ? open : { key: newKey(), quoteId }

/** Whether it is known what became of a try. A server that is away or fails may have booked all the same. */
export const isAnswered = ({ status }: Pick<Problem, 'status'>): boolean => status >= 400 && status < 500

/** 128 random bits; `randomUUID` is only there over https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const isKey = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)
