// What a driver is told after answering a job.
import { HOT_DAYS, NEAR_MILES } from '#modules/bookings/hot-jobs/rules.ts'
import { PAST, STATUS_LABELS, isCancelled, isConfirmed } from '#modules/bookings/rules.ts'
import { ownValue } from '#shared/records.ts'
import { formatPence } from '#shared/money.ts'
import { turned, type Filter } from '#web/kit/forms/filter-chips.tsx'
import type { DriverTab } from '../booking-view.ts'
import { whichText, type Job } from './job-texts.ts'
import type { HotCounts } from './read-jobs.server.ts'

/** Names of a job’s forms. */
export const INTENTS = ['confirm', 'take', 'reject', 'offer_time', 'withdraw_offer', 'reconfirm'] as const
export type Intent = (typeof INTENTS)[number]

export const isIntent = (text: string): text is Intent => INTENTS.some((intent) => intent === text)

export interface ActionNotice {
  title: string
  text: string
}

/** Notice of the action just done, about the job as it is now. */
export function doneText(intent: Exclude<Intent, 'withdraw_offer'>, job: Job): ActionNotice {
  const which = whichText(job)
  switch (intent) {
    case 'confirm':
      return { title: 'Confirmed', text: `${which}. ${customerOf(job)} has been told.` }
    case 'take':
      return { title: 'It’s yours', text: `${which}. ${customerOf(job)} has been told.` }
    case 'offer_time':
      return { title: 'We’ve asked the customer', text: `${which}. You can still confirm the time that they booked.` }
    case 'reconfirm':
      return { title: 'Job reconfirmed', text: `${which}. Thank you.` }
    default:
      if (job.part && job.reason !== 'canceled_by_customer' && !isCancelled(job.status) && job.ifRejected)
        return { title: 'Another van comes', text: `${which}. Your other van’s time is held, and the customer knows.` }
      if (isConfirmed(job.status))
        return {
          title: 'We’ve asked the customer',
          text: `${which}. Until they say that they cancelled, the job is still yours.`,
        }
      return isCancelled(job.status)
        ? { title: 'Cancelled', text: `${which}. We have told the customer what you said.` }
        : { title: 'Handed back', text: `${which}. Your calendar is free again then.` }
  }
}

export const OFFER_WITHDRAWN: ActionNotice = {
  title: 'Offer withdrawn',
  text: 'The customer can no longer say yes to it. You can still confirm the time that they booked, or offer another.',
}

const customerOf = ({ customer }: Job): string => customer?.firstName ?? 'The customer'

const CHANGED: ActionNotice = {
  title: 'That job has changed',
  text: 'It has since been answered, reassigned or cancelled. Here are your jobs now.',
}

/** Refusals after which the job is gone from the list, or not as it was shown. */
const GONE: Record<string, ActionNotice> = {
  already_taken: {
    title: 'Someone else has just taken it',
    text: 'Nothing has changed in your calendar.',
  },
  slot_taken: {
    title: 'You have another job then',
    text: 'This van has since been booked for that time, so it can’t do this job.',
  },
  change_gone: CHANGED,
  conflict: CHANGED,
  not_found: CHANGED,
  forbidden: { title: 'Only the owner can answer', text: 'Only the owner of this van can answer its jobs.' },
}

const NOT_DONE: Record<Intent, string> = {
  confirm: 'Not confirmed',
  take: 'Not taken',
  reject: 'Not handed back',
  offer_time: 'Not offered',
  withdraw_offer: 'Not withdrawn',
  reconfirm: 'Not sent',
}

/** Why it was not done, and what is the case instead. */
export function refusedText(intent: Intent | null, { code, detail }: { code: string; detail: string }): ActionNotice {
  return ownValue(GONE, code) ?? { title: intent ? NOT_DONE[intent] : 'Not sent', text: detail }
}

/** The job is no longer as it was shown, so its dialog has nothing to ask. */
export const meansUnavailable = (code: string): boolean => ownValue(GONE, code) !== undefined

// Filters of a driver’s lists, as they are written in the address.

/** "£150 and up": what most drivers do not go out for less than. */
const GOOD_PENCE = 15_000

interface FilterAsked {
  /** Filters as the API names them. */
  query: Record<string, string | number>
  /** Filters as the page’s own links name them. */
  address: Record<string, string>
}

const isOneOf = <One extends string>(list: readonly One[], text: string | null): text is One =>
  list.some((one) => one === text)

/** What of the address is a filter of this list; anything else is left aside. */
export function filterIn(tab: DriverTab, { searchParams }: URL): FilterAsked {
  const filters: FilterAsked = { query: {}, address: {} }
  const take = (name: string, value: string, query: FilterAsked['query']) => {
    if (searchParams.get(name) !== value) return
    filters.address[name] = value
    Object.assign(filters.query, query)
  }
  if (tab === 'hot-jobs') {
    const day = searchParams.get('day')
    if (isOneOf(HOT_DAYS, day)) take('day', day, { day })
    take('near', 'yes', { withinMiles: NEAR_MILES })
    take('pay', 'cash', { paymentMethod: 'cash' })
    take('price', 'good', { minPence: GOOD_PENCE })
  }
  const status = searchParams.get('status')
  if (tab === 'past-bookings' && isOneOf(PAST, status)) take('status', status, { status })
  return filters
}

const filterOf = (search: string, name: string, value: string, title: string, count?: number): Filter => {
  const { search: to, isOn } = turned(search, name, value)
  return { name: title, to, isOn, ...(count === undefined ? {} : { count }) }
}

export const hotFilters = (search: string, counts: HotCounts): Filter[] => [
  filterOf(search, 'day', 'today', 'Today', counts.today),
  filterOf(search, 'day', 'later', 'Later', counts.later),
  filterOf(search, 'near', 'yes', `Within ${NEAR_MILES} miles`, counts.near),
  filterOf(search, 'pay', 'cash', 'Cash', counts.cash),
  filterOf(search, 'price', 'good', `${formatPence(GOOD_PENCE).replace('.00', '')} and up`),
]

/** Filters of past bookings, for driver and customer. */
export const pastFilters = (search: string): Filter[] =>
  PAST.map((status) => filterOf(search, 'status', status, STATUS_LABELS[status]))
