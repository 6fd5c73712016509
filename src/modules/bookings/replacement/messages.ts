import { formatDayTimeFrom } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import type { BookingDetails, NoticeText } from '../notices/messages.ts'

/** Question to the driver, and notice to the customer of a refusal. A confirmation sends the notices of any booking. */

interface Asked {
  start: Date
  /** Null for a hired driver. */
  totalPence: number | null
  respondBy: Date
}

const move = ({ from, to, now }: BookingDetails, start: Date) => `${from} to ${to}, ${formatDayTimeFrom(now, start)}`

export function rebookAsked(booking: BookingDetails, { start, totalPence, respondBy }: Asked): NoticeText {
  const price = totalPence === null ? '' : `, for ${formatPence(totalPence)}`
  const by = formatDayTimeFrom(booking.now, respondBy)
  const url = booking.rebookUrl
  return {
    kind: 'rebook_asked',
    subject: `A customer wants to book you again: ${move(booking, start)}`,
    sms: `Vanfare: a customer wants to book you again, ${move(booking, start)}${price}. Answer by ${by}. ${url}`,
    mail: {
      title: 'A customer wants to book you again',
      paragraphs: [
        `You had their move on ${formatDayTimeFrom(booking.now, booking.start)}. They ask for the same again: ${move(booking, start)}${price}, at your current prices.`,
        `Please answer by ${by}. The time isn’t held until you confirm.`,
      ],
      action: { label: 'See it under New Bookings', url },
    },
  }
}

export const rebookDeclined = (booking: BookingDetails, start: Date): NoticeText => ({
  kind: 'rebook_declined',
  subject: `${booking.companyName} can’t do it: ${move(booking, start)}`,
  sms: `Vanfare: ${booking.companyName} can’t do ${move(booking, start)}. Nothing is booked. Compare prices: ${booking.quotesUrl}`,
  mail: {
    title: `${booking.companyName} can’t do it then`,
    paragraphs: [
      `You asked ${booking.companyName} for ${move(booking, start)}. They can’t do it. Nothing is booked and you owe nothing.`,
      'Other companies may be free at that time.',
    ],
    action: { label: 'Compare prices', url: booking.quotesUrl },
  },
})

export const rebookExpired = (booking: BookingDetails, start: Date): NoticeText => ({
  kind: 'rebook_expired',
  subject: `No answer from ${booking.companyName}: ${move(booking, start)}`,
  sms: `Vanfare: ${booking.companyName} didn’t answer about ${move(booking, start)}. Nothing is booked. Compare prices: ${booking.quotesUrl}`,
  mail: {
    title: `${booking.companyName} didn’t answer`,
    paragraphs: [
      `You asked ${booking.companyName} for ${move(booking, start)}. They didn’t answer in time. Nothing is booked and you owe nothing.`,
      'Other companies may be free at that time.',
    ],
    action: { label: 'Compare prices', url: booking.quotesUrl },
  },
})
