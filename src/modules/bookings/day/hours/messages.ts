import { formatTime, toLocal } from '#shared/local-time.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../../notices/messages.ts'
import type { DayAction, CORRECTABLE } from './corrections-rules.ts'

/** Notices to each side about a time that the other asks to correct. */

export interface CorrectionDetails {
  act: DayAction
  /** The town of an arrival. */
  place: string | undefined
  fromAt: Date
  toAt: Date
  /** The reason in the person's own words; empty without one. */
  why: string
}

type Kind = (typeof CORRECTABLE)[number]

const clockTime = (instant: Date): string => formatTime(toLocal(instant).minute)

/** Clauses that a time follows: "the work started at 09:40". */
const CLAUSES: Record<Kind, string> = {
  set_off: 'the van set off',
  at_stop: 'the van arrived',
  started: 'the work started',
  arrived: 'the work started',
  paused: 'the pause began',
  resumed: 'the work carried on',
  finished: 'the work finished',
}

const clauseOf = ({ act, place }: Pick<CorrectionDetails, 'act' | 'place'>): string =>
  `${CLAUSES[act.kind]}${place ? ` in ${place}` : ''}`

const NAMES: Record<Kind, string> = {
  set_off: 'setting off',
  at_stop: 'the arrival',
  started: 'the start',
  arrived: 'the start',
  paused: 'the pause',
  resumed: 'carrying on',
  finished: 'the finish',
}

/** "the arrival in Hove at 11:47": an act as a refusal names it. */
export function actName(act: DayAction, { work }: { work: { places: readonly { town: string }[] } }): string {
  const place = act.stop === null ? undefined : work.places[act.stop]?.town
  return `${NAMES[act.kind]}${place ? ` in ${place}` : ''} at ${clockTime(act.at)}`
}

const correctionText = (correction: CorrectionDetails): string =>
  `${clauseOf(correction)} at ${clockTime(correction.toAt)}, not at ${clockTime(correction.fromAt)}`

const reasonParagraphs = ({ why }: CorrectionDetails): string[] => (why ? [`“${why}”`] : [])

const STAYS = 'Both times stay in the record of the day.'

/** The company asks the customer. */
export const askedCustomer =
  (correction: CorrectionDetails) =>
  (booking: BookingDetails): NoticeText => ({
    kind: 'day_time_asked',
    subject: `Is this time right? ${summaryOf(booking)}`,
    sms: `Vanfare: ${booking.companyName} says ${correctionText(correction)}. Agree or refuse on your page; until then ${clockTime(correction.fromAt)} counts. ${booking.url}/day`,
    mail: {
      title: `${booking.companyName} asks you to agree to another time`,
      paragraphs: [
        `${booking.companyName} says about ${summaryOf(booking)}: ${correctionText(correction)}.`,
        ...reasonParagraphs(correction),
        `${clockTime(correction.fromAt)} counts until you agree. If you don’t answer within 24 hours, it stays. ${STAYS}`,
      ],
      action: { label: 'Agree or refuse', url: `${booking.url}/day` },
    },
  })

/** The customer asks the company. */
export const askedCompany =
  (correction: CorrectionDetails) =>
  (booking: BookingDetails): NoticeText => ({
    kind: 'job_time_asked',
    subject: `The customer corrects a time: ${summaryOf(booking)}`,
    sms: `Vanfare: the customer of ${summaryOf(booking)} says ${correctionText(correction)}. Agree or refuse; until then ${clockTime(correction.fromAt)} counts. ${booking.dayUrl}`,
    mail: {
      title: 'The customer asks you to agree to another time',
      paragraphs: [
        `The customer says about ${summaryOf(booking)}: ${correctionText(correction)}.`,
        ...reasonParagraphs(correction),
        `${clockTime(correction.fromAt)} counts until you agree. If you don’t answer within 24 hours, it stays. ${STAYS}`,
      ],
      action: { label: 'Agree or refuse', url: booking.dayUrl },
    },
  })

/** The same notice to the company's driver, who answers only if the company allows it. */
export const askedHired =
  (correction: CorrectionDetails) =>
  (booking: BookingDetails): NoticeText => {
    const statement = `the customer of ${summaryOf(booking)} says ${correctionText(correction)}`
    return {
      ...askedCompany(correction)(booking),
      sms: `Vanfare: ${statement}. Answer it in the job if your company lets you, or tell them what you know. ${booking.dayUrl}`,
      mail: {
        title: 'The customer asks to correct a time',
        paragraphs: [
          `The customer says about ${summaryOf(booking)}: ${correctionText(correction)}.`,
          ...reasonParagraphs(correction),
          `Answer it in the job if your company lets you, or tell them what you know. Until it is agreed, ${clockTime(correction.fromAt)} counts.`,
        ],
        action: { label: 'Open the job', url: booking.dayUrl },
      },
    }
  }

/** What came of it, to the side that asked; and to the driver of the company that agreed. */
export const answered =
  (correction: CorrectionDetails, as: 'agreed' | 'refused' | 'expired', to: 'mover' | 'customer' | 'hired') =>
  (booking: BookingDetails): NoticeText => {
    const other = { customer: booking.companyName, mover: 'The customer', hired: 'Your company' }[to]
    const [before, after] = [clockTime(correction.fromAt), clockTime(correction.toAt)]
    const title = {
      agreed: `${other} agreed: ${clauseOf(correction)} at ${after}`,
      refused: `${other} didn’t agree: ${before} stays`,
      expired: `${other} hasn’t answered: ${before} stays`,
    }[as]
    const url = to === 'customer' ? `${booking.url}/day` : booking.dayUrl
    return {
      kind: to === 'customer' ? 'day_time_answered' : 'job_time_answered',
      subject: `${title}. ${summaryOf(booking)}`,
      sms: `Vanfare: ${title}. ${summaryOf(booking)}. ${url}`,
      mail: {
        title,
        paragraphs: [
          as === 'agreed'
            ? `For ${summaryOf(booking)} ${after} counts from now on instead of ${before}. ${STAYS}`
            : `For ${summaryOf(booking)} you said that ${correctionText(correction)}. ${before} counts as before.`,
        ],
        action: { label: to === 'customer' ? 'See your move' : 'Open the job', url },
      },
    }
  }
