import { ArrowLeft } from 'lucide-react'
import { z } from 'zod'
import { getSchedule, removeVacation, saveSchedule } from '#modules/calendar/contract.ts'
import { localDayOf, MINUTES_PER_DAY, type DayOfWeek, type LocalDay } from '#shared/local-time.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { businessDaysOf, vacationsOf, type SavedVacation } from '#web/driver/calendar/calendar-data.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { plainAnswerOf, readJson } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { SetupPrompt } from '#web/kit/driver-setup/setup-prompt.tsx'
import { chooseUnit, type ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import { FirstUnit } from '#web/driver/units/unit-card.tsx'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { Route } from './+types/working-hours'
import { DayHoursDialog, WeekHoursDialog } from './hours-dialogs.tsx'
import {
  DAYS,
  dayName,
  hoursError,
  hoursText,
  mergedWeek,
  spanOf,
  toHours,
  usualWeek,
  weekText,
  type DayHours,
} from './hours-form.ts'
import { Vacations } from './vacations.tsx'
import './hours.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Working hours' })

interface Loaded extends Pick<ChosenUnit, 'units'> {
  unitId: string | null
  /** Null until the first hours are saved. */
  week: DayHours[] | null
  vacations: SavedVacation[]
  today: LocalDay
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { units, unit } = await chooseUnit(call, { url })
  const today = localDayOf(nowIn(context))
  if (!unit) return { units, unitId: null, week: null, vacations: [], today }
  const { schedule } = dataOf(await call(getSchedule, { params: { id: unit.id }, query: { days: 1 } }))
  const vacations = vacationsOf(unit.vacations).filter(({ endDay }) => endDay >= today)
  const week = schedule.length > 0 ? toHours(businessDaysOf(schedule)) : null
  return { units, unitId: unit.id, week, vacations, today }
}

const dayHours = z.array(
  z.object({ dayOfWeek: z.literal(DAYS), isWorked: z.boolean(), start: z.string(), end: z.string() }),
)
const submittedShape = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('hours'), unitId: z.string(), seen: dayHours, hours: dayHours }),
  z.object({ intent: z.literal('remove-vacation'), unitId: z.string(), vacationId: z.string() }),
])

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const submitted = await readJson(request, submittedShape)
  const { unitId: id } = submitted
  if (submitted.intent === 'remove-vacation')
    return plainAnswerOf(await call(removeVacation, { params: { id, vacationId: submitted.vacationId } }))
  const now = await call(getSchedule, { params: { id }, query: { days: 1 } })
  if (!now.ok) return plainAnswerOf(now)
  const { schedule } = now.data
  const change = { seen: submitted.seen, edited: submitted.hours }
  const week = schedule.length > 0 ? mergedWeek(toHours(businessDaysOf(schedule)), change) : submitted.hours
  return plainAnswerOf(await call(saveSchedule, { params: { id }, body: week.map((day) => toEntry(day, id)) }))
}

/** A day in the specification's format, including midnight (§4). On a day off, invalid times are left out. */
function toEntry(day: DayHours, workingUnit: string) {
  const dayOfWeek = day.dayOfWeek === 7 ? '0' : String(day.dayOfWeek)
  if (hoursError({ ...day, isWorked: true })) return { dayOfWeek, dayOff: !day.isWorked, workingUnit }
  const endTime = day.end === '24:00' ? '23:59:59' : day.end
  return { dayOfWeek, startTime: day.start, endTime, dayOff: !day.isWorked, workingUnit }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function WorkingHours({ loaderData: { units, unitId, week, vacations, today } }: Route.ComponentProps) {
  return (
    <Page className="page--hours">
      <UnitLink className="link-btn" to="/calendar">
        <Icon of={ArrowLeft} />
        My Calendar
      </UnitLink>
      <div className="row row--apart mb-4">
        <h1>Working hours</h1>
        {unitId ? <UnitSwitcher units={units} unitId={unitId} /> : null}
      </div>
      <SetupPrompt />
      {unitId ? (
        <div className="stack">
          {week ? <Week unitId={unitId} week={week} /> : <NoHours unitId={unitId} />}
          <Vacations unitId={unitId} vacations={vacations} today={today} />
          <p className="small muted">
            For one afternoon off, mark the hours in <UnitLink to="/calendar">My Calendar</UnitLink>. Bookings you
            already have stay.
          </p>
        </div>
      ) : (
        <FirstUnit />
      )}
    </Page>
  )
}

function NoHours({ unitId }: { unitId: string }) {
  const { open } = useDialogs()
  const set = () => open(<WeekHoursDialog unitId={unitId} week={usualWeek()} />)
  return (
    <section className="card">
      <Empty
        title="No working hours yet"
        action={
          <Button look="primary" size="big" onClick={set}>
            Set working hours
          </Button>
        }
      >
        Jobs only come for hours that you work.
      </Empty>
    </section>
  )
}

function Week({ unitId, week }: { unitId: string; week: DayHours[] }) {
  const { open } = useDialogs()
  const changeWeek = () => open(<WeekHoursDialog unitId={unitId} week={week} />)
  const changeDay = (day: DayOfWeek) => open(<DayHoursDialog unitId={unitId} week={week} day={day} />)
  return (
    <section className="card">
      <div className="card__head">
        <div>
          <h2 className="h3">{weekText(week)}</h2>
          <p className="small muted">Every week, until you change it</p>
        </div>
        <Button size="small" onClick={changeWeek}>
          Whole week
        </Button>
      </div>
      <ul className="wk">
        <li className="wk__head cells cols-end level g-1-3 py-3 line-foot" aria-hidden="true">
          <span className="wk__clock">
            {['00:00', '06:00', '12:00', '18:00', '24:00'].map((time) => (
              <span key={time}>{time}</span>
            ))}
          </span>
        </li>
        {week.map((day) => (
          <li className="cells cols-end level g-1-3 py-3 line-foot" key={day.dayOfWeek}>
            <span className="bold lh-125">
              {dayName(day.dayOfWeek)}
              <span className="block-box t-sm regular muted figures-even">{hoursText(day)}</span>
            </span>
            <DayBar day={day} />
            <Button size="small" onClick={() => changeDay(day.dayOfWeek)}>
              Change<span className="vh"> {dayName(day.dayOfWeek)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DayBar({ day }: { day: DayHours }) {
  const span = day.isWorked ? spanOf(day) : undefined
  return (
    <span className="wk__bar across holds r-small clip" aria-hidden="true">
      {span ? (
        <svg className="w-full h-full" viewBox={`0 0 ${MINUTES_PER_DAY} 10`} preserveAspectRatio="none">
          <rect
            fill="var(--green-tint)"
            stroke="var(--green)"
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
            x={span.from}
            y="-2"
            width={span.to - span.from}
            height="14"
          />
        </svg>
      ) : (
        <span className="cells mid-both h-full t-xs mid muted">Day off</span>
      )}
    </span>
  )
}
