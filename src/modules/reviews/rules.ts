/** What a review is made of, when it is asked for, and why the office may hide one. Pure. */
import { addMinutes } from '#shared/local-time.ts'

export const MARKS = ['punctuality', 'care', 'value'] as const
export type Mark = (typeof MARKS)[number]
export type Marks = Record<Mark, number>

export const MARK_QUESTIONS: Record<Mark, string> = {
  punctuality: 'Were they on time?',
  care: 'Did they take care of your things?',
  value: 'Was it worth the price?',
}

export const MARK_NAMES: Record<Mark, string> = { punctuality: 'Punctuality', care: 'Care', value: 'Value' }

/** Mean of the three marks, to one decimal: "4.7". */
export const meanOf = ({ punctuality, care, value }: Marks): number =>
  Math.round(((punctuality + care + value) / 3) * 10) / 10

/** Maximum length in characters. */
export const LONGEST_REVIEW = 2000
export const LONGEST_ANSWER = 2000

const DAY = 24 * 60

/** The booker is asked a day after the finish, and once more after five. */
export const askAt = (finishedAt: Date): Date => addMinutes(finishedAt, DAY)
export const remindAt = (finishedAt: Date): Date => addMinutes(finishedAt, 5 * DAY)

/** Why the office hides a review. None of them is about its marks (docs/law.md: a low mark alone hides nothing). */
export const HIDE_REASONS = ['insulting', 'personal_details', 'another_move', 'not_the_customer', 'unlawful'] as const
export type HideReason = (typeof HIDE_REASONS)[number]

export const HIDE_REASON_TEXTS: Record<HideReason, string> = {
  insulting: 'It insults or threatens somebody.',
  personal_details: 'It gives somebody’s address, number or other personal details.',
  another_move: 'It is about something other than this move.',
  not_the_customer: 'It wasn’t written by the customer of this move.',
  unlawful: 'It says something that the law forbids us to publish.',
}

/** What is known of a move that a review is about. */
export interface ReviewedDay {
  /** Minutes worked since it was sure that the van was there; null if the clock was not used. */
  workedMinutes: number | null
  agreedMinutes: number
  /** The clock began before the day of its start. */
  beganBeforeItsDay: boolean
  /** Booker and company have a phone number in common that one of them has confirmed. */
  sharesPhone: boolean
  /** Both have logged in on one browser. */
  sharesDevice: boolean
  /** Before its day both have logged in from one network that few others use. */
  sharesNetwork: boolean
}

/** A shorter job than this part of its agreed time is no evidence of a move. */
export const LEAST_PART = 1 / 3

const LIST = new Intl.ListFormat('en-GB')

/** Why the office looks at a review before it is shown; undefined if nothing speaks for that. */
export function reasonToLook({
  workedMinutes,
  agreedMinutes,
  beganBeforeItsDay,
  sharesPhone,
  sharesDevice,
  sharesNetwork,
}: ReviewedDay): string | undefined {
  const shared = [
    ...(sharesPhone ? ['a phone number'] : []),
    ...(sharesDevice ? ['a device'] : []),
    ...(sharesNetwork ? ['a network'] : []),
  ]
  if (shared.length > 0) return `The booker and the company share ${LIST.format(shared)}.`
  if (beganBeforeItsDay) return 'The job began before its day.'
  if (workedMinutes !== null && workedMinutes < agreedMinutes * LEAST_PART)
    return 'Our own clock shows less than a third of the agreed time.'
  return undefined
}

/** How a company's reviews are listed; among equal ones the newest is first. */
export const REVIEW_ORDERS = ['newest', 'highest', 'lowest'] as const
export type ReviewOrder = (typeof REVIEW_ORDERS)[number]
