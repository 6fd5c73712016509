import { formatTime, toLocal } from '#shared/local-time.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'

/** Notice of a release, naming the person whom the link was made for. */
const keysNotice = (
  booking: BookingDetails,
  { at, by }: { at: Date; by: string | null },
  action: { label: string; url: string },
): NoticeText => {
  const sentence = `Keys released at ${formatTime(toLocal(at).minute)}`
  return {
    kind: 'keys_released',
    isVital: true,
    subject: `${sentence}: ${summaryOf(booking)}`,
    sms: `Vanfare: ${sentence.toLowerCase()}, ${summaryOf(booking)}. ${action.url}`,
    mail: {
      title: sentence,
      paragraphs: [
        `${summaryOf(booking)}. ${by ?? 'The person with the key link'} has just confirmed it${by ? ' through the key link' : ''}.`,
      ],
      action,
    },
  }
}

export const keysReleased =
  (at: Date, by: string | null) =>
  (booking: BookingDetails): NoticeText =>
    keysNotice(booking, { at, by }, { label: 'See your booking', url: booking.url })

/** Notice to the company at the same time, with a link to the clock. */
export const keysReleasedToCompany =
  (at: Date, by: string | null) =>
  (booking: BookingDetails): NoticeText =>
    keysNotice(booking, { at, by }, { label: 'Open the job', url: booking.dayUrl })
