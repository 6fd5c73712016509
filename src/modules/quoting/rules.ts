import type { RateRule } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { keysOf } from '#shared/records.ts'

/** The possible outcomes for a unit in a search. Stored in quoting.search as one byte per unit: never renumber, only add. */
export const OUTCOMES = {
  shown: 0,
  not_operating: 1,
  van: 2,
  tail_lift: 3,
  job_kind: 4,
  help: 5,
  rate: 6,
  vacation: 7,
  day_off: 8,
  hours: 9,
  unavailable: 10,
  busy: 11,
  drive: 12,
  /** It could have done the job, but a cheaper unit of the same company was shown. */
  cheaper_colleague: 13,
  load: 14,
  drivers_hours: 15,
  zone: 16,
  /** Fewer people of the unit are checked on that day than the job needs. */
  people: 17,
  /** A document that the unit needs expires before the end of the job. */
  papers: 18,
} as const

export type Outcome = keyof typeof OUTCOMES

const byNumber = new Map<number, Outcome>(keysOf(OUTCOMES).map((name) => [OUTCOMES[name], name]))

export const outcomeOf = (number: number): Outcome | undefined => byNumber.get(number)

/** In words, for "why was I not shown?". */
export const OUTCOME_TEXTS: Record<Outcome, string> = {
  shown: 'This unit was shown.',
  not_operating: 'This unit wasn’t operating: its documents or setup weren’t complete, or it was switched off.',
  van: 'The customer asked for another kind of van.',
  tail_lift: 'The customer needed a tail-lift.',
  job_kind: 'This unit doesn’t take this kind of job.',
  help: 'This unit doesn’t offer that many people to help.',
  rate: 'There is no hourly rate for this van with that much help.',
  vacation: 'This unit was on vacation.',
  day_off: 'It was a day off.',
  hours: 'The job ran outside your hours.',
  unavailable: 'Some of the hours were marked as unavailable.',
  busy: 'This unit was booked at that time.',
  drive: 'The drive from the job before, or to the job after, would have taken too long.',
  cheaper_colleague: 'Another unit of your company could do it for less and was shown.',
  load: 'The load was more than this van and its crew carry in three trips.',
  drivers_hours:
    'With the other jobs of that day, or with the trips that this van needs, it would have been more than one driver may do in a day: 10 hours of driving, 11 of work.',
  zone: 'The move has an address in a low emission zone that this van may not enter.',
  people: 'Fewer people of this unit had a right-to-work check for that day than the job needs.',
  papers: 'The documents of this unit didn’t cover the day of the job: one of them expires before.',
}

/** Reasons shown to a customer why vans of the area cannot come; each may cover several outcomes. */
export const NOBODY_REASONS = [
  'busy',
  'off',
  'van',
  'tail_lift',
  'help',
  'load',
  'job_kind',
  'drive',
  'drivers_hours',
  'zone',
  'papers',
] as const
export type NoOfferReason = (typeof NOBODY_REASONS)[number]

/** Outcomes without a van, or of a van that is not at work for Vanfare, are left out. */
const reasonOf: Partial<Record<Outcome, NoOfferReason>> = {
  van: 'van',
  tail_lift: 'tail_lift',
  job_kind: 'job_kind',
  help: 'help',
  rate: 'help',
  people: 'help',
  vacation: 'off',
  day_off: 'off',
  hours: 'off',
  unavailable: 'off',
  busy: 'busy',
  drive: 'drive',
  load: 'load',
  drivers_hours: 'drivers_hours',
  zone: 'zone',
  papers: 'papers',
}

/** Number of vans that each reason keeps away, the most frequent first; empty if no van works in the area. */
export function countNoOfferReasons(outcomes: readonly number[]): { reason: NoOfferReason; vans: number }[] {
  const counts = new Map<NoOfferReason, number>()
  for (const number of outcomes) {
    const outcome = outcomeOf(number)
    const reason = outcome && reasonOf[outcome]
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  const order = (reason: NoOfferReason) => NOBODY_REASONS.indexOf(reason)
  return [...counts]
    .map(([reason, vans]) => ({ reason, vans }))
    .sort((a, b) => b.vans - a.vans || order(a.reason) - order(b.reason))
}

/** Which of a company's units is shown: the cheaper, and of two at the same price always the same one. */
export const isShownBefore = (a: { totalPence: number; id: string }, b: { totalPence: number; id: string }): boolean =>
  a.totalPence < b.totalPence || (a.totalPence === b.totalPence && a.id < b.id)

/** How many days searches are stored (decisions §4). */
export const KEPT_DAYS = 30
/** How many searches are stored per hour, for one address and in total; those above are answered and booked like any other. */
export const KEPT_PER_ADDRESS: RateRule = { name: 'kept-searches', per: 'address', count: 60, seconds: 3600 }
export const KEPT_IN_ALL: RateRule = { name: 'all-kept-searches', per: 'address', count: 3000, seconds: 3600 }
/** How many searches look for alternatives at the same time; beyond that they go without. */
export const ALTERNATIVES_AT_ONCE = 8
/** How far before and after the day asked for days are priced, where none are named. */
export const DAYS_AROUND = 7
/** How many months are priced at the same time; beyond that they are asked for again. */
export const DAY_PRICES_AT_ONCE = 4
/** How long a quote is valid. */
export const QUOTE_MINUTES = 30
/** When a quote that is valid until then was made. */
export const offeredAt = (validUntil: Date): Date => addMinutes(validUntil, -QUOTE_MINUTES)
/** A quote's id has 43 characters: the first part names the page it was offered on, the rest the quote on that page. */
const PAGE_ID_LENGTH = 22
export const quoteIdParts = (id: string) => ({ pageId: id.slice(0, PAGE_ID_LENGTH), key: id.slice(PAGE_ID_LENGTH) })
/** The earliest and latest start that can be asked for, counted from now (decisions §3). */
export const EARLIEST_START_MINUTES = 120
export const LATEST_START_DAYS = 180
/** Far above any need for furniture; keeps a job's time within what can be stored and priced. */
export const LONGEST_FURNITURE_MINUTES = 7 * 24 * 60
