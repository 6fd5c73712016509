import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDays, type LocalDay } from '#shared/local-time.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lightDismiss } from '#web/ui/light-dismiss.ts'
import type { ShownCalendar } from './calendar-data.ts'
import { shortWeekTitle, weekTitle } from './week.ts'

interface HeadProps extends Pick<ShownCalendar, 'days' | 'now'> {
  linkTo: (day: LocalDay) => string
  /** Whose week it is, where that has to be said. */
  subject?: ReactNode
  /** What keeps the unit from jobs, if anything. */
  note?: ReactNode
  /** The ways to take time off; absent where the calendar is only read. */
  timeOff?: ReactNode
}

/** The week and the ways to take time off: on a phone one line, with what is needed less often behind a button. */
export function CalendarHead({ days, now, linkTo, subject, note, timeOff }: HeadProps) {
  const monday = days[0] ?? now.day
  return (
    <div className="week">
      <h1>My Calendar</h1>
      {/* Beside the title, so that neither a longer date moves the arrows nor a message covers them. */}
      <div className="week__go flex level g-3">
        <div className="flex edge-w r-control bg-surface">
          <UnitLink className="icon-btn" to={linkTo(addDays(monday, -7))} aria-label="Week before" preventScrollReset>
            <Icon of={ChevronLeft} />
          </UnitLink>
          <UnitLink className="icon-btn" to={linkTo(addDays(monday, 7))} aria-label="Week after" preventScrollReset>
            <Icon of={ChevronRight} />
          </UnitLink>
        </div>
        <b className="num">
          <span className="phone-hide">{weekTitle(days)}</span>
          <span className="only-phone">{shortWeekTitle(days)}</span>
        </b>
        {/* Always there, so that nothing moves when another week is opened. */}
        <UnitLink className="link-btn" to={linkTo(now.day)} preventScrollReset>
          Today
        </UnitLink>
        {timeOff ? (
          <details className="holds only-phone" ref={lightDismiss}>
            <summary className="icon-btn" aria-label="Hours and time off">
              <Icon of={Ellipsis} />
            </summary>
            <div className="week__panel afloat cells g-2 edge-1 r-card bg-surface raised">{timeOff}</div>
          </details>
        ) : null}
      </div>
      {subject}
      {timeOff ? <div className="row gap-2 phone-hide">{timeOff}</div> : null}
      {note ? <div className="cal-note w-full">{note}</div> : null}
    </div>
  )
}

/** What the colours of the hours and bookings mean. */
export const CalendarKey = () => (
  <div className="key">
    <span className="cal__job--new inline-flex level g-15">New booking</span>
    <span className="inline-flex level g-15">Confirmed</span>
    <span className="cal__job--now inline-flex level g-15">In progress</span>
    <span className="cal__job--done inline-flex level g-15">Completed</span>
    <span className="k-off inline-flex level g-15">Off or unavailable</span>
  </div>
)
