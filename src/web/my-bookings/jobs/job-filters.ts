// The filters of a driver's lists, as they stand in the address.
import { HOT_DAYS, NEAR_MILES } from '#modules/bookings/hot-jobs/list/rules.ts'
import { PAST_STATUSES, STATUS_LABELS } from '#modules/bookings/rules.ts'
import { formatPence } from '#shared/money.ts'
import type { DriverTab } from '../booking-tabs.ts'
import { turned, type Filter } from '#web/kit/filters/filter-chips.tsx'
import type { HotCounts } from './read-jobs.server.ts'

/** "£150 and up": what most drivers do not go out for less than. */
const GOOD_PENCE = 15_000

interface FilterAsked {
  /** For the API. */
  query: Record<string, string | number>
  /** For the page's own links. */
  address: Record<string, string>
}

const isOneOf = <One extends string>(list: readonly One[], text: string | null): text is One =>
  list.some((one) => one === text)

/** What of the address is a filter of this list; anything else is left aside. */
export function filterIn(tab: DriverTab, { searchParams }: URL): FilterAsked {
  const asked: FilterAsked = { query: {}, address: {} }
  const take = (name: string, value: string, query: FilterAsked['query']) => {
    if (searchParams.get(name) !== value) return
    asked.address[name] = value
    Object.assign(asked.query, query)
  }
  if (tab === 'hot-jobs') {
    const day = searchParams.get('day')
    if (isOneOf(HOT_DAYS, day)) take('day', day, { day })
    take('near', 'yes', { withinMiles: NEAR_MILES })
    take('pay', 'cash', { paymentMethod: 'cash' })
    take('price', 'good', { minPence: GOOD_PENCE })
  }
  const status = searchParams.get('status')
  if (tab === 'past-bookings' && isOneOf(PAST_STATUSES, status)) take('status', status, { status })
  return asked
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

/** Of what is over, for driver and customer. */
export const pastFilters = (search: string): Filter[] =>
  PAST_STATUSES.map((status) => filterOf(search, 'status', status, STATUS_LABELS[status]))
