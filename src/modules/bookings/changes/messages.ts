import { formatDuration } from '#shared/duration.ts'
import { formatDayTimeFrom, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../notices/messages.ts'
import type { Change } from './queries.ts'

/** Texts about a change that one side proposes to the other. */

export interface ChangeWithLink extends Change {
  /** Opens this change alone, for the customer. */
  changeUrl: string
}

type NoticeTemplate = (booking: BookingDetails) => NoticeText

const subjects: Record<Change['kind'], string> = {
  move: 'a change of the move',
  item: 'an extra item',
  stop: 'an extra stop',
  floor: 'another floor',
  time: 'a new time',
  other: 'a change',
}

/** "a new time: Sat 28 November 10:00", "an extra item: the armchair in the hall, 30 min". */
export function changeText({ kind, words: description, label, extraMinutes, newStartAt, createdAt }: Change): string {
  if (kind === 'move') return label ?? subjects.move
  const more = newStartAt ? formatDayTimeFrom(createdAt, newStartAt) : extraMinutes ? formatDuration(extraMinutes) : ''
  const quoted = description.length > MOST_QUOTED ? `${description.slice(0, MOST_QUOTED)}…` : description
  return [subjects[kind], [quoted, more].filter(Boolean).join(', ')].filter(Boolean).join(': ')
}

/** A text message is short; the whole of it is on the page. */
const MOST_QUOTED = 120

const priceText = ({ label, amountPence, kind }: Change): string =>
  kind === 'move' && amountPence
    ? differenceText(amountPence)
    : amountPence
      ? `It costs ${formatPence(amountPence)} more: ${label ?? ''}.`
      : 'There’s no extra cost.'

const differenceText = (pence: number): string =>
  `It costs ${formatPence(Math.abs(pence))} ${pence > 0 ? 'more' : 'less'}.`

/** What cancelling costs at least, if a fee had been reached before the change. */
const keptFee = ({ keptFeePence }: BookingDetails): string =>
  keptFeePence > 0
    ? `Cancelling costs at least ${formatPence(keptFeePence)}: the fee that was due before this change is kept.`
    : ''

const priceNow = ({ amountPence }: Change, { totalPence }: BookingDetails): string =>
  `The price ${amountPence ? 'is now' : 'stays'} ${formatPence(totalPence)}.`

export const askedOfCustomer =
  (change: ChangeWithLink): NoticeTemplate =>
  (booking) => {
    // A customer's own wish, to which the company has answered with a price.
    const isAnswer = change.proposedBy === 'customer'
    return {
      kind: 'change_proposed',
      isVital: true,
      subject: isAnswer
        ? `${booking.companyName} can do what you asked: ${subjects[change.kind]}`
        : `${booking.companyName} asks for ${subjects[change.kind]}`,
      sms: `Vanfare: ${booking.companyName} ${isAnswer ? 'can do what you asked, ' : 'asks for '}${changeText(change)}. ${priceText(change)} Agree or refuse: ${change.changeUrl}`,
      mail: {
        title: isAnswer
          ? `${booking.companyName} can do what you asked`
          : `${booking.companyName} asks for ${subjects[change.kind]}`,
        paragraphs: [
          isAnswer
            ? `You asked for ${changeText(change)}: ${summaryOf(booking)}.`
            : `${summaryOf(booking)}: ${changeText(change)}.`,
          `${priceText(change)} With it the price is ${formatPence(booking.totalPence + (change.amountPence ?? 0))}.`,
          `Please decide by ${formatDayTimeFrom(booking.now, change.expiresAt)}. Without your agreement nothing changes, and you pay no more than was agreed.`,
        ],
        action: { label: 'Agree or refuse', url: change.changeUrl },
      },
    }
  }

const answerTime = ({ now, respondBy }: BookingDetails): string =>
  respondBy ? formatDayTimeFrom(now, respondBy) : 'their time to answer ends'

/** The driver of a new booking offers its customer another time. */
export const offeredToCustomer =
  (change: ChangeWithLink): NoticeTemplate =>
  (booking) => {
    const time = change.newStartAt ? formatDayTimeFrom(change.createdAt, change.newStartAt) : ''
    const { companyName, now } = booking
    return {
      kind: 'time_offered',
      isVital: true,
      subject: `Another time? ${companyName} offers ${time}`,
      sms: `Vanfare: ${companyName} offers ${time} for ${summaryOf(booking)}, at the same price. Say yes or no by ${formatDayTimeFrom(now, change.expiresAt)}: ${change.changeUrl}`,
      mail: {
        title: `${companyName} offers another time`,
        paragraphs: [
          `You booked ${summaryOf(booking)}. ${companyName} offers ${time} instead, at the same price: ${formatPence(booking.totalPence)}.`,
          `If you say yes by ${formatDayTimeFrom(now, change.expiresAt)}, your booking is moved and confirmed at once.`,
          `If you say no or don’t answer, nothing changes: ${companyName} has until ${answerTime(booking)} to accept the time that you booked.`,
        ],
        action: { label: 'Answer yes or no', url: change.changeUrl },
      },
    }
  }

export const offerTaken =
  (change: ChangeWithLink): NoticeTemplate =>
  (booking) => ({
    kind: 'offered_time_taken',
    subject: `Confirmed at the time you offered: ${summaryOf(booking)}`,
    sms: `Vanfare: the customer said yes, and the booking is confirmed: ${summaryOf(booking)}. ${booking.jobUrl}`,
    mail: {
      title: 'The customer said yes',
      paragraphs: [
        `The booking is moved to the time you offered and confirmed: ${summaryOf(booking)}.`,
        priceNow(change, booking),
      ],
      action: { label: 'See the job', url: booking.jobUrl },
    },
  })

/** The customer said no, or did not answer; the driver can still accept the booking as it was made. */
export const offerNotTaken =
  (change: ChangeWithLink, how: Over): NoticeTemplate =>
  (booking) => {
    const over = overText(change, how, { customer: 'The customer', mover: 'Your side' })
    const answer = `Please answer the booking as it was made by ${answerTime(booking)}.`
    return {
      kind: 'offered_time_over',
      subject: `Still to be answered: ${summaryOf(booking)}`,
      sms: `Vanfare: your other time for ${summaryOf(booking)}. ${over} ${answer} ${booking.jobUrl}`,
      mail: {
        title: 'The booking still needs your answer',
        paragraphs: [
          `${summaryOf(booking)}: you offered ${changeText(change)}. ${over}`,
          `${answer} After that we offer it to other drivers.`,
        ],
        action: { label: 'Answer it', url: booking.jobUrl },
      },
    }
  }

export const askedOfCompany =
  (change: ChangeWithLink): NoticeTemplate =>
  (booking) => ({
    kind: 'change_proposed',
    subject: `Please answer: ${subjects[change.kind]}, ${summaryOf(booking)}`,
    sms: `Vanfare: ${change.proposedBy === 'customer' ? 'your customer' : 'your driver'} asks for ${changeText(change)}, ${summaryOf(booking)}. ${booking.dayUrl}`,
    mail: {
      title: 'A change needs your answer',
      paragraphs: [
        `${summaryOf(booking)}.`,
        `${change.proposedBy === 'customer' ? 'Your customer' : 'Your driver'} asks for ${changeText(change)}.`,
        `Please agree, refuse or name a price by ${formatDayTimeFrom(booking.now, change.expiresAt)}.`,
      ],
      action: { label: 'Answer', url: booking.dayUrl },
    },
  })

export const agreedToCustomer =
  (change: ChangeWithLink): NoticeTemplate =>
  (booking) => ({
    kind: 'change_agreed',
    isVital: true,
    subject: `Agreed: ${subjects[change.kind]}, ${summaryOf(booking)}`,
    sms: `Vanfare: agreed, ${changeText(change)}. ${[priceText(change), priceNow(change, booking), keptFee(booking)].filter(Boolean).join(' ')} ${booking.url}`,
    mail: {
      title: 'You both agreed to a change',
      paragraphs: [
        `${summaryOf(booking)}, with ${booking.companyName}: ${changeText(change)}.`,
        `${priceText(change)} ${priceNow(change, booking)}`,
        ...[keptFee(booking)].filter(Boolean),
      ],
      action: { label: 'See your booking', url: booking.url },
    },
  })

export const agreedToCompany =
  (change: ChangeWithLink): NoticeTemplate =>
  (booking) => ({
    kind: 'change_agreed',
    subject: `Agreed: ${subjects[change.kind]}, ${summaryOf(booking)}`,
    sms: `Vanfare: agreed, ${changeText(change)}. ${priceNow(change, booking)} ${booking.dayUrl}`,
    mail: {
      title: 'You both agreed to a change',
      paragraphs: [
        `${summaryOf(booking)}: ${changeText(change)}.`,
        priceNow(change, booking),
        ...[keptFee(booking)].filter(Boolean),
      ],
      action: { label: 'See the job', url: booking.dayUrl },
    },
  })

export const agreedToHired =
  (change: ChangeWithLink): NoticeTemplate =>
  (booking) => ({
    kind: 'change_agreed',
    subject: `Agreed: ${subjects[change.kind]}, ${summaryOf(booking)}`,
    sms: `Vanfare: agreed, ${changeText(change)}, ${summaryOf(booking)}. ${booking.dayUrl}`,
    mail: {
      title: 'A change is agreed',
      paragraphs: [`${summaryOf(booking)}: ${changeText(change)}.`],
      action: { label: 'See the job', url: booking.dayUrl },
    },
  })

type Over = 'refused' | 'withdrawn' | 'expired'

/** Who ended it, as its reader calls them. */
function overText({ awaits, proposedBy }: Change, how: Over, names: Record<Change['proposedBy'], string>): string {
  if (how === 'expired') return 'It wasn’t answered in time.'
  return how === 'refused' ? `${names[awaits ?? proposedBy]} said no.` : `${names[proposedBy]} took it back.`
}

const stays = 'Your booking hasn’t changed, and the price stays as it was.'

export const overToCustomer =
  (change: ChangeWithLink, how: Over): NoticeTemplate =>
  (booking) => {
    const over = overText(change, how, { customer: 'You', mover: booking.companyName })
    return {
      kind: `change_${how}`,
      subject: `Your booking hasn’t changed: ${summaryOf(booking)}`,
      sms: `Vanfare: ${changeText(change)}. ${over} ${stays} ${booking.url}`,
      mail: {
        title: 'Your booking hasn’t changed',
        paragraphs: [`${summaryOf(booking)}: ${changeText(change)}. ${over}`, stays],
        action: { label: 'See your booking', url: booking.url },
      },
    }
  }

export const overToCompany =
  (change: ChangeWithLink, how: Over): NoticeTemplate =>
  (booking) => {
    const over = overText(change, how, { customer: 'The customer', mover: 'Your side' })
    return {
      kind: `change_${how}`,
      subject: `The job hasn’t changed: ${summaryOf(booking)}`,
      sms: `Vanfare: ${changeText(change)}, ${summaryOf(booking)}. ${over} Do the job as booked. ${booking.dayUrl}`,
      mail: {
        title: 'The job hasn’t changed',
        paragraphs: [`${summaryOf(booking)}: ${changeText(change)}. ${over}`, 'Do the job as it was booked.'],
        action: { label: 'See the job', url: booking.dayUrl },
      },
    }
  }

export const consentSms = (code: string): string =>
  `Vanfare: ${code} opens what your driver asks. It works for 10 minutes. Nobody will ever ask you for it.`

/** Notice to the company and its driver. It holds no new values; the page shows them. */
export const detailsChanged =
  (texts: readonly string[]) =>
  (booking: BookingDetails): NoticeText => {
    const what = texts.length > 0 ? texts.join(', ') : 'details'
    return {
      kind: 'details_changed',
      subject: `Changed by your customer: ${summaryOf(booking)}`,
      sms: `Vanfare: your customer changed the ${what}, ${summaryOf(booking)}. ${booking.jobUrl}`,
      mail: {
        title: 'Your customer changed something',
        paragraphs: [`${summaryOf(booking)}.`, `Changed: ${what}. Time, load and price are as they were.`],
        action: { label: 'See the job', url: booking.jobUrl },
      },
    }
  }

/** Notice of a release, naming the person whom the link was made for. */
const keysNotice = (
  booking: BookingDetails,
  { at, by }: { at: Date; by: string | null },
  action: { label: string; url: string },
): NoticeText => {
  const sentence = `Keys released at ${formatTime(toLocal(at).minute)}`
  return {
    kind: 'keys_released',
    isVital: true,
    subject: `${sentence}: ${summaryOf(booking)}`,
    sms: `Vanfare: ${sentence.toLowerCase()}, ${summaryOf(booking)}. ${action.url}`,
    mail: {
      title: sentence,
      paragraphs: [
        `${summaryOf(booking)}. ${by ?? 'The person with the key link'} has just confirmed it${by ? ' through the key link' : ''}.`,
      ],
      action,
    },
  }
}

export const keysReleased =
  (at: Date, by: string | null) =>
  (booking: BookingDetails): NoticeText =>
    keysNotice(booking, { at, by }, { label: 'See your booking', url: booking.url })

/** Notice to the company at the same time, with a link to the clock. */
export const keysReleasedToCompany =
  (at: Date, by: string | null) =>
  (booking: BookingDetails): NoticeText =>
    keysNotice(booking, { at, by }, { label: 'Open the job', url: booking.dayUrl })
