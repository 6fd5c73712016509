import { useLocation, useRevalidator } from 'react-router'
import type { LocalDay } from '#shared/local-time.ts'
import { CalendarGrid } from '#web/driver/calendar/calendar-grid.tsx'
import { CalendarHead, CalendarKey } from '#web/driver/calendar/calendar-head.tsx'
import { weekTitle } from '#web/driver/calendar/week.ts'
import { useLive } from '#web/kit/page/live.ts'
import { Empty, Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { DrivenWeek } from './driven-week.server.ts'

const linkTo = (day: LocalDay) => `/calendar?day=${day}`

/** A hired driver's calendar: to read, because hours, days off and vacations are the owner's. */
export function DrivenCalendar({ driven }: DrivenWeek) {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  useLive(driven ? '/api/booking/live/' : null, () => void revalidate())
  if (!driven) return <NoUnit />
  const { unit, week, days, now } = driven
  const requestedDay = new URLSearchParams(search).get('day')
  const shownDay = days.find((day) => day === requestedDay) ?? driven.shownDay
  return (
    <Page>
      <CalendarHead
        days={days}
        now={now}
        linkTo={linkTo}
        subject={
          <p className="cal-whose flex level g-2-3 shrink">
            {unit.van ? <Plate registration={unit.van.registration} /> : null}
            <span className="muted clip dots one-line">You drive for {unit.companyName}.</span>
          </p>
        }
      />
      <CalendarGrid
        key={days[0]}
        week={{ ...week, days }}
        title={`Week of ${weekTitle(days)}`}
        now={now}
        shownDay={shownDay}
        linkTo={linkTo}
        selection={null}
      />
      <CalendarKey />
      <p className="small muted mt-2">Hours and days off are set by the owner.</p>
    </Page>
  )
}

const NoUnit = () => (
  <Page className="page--list">
    <h1>My Calendar</h1>
    <Empty van="luton_van" title="You aren’t driving for a company at the moment">
      When a company invites you to drive one of its vans, open the link in its email; its jobs then show here.
    </Empty>
  </Page>
)
