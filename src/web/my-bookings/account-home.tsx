import { countOf } from '#shared/texts.ts'
import { CalendarDays, MapPin, Settings, Truck, type LucideIcon } from 'lucide-react'
import { data, Link, redirect } from 'react-router'
import { listFutureBookings } from '#modules/bookings/contract.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { BookingCard } from './booking-card.tsx'
import { inList } from './booking-view.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { HIRED_HOME } from '#web/shell/menu.ts'
import type { Route } from './+types/account-home'
import { LogInFirst } from '#web/kit/session/login.tsx'
import './my-bookings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your account' })

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  if (!session) return null
  if (session.isHired) throw redirect(HIRED_HOME)
  if (session.userRole !== 'customer') throw redirect(session.userRole === 'driver' ? '/driver-profile' : '/')
  const answer = await context.get(apiContext)(listFutureBookings, { query: { pageSize: 1 } })
  if (answer.status === 401) return null
  if (!answer.ok) throw data(null, { status: answer.status })
  const { results, count } = answer.data
  const [next = null] = results.map(inList)
  return { firstName: session.firstName, next, count, now: nowIn(context).toISOString() }
}

/** The customer's start page: the next move, and links to everything else. */
export default function Cabinet({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <LogInFirst title="Your account">Only you can see your moves and settings.</LogInFirst>
  const { firstName, next, count, now } = loaderData
  return (
    <Page className="page--list">
      <h1 className="break">Hello, {firstName}</h1>
      <section className="mt-4" aria-labelledby="next-move">
        <h2 id="next-move" className="h3">
          {next ? 'Your next move' : 'No moves booked.'}
        </h2>
        {next ? (
          <div className="cells g-4 at-top mt-4">
            <BookingCard booking={next} now={new Date(now)} />
          </div>
        ) : (
          <NothingBooked />
        )}
      </section>
      <nav className="cells cols-2-s g-3 mt-5" aria-label="Your account">
        <Way to="/my-bookings/future-bookings" icon={CalendarDays} name="My Bookings">
          {count === 0 ? 'Past moves too' : countOf(count, 'upcoming move', 'upcoming moves')}
        </Way>
        <Way to="/" icon={Truck} name="New move">
          Compare prices
        </Way>
        <Way to="/customer-settings#addresses" icon={MapPin} name="Saved addresses">
          For the next move
        </Way>
        <Way to="/customer-settings" icon={Settings} name="Account Settings">
          Name, phone, password, devices
        </Way>
      </nav>
    </Page>
  )
}

const NothingBooked = () => (
  <Empty
    van="medium_van"
    title="No upcoming moves"
    headingLevel="h3"
    action={
      <ButtonLink look="primary" to="/">
        Compare prices
      </ButtonLink>
    }
  >
    Your next move shows here, with its driver and its price.
  </Empty>
)

function Way({ to, icon, name, children }: { to: string; icon: LucideIcon; name: string; children: string }) {
  return (
    <Link className="card lifts flex level g-4 p-4 ink no-line" to={to}>
      <Icon of={icon} />
      <span>
        <b className="block-box">{name}</b>
        <span className="block-box small muted">{children}</span>
      </span>
    </Link>
  )
}
