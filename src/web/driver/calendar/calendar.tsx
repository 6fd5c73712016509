import { X, CalendarOff, Clock, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, type ShouldRevalidateFunctionArgs } from 'react-router'
import { z } from 'zod'
import { addVacation, getSchedule, saveAvailability } from '#modules/calendar/contract.ts'
import { isOperating } from '#modules/fleet/units/rules.ts'
import { ALL_HOURS, formatDay, isRealDay, toLocal, type LocalDay } from '#shared/local-time.ts'
import { DrivenCalendar } from './driven-calendar.tsx'
import { readDrivenWeek, type DrivenWeek } from './driven-week.server.ts'
import { asksForHours } from '#web/kit/driver-setup/driver-state.ts'
import { SetupPrompt } from '#web/kit/driver-setup/setup-prompt.tsx'
import { FirstUnit } from '#web/driver/units/unit-card.tsx'
import { WeekHoursDialog } from '#web/driver/working-hours/hours-dialogs.tsx'
import { usualWeek } from '#web/driver/working-hours/hours-form.ts'
import { plainAnswerOf, readJson } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needAnyDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { chooseUnit } from '#web/kit/units/chosen-unit.server.ts'
import { useChosenUnit, UnitLink, UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { Actions, Page } from '#web/ui/page.tsx'
import type { Route } from './+types/calendar'
import {
  availabilityBody,
  freeHoursOf,
  mergedHours,
  toUnitWeek,
  type ShownCalendar,
  type UnitWeek,
} from './calendar-data.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarHead, CalendarKey } from './calendar-head.tsx'
import { makesAvailable, timesOf, type Selection } from './selection.ts'
import { DayOffDialog, VacationDialog } from './time-off-dialogs.tsx'
import { useSaveHours } from './use-availability.tsx'
import { useOnce } from './use-dismissed-hint.ts'
import { hourStates, isUncovered, weekOf, weekTitle } from './week.ts'
import '#web/driver/working-hours/hours.css'
import './calendar.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My Calendar' })

export async function loader({ context, url, request }: Route.LoaderArgs): Promise<ShownCalendar | DrivenWeek> {
  const { call, session } = needAnyDriver(context)
  if (session.isHired) return readDrivenWeek(call, request, nowIn(context))
  const { units, unit } = await chooseUnit(call, { url })
  const now = toLocal(nowIn(context))
  const { days, shownDay } = weekOf(url.searchParams.get('day'), now.day)
  if (!unit) return { units, unitId: null, week: null, days, shownDay, now }
  const schedule = dataOf(await call(getSchedule, { params: { id: unit.id }, query: { from: days[0] } }))
  return { units, unitId: unit.id, week: toUnitWeek(schedule, unit.id), days, shownDay, now }
}

/** A different day of the same week is already on the page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formAction,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (formAction || currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href)
    return defaultShouldRevalidate
  const [before, after] = [currentUrl.searchParams, nextUrl.searchParams]
  const isSameUnit = before.get('unit') === after.get('unit')
  const mondayOf = (params: URLSearchParams) => params.get('day') && weekOf(params.get('day'), '').days[0]
  return isSameUnit && mondayOf(before) && mondayOf(before) === mondayOf(after) ? false : defaultShouldRevalidate
}

const hourMask = z.int().min(0).max(ALL_HOURS)
const submittedShape = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('hours'),
    unitId: z.string(),
    day: z.string().refine(isRealDay),
    seenHours: hourMask,
    freeHours: hourMask,
  }),
  z.object({ intent: z.literal('vacation'), unitId: z.string(), startDay: z.string(), endDay: z.string() }),
])

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const submitted = await readJson(request, submittedShape)
  const params = { id: submitted.unitId }
  if (submitted.intent === 'vacation') {
    const body = { startTime: submitted.startDay, endTime: submitted.endDay }
    return plainAnswerOf(await call(addVacation, { params, body }))
  }
  const now = await call(getSchedule, { params, query: { from: submitted.day, days: 1 } })
  if (!now.ok) return plainAnswerOf(now)
  const change = { seen: submitted.seenHours, edited: submitted.freeHours }
  const hours = mergedHours(freeHoursOf(toUnitWeek(now.data, submitted.unitId), submitted.day), change)
  return plainAnswerOf(await call(saveAvailability, { params, body: availabilityBody(submitted.day, hours) }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Calendar({ loaderData }: Route.ComponentProps) {
  if ('driven' in loaderData) return <DrivenCalendar {...loaderData} />
  const { units, unitId, week, days, now } = loaderData
  if (!unitId || !week) {
    return (
      <Page>
        <h1 className="mb-4">My Calendar</h1>
        <FirstUnit />
      </Page>
    )
  }
  // A different unit or week starts without a selection.
  return <UnitCalendar key={`${unitId} ${days[0]}`} units={units} unitId={unitId} week={week} days={days} now={now} />
}

interface UnitCalendarProps extends Pick<ShownCalendar, 'units' | 'days' | 'now'> {
  unitId: string
  week: UnitWeek
}

function UnitCalendar({ units, unitId, week: saved, days, now }: UnitCalendarProps) {
  const [selection, setSelection] = useState<Selection | null>(null)
  const { week, change, setDay } = useSaveHours(unitId, saved)
  const { shownDay, linkTo } = useShownDay(days, now.day)
  const states = selection ? hourStates(week, selection.day, now) : []
  const gives = selection !== null && makesAvailable(selection, states)
  const [isHowDue, understood] = useOnce('calendar-how-to-choose')
  const act = () => {
    if (!selection) return
    understood()
    change(selection, gives)
    setSelection(null)
  }
  return (
    <>
      <Page className="page--bar">
        <CalendarHead
          days={days}
          now={now}
          linkTo={linkTo}
          subject={units.length > 1 ? <UnitSwitcher units={units} unitId={unitId} /> : null}
          note={<Note unitId={unitId} week={week} days={days} />}
          timeOff={<TimeOff unitId={unitId} week={week} days={days} now={now} shownDay={shownDay} onDayOff={setDay} />}
        />
        <CalendarGrid
          week={{ ...week, days }}
          title={`Week of ${weekTitle(days)}`}
          now={now}
          shownDay={shownDay}
          linkTo={linkTo}
          selection={selection}
          onSelect={setSelection}
          onAct={act}
        />
        <CalendarKey />
      </Page>
      {selection ? (
        <section className="bar-window sticks" aria-label="Selected hours">
          <Actions answer={timesOf(selection)} detail={formatDay(selection.day)}>
            <Button look="quiet" className="from-sm" onClick={() => setSelection(null)}>
              Cancel
            </Button>
            <Button look="primary" size="big" onClick={act}>
              {gives ? 'Make available' : 'Make unavailable'}
            </Button>
          </Actions>
        </section>
      ) : isHowDue ? (
        <HowToChoose onUnderstood={understood} />
      ) : null}
    </>
  )
}

/** Said until it is closed, or hours have been changed once. */
const HowToChoose = ({ onUnderstood }: { onUnderstood: () => void }) => (
  <aside className="bar-window sticks how flex level mid-x g-3 line-top bg-surface" aria-label="How to choose hours">
    <p className="small">
      <span className="how__touch">Tap the first hour you’re off, then the last.</span>
      <span className="how__mouse">
        Drag over the hours you’re off, or press Space on the first and Shift with an arrow.
      </span>
    </p>
    <IconButton icon={X} label="Understood: how to choose hours" onClick={onUnderstood} />
  </aside>
)

/** The day in the address, or today if it is in this week. */
function useShownDay(days: readonly LocalDay[], today: LocalDay) {
  const { search } = useLocation()
  const requestedDay = new URLSearchParams(search).get('day')
  const shownDay = days.find((day) => day === requestedDay) ?? days.find((day) => day === today) ?? days[0] ?? today
  const linkTo = (day: LocalDay) => {
    const params = new URLSearchParams(search)
    params.set('day', day)
    return `/calendar?${params.toString()}`
  }
  return { shownDay, linkTo }
}

/** One at most, so that a phone's screen is left to the hours: what this week lacks, or else what keeps the unit from jobs. */
function Note({ unitId, week, days }: { unitId: string; week: UnitWeek; days: readonly LocalDay[] }) {
  const unit = useChosenUnit()
  if (!unit) return null
  const { documentsUntil } = week
  if (isOperating(unit.status) && documentsUntil !== null && days.some((day) => isUncovered(week, day)))
    return <Uncovered from={documentsUntil} />
  return week.businessDays.length === 0 && asksForHours(unit) ? <NoHours unitId={unitId} /> : <SetupPrompt />
}

/** Why days of this week are not offered, and what to do about it. */
const Uncovered = ({ from }: { from: LocalDay }) => (
  <Banner tone="warn" title={`Not offered from ${formatDay(from)}`} className="mb-4">
    <p>A document expires that day.</p>
    <UnitLink className="link-btn" to="/settings/driving-profile">
      Send the new one
    </UnitLink>
  </Banner>
)

function NoHours({ unitId }: { unitId: string }) {
  const { open } = useDialogs()
  const set = () => open(<WeekHoursDialog unitId={unitId} week={usualWeek()} />)
  return (
    <Banner tone="info" title="No working hours yet" className="mb-4">
      <p>Customers can only book hours that you work.</p>
      <LinkButton onClick={set}>Set working hours</LinkButton>
    </Banner>
  )
}

interface TimeOffProps extends Pick<ShownCalendar, 'days' | 'now' | 'shownDay'> {
  unitId: string
  week: UnitWeek
  onDayOff: ReturnType<typeof useSaveHours>['setDay']
}

/** The ways to change a unit's hours other than on the grid. */
function TimeOff({ unitId, week, days, now, shownDay, onDayOff }: TimeOffProps) {
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
