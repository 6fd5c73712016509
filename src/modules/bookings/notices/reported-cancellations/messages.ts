import { formatPence } from '#shared/money.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../messages.ts'

/** What both sides are told when the customer says that they did not cancel, as their driver had reported. */

export const cancellationDenied = (booking: BookingDetails): NoticeText => ({
  kind: 'cancellation_denied',
  isVital: true,
  subject: `We’re asking other drivers: ${summaryOf(booking)}`,
  sms: `Vanfare: thank you for telling us. Your move goes on: we’re asking every other driver who can do it, at the same price. ${booking.url}`,
  mail: {
    title: 'Your move goes on',
    paragraphs: [
      `You didn’t cancel ${summaryOf(booking)}, so it goes on without ${booking.companyName}. We’re looking into what happened.`,
      `Every driver who can do it at the same price, ${formatPence(booking.totalPence)}, sees it now. We’ll tell you as soon as one takes it.`,
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

/** Nobody else is asked: the customer wants nobody else, or it is too late. */
export const cancellationDeniedForGood = (booking: BookingDetails): NoticeText => ({
  kind: 'cancellation_denied',
  isVital: true,
  subject: `We’re looking into it: ${summaryOf(booking)}`,
  sms: `Vanfare: thank you for telling us. You owe nothing. Your booking is over; compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'We’re looking into it',
    paragraphs: [
      `You didn’t cancel ${summaryOf(booking)}. You owe nothing, and we’re looking into what happened.`,
      `${booking.companyName} doesn’t come, so the booking is over. Other companies may be free at that time.`,
    ],
    action: { label: 'Compare prices again', url: booking.quotesUrl },
  },
})

/** To the company that reported it. */
export const reportDenied = (booking: BookingDetails): NoticeText => ({
  kind: 'report_denied',
  subject: `The customer says they didn’t cancel: ${summaryOf(booking)}`,
  sms: `Vanfare: the customer says they didn’t cancel ${summaryOf(booking)}. We’ll be in touch.`,
  mail: {
    title: 'The customer says they didn’t cancel',
    paragraphs: [
      `You told us that the customer had cancelled ${summaryOf(booking)}. They say that they had not.`,
      'You no longer have the job. We’re looking into it and will be in touch: please keep any message or call record of it.',
    ],
  },
})
