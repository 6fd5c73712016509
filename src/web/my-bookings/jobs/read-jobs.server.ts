import { unitPath } from '#modules/fleet/rules.ts'
import { isAgreed, isUnanswered } from '#modules/bookings/rules.ts'
import { redirect } from 'react-router'
import {
  getDriverBooking,
  getJobCounts,
  listConfirmedBookings,
  listHotJobs,
  listNewBookings,
  listUnitPastBookings,
} from '#modules/bookings/lists/contract.ts'
import { listRebookings } from '#modules/bookings/replacement/contract.ts'
import { getDrivenUnit } from '#modules/fleet/drivers/contract.ts'
import { isOperating } from '#modules/fleet/units/rules.ts'
import type { Call } from '#shared/call.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'
import { chooseUnit, type UnitName } from '#web/kit/units/chosen-unit.server.ts'
import type { Counted, PageOfList } from '#web/ui/tabs.tsx'
import type { DriverTab } from '../booking-view.ts'
import type { Rebooking } from '../booking/re-booking-card.tsx'
import { filterIn } from './answer-texts.ts'
import type { Job } from './job-texts.ts'

const LISTS = {
  'hot-jobs': listHotJobs,
  'new-bookings': listNewBookings,
  'confirmed-bookings': listConfirmedBookings,
  'past-bookings': listUnitPastBookings,
} as const

/** A van and who drives it, as this page names them. */
export interface JobsUnit extends UnitName {
  /** "E17": the area of its hot jobs, as its driver entered it. Null for a hired driver, whose owner sees to it. */
  near: string | null
  takesJobs: boolean
}

export interface Jobs {
  kind: 'driver'
  tab: DriverTab
  isHired: boolean
  /** The company’s units, for the unit switcher. */
  units: UnitName[]
  /** Null until there is a unit, or while a hired driver is with no company. */
  unit: JobsUnit | null
  /** Null without a unit. */
  list: JobList | null
  /** Customers who ask this unit for another date; in the list of new bookings. */
  askedAgain: Rebooking[]
  counts: TabCounts
  /** The job that is asked about on the page itself, for browsers without script: why it is rejected, or which other time is offered. */
  question: { id: string; about: 'reject' | 'offer' } | null
  /** A message led to this job, which comes first; “gone” if this unit no longer has it. */
  named: 'first' | 'gone' | null
  today: LocalDay
  now: string
}

export interface JobList extends PageOfList {
  results: Job[]
  /** Number of hot jobs of each kind, before filters; null for other lists. */
  counts: HotCounts | null
}

export type HotCounts = AnswerOf<typeof listHotJobs>['counts']

/** How many each list holds; the one that is shown says so itself. */
export type TabCounts = Partial<Record<DriverTab, Counted>>

interface Asked {
  tab: DriverTab
  isHired: boolean
  url: URL
  now: Date
}

/** One of the lists of the unit in the address, or of the one that a hired driver drives. */
export async function readJobs(call: Call, { tab, isHired, url, now }: Asked): Promise<Jobs> {
  const { units, unit } = isHired ? await drivenUnit(call) : await ownUnit(call, url)
  const question = askedIn(url)
  const [list, counts, askedAgain] = unit
    ? await Promise.all([
        readList(call, tab, unit.id, { url, isNamed: units.length > 1 }),
        readCounts(call, tab, unit.id),
        tab === 'new-bookings' ? readAskedAgain(call, unit.id) : [],
      ])
    : [null, {}, []]
  const job = unit && list ? await findNamedJob(call, tab, unit.id, url) : null
  if (list && job && job !== 'gone') {
    // The list of hot jobs knows more of each.
    const first = list.results.find(({ id }) => id === job.id) ?? job
    list.results = [first, ...list.results.filter(({ id }) => id !== job.id)]
  }
  const [today, at] = [localDayOf(now), now.toISOString()]
  return {
    kind: 'driver',
    tab,
    isHired,
    units,
    unit,
    list,
    counts,
    askedAgain,
    question,
    named: job === 'gone' ? job : job && 'first',
    today,
    now: at,
  }
}

function askedIn({ searchParams }: URL): Jobs['question'] {
  for (const about of ['reject', 'offer'] as const) {
    const id = searchParams.get(about)
    if (id !== null) return { id, about }
  }
  return null
}

const tabOf = ({ status, isHot }: Job): DriverTab => {
  if (isUnanswered(status)) return isHot ? 'hot-jobs' : 'new-bookings'
  return isAgreed(status) ? 'confirmed-bookings' : 'past-bookings'
}

/** The job that the address names, to be shown first; leads to the list that it is in by now. */
async function findNamedJob(call: Call, tab: DriverTab, unitId: string, url: URL): Promise<Job | 'gone' | null> {
  const bookingId = url.searchParams.get('job')
  if (bookingId === null || cursorIn(url.href) !== null || pageIn(url.href) > 1) return null
  const answer = await call(getDriverBooking, { params: { id: unitId, bookingId } })
  if (!answer.ok) return 'gone'
  const own = tabOf(answer.data)
  if (own !== tab) throw redirect(`/my-bookings/${own}${url.search}`)
  return answer.data
}

const readAskedAgain = async (call: Call, id: string): Promise<Rebooking[]> =>
  dataOf(await call(listRebookings, { params: { id }, query: { pageSize: 100 } })).results

interface Choice {
  units: UnitName[]
  unit: JobsUnit | null
}

async function ownUnit(call: Call, url: URL): Promise<Choice> {
  const { units, unit } = await chooseUnit(call, { url })
  if (!unit) return { units, unit: null }
  const { id, name, vehicle, operatingArea, status } = unit
  const near = operatingArea.basePostcode?.split(' ')[0] ?? null
  const registration = vehicle?.registration ?? null
  return { units, unit: { id, name, registration, near, takesJobs: isOperating(status) } }
}

async function drivenUnit(call: Call): Promise<Choice> {
  const { unit } = dataOf(await call(getDrivenUnit))
  if (!unit) return { units: [], unit: null }
  const named = { id: unit.id, name: unit.name, registration: unit.van?.registration ?? null }
  return { units: [named], unit: { ...named, near: null, takesJobs: true } }
}

async function readList(
  call: Call,
  tab: DriverTab,
  id: string,
  { url, isNamed }: { url: URL; isNamed: boolean },
): Promise<JobList> {
  const filter = filterIn(tab, url)
  const params = { id }
  const answer = dataOf(
    await readPage(url.href, (query) => call(LISTS[tab], { params, query: { ...query, ...filter.query } })),
  )
  const { results, count, countIsMinimum, next } = answer
  const keeps = new URLSearchParams(isNamed ? new URL(unitPath('/', id), url).search : '')
  for (const [name, value] of Object.entries(filter.address)) keeps.set(name, value)
  return {
    results,
    count,
    countIsMinimum,
    next,
    page: pageIn(url.href),
    isBehind: cursorIn(url.href) !== null,
    keeps: keeps.size > 0 ? `?${keeps.toString()}` : '',
    counts: 'counts' in answer ? answer.counts : null,
  }
}

/** Counts of waiting and upcoming jobs; past jobs are not counted, as no page shows their number. */
async function readCounts(call: Call, tab: DriverTab, id: string): Promise<TabCounts> {
  // The list of hot jobs has found out already which of them the unit can do.
  const query = tab === 'hot-jobs' ? { without: tab } : {}
  const answer = await call(getJobCounts, { params: { id }, query })
  if (!answer.ok) return {}
  const { hotJobs, newBookings, confirmedBookings } = answer.data
  return {
    ...(hotJobs && { 'hot-jobs': hotJobs }),
    'new-bookings': newBookings,
    'confirmed-bookings': confirmedBookings,
  }
}
