import { hoursText } from '#modules/pricing/terms/rules.ts'
import { formatPence } from '#shared/money.ts'
import { formatDayTime, formatDayTimeFrom } from '#shared/local-time.ts'
import { townsOn } from '../documents/rules.ts'
import { loadText, summaryOf, workText, type BookingDetails, type NoticeText } from './messages.ts'
import { reportedCancelled } from './reported-cancellations-messages.ts'

/** Notices to the customer, company and hired driver when a booking is given back, cancelled or asked about again. */

export const atYourPrice = ({ totalPence }: BookingDetails) =>
  `Every driver who can do it at the same price, ${formatPence(totalPence)}, sees it now. The first to take it has it, and we’ll tell you at once. You don’t have to do anything.`

export const stillFree = 'It’s free to cancel until a driver confirms.'

export const compare = (booking: BookingDetails) => ({ label: 'Compare prices again', url: booking.quotesUrl })
export const seeBooking = (booking: BookingDetails) => ({ label: 'See your booking', url: booking.url })

/** Before they had confirmed. */
export const offeredToOthers = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_passed_on',
  subject: `We’re asking other drivers: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} can’t do your move. We’re asking every other driver who can, at the same price. ${booking.url}`,
  mail: {
    title: 'We’re asking other drivers',
    paragraphs: [`${booking.companyName} can’t do ${summaryOf(booking)}.`, atYourPrice(booking), stillFree],
    action: seeBooking(booking),
  },
})

export const rejected = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_rejected',
  isVital: true,
  subject: `${booking.companyName} can’t do it: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} can’t do your move, so your booking is over and nothing is owed. Compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: `${booking.companyName} can’t do it`,
    paragraphs: [
      `${booking.companyName} can’t do ${summaryOf(booking)}. You didn’t want another driver, so the booking is over. You owe nothing.`,
      'Other companies may be free at that time.',
    ],
    action: compare(booking),
  },
})

/** "Van 2 is now Luton 3". */
const replacedText = ({ about }: BookingDetails) => `Van ${String(about['van'])} is now ${String(about['unitName'])}`

/** A company sends another of its vans in place of one of several. */
export const vanReplaced = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_van_replaced',
  subject: `Another van comes: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} sends another van for your move, ${summaryOf(booking)}. Price and time stay as they are. ${booking.url}`,
  mail: {
    title: 'Another van comes',
    paragraphs: [
      `${booking.companyName} can’t send one of the vans for ${summaryOf(booking)}, so it sends another of its own. ${replacedText(booking)}.`,
      'Price and time stay as they are. You don’t have to do anything.',
    ],
    action: seeBooking(booking),
  },
})

/** The same for the company. */
export const jobVanReplaced = (booking: BookingDetails): NoticeText => ({
  kind: 'job_van_replaced',
  subject: `Another of your vans comes: ${summaryOf(booking)}`,
  sms: `Vanfare: ${replacedText(booking)} for ${summaryOf(booking)}. ${booking.jobUrl}`,
  mail: {
    title: 'Another of your vans comes',
    paragraphs: [
      `${replacedText(booking)} for ${summaryOf(booking)}. Its time is held, and the customer has been told.`,
      'Check who comes with it.',
    ],
    action: { label: 'See the job', url: booking.jobUrl },
  },
})

/** No company has a plan for a move that needs several vans or days, so far. */
export const noCompanyYet = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_no_company_yet',
  isVital: true,
  subject: `No company is free yet: ${summaryOf(booking)}`,
  sms: `Vanfare: no other company is free yet for your move, ${summaryOf(booking)}. We look again every hour. Compare prices for another time: ${booking.quotesUrl}`,
  mail: {
    title: 'No company is free yet',
    paragraphs: [
      `Your move, ${summaryOf(booking)}, is more than one van does in a day. No other company can send its vans at that time for the same price yet.`,
      'We look again every hour until an hour before the start, and tell you at once if one takes it.',
      `If you’d rather not wait, cancel free of charge and choose another time, or talk to our office. ${booking.us}`,
    ],
    action: compare(booking),
  },
})

const owed = ({ owedPence, companyName, agreed }: BookingDetails): string[] =>
  owedPence > 0
    ? [
        `They cancelled less than ${hoursText(agreed.cancellation.partUntilHours)} before the start, so ${companyName} owes you ${formatPence(owedPence)}. You don’t have to ask for it.`,
      ]
    : []

/** After they had confirmed. */
export const driverCancelled = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_given_up',
  isVital: true,
  subject: `Your driver has cancelled, we’re finding another: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} has cancelled your move. We’re asking every other driver who can do it, at the same price. ${booking.url}`,
  mail: {
    title: 'Your driver has cancelled. We’re finding you another',
    paragraphs: [
      `${booking.companyName} had confirmed ${summaryOf(booking)}, and has cancelled it. We’re sorry.`,
      atYourPrice(booking),
      ...owed(booking),
      stillFree,
    ],
    action: seeBooking(booking),
  },
})

export const driverCancelledFinal = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_given_up',
  isVital: true,
  subject: `Your driver has cancelled: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} has cancelled your move. Nothing is owed. Compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'Your driver has cancelled',
    paragraphs: [
      `${booking.companyName} had confirmed ${summaryOf(booking)}, and has cancelled it. We’re sorry. You owe nothing.`,
      ...owed(booking),
      'You didn’t want another driver, so the booking is over. Other companies may be free at that time.',
    ],
    action: compare(booking),
  },
})

export const notReconfirmed = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_not_reconfirmed',
  isVital: true,
  subject: `We’re finding you another driver: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} didn’t answer when we asked again, so we’re asking every other driver who can do your move at the same price. ${booking.url}`,
  mail: {
    title: 'We’re finding you another driver',
    paragraphs: [
      `The day before, we ask every driver once more. ${booking.companyName} didn’t answer about ${summaryOf(booking)}, and we don’t want to leave you waiting for someone who may not turn up.`,
      atYourPrice(booking),
      stillFree,
    ],
    action: seeBooking(booking),
  },
})

export const notReconfirmedForGood = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_not_reconfirmed',
  isVital: true,
  subject: `Your driver didn’t answer: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} didn’t answer when we asked again, so your booking is over and nothing is owed. Compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'Your driver didn’t answer',
    paragraphs: [
      `The day before, we ask every driver once more. ${booking.companyName} didn’t answer about ${summaryOf(booking)}. The booking is over and you owe nothing. We’re sorry.`,
      'Other companies may be free at that time.',
    ],
    action: compare(booking),
  },
})

/** Notice to the customer of a cancellation by either side. */
export const cancelled = (booking: BookingDetails): NoticeText => {
  if (booking.cancelledBy === 'driver') return reportedCancelled(booking)
  const fee = feeToCustomer(booking)
  return {
    kind: 'booking_cancelled',
    isVital: true,
    subject: `Cancelled: ${summaryOf(booking)}`,
    sms: `Vanfare: your move, ${summaryOf(booking)}, is cancelled. ${fee}`,
    mail: {
      title: 'Your booking is cancelled',
      paragraphs: [`${summaryOf(booking)} is cancelled. ${fee}`, 'You can book again whenever you like.'],
      action: booking.byMover ? { ...compare(booking), label: 'See who is free now' } : seeBooking(booking),
    },
  }
}

/** Amount that a company will owe for a reported no-show, and until when they can contradict it. */
function noShowOf({ about }: BookingDetails): { pence: string; until: string } | undefined {
  const { waitingPence, waitsUntil } = about
  if (typeof waitingPence !== 'number' || waitingPence === 0 || typeof waitsUntil !== 'string') return undefined
  return { pence: formatPence(waitingPence), until: formatDayTime(new Date(waitsUntil)) }
}

function feeToCustomer(booking: BookingDetails): string {
  const { feePence, byMover: isByCompany, companyName } = booking
  const owed = noShowOf(booking)
  if (isByCompany)
    return `${companyName} was more than 30 minutes late, so it costs you nothing and counts as their cancellation.${owed ? ` They owe you ${owed.pence}, unless they show by ${owed.until} that they came. You don’t have to ask for it.` : ''}`
  return feePence > 0 ? `It costs ${formatPence(feePence)}, as shown before you cancelled.` : 'It costs nothing.'
}

/** Notice to the company that had the job. */
export const jobCancelled = (booking: BookingDetails): NoticeText => ({
  kind: 'job_cancelled',
  subject: `Cancelled: ${summaryOf(booking)}`,
  sms: `Vanfare: cancelled, ${summaryOf(booking)}. ${feeForYou(booking)}`,
  mail: {
    title: 'A booking is cancelled',
    paragraphs: [
      booking.cancelledBy === 'driver'
        ? `You told us that the customer has cancelled ${summaryOf(booking)}. We have asked them.`
        : `The customer has cancelled ${summaryOf(booking)}.`,
      `Your calendar is free again at that time. ${feeForYou(booking)}`,
    ],
    action: { label: 'See the booking', url: booking.jobUrl },
  },
})

function feeForYou(booking: BookingDetails): string {
  const { feePence, cancelledBy, byMover: isByCompany } = booking
  const owed = noShowOf(booking)
  if (isByCompany)
    return `You were more than 30 minutes late and had agreed no new time, so it counts as your cancellation.${owed ? ` You owe the customer ${owed.pence} from ${owed.until} on. If you did come, open My Day on the phone that was there, or call us before then: ${booking.us}` : ''}`
  if (feePence > 0) return `They owe ${formatPence(feePence)} for cancelling late; it will be on your statement.`
  return cancelledBy === 'driver'
    ? 'If cancelling costs something, it counts once they or we have confirmed it.'
    : 'It was cancelled early enough to be free.'
}

export const hiredJobCancelled = (booking: BookingDetails): NoticeText => ({
  kind: 'job_cancelled',
  subject: `Cancelled: ${summaryOf(booking)}`,
  sms: `Vanfare: cancelled, ${summaryOf(booking)}. ${booking.jobUrl}`,
  mail: {
    title: 'A job is cancelled',
    paragraphs: [`${summaryOf(booking)} is cancelled. Your calendar is free again at that time.`],
    action: { label: 'See the job', url: booking.jobUrl },
  },
})

/** Notice to the driver the day before. */
export const reconfirm = (booking: BookingDetails): NoticeText => {
  const by = booking.reconfirmBy ? formatDayTimeFrom(booking.now, booking.reconfirmBy) : 'soon'
  return {
    kind: 'job_reconfirm',
    subject: `Is it still going ahead? ${summaryOf(booking)}`,
    sms: `Vanfare: is ${summaryOf(booking)} still going ahead? Please confirm by ${by}, or we’ll offer it to others. ${booking.jobUrl}`,
    mail: {
      title: 'Is it still going ahead?',
      sign: townsOn(booking),
      paragraphs: [
        `${summaryOf(booking)}.`,
        workText(booking.work),
        `Please confirm by ${by}. If you don’t answer, we’ll offer the job to other drivers, so that no customer is left waiting.`,
      ],
      action: { label: 'Say yes', url: booking.jobUrl },
    },
  }
}

/** Notice to all companies that can do the job. */
export const hotJob = (booking: BookingDetails): NoticeText => ({
  kind: 'hot_job',
  subject: `Hot job: ${summaryOf(booking)}, ${formatPence(booking.totalPence)}`,
  sms: `Vanfare hot job: ${summaryOf(booking)}, ${formatPence(booking.totalPence)}. First come, first served. ${booking.hotJobsUrl}`,
  mail: {
    title: 'A hot job in your area',
    sign: townsOn(booking),
    paragraphs: [
      `${summaryOf(booking)}, for ${formatPence(booking.totalPence)}.`,
      ...loadText(booking),
      workText(booking.work),
      'It needs a driver now. You are free at that time, and the first to take it has it.',
    ],
    action: { label: 'See the job', url: booking.hotJobsUrl },
  },
})
