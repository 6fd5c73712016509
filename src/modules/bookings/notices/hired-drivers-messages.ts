import { formatDayTimeFrom } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { namesText } from '../crew/rules.ts'
import { atYourPrice, compare, seeBooking, stillFree } from './changed-messages.ts'
import { townsOn } from '../documents/rules.ts'
import { listLink, loadText, summaryOf, workText, type BookingDetails, type NoticeText } from './messages.ts'

/** Notices to a unit's hired driver about its jobs (ADR 0026): never a price. */

export const jobToAnswer = (booking: BookingDetails): NoticeText => {
  const answerBy = booking.respondBy ? formatDayTimeFrom(booking.now, booking.respondBy) : 'soon'
  return {
    kind: 'job_to_answer',
    subject: `New job: ${summaryOf(booking)}`,
    sms: `Vanfare: new job for your van, ${summaryOf(booking)}. It is to be answered by ${answerBy}. ${booking.answerUrl ?? booking.jobUrl}`,
    mail: {
      title: 'A new job for your van',
      sign: townsOn(booking),
      paragraphs: [
        `${summaryOf(booking)}.`,
        ...loadText(booking),
        workText(booking.work),
        `${booking.companyName} has until ${answerBy} to confirm it.`,
        ...listLink(booking),
      ],
      action: { label: booking.answerUrl ? 'Answer it' : 'See the job', url: booking.answerUrl ?? booking.jobUrl },
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
