import { Plus } from 'lucide-react'
import { data, redirect } from 'react-router'
import { listFutureBookings, listPastBookings } from '#modules/bookings/contract.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { apiContext, sessionContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useLogin } from '#web/shell/login.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/my-bookings'
import { BookingCard } from './booking-card.tsx'
import type { Booking } from './booking-view.ts'
import { ListPages } from './list-pages.tsx'
import '#web/booking-flow/booking-flow.css'
import './my-bookings.css'

const tabNames = { 'future-bookings': 'Future Bookings', 'past-bookings': 'Past Bookings' } as const
type Tab = keyof typeof tabNames

const isTab = (text: string): text is Tab => Object.hasOwn(tabNames, text)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Bookings' })

interface Loaded {
  tab: Tab
  /** Null for a visitor. */
  list: { results: Booking[]; count: number; page: number; hasNext: boolean; today: LocalDay } | null
}

export async function loader({ params, request, context }: Route.LoaderArgs): Promise<Loaded> {
  const { tab } = params
  if (tab === undefined) throw redirect('/my-bookings/future-bookings')
  if (!isTab(tab)) throw data(null, { status: 404 })
  const session = context.get(sessionContext)
  if (!session) return { tab, list: null }
  if (session.userRole !== 'customer') throw redirect('/')
  const asked = Number(new URL(request.url).searchParams.get('page') ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 10_000 ? asked : 1
  const answer = await context.get(apiContext)(tab === 'future-bookings' ? listFutureBookings : listPastBookings, {
    query: { page },
  })
  if (answer.ok)
    return {
      tab,
      list: {
        results: answer.data.results,
        count: answer.data.count,
        page,
        hasNext: answer.data.next !== null,
        today: localDayOf(new Date()),
      },
    }
  if (answer.status === 401) return { tab, list: null }
  throw data(null, { status: answer.status })
}

export default function MyBookings({ loaderData: { tab, list } }: Route.ComponentProps) {
  if (!list) return <LogInFirst />
  return (
    <Page className="page--list">
      <div className="row row--apart mb-2">
        <h1>My Bookings</h1>
        <ButtonLink size="small" icon={Plus} to="/">
          New move
        </ButtonLink>
      </div>
      <Tabs
        label="Bookings"
        tabs={[tabOf('future-bookings', tab, list.count), tabOf('past-bookings', tab, list.count)]}
      />
      {list.results.length > 0 ? (
        <List results={list.results} today={list.today} />
      ) : (
        <NoBookings tab={tab} page={list.page} />
      )}
      <ListPages page={list.page} count={list.count} hasNext={list.hasNext} />
    </Page>
  )
}

const tabOf = (own: Tab, current: Tab, count: number) => ({
  name: tabNames[own],
  to: `/my-bookings/${own}`,
  isCurrent: own === current,
  ...(own === current && count > 0 ? { count } : {}),
})

const List = ({ results, today }: { results: readonly Booking[]; today: LocalDay }) => (
  <ul className="jobs">
    {results.map((booking) => (
      <li key={booking.id}>
        <BookingCard booking={booking} today={today} />
      </li>
    ))}
  </ul>
)

function NoBookings({ tab, page }: { tab: Tab; page: number }) {
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
        : 'A move comes here once it is over.'}
    </Empty>
  )
}

function LogInFirst() {
  const login = useLogin()
  return (
    <Page className="page--list">
      <h1>My Bookings</h1>
      <Empty
        van="medium_van"
        title="Log in to see your bookings"
        action={
          <Button look="primary" onClick={login}>
            Login
          </Button>
        }
      >
        They are shown to you alone.
      </Empty>
    </Page>
  )
}
