import { formatTime, toLocal } from '#shared/local-time.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'

/** To both sides at once. */
export const keysReleased =
  (at: Date) =>
  (booking: BookingDetails): NoticeText => {
    const said = `Keys released at ${formatTime(toLocal(at).minute)}`
    return {
      kind: 'keys_released',
      isVital: true,
      subject: `${said}: ${summaryOf(booking)}`,
      sms: `Vanfare: ${said.toLowerCase()}, ${summaryOf(booking)}.`,
      mail: {
        title: said,
        paragraphs: [`${summaryOf(booking)}. Whoever holds the link for the keys has just said so.`],
      },
    }
  }
