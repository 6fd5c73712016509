import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocation, useRevalidator } from 'react-router'
import { addDays, type LocalDay } from '#shared/local-time.ts'
import { CalendarGrid } from '#web/driver/calendar/calendar-grid.tsx'
import { weekTitle } from '#web/driver/calendar/week.ts'
import { useLive } from '#web/kit/page/live.ts'
import { Empty } from '#web/ui/empty.tsx'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
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
  const asked = new URLSearchParams(search).get('day')
  const shownDay = days.find((day) => day === asked) ?? driven.shownDay
  const monday = days[0] ?? now.day
  return (
    <Page>
      <div className="week">
        <h1>My Calendar</h1>
        {unit.van ? <Plate registration={unit.van.registration} /> : null}
        <div className="row gap-3">
          <div className="week__nav">
            <UnitLink className="icon-btn" to={linkTo(addDays(monday, -7))} aria-label="Week before" preventScrollReset>
              <Icon of={ChevronLeft} />
            </UnitLink>
            <UnitLink className="icon-btn" to={linkTo(addDays(monday, 7))} aria-label="Week after" preventScrollReset>
              <Icon of={ChevronRight} />
            </UnitLink>
          </div>
          <b className="num">{weekTitle(days)}</b>
          {days.includes(now.day) ? null : (
            <UnitLink className="link-btn" to={linkTo(now.day)} preventScrollReset>
              Today
            </UnitLink>
          )}
        </div>
      </div>
      <p className="muted mb-4 break">You drive for {unit.companyName}. Hours and days off are set by the owner.</p>
      <CalendarGrid
        key={days[0]}
        week={{ ...week, days }}
        title={`Week of ${weekTitle(days)}`}
        now={now}
        shownDay={shownDay}
        linkTo={linkTo}
        selection={null}
      />
      <div className="key">
        <span className="cal__job--new">New booking</span>
        <span>Confirmed</span>
        <span className="cal__job--now">In progress</span>
        <span className="cal__job--done">Completed</span>
        <span className="k-off">Off or unavailable</span>
      </div>
    </Page>
  )
}

const NoUnit = () => (
  <Page className="page--list">
    <h1>My Calendar</h1>
    <Empty van="luton_van" title="You drive for nobody at the moment">
      When a company invites you to drive one of its vans, open the link in its email; its jobs then show here.
    </Empty>
  </Page>
)
