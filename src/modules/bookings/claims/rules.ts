/** Damage and loss: who says what until when (decisions §11). Pure. */
import { addMinutes } from '#shared/local-time.ts'
import { formatPence, type Pence } from '#shared/money.ts'

/**
 * `with_company`: it has to answer. `settled`: it pays all that was asked. `with_office`: it pays less, refuses, or said nothing, and
 * the office looks at it. `decided`: the office has said what the platform says.
 */
export const CLAIM_STATUSES = ['with_company', 'with_office', 'settled', 'decided'] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

const DAY = 24 * 60
export const CLAIM_DAYS = 7
export const ANSWER_DAYS = 14

export const claimUntil = (finishedAt: Date): Date => addMinutes(finishedAt, CLAIM_DAYS * DAY)
export const answerBy = (madeAt: Date): Date => addMinutes(madeAt, ANSWER_DAYS * DAY)

export const MOST_ITEMS = 20
/**
 * Highest value that can be claimed for one item: far above any real one, and small enough for the sums to fit their
 * column.
 */
export const MOST_PENCE: Pence = 10_000_000

/** Status after the company's answer: settled, or with the office if the two differ. */
export const statusAfterAnswer = (acceptedPence: Pence, askedPence: Pence): 'settled' | 'with_office' =>
  acceptedPence >= askedPence ? 'settled' : 'with_office'

export const totalOf = (items: readonly { askedPence: Pence }[]): Pence =>
  items.reduce((sum, { askedPence }) => sum + askedPence, 0)

/** Notice that no statement in a claim gives up a legal right. */
export const LAW_TEXT =
  'Whatever is said here, your rights in law stay as they are: you can still go to the company’s insurer, an ombudsman or alternative dispute resolution scheme that they belong to, or the county court.'

export const CLAIM_STATUS_TEXTS: Record<ClaimStatus, string> = {
  with_company: 'Waiting for the company’s answer',
  with_office: 'We’re looking at it',
  settled: 'The company pays what was asked',
  decided: 'We have decided',
}

/** "£120.00 of £200.00". */
export const partText = (pence: Pence, askedPence: Pence): string =>
  `${formatPence(pence)} of ${formatPence(askedPence)}`
