import { formatDayTimeFrom } from '#shared/local-time.ts'
import { namesText } from '../crew/rules.ts'
import { loadText, summaryOf, workText, type BookingDetails, type NoticeText } from './messages.ts'
import { townsOn } from './rules.ts'

/** Notices to a unit's hired driver about its jobs (ADR 0026): never a price. */

export const jobToAnswer = (booking: BookingDetails): NoticeText => {
  const answerBy = booking.respondBy ? formatDayTimeFrom(booking.now, booking.respondBy) : 'soon'
  return {
    kind: 'job_to_answer',
    subject: `New job: ${summaryOf(booking)}`,
    sms: `Vanfare: new job for your van, ${summaryOf(booking)}. It is to be answered by ${answerBy}. ${booking.jobUrl}`,
    mail: {
      title: 'A new job for your van',
      sign: townsOn(booking),
      paragraphs: [
        `${summaryOf(booking)}.`,
        ...loadText(booking),
        workText(booking.work),
        `${booking.companyName} has until ${answerBy} to confirm it.`,
      ],
      action: { label: 'See the job', url: booking.jobUrl },
    },
  }
}

/** A reminder by the office: the job still waits for an answer. */
export function jobToAnswerAgain(booking: BookingDetails): NoticeText {
  const first = jobToAnswer(booking)
  return {
    ...first,
    kind: 'job_to_answer_again',
    subject: `Still to be answered: ${summaryOf(booking)}`,
    sms: first.sms.replace('new job for your van', 'still to be answered'),
    mail: { ...first.mail, title: 'A job for your van still waits for an answer' },
  }
}

export const jobConfirmed = (booking: BookingDetails): NoticeText => ({
  kind: 'job_confirmed',
  subject: `Confirmed: ${summaryOf(booking)}`,
  sms: `Vanfare: your job is confirmed, ${summaryOf(booking)}. ${booking.dayUrl}`,
  mail: {
    title: 'Your job is confirmed',
    sign: townsOn(booking),
    paragraphs: [
      `${summaryOf(booking)}.`,
      ...loadText(booking),
      workText(booking.work),
      ...(booking.crew.length > 0 ? [`${namesText(booking.crew)} will come.`] : []),
    ],
    action: { label: 'Open the job', url: booking.dayUrl },
  },
})

export const jobCrewNamed = (booking: BookingDetails): NoticeText => ({
  kind: 'job_crew_named',
  subject: `Who comes: ${summaryOf(booking)}`,
  sms: `Vanfare: for ${summaryOf(booking)} ${namesText(booking.crew)} will come. ${booking.dayUrl}`,
  mail: {
    title: `${namesText(booking.crew)} will come`,
    paragraphs: [`${booking.companyName} has said who comes for ${summaryOf(booking)}: ${namesText(booking.crew)}.`],
    action: { label: 'See the job', url: booking.dayUrl },
  },
})
