import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'

/** Notice to the company and its driver. It holds no new values; the page shows them. */
export const detailsChanged =
  (texts: readonly string[]) =>
  (booking: BookingDetails): NoticeText => {
    const what = texts.length > 0 ? texts.join(', ') : 'details'
    return {
      kind: 'details_changed',
      subject: `Changed by your customer: ${summaryOf(booking)}`,
      sms: `Vanfare: your customer changed the ${what}, ${summaryOf(booking)}. ${booking.jobUrl}`,
      mail: {
        title: 'Your customer changed something',
        paragraphs: [`${summaryOf(booking)}.`, `Changed: ${what}. Time, load and price are as they were.`],
        action: { label: 'See the job', url: booking.jobUrl },
      },
    }
  }
