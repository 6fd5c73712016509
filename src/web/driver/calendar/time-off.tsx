import { CalendarOff, Clock, Plus } from 'lucide-react'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import type { ShownCalendar, UnitWeek } from './calendar-data.ts'
import { DayOffDialog, VacationDialog } from './time-off-dialogs.tsx'
import type { useSaveHours } from './use-availability.tsx'

interface TimeOffProps extends Pick<ShownCalendar, 'days' | 'now' | 'shownDay'> {
  unitId: string
  week: UnitWeek
  onDayOff: ReturnType<typeof useSaveHours>['setDay']
}

/** The ways to change a unit's hours other than on the grid. */
export function TimeOff({ unitId, week, days, now, shownDay, onDayOff }: TimeOffProps) {
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
