import { VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import type { Attachment } from '#modules/notifications/commands.ts'
import type { Mail } from '#modules/notifications/rules.ts'
import { formatDuration, type Minutes } from '#shared/duration.ts'
import { addMinutes, formatDayTimeFrom, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { numberText } from '#shared/texts.ts'
import { namesText } from '../crew/rules.ts'
import {
  addressesOn,
  agreementSections,
  fileNameOf,
  companyTermsText,
  townsOn,
  type Agreement,
} from '../documents/rules.ts'
import type { Parties } from './queries.ts'

/** The texts and mails for each change of a booking. */
export interface NoticeText {
  kind: string
  /** Mailed whatever the customer's settings: that a contract exists, and that it has ended. */
  isVital?: true
  subject: string
  sms: string
  mail: Mail
  /** Files that go with the mail. */
  attachments?: readonly Attachment[]
}

/** The pages that messages about a booking lead to. */
export interface BookingLinks {
  /** The booking's own page, for its customer. */
  url: string
  /** Prices for the same move, for its customer. */
  quotesUrl: string
  /** The unit's list with this job first and its buttons; the page finds the list that it is in by then. */
  jobUrl: string
  /** Page where the driver acts on the day of this job; `jobUrl` before it is confirmed and once it is cancelled. */
  dayUrl: string
  /** The hot jobs with this one first. */
  hotJobsUrl: string
  /** The question whether the driver comes again. */
  rebookUrl: string
}

export interface BookingDetails extends BookingLinks {
  start: Date
  from: string
  to: string
  totalPence: number
  load: Parties['load']
  van: Parties['van']
  companyName: string
  respondBy: Date | null
  /** First names of who comes; empty while the driver has not said. */
  crew: string[]
  work: WorkDetails
  /** Lifting by each side for a move without help. */
  lifting: string | undefined
  reconfirmBy: Date | null
  cancelledBy: 'customer' | 'driver' | 'office' | null
  /** The driver did not come in time, so it counts as the company's cancellation. */
  byMover: boolean
  /** Cost of cancelling for the customer. */
  feePence: number
  /** Least that cancelling costs from now on, kept from before a change; 0 if there is none, or the work has begun. */
  keptFeePence: number
  /** What the driver owes the customer for cancelling late. */
  owedPence: number
  /** Figures and texts of the step. */
  about: Record<string, unknown>
  /** Page where one person answers what the message asks, once; only in messages to them alone. */
  answerUrl?: string
  agreed: Agreement
  now: Date
  /** Who we are and how we are reached, in a line. */
  us: string
  /** Calendar file with the time and the addresses, to attach. */
  calendarFile: () => { name: string; content: string }
  /** The terms agreed to, as a file to attach. */
  ourTerms: () => { name: string; content: string }
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
    breakMinutes > 0 ? ` That includes ${formatDuration(breakMinutes)} of driver breaks, which aren’t charged.` : '',
    waitingMinutes > 0
      ? ` We’ve also reserved ${formatDuration(waitingMinutes)} for waiting, until ${clock(addMinutes(end, waitingMinutes))}; you pay only if it’s used.`
      : '',
  ].join('')
}

const clock = (instant: Date): string => formatTime(toLocal(instant).minute)

export const summaryOf = ({ from, to, start, now, work: { trips } }: BookingDetails) =>
  `${from} to ${to}, ${formatDayTimeFrom(now, start)}${trips > 1 ? `, in ${trips} trips` : ''}`

export const bookingReceived = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_received',
  isVital: true,
  subject: `We have your booking: ${summaryOf(booking)}`,
  sms: `Vanfare: we have your booking, ${summaryOf(booking)}. ${booking.companyName} has been asked to confirm. ${booking.url}`,
  mail: {
    title: 'We have your booking',
    sign: addressesOn(booking),
    paragraphs: [
      `${summaryOf(booking)}, with ${booking.companyName}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      ...(booking.lifting ? [booking.lifting] : []),
      `The time is held for you. ${booking.companyName} has until ${booking.respondBy ? formatDayTimeFrom(booking.now, booking.respondBy) : 'soon'} to confirm, and we’ll tell you as soon as they do. If they can’t, we’ll ask every other driver who can do it at the same price.`,
      'Until a driver confirms, cancelling costs nothing. What it costs after that is below, with everything else that you agreed.',
    ],
    sections: agreementSections(booking.agreed, booking.now, booking.us),
    action: { label: 'See your booking', url: booking.url },
  },
  attachments: agreedFiles(booking),
})

/** The contract: all that was agreed, to keep. */
export const bookingConfirmed = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_confirmed',
  isVital: true,
  subject: `Confirmed: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} has confirmed your move, ${summaryOf(booking)}. ${comes(booking)} ${booking.url}`,
  mail: {
    title: 'Your move is confirmed',
    sign: addressesOn(booking),
    paragraphs: [
      `${booking.companyName} has confirmed: ${summaryOf(booking)}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      ...(booking.lifting ? [booking.lifting] : []),
      comes(booking),
      'Everything that you agreed is below, and the terms are attached. Keep this email.',
    ],
    sections: agreementSections(booking.agreed, booking.now, booking.us),
    action: { label: 'See your booking', url: booking.url },
  },
  attachments: agreedFiles(booking),
})

/** Adds the time of a booking that a notice makes, moves or ends, so that the customer's calendar follows. */
export const withCalendar =
  (template: (booking: BookingDetails) => NoticeText) =>
  (booking: BookingDetails): NoticeText => {
    const text = template(booking)
    const file = { ...booking.calendarFile(), contentType: 'text/calendar' as const }
    return { ...text, attachments: [file, ...(text.attachments ?? [])] }
  }

/** Our terms and the company's at the time of booking. */
const agreedFiles = ({ agreed, ourTerms, companyName }: BookingDetails): Attachment[] => [
  { ...ourTerms(), contentType: 'text/html' },
  ...(agreed.terms
    ? [
        {
          name: fileNameOf(companyName),
          contentType: 'text/plain' as const,
          content: companyTermsText(companyName, agreed.terms, agreed.createdAt),
        },
      ]
    : []),
]

const kilograms = (kg: number) => `${numberText(kg)} kg`
const cubicMetres = (m3: number) => `${Number(m3.toFixed(1))} m³`

/** What a driver has to carry, beside what the van does; nothing where it was described in words. */
export function loadText({ load, van }: BookingDetails): string[] {
  if (load.pieces === 0 || !van) return []
  const weight = `${kilograms(load.weightKg)} of the ${kilograms(van.payloadKg)} that ${van.registration} carries`
  return [`The load: ${weight}, ${cubicMetres(load.volumeM3)} of ${cubicMetres(van.volumeM3)}.`]
}

/** Which van it is for: its owner may have several. */
const forVan = ({ van }: BookingDetails) => (van ? ` for ${van.registration}` : '')

/** The list with the job and everything else that can be done with it, beside a link that only answers. */
export const listLink = ({ answerUrl, jobUrl }: BookingDetails): string[] =>
  answerUrl ? [`Log in to see it with your other jobs: ${jobUrl}`] : []

export const newJob = (booking: BookingDetails): NoticeText => ({
  kind: 'new_job',
  subject: `New booking${forVan(booking)}: ${summaryOf(booking)}`,
  sms: `Vanfare: new booking${forVan(booking)}, ${summaryOf(booking)}, ${formatPence(booking.totalPence)}. Answer by ${booking.respondBy ? formatDayTimeFrom(booking.now, booking.respondBy) : 'soon'}. ${booking.answerUrl ?? booking.jobUrl}`,
  mail: {
    title: `New booking${forVan(booking)}`,
    sign: townsOn(booking),
    paragraphs: [
      `${summaryOf(booking)}, for ${formatPence(booking.totalPence)}.`,
      ...loadText(booking),
      workText(booking.work),
      `Please answer by ${booking.respondBy ? formatDayTimeFrom(booking.now, booking.respondBy) : 'soon'}. After that we offer it to other drivers.`,
      ...listLink(booking),
    ],
    action: { label: 'Answer it', url: booking.answerUrl ?? booking.jobUrl },
  },
})

/** A booking of a van that confirms automatically needs no answer. */
export const newJobConfirmed = (booking: BookingDetails): NoticeText => ({
  kind: 'new_job_confirmed',
  subject: `Booked and confirmed${forVan(booking)}: ${summaryOf(booking)}`,
  sms: `Vanfare: booked and confirmed${forVan(booking)}, ${summaryOf(booking)}, ${formatPence(booking.totalPence)}. This van confirms automatically. ${booking.jobUrl}`,
  mail: {
    title: `Booked and confirmed${forVan(booking)}`,
    sign: townsOn(booking),
    paragraphs: [
      `${summaryOf(booking)}, for ${formatPence(booking.totalPence)}.`,
      ...loadText(booking),
      workText(booking.work),
      'This van confirms automatically, so there is nothing to answer. It’s in your calendar.',
    ],
    action: { label: 'See the job', url: booking.jobUrl },
  },
})

/** A reminder by the office of a booking that still waits for an answer. */
export function newJobAgain(booking: BookingDetails): NoticeText {
  const first = newJob(booking)
  const title = `Still waiting for your answer${forVan(booking)}`
  return {
    ...first,
    kind: 'new_job_again',
    subject: `${title}: ${summaryOf(booking)}`,
    sms: first.sms.replace('new booking', 'still waiting for your answer'),
    mail: { ...first.mail, title },
  }
}

const comes = ({ crew, companyName }: BookingDetails): string =>
  crew.length > 0
    ? `${namesText(crew)} will come. Log in to see their photos.`
    : `We’ll tell you who’s coming as soon as ${companyName} has said.`

/** Notice that the driver has named the crew, or sends a different one. */
export const crewChanged = (booking: BookingDetails): NoticeText => ({
  kind: 'crew_changed',
  isVital: true,
  subject: `Who comes: ${summaryOf(booking)}`,
  sms: `Vanfare: for ${summaryOf(booking)} ${namesText(booking.crew)} will come. ${booking.url}`,
  mail: {
    title: `${namesText(booking.crew)} will come`,
    paragraphs: [
      `${booking.companyName} has said who comes for ${summaryOf(booking)}: ${namesText(booking.crew)}.`,
      'We have checked their right to work. Price and time stay as they are. Log in to see their photos on the booking’s page.',
    ],
    action: { label: 'See who comes', url: booking.url },
  },
})

export const lookingForAnother = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_hot',
  subject: `We are asking other drivers: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} didn’t answer in time. We are asking every other driver who can do your move at the same price. ${booking.url}`,
  mail: {
    title: 'We are asking other drivers',
    paragraphs: [
      `${booking.companyName} didn’t answer in time about ${summaryOf(booking)}.`,
      workText(booking.work),
      `Every driver who can do it at the same price, ${formatPence(booking.totalPence)}, sees it now. The first to confirm has it, and we’ll tell you at once. You don’t have to do anything.`,
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

export const notTaken = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_not_taken',
  isVital: true,
  subject: `Your booking wasn’t taken: ${summaryOf(booking)}`,
  sms: `Vanfare: ${booking.companyName} didn’t answer in time, so your booking is over and nothing is owed. Compare prices again: ${booking.quotesUrl}`,
  mail: {
    title: 'Your booking wasn’t taken',
    paragraphs: [
      `${booking.companyName} didn’t answer in time about ${summaryOf(booking)}. The booking is over and you owe nothing.`,
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

export const timeUnavailable = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_time_gone',
  isVital: true,
  subject: `That time is no longer available: ${summaryOf(booking)}`,
  sms: `Vanfare: when your address was confirmed, ${booking.companyName} was no longer free for ${summaryOf(booking)}. Fresh prices: ${booking.quotesUrl}`,
  mail: {
    title: 'That time is no longer available',
    paragraphs: [
      `When your address was confirmed, ${booking.companyName} was no longer free for ${summaryOf(booking)}. Nothing is owed.`,
      'New prices for the same move take only a moment.',
    ],
    action: { label: 'See fresh prices', url: booking.quotesUrl },
  },
})

/** The office has booked it by phone, and no company has it yet. */
export const receivedHot = (booking: BookingDetails): NoticeText => ({
  kind: 'booking_received',
  isVital: true,
  subject: `We have your booking: ${summaryOf(booking)}`,
  sms: `Vanfare: we have booked your move, ${summaryOf(booking)}, for ${formatPence(booking.totalPence)}. We’re asking every driver who can do it. ${booking.url}`,
  mail: {
    title: 'We have your booking',
    sign: addressesOn(booking),
    paragraphs: [
      `You booked it with us on the phone: ${summaryOf(booking)}, for ${formatPence(booking.totalPence)}.`,
      workText(booking.work),
      ...(booking.lifting ? [booking.lifting] : []),
      'Every driver who can do it sees it now. The first to take it has it, and we’ll tell you at once.',
      'Until a driver has taken it, cancelling costs nothing.',
    ],
    sections: agreementSections(booking.agreed, booking.now, booking.us),
    action: { label: 'See your booking', url: booking.url },
  },
  attachments: [{ ...booking.ourTerms(), contentType: 'text/html' }],
})
