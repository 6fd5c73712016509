import { Plus, FileText } from 'lucide-react'
import { data, redirect, useLocation, useRevalidator, Link } from 'react-router'
import { listFutureBookings, listPastBookings } from '#modules/bookings/contract.ts'
import { PAST, isFinished, type PastStatus } from '#modules/bookings/rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { FilterChips } from '#web/kit/forms/filter-chips.tsx'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { useLive } from '#web/kit/page/live.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageIn, cursorIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { refuseStrangers } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { ListPages, countText, type Counted, Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/my-bookings'
import { BookingCard, PastActs } from './booking-card.tsx'
import {
  customerTabs,
  firstTab,
  hasTab,
  isCustomerTab,
  isDriverTab,
  type CustomerTab,
  inList,
  type ListedBooking,
  dayOf,
  pricePence,
  whereText,
} from './booking-view.ts'
import { answerJob } from './jobs/answer-job.server.ts'
import { DriverBookings } from './jobs/driver-bookings.tsx'
import { pastFilters } from './jobs/answer-texts.ts'
import { readJobs, type Jobs } from './jobs/read-jobs.server.ts'
import './my-bookings.css'

/** Drivers answer their jobs from the cab, at night too. */
export const handle: PageHandle = { hasNight: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Bookings' })

type Loaded = { kind: 'visitor' } | Jobs | { kind: 'customer'; tab: CustomerTab; list: List }

interface List extends Counted {
  results: ListedBooking[]
  page: number
  isBehind: boolean
  next: string | null
  keeps: string
  /** Number of bookings in the other tab. */
  others: Counted | null
  now: string
}

export async function loader({ params: { tab }, request, context, url }: Route.LoaderArgs): Promise<Loaded> {
  const session = context.get(sessionContext)
  const role = session?.userRole ?? null
  if (role === 'admin') throw redirect('/')
  const isKnown = tab === undefined || isCustomerTab(tab) || isDriverTab(tab)
  if (!isKnown) throw data(null, { status: 404 })
  if (tab === undefined || !hasTab(role, tab)) throw redirect(`/my-bookings/${firstTab(role)}`)
  if (role === 'driver' && isDriverTab(tab))
    return readJobs(context.get(apiContext), { tab, isHired: session?.isHired === true, url, now: nowIn(context) })
  return role === 'customer' && isCustomerTab(tab) ? readList(tab, request, context) : { kind: 'visitor' }
}

async function readList(tab: CustomerTab, request: Request, context: Route.LoaderArgs['context']): Promise<Loaded> {
  const list = tab === 'future-bookings' ? listFutureBookings : listPastBookings
  const call = context.get(apiContext)
  const status = tab === 'past-bookings' ? statusIn(request.url) : undefined
  const other = tab === 'future-bookings' ? listPastBookings : listFutureBookings
  const [answer, others] = await Promise.all([
    readPage(request.url, (query) => call(list, { query: { ...query, ...(status && { status }) } })),
    call(other, { query: { pageSize: 1 } }),
  ])
  if (answer.ok) {
    const { nextCursor: _cursor, previous: _previous, results, ...shown } = answer.data
    const place = { page: pageIn(request.url), isBehind: cursorIn(request.url) !== null }
    const { count, countIsMinimum } = others.ok ? others.data : { count: 0, countIsMinimum: false }
    const more = { keeps: status ? `?status=${status}` : '', others: others.ok ? { count, countIsMinimum } : null }
    return {
      kind: 'customer',
      tab,
      list: { ...shown, results: results.map(inList), ...place, ...more, now: nowIn(context).toISOString() },
    }
  }
  if (answer.status === 401) return { kind: 'visitor' }
  throw data(null, { status: answer.status })
}

function statusIn(address: string): PastStatus | undefined {
  const requested = new URL(address).searchParams.get('status')
  return PAST.find((status) => status === requested)
}

/** A driver's answer to a job. */
export async function action({ request, context }: Route.ActionArgs) {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  return answerJob(context.get(apiContext), await readForm(request))
}

/** The card stays as it is if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

/** Reloads the lists whenever a booking changes. */
const LIVE = '/api/booking/live/'

export default function MyBookings({ loaderData, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { search } = useLocation()
  useLive(loaderData.kind === 'visitor' ? null : LIVE, () => void revalidate())
  if (loaderData.kind === 'visitor') {
    return (
      <LogInFirst title="My Bookings" heading="Log in to see your bookings">
        Only you can see them.
      </LogInFirst>
    )
  }
  if (loaderData.kind === 'driver') return <DriverBookings jobs={loaderData} pageAnswer={actionData} />
  const { tab, list } = loaderData
  const countedIn = (own: CustomerTab) => (own === tab ? list : list.others)
  return (
    <Page className="page--list">
      <div className="row row--apart">
        <h1>My Bookings</h1>
        <ButtonLink size="small" icon={Plus} to="/">
          New move
        </ButtonLink>
      </div>
      <Tabs label="Bookings" tabs={TABS.map((own) => tabOf(own, tab, countedIn(own)))} />
      {tab === 'past-bookings' && (list.results.length > 0 || list.keeps) ? (
        <FilterChips label="Which past moves" filters={pastFilters(search)} />
      ) : null}
      {list.results.length === 0 ? (
        <NoBookings tab={tab} page={list.page} isFiltered={list.keeps !== ''} />
      ) : tab === 'past-bookings' ? (
        <PastBookings bookings={list.results} />
      ) : (
        <Cards results={list.results} now={new Date(list.now)} />
      )}
      <ListPages label="Pages of bookings" {...list} />
    </Page>
  )
}

const TABS = ['future-bookings', 'past-bookings'] as const

const tabOf = (own: CustomerTab, current: CustomerTab, counted: Counted | null) => ({
  name: customerTabs[own],
  to: `/my-bookings/${own}`,
  isCurrent: own === current,
  ...(counted && counted.count > 0 ? { count: countText(counted) } : {}),
})

const Cards = ({ results, now }: { results: readonly ListedBooking[]; now: Date }) => (
  <ul className="cells g-4 at-top mt-4">
    {results.map((booking) => (
      <li key={booking.id}>
        <BookingCard booking={booking} now={now} />
      </li>
    ))}
  </ul>
)

function NoBookings({ tab, page, isFiltered }: { tab: CustomerTab; page: number; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No matches" action={<ButtonLink to={`/my-bookings/${tab}`}>Show all</ButtonLink>}>
        No past move matches.
      </Empty>
    )
  if (page > 1) {
    return (
      <Empty
        title="That page is empty now"
        action={<ButtonLink to={`/my-bookings/${tab}`}>See the first page</ButtonLink>}
      >
        Bookings move to another tab as they end.
      </Empty>
    )
  }
  return (
    <Empty
      van="medium_van"
      title={tab === 'future-bookings' ? 'No moves booked.' : 'No past moves.'}
      action={
        <ButtonLink look="primary" to="/">
          Compare prices
        </ButtonLink>
      }
    >
      {tab === 'future-bookings'
        ? 'Your next one shows here, with its driver and its price.'
        : 'A move appears here once it is over.'}
    </Empty>
  )
}

/** Moves that are over: one row each, with what can still be done. */
const PastBookings = ({ bookings }: { bookings: readonly ListedBooking[] }) => (
  <ul className="divide plain mt-4">
    {bookings.map((booking) => (
      <li key={booking.id} className="log cells g-1-4 level py-3 log--acts">
        <PastBooking booking={booking} />
      </li>
    ))}
  </ul>
)

function PastBooking({ booking }: { booking: ListedBooking }) {
  const day = dayOf(booking.startAt)
  const [, date, month] = formatDay(day).split(' ')
  const company = booking.company?.name ?? booking.leftBy?.name
  const which = (
    <span className="vh">
      {' '}
      {whereText(booking)}, {formatDay(day)}
    </span>
  )
  return (
    <>
      <div className="t-center lh-115 figures-even">
        <span className="tiny muted">{month?.slice(0, 3)}</span>
        <b className="block-box t-lg">{date}</b>
        <span className="tiny muted">{day.slice(0, 4)}</span>
      </div>
      <div>
        <b className="long">{whereText(booking)}</b>
        <div className="small muted num long">
          {[timeAndTrips(booking), formatMiles(booking), company].filter(Boolean).join(', ')}
        </div>
      </div>
      <div className="log__end cells g-15">
        <b className="num">{formatPence(pricePence(booking))}</b>
        <StatusBadge status={booking.status} isAwaiting={false} />
      </div>
      <div className="log__acts flex wraps g-2-4 level mt-2">
        <PastActs booking={booking} />
        <Link className="link-btn" to={`/booking/${booking.hash}`}>
          <Icon of={FileText} />
          {isFinished(booking.status) ? 'Receipt' : 'See booking'}
          {which}
        </Link>
        <span className="small muted num">{owedText(booking)}</span>
      </div>
    </>
  )
}

const owedText = ({ status, cancelledBy, cancellationFeePence }: ListedBooking): string => {
  if (isFinished(status)) return ''
  if (cancelledBy === 'driver') return 'Did you cancel? Open it and tell us'
  return cancellationFeePence > 0 ? `Fee ${formatPence(cancellationFeePence)}` : 'Nothing to pay'
}
