import { formatTime, toLocal } from '#shared/local-time.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'

/** To the customer; by whom, as the link was made for them. */
export const keysReleased =
  (at: Date, by: string | null) =>
  (booking: BookingDetails): NoticeText => {
    const said = `Keys released at ${formatTime(toLocal(at).minute)}`
    return {
      kind: 'keys_released',
      isVital: true,
      subject: `${said}: ${summaryOf(booking)}`,
      sms: `Vanfare: ${said.toLowerCase()}, ${summaryOf(booking)}.`,
      mail: {
        title: said,
        paragraphs: [
          `${summaryOf(booking)}. ${by ?? 'The person with the link for the keys'} has just said so${by ? ' by the link for the keys' : ''}.`,
        ],
      },
    }
  }

/** To the mover at the same time, with the way to the clock. */
export const keysReleasedToMover =
  (at: Date, by: string | null) =>
  (booking: BookingDetails): NoticeText => {
    const { sms, mail, ...said } = keysReleased(at, by)(booking)
    return {
      ...said,
      sms: `${sms} ${booking.dayUrl}`,
      mail: { ...mail, action: { label: 'Open the job', url: booking.dayUrl } },
    }
  }
