import { formatDayTimeFrom, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'

type NoticeTemplate = (booking: BookingDetails) => NoticeText

const at = (instant: Date): string => formatTime(toLocal(instant).minute)

/** Notice to the customer of a later job, whose driver is still held up. */
export const likelyLate =
  (likelyStart: Date): NoticeTemplate =>
  (booking) => ({
    kind: 'likely_late',
    isVital: true,
    subject: `Likely to be late: about ${at(likelyStart)}, ${summaryOf(booking)}`,
    sms: `Vanfare: ${booking.companyName} is held up on the job before yours and will probably arrive about ${at(likelyStart)}, not ${at(booking.start)}. ${booking.url}`,
    mail: {
      title: `Likely to arrive about ${at(likelyStart)}`,
      paragraphs: [
        `${summaryOf(booking)}.`,
        `${booking.companyName} is held up on the job before yours and will probably arrive about ${formatDayTimeFrom(booking.now, likelyStart)}. We’ve asked them, and we’ll tell you if it changes.`,
      ],
      action: { label: 'See your booking', url: booking.url },
    },
  })

/** Notice to the company about that later job. */
export const askDriver =
  (likelyStart: Date): NoticeTemplate =>
  (booking) => ({
    kind: 'later_job_at_risk',
    subject: `Will you make it? ${summaryOf(booking)}`,
    sms: `Vanfare: you’ll probably reach ${summaryOf(booking)} at about ${at(likelyStart)}. Your customer knows. Agree a new time or say that you are late: ${booking.dayUrl}`,
    mail: {
      title: 'Will you make it?',
      paragraphs: [
        `The job before is overrunning, so you’ll probably reach ${summaryOf(booking)} at about ${at(likelyStart)}. Your customer has been told.`,
        'Propose another time to them, or say that you are late.',
      ],
      action: { label: 'Open the job', url: booking.dayUrl },
    },
  })

export const backOnTime: NoticeTemplate = (booking) => ({
  kind: 'back_on_time',
  subject: `On time after all: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} should be on time after all, ${at(booking.start)}. ${booking.url}`,
  mail: {
    title: 'On time after all',
    paragraphs: [`${summaryOf(booking)}: ${booking.companyName} should arrive at ${at(booking.start)} as booked.`],
    action: { label: 'See your booking', url: booking.url },
  },
})

const clockTime = (instant: Date): string => formatTime(toLocal(instant).minute)

/** Notice to the booker alone: its link agrees to this start and at most this amount. */
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
