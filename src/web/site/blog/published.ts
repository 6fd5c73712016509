import { localDayOf } from '#shared/local-time.ts'

const months = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "2 March 2026": of a text, not of a booking, so the month is a word. */
export const dateText = (publishedAt: string): string => months.format(new Date(localDayOf(new Date(publishedAt))))
