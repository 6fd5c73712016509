import { formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'

const clockTime = (instant: Date): string => formatTime(toLocal(instant).minute)

/** To the booker alone: the link in it agrees, to this start and at most this amount. */
export const startedEarly =
  ({ startedAt, mostPence, url }: { startedAt: Date; mostPence: number; url: string }) =>
  (booking: BookingDetails): NoticeText => {
    const [began, agreed, most] = [clockTime(startedAt), clockTime(booking.start), formatPence(mostPence)]
    return {
      kind: 'day_started_early',
      subject: `Started early, free until ${agreed}: ${summaryOf(booking)}`,
      sms: `Vanfare: ${booking.companyName} started at ${began}. You booked ${agreed}, so the time until then is free. Only if you agreed to an early start: count from ${began}, up to ${most} more: ${url}`,
      mail: {
        title: `They started early. It’s free until ${agreed}`,
        paragraphs: [
          `${booking.companyName} started ${summaryOf(booking)} at ${began}. You booked ${agreed}, so the time before that costs you nothing. You needn’t do anything.`,
          `If you agreed to an early start, you can let the hours count from ${began}. That costs up to ${most} more, and never more than ${formatPence(booking.agreed.ceilingPence)} in all.`,
        ],
        action: { label: `Count from ${began}`, url },
      },
    }
  }
