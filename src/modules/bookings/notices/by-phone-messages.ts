import { formatPence } from '#shared/money.ts'
import { agreementSections } from '../documents/rules.ts'
import { summaryOf, workText, type BookingDetails, type NoticeText } from './messages.ts'
import { addressesOn } from './rules.ts'

/** The office has booked it on the phone, and nobody has it yet. */
export const receivedHot = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_received',
  isVital: true,
  subject: `We have your booking: ${summaryOf(booking)}`,
  sms: `Vanfare: we have booked your move, ${summaryOf(booking)}, for ${formatPence(booking.totalPence)}. We’re asking every driver who can do it. ${booking.url}`,
  mail: {
    title: 'We have your booking',
    sign: addressesOn(booking),
    paragraphs: [
      `You booked it with us on the phone: ${summaryOf(booking)}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      ...(booking.lifting ? [booking.lifting] : []),
      'Every driver who can do it sees it now. The first to take it has it, and we’ll tell you at once.',
      'Until a driver has taken it, cancelling costs nothing.',
    ],
    sections: agreementSections(booking.agreed, booking.now, booking.us),
    action: { label: 'See your booking', url: booking.url },
  },
  attachments: [{ ...booking.ourTerms(), contentType: 'text/html' }],
})
