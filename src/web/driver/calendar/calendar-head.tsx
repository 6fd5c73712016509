import { CalendarOff, ChevronLeft, ChevronRight, Clock, Ellipsis, Plus } from 'lucide-react'
import { addDays, type LocalDay } from '#shared/local-time.ts'
import { UnitSwitcher } from '#web/driver/units/unit-switcher.tsx'
import { UnitButtonLink, UnitLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLightDismiss } from '#web/ui/use-light-dismiss.ts'
import type { ShownCalendar, UnitWeek } from './calendar-data.ts'
import { DayOffDialog, VacationDialog } from './time-off-dialogs.tsx'
import type { useSaveHours } from './use-availability.tsx'
import { shortWeekTitle, weekTitle } from './week.ts'

interface HeadProps extends Pick<ShownCalendar, 'units' | 'days' | 'now' | 'shownDay'> {
  unitId: string
  week: UnitWeek
  linkTo: (day: LocalDay) => string
  onDayOff: ReturnType<typeof useSaveHours>['setDay']
}

/** The week and the ways to take time off: on a phone one line, with what is needed less often behind a button. */
export function CalendarHead(props: HeadProps) {
  const { units, unitId, days, now, linkTo } = props
  const monday = days[0] ?? now.day
  const menu = useLightDismiss()
  return (
    <div className="week">
      <h1>My Calendar</h1>
      {units.length > 1 ? <UnitSwitcher units={units} unitId={unitId} /> : null}
      <div className="row gap-2 phone-hide">
        <TimeOff {...props} />
      </div>
      <div className="week__go">
        <div className="week__nav">
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
        <details className="week__more only-phone" ref={menu}>
          <summary className="icon-btn" aria-label="Hours and time off">
            <Icon of={Ellipsis} />
          </summary>
          <div className="week__panel">
            <TimeOff {...props} />
          </div>
        </details>
      </div>
    </div>
  )
}

function TimeOff({ unitId, week, days, now, shownDay, onDayOff }: HeadProps) {
  const { open } = useDialogs()
  const takeDayOff = () =>
    open(<DayOffDialog unitId={unitId} week={{ ...week, days }} now={now} day={shownDay} onSave={onDayOff} />)
  const askVacation = () => open(<VacationDialog unitId={unitId} today={now.day} day={shownDay} />)
  return (
    <>
      <UnitButtonLink size="small" icon={Clock} to="/working-unit/working-hours">
        Working hours
      </UnitButtonLink>
      <Button size="small" icon={CalendarOff} onClick={takeDayOff}>
        Day off
      </Button>
      <Button size="small" icon={Plus} onClick={askVacation}>
        Vacation
      </Button>
    </>
  )
}
