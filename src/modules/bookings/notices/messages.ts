import { layOutMail, type Mail } from '#modules/notifications/rules.ts'
import { formatPence } from '#shared/money.ts'
import { VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import { formatDuration, type Minutes } from '#shared/duration.ts'
import { addMinutes, formatDayTime, formatTime, toLocal } from '#shared/local-time.ts'

/** What is said at each change of a booking. Short SMS, whole mails. */
export interface Told {
  kind: string
  /** Mailed whatever the customer chose to be told: the contract itself, and that it is over. */
  isVital?: true
  subject: string
  sms: string
  mail: Mail
}

export interface ToldBooking {
  start: Date
  from: string
  to: string
  totalPence: number
  companyName: string
  respondBy: Date | null
  work: ToldWork
  /** With nobody to help, who lifts what. */
  lifting: string | undefined
  /** The booking's page. */
  url: string
  quotesUrl: string
}

/** How long it takes, and in how many trips. */
export interface ToldWork {
  start: Date
  vanCategory: VanCategory
  trips: number
  /** Breaks included. */
  minutes: Minutes
  breakMinutes: Minutes
  waitingMinutes: Minutes
}

/** "A Luton Van goes 3 times, 10 h 30 min in all: from 09:00 to 19:30." */
export function workText({ start, vanCategory, trips, minutes, breakMinutes, waitingMinutes }: ToldWork): string {
  const van = VAN_NAMES[vanCategory]
  const time = formatDuration(minutes)
  const end = addMinutes(start, minutes)
  return [
    trips > 1 ? `A ${van} makes ${trips} trips, ${time} in all` : `A ${van}, ${time}`,
    `: from ${clock(start)} to ${clock(end)}.`,
    breakMinutes > 0 ? ` The driver’s breaks are in it, ${formatDuration(breakMinutes)}, and not charged.` : '',
    waitingMinutes > 0
      ? ` ${formatDuration(waitingMinutes)} of waiting is held besides, until ${clock(addMinutes(end, waitingMinutes))}, and paid only if it happens.`
      : '',
  ].join('')
}

const clock = (instant: Date): string => formatTime(toLocal(instant).minute)

const what = ({ from, to, start, work: { trips } }: ToldBooking) =>
  `${from} to ${to}, ${formatDayTime(start)}${trips > 1 ? `, in ${trips} trips` : ''}`

export const bookingReceived = (booking: ToldBooking): Told => ({
  kind: 'booking_received',
  isVital: true,
  subject: `We have your booking: ${what(booking)}`,
  sms: `Vanfare: we have your booking, ${what(booking)}. ${booking.companyName} has been asked to confirm. ${booking.url}`,
  mail: {
    title: 'We have your booking',
    paragraphs: [
      `${what(booking)}, with ${booking.companyName}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      ...(booking.lifting ? [booking.lifting] : []),
      `The time is held for you. ${booking.companyName} has until ${booking.respondBy ? formatDayTime(booking.respondBy) : 'soon'} to confirm, and we tell you as soon as they do. If they cannot, we ask every other driver who can do it at the same price.`,
      'Cancelling is free until 48 hours before the start.',
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

/** To an address that nobody has proved yet, so it says nothing of the move and leads nowhere: it may be a stranger's. */
export const bookingAwaitsVerification = (_booking: ToldBooking): Told => ({
  kind: 'booking_awaits_verification',
  isVital: true,
  subject: 'One step left for your booking',
  sms: 'Vanfare: confirm your e-mail address to send your booking off.',
  mail: {
    title: 'One step left',
    paragraphs: [
      'A move was booked at Vanfare with this address just now. The time is not held yet.',
      'If it was you, open the link in our other e-mail to confirm your address; that books it. If it was not, do nothing.',
    ],
  },
})

export const newJob = (booking: ToldBooking): Told => ({
  kind: 'new_job',
  subject: `New booking: ${what(booking)}`,
  sms: `Vanfare: new booking, ${what(booking)}, ${formatPence(booking.totalPence)}. Answer by ${booking.respondBy ? formatDayTime(booking.respondBy) : 'soon'}.`,
  mail: {
    title: 'New booking',
    paragraphs: [
      `${what(booking)}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      `Please answer by ${booking.respondBy ? formatDayTime(booking.respondBy) : 'soon'}. After that we offer it to other drivers.`,
    ],
  },
})

export const lookingForAnother = (booking: ToldBooking): Told => ({
  kind: 'booking_hot',
  subject: `We are asking other drivers: ${what(booking)}`,
  sms: `Vanfare: ${booking.companyName} did not answer in time. We are asking every other driver who can do your move at the same price. ${booking.url}`,
  mail: {
    title: 'We are asking other drivers',
    paragraphs: [
      `${booking.companyName} did not answer in time about ${what(booking)}.`,
      workText(booking.work),
      `Every driver who can do it at the same price, ${formatPence(booking.totalPence)}, sees it now. The first to confirm has it, and we tell you at once. You do not have to do anything.`,
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

export const notTaken = (booking: ToldBooking): Told => ({
  kind: 'booking_not_taken',
  isVital: true,
  subject: `Your booking was not taken: ${what(booking)}`,
  sms: `Vanfare: ${booking.companyName} did not answer in time, so your booking is over and nothing is owed. Compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'Your booking was not taken',
    paragraphs: [
      `${booking.companyName} did not answer in time about ${what(booking)}. The booking is over and you owe nothing.`,
      'Other companies may be free at that time.',
    ],
    action: { label: 'Compare prices again', url: booking.quotesUrl },
  },
})

export const noOneTook = (booking: ToldBooking): Told => ({
  kind: 'booking_no_one_took',
  isVital: true,
  subject: `No driver took your booking: ${what(booking)}`,
  sms: `Vanfare: no driver could take ${what(booking)}. Nothing is owed. Choose another time: ${booking.quotesUrl}`,
  mail: {
    title: 'No driver took your booking',
    paragraphs: [
      `We asked every driver who could do ${what(booking)}, and nobody could take it. You owe nothing. We are sorry.`,
      'Another time of the day, or another day, is often free.',
    ],
    action: { label: 'Choose another time', url: booking.quotesUrl },
  },
})

export const timeGone = (booking: ToldBooking): Told => ({
  kind: 'booking_time_gone',
  isVital: true,
  subject: `The time has gone: ${what(booking)}`,
  sms: `Vanfare: when your address was confirmed, ${booking.companyName} was no longer free for ${what(booking)}. Fresh prices: ${booking.quotesUrl}`,
  mail: {
    title: 'The time has gone',
    paragraphs: [
      `When your address was confirmed, ${booking.companyName} was no longer free for ${what(booking)}. Nothing is owed.`,
      'Fresh prices for the same move take a moment.',
    ],
    action: { label: 'See fresh prices', url: booking.quotesUrl },
  },
})

export const layOut = (told: Told) => layOutMail(told.mail)
