import { formatDayTimeFrom } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { summaryOf, type BookingDetails, type NoticeText } from './messages.ts'
import { atYourPrice, compare, seeBooking, stillFree } from './changed-messages.ts'

/** Notices to the customer and company when the office takes a booking from its unit. */

export const movedByUs = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_moved',
  isVital: true,
  subject: `We’re finding you another driver: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} can no longer do your move. We’re asking every other driver who can, at the same price. ${booking.url}`,
  mail: {
    title: 'We’re finding you another driver',
    paragraphs: [`${booking.companyName} can no longer do ${summaryOf(booking)}.`, atYourPrice(booking), stillFree],
    action: seeBooking(booking),
  },
})

export const movedByUsForGood = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_moved',
  isVital: true,
  subject: `Your driver can no longer do it: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} can no longer do your move, so your booking is over and you owe nothing. Compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'Your driver can no longer do it',
    paragraphs: [
      `${booking.companyName} can no longer do ${summaryOf(booking)}. You didn’t want another driver, so the booking is over. You owe nothing. We’re sorry.`,
      'Other companies may be free at that time.',
    ],
    action: compare(booking),
  },
})

/** The office gave it to another unit, which answers next. */
export const movedToUnit = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_moved_to',
  isVital: true,
  subject: `We’ve asked ${booking.companyName}: ${summaryOf(booking)}`,
  sms: `Vanfare: we have asked ${booking.companyName} to do your move, at the same price. We’ll tell you when they confirm. ${booking.url}`,
  mail: {
    title: `We’ve asked ${booking.companyName}`,
    paragraphs: [
      `${booking.companyName} can do ${summaryOf(booking)}, and we have given it to them.`,
      `The price stays as it is: ${formatPence(booking.totalPence)}.`,
      `They answer by ${booking.respondBy ? formatDayTimeFrom(booking.now, booking.respondBy) : 'tomorrow'}. We’ll tell you when they have confirmed.`,
      stillFree,
    ],
    action: seeBooking(booking),
  },
})

/**
 * Notice to the company that had it. If its unit may take no jobs, the reason is in the email about the unit or the
 * account.
 */
export const jobReassigned = (booking: BookingDetails): NoticeText => ({
  kind: 'job_taken_away',
  isVital: true,
  subject: `Don’t go to this job: ${summaryOf(booking)}`,
  sms: `Vanfare: you no longer have the job ${summaryOf(booking)}, so don’t go to it. ${booking.jobUrl}`,
  mail: {
    title: 'You no longer have this job',
    paragraphs: [
      `${summaryOf(booking)} is no longer yours: our office has reassigned it. Don’t go to it. The customer has been told.`,
      'It isn’t counted against you.',
    ],
    action: { label: 'See your jobs', url: booking.jobUrl },
  },
})
