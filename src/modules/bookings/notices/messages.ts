import { layOutMail, type Mail } from '#modules/notifications/rules.ts'
import { formatPence } from '#shared/money.ts'
import { VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import { formatDuration, type Minutes } from '#shared/duration.ts'
import { addMinutes, formatDayTime, formatTime, toLocal } from '#shared/local-time.ts'

/** The texts and mails for each change of a booking. */
export interface NoticeText {
  kind: string
  /** Mailed whatever the customer's settings: that a contract exists, and that it has ended. */
  isVital?: true
  subject: string
  sms: string
  mail: Mail
}

export interface BookingDetails {
  start: Date
  from: string
  to: string
  totalPence: number
  companyName: string
  respondBy: Date | null
  work: WorkDetails
  /** With nobody to help, who lifts what. */
  lifting: string | undefined
  /** The booking's page. */
  url: string
  quotesUrl: string
}

/** How long it takes, and in how many trips. */
export interface WorkDetails {
  start: Date
  vanCategory: VanCategory
  trips: number
  /** Breaks included. */
  minutes: Minutes
  breakMinutes: Minutes
  waitingMinutes: Minutes
}

/** "A Luton Van makes 3 trips, 10 h 30 min in all: from 09:00 to 19:30." */
export function workText({ start, vanCategory, trips, minutes, breakMinutes, waitingMinutes }: WorkDetails): string {
  const van = VAN_NAMES[vanCategory]
  const time = formatDuration(minutes)
  const end = addMinutes(start, minutes)
  return [
    trips > 1 ? `A ${van} makes ${trips} trips, ${time} in all` : `A ${van}, ${time}`,
    `: from ${clock(start)} to ${clock(end)}.`,
    breakMinutes > 0 ? ` The driver’s breaks are in it, ${formatDuration(breakMinutes)}, and not charged.` : '',
    waitingMinutes > 0
      ? ` ${formatDuration(waitingMinutes)} of waiting is also held, until ${clock(addMinutes(end, waitingMinutes))}, and paid only if it happens.`
      : '',
  ].join('')
}

const clock = (instant: Date): string => formatTime(toLocal(instant).minute)

const summaryOf = ({ from, to, start, work: { trips } }: BookingDetails) =>
  `${from} to ${to}, ${formatDayTime(start)}${trips > 1 ? `, in ${trips} trips` : ''}`

export const bookingReceived = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_received',
  isVital: true,
  subject: `We have your booking: ${summaryOf(booking)}`,
  sms: `Vanfare: we have your booking, ${summaryOf(booking)}. ${booking.companyName} has been asked to confirm. ${booking.url}`,
  mail: {
    title: 'We have your booking',
    paragraphs: [
      `${summaryOf(booking)}, with ${booking.companyName}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      ...(booking.lifting ? [booking.lifting] : []),
      `The time is held for you. ${booking.companyName} has until ${booking.respondBy ? formatDayTime(booking.respondBy) : 'soon'} to confirm, and we tell you as soon as they do. If they cannot, we ask every other driver who can do it at the same price.`,
      'Cancelling is free until 48 hours before the start.',
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

/** For an address that is not verified yet and may be a stranger's: it says nothing about the move and links nowhere. */
export const bookingAwaitsVerification = (_booking: BookingDetails): NoticeText => ({
  kind: 'booking_awaits_verification',
  isVital: true,
  subject: 'One step left for your booking',
  sms: 'Vanfare: confirm your e-mail address to complete your booking.',
  mail: {
    title: 'One step left',
    paragraphs: [
      'A move was booked at Vanfare with this address just now. The time is not held yet.',
      'If it was you, open the link in our other e-mail to confirm your address; that books it. If it was not, do nothing.',
    ],
  },
})

export const newJob = (booking: BookingDetails): NoticeText => ({
  kind: 'new_job',
  subject: `New booking: ${summaryOf(booking)}`,
  sms: `Vanfare: new booking, ${summaryOf(booking)}, ${formatPence(booking.totalPence)}. Answer by ${booking.respondBy ? formatDayTime(booking.respondBy) : 'soon'}.`,
  mail: {
    title: 'New booking',
    paragraphs: [
      `${summaryOf(booking)}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      `Please answer by ${booking.respondBy ? formatDayTime(booking.respondBy) : 'soon'}. After that we offer it to other drivers.`,
    ],
  },
})

export const lookingForAnother = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_hot',
  subject: `We are asking other drivers: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} did not answer in time. We are asking every other driver who can do your move at the same price. ${booking.url}`,
  mail: {
    title: 'We are asking other drivers',
    paragraphs: [
      `${booking.companyName} did not answer in time about ${summaryOf(booking)}.`,
      workText(booking.work),
      `Every driver who can do it at the same price, ${formatPence(booking.totalPence)}, sees it now. The first to confirm has it, and we tell you at once. You do not have to do anything.`,
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

export const notTaken = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_not_taken',
  isVital: true,
  subject: `Your booking was not taken: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} did not answer in time, so your booking is over and nothing is owed. Compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'Your booking was not taken',
    paragraphs: [
      `${booking.companyName} did not answer in time about ${summaryOf(booking)}. The booking is over and you owe nothing.`,
      'Other companies may be free at that time.',
    ],
    action: { label: 'Compare prices again', url: booking.quotesUrl },
  },
})

export const noOneTook = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_no_one_took',
  isVital: true,
  subject: `No driver took your booking: ${summaryOf(booking)}`,
  sms: `Vanfare: no driver could take ${summaryOf(booking)}. Nothing is owed. Choose another time: ${booking.quotesUrl}`,
  mail: {
    title: 'No driver took your booking',
    paragraphs: [
      `We asked every driver who could do ${summaryOf(booking)}, and nobody could take it. You owe nothing. We are sorry.`,
      'Another time of the day, or another day, is often free.',
    ],
    action: { label: 'Choose another time', url: booking.quotesUrl },
  },
})

export const timeGone = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_time_gone',
  isVital: true,
  subject: `The time has gone: ${summaryOf(booking)}`,
  sms: `Vanfare: when your address was confirmed, ${booking.companyName} was no longer free for ${summaryOf(booking)}. Fresh prices: ${booking.quotesUrl}`,
  mail: {
    title: 'The time has gone',
    paragraphs: [
      `When your address was confirmed, ${booking.companyName} was no longer free for ${summaryOf(booking)}. Nothing is owed.`,
      'New prices for the same move take only a moment.',
    ],
    action: { label: 'See fresh prices', url: booking.quotesUrl },
  },
})

export const layOut = (text: NoticeText) => layOutMail(text.mail)
