import { formatDayTimeFrom, formatTime, toLocal } from '#shared/local-time.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'

type Words = (booking: BookingDetails) => NoticeText

const at = (instant: Date): string => formatTime(toLocal(instant).minute)

/** To the customer of a later job, whose mover is still held up. */
export const likelyLate =
  (likelyStart: Date): Words =>
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

/** To the mover, of that later job. */
export const askDriver =
  (likelyStart: Date): Words =>
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

export const backOnTime: Words = (booking) => ({
  kind: 'back_on_time',
  subject: `On time after all: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} should be on time after all, ${at(booking.start)}. ${booking.url}`,
  mail: {
    title: 'On time after all',
    paragraphs: [`${summaryOf(booking)}: ${booking.companyName} should arrive at ${at(booking.start)} as booked.`],
    action: { label: 'See your booking', url: booking.url },
  },
})
