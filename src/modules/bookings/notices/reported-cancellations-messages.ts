import { formatPence } from '#shared/money.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { summaryOf, type BookingDetails, type NoticeText } from './messages.ts'

/** Notices to both sides when a driver reports that the customer has cancelled, and when the customer denies it. */

/** Near the start: the job stands until the customer says that they cancelled. */
export const didYouCancel = (booking: BookingDetails): NoticeText => ({
  kind: 'did_you_cancel',
  isVital: true,
  subject: `Did you cancel? ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} has told us that you cancelled your move. Please answer yes or no: ${answerUrl(booking)}`,
  mail: {
    title: 'Did you cancel your move?',
    paragraphs: [
      `${booking.companyName} has told us that you cancelled ${summaryOf(booking)}.`,
      `Your booking stays as it is until you answer. If you did cancel, tell us, so that the driver is free again.${feeText(booking)} If you still need the move, tell us, and we’ll let the driver know.`,
      ...onceText(booking),
      booking.us,
    ],
    action: { label: 'Answer yes or no', url: answerUrl(booking) },
  },
})

/** Earlier: the job is cancelled, and costs nothing until the customer says so too. */
export const reportedCancelled = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_cancelled',
  isVital: true,
  subject: `Cancelled: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} has told us that you cancelled your move. Is that right? Please answer yes or no: ${answerUrl(booking)}`,
  mail: {
    title: 'Your booking is cancelled',
    paragraphs: [
      `${booking.companyName} has told us that you cancelled ${summaryOf(booking)}.`,
      `If that’s wrong, tell us now: ${booking.us}`,
      `You owe nothing unless you confirm it.${feeText(booking)}`,
      ...onceText(booking),
    ],
    action: { label: 'Answer yes or no', url: answerUrl(booking) },
  },
})

const answerUrl = (booking: BookingDetails): string => booking.answerUrl ?? `${booking.url}#reported`

const onceText = (booking: BookingDetails): string[] =>
  booking.answerUrl
    ? ['You don’t need to log in. The link answers this question, once, so don’t pass this message on.']
    : []

function feeText({ about }: BookingDetails): string {
  const pence = Number(about['claimedPence'] ?? 0)
  return pence > 0 ? ` Cancelling cost ${formatPence(pence)} when it was reported.` : ''
}

/** Notice to the company that reported the cancellation. */
export const reportReceived = (booking: BookingDetails): NoticeText => ({
  kind: 'report_received',
  subject: `We’ve asked the customer: ${summaryOf(booking)}`,
  sms: `Vanfare: we’ve asked the customer whether they cancelled ${summaryOf(booking)}. Until they say yes, the job is still yours. ${booking.jobUrl}`,
  mail: {
    title: 'We’ve asked the customer',
    paragraphs: [
      `You told us that the customer has cancelled ${summaryOf(booking)}. We’ve asked them to confirm it.`,
      'Until they say yes, the job is still yours and your calendar stays as it is. If they say nothing until half an hour after the start, our office decides.',
    ],
    action: { label: 'Open the job', url: booking.jobUrl },
  },
})

/** Notice to the company: the customer had not cancelled, and the job is still theirs. */
export const jobStillOn = (booking: BookingDetails): NoticeText => {
  const answer = booking.reconfirmBy
    ? ` Please confirm by ${clockTime(booking.reconfirmBy)} that you’re coming. After that we’ll ask other drivers.`
    : ' Please come as agreed.'
  return {
    kind: 'report_denied',
    subject: `The customer hasn’t cancelled: ${summaryOf(booking)}`,
    sms: `Vanfare: the customer hasn’t cancelled ${summaryOf(booking)}, so the job is still on.${answer} ${booking.jobUrl}`,
    mail: {
      title: 'The job is still on',
      paragraphs: [
        `You told us that the customer had cancelled ${summaryOf(booking)}. They say they haven’t, so the job is still yours.`,
        `${answer.trim()} If you can’t come, hand the job back now.`,
      ],
      action: { label: 'Open the job', url: booking.jobUrl },
    },
  }
}

const clockTime = (instant: Date): string => formatTime(toLocal(instant).minute)

export const cancellationDenied = (booking: BookingDetails): NoticeText => ({
  kind: 'cancellation_denied',
  isVital: true,
  subject: `We’re asking other drivers: ${summaryOf(booking)}`,
  sms: `Vanfare: thank you for telling us. Your move goes on: we’re asking every other driver who can do it, at the same price. ${booking.url}`,
  mail: {
    title: 'Your move goes on',
    paragraphs: [
      `You didn’t cancel ${summaryOf(booking)}, so it goes on without ${booking.companyName}. We’re looking into what happened.`,
      `Every driver who can do it at the same price, ${formatPence(booking.totalPence)}, sees it now. We’ll tell you as soon as one takes it.`,
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

/** Notice that other drivers are not asked: the customer refused them, or it is too late. */
export const cancellationDeniedForGood = (booking: BookingDetails): NoticeText => ({
  kind: 'cancellation_denied',
  isVital: true,
  subject: `We’re looking into it: ${summaryOf(booking)}`,
  sms: `Vanfare: thank you for telling us. You owe nothing. Your booking is over; compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'We’re looking into it',
    paragraphs: [
      `You didn’t cancel ${summaryOf(booking)}. You owe nothing, and we’re looking into what happened.`,
      `${booking.companyName} doesn’t come, so the booking is over. Other companies may be free at that time.`,
    ],
    action: { label: 'Compare prices again', url: booking.quotesUrl },
  },
})

/** Notice to the company that reported the cancellation. */
export const reportDenied = (booking: BookingDetails): NoticeText => ({
  kind: 'report_denied',
  subject: `The customer says they didn’t cancel: ${summaryOf(booking)}`,
  sms: `Vanfare: the customer says they didn’t cancel ${summaryOf(booking)}. We’ll be in touch.`,
  mail: {
    title: 'The customer says they didn’t cancel',
    paragraphs: [
      `You told us that the customer had cancelled ${summaryOf(booking)}. They say that they had not.`,
      'You no longer have the job. We’re looking into it and will be in touch: please keep any message or call record of it.',
    ],
  },
})
