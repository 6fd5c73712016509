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

/** Of the three, to one decimal: "4.7". */
export const meanOf = ({ punctuality, care, value }: Marks): number =>
  Math.round(((punctuality + care + value) / 3) * 10) / 10

/** In characters. */
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

/** How a company's reviews are listed; among equal ones the newest is first. */
export const REVIEW_ORDERS = ['newest', 'highest', 'lowest'] as const
export type ReviewOrder = (typeof REVIEW_ORDERS)[number]
