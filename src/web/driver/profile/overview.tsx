import { ArrowRight, CalendarDays, CircleAlert, CircleCheck, Plus } from 'lucide-react'
import type { getOverview } from '#modules/onboarding/contract.ts'
import { isDeactivated, unitCalled } from '#modules/fleet/units/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { dayOfWeek, formatDay, formatDayTime, formatTime, toLocal, type LocalDay } from '#shared/local-time.ts'
import { lackingOf, reasonForNoBookings } from '#web/kit/driver-setup/why-no-bookings.ts'
import { AddUnitDialog } from '../units/unit-card.tsx'
import { useUnits, UnitButtonLink, UnitLink, UnitStatusBadge } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/sign.tsx'

export type UnitAtAGlance = AnswerOf<typeof getOverview>['units'][number]
type Day = UnitAtAGlance['days'][number]
type Job = Day['jobs'][number]

/** All vans of an owner side by side. Each leads to its own profile. */
export function Overview({ units, today }: { units: readonly UnitAtAGlance[]; today: LocalDay }) {
  const { open } = useDialogs()
  const add = () => open(<AddUnitDialog />)
  return (
    <Page>
      <div className="page__head mb-4">
        <div className="row row--apart">
          <h1>Driver Profile</h1>
          <Button size="small" icon={Plus} onClick={add}>
            Add a van
          </Button>
        </div>
        <p className="muted">Your {units.length} vans. Choose one to set it up or change it.</p>
      </div>
      <ul className="vans">
        {units.map((unit) => (
          <UnitGlance key={unit.id} unit={unit} today={today} />
        ))}
      </ul>
      <ul className="vans__key flex g-4 mt-4 small muted" aria-label="Key">
        <li>
          <i className="is-busy edge-w r-small" aria-hidden="true" /> Jobs
        </li>
        <li>
          <i className="is-open edge-w r-small" aria-hidden="true" /> Open
        </li>
        <li>
          <i className="is-off edge-w r-small" aria-hidden="true" /> Off
        </li>
      </ul>
    </Page>
  )
}

function UnitGlance({ unit, today }: { unit: UnitAtAGlance; today: LocalDay }) {
  const titleId = `unit-${unit.id}`
  const [first] = unit.days
  return (
    <li className="card cells pack-top g-4" aria-labelledby={titleId}>
      <div className="flex wraps level g-2-3">
        <h2 className="h3 long" id={titleId}>
          <UnitLink to="/driver-profile" unitId={unit.id}>
            {unit.name}
          </UnitLink>
        </h2>
        {unit.registration ? <Plate registration={unit.registration} /> : <span className="muted">No van yet</span>}
        <UnitStatusBadge status={unit.status} />
      </div>
      <Missing unit={unit} />
      <dl className="facts num">
        <div>
          <dt>Today</dt>
          <dd>{first ? todayText(first) : ''}</dd>
        </div>
        <div>
          <dt>Next job</dt>
          <dd>
            {unit.nextJob ? (
              <UnitLink to={`/calendar?day=${toLocal(new Date(unit.nextJob.startAt)).day}`} unitId={unit.id}>
                {jobText(unit.nextJob)}
              </UnitLink>
            ) : (
              'No job yet'
            )}
          </dd>
        </div>
      </dl>
      <ol className="van-glance__week cells cols-7 g-h" aria-label={`The next seven days of ${unitCalled(unit)}`}>
        {unit.days.map((day) => (
          <li key={day.date}>
            <UnitLink to={`/calendar?day=${day.date}`} unitId={unit.id} className={`lifts is-${day.state}`}>
              <span aria-hidden="true">{weekdays[dayOfWeek(day.date) - 1]}</span>
              <b aria-hidden="true">{cellText(day)}</b>
              <span className="vh">
                {day.date === today ? 'Today' : formatDay(day.date)}: {dayText(day)}
              </span>
            </UnitLink>
          </li>
        ))}
      </ol>
      <div className="row">
        <UnitButtonLink size="small" icon={ArrowRight} to="/driver-profile" unitId={unit.id}>
          Profile<span className="vh"> of {unitCalled(unit)}</span>
        </UnitButtonLink>
        <UnitButtonLink size="small" icon={CalendarDays} to="/calendar" unitId={unit.id}>
          Calendar<span className="vh"> of {unitCalled(unit)}</span>
        </UnitButtonLink>
      </div>
    </li>
  )
}

/** Number of problems listed here; the profile page lists them all. */
const NAMED = 3

/** What keeps a van from jobs, with the way to mend it. */
function Missing({ unit }: { unit: UnitAtAGlance }) {
  const state = useUnits().find(({ id }) => id === unit.id)
  if (!state) return null
  const lacks = unit.lacks.slice(0, NAMED).map((lack) => lackingOf(lack, state))
  const other = lacks.length === 0 || isDeactivated(unit.status) ? reasonForNoBookings(state, false) : null
  const more = other ? 0 : unit.lacks.length - NAMED
  const reasons = other ? [other] : lacks
  if (reasons.length === 0)
    return (
      <p className="flex g-2 items-start small muted">
        <Icon of={CircleCheck} />
        Nothing is missing.
      </p>
    )
  return (
    <ul className="cells g-2 small">
      {reasons.map(({ text, to, action }) => (
        <li key={text} className="flex g-2 items-start">
          <Icon of={CircleAlert} />
          <span className="long">
            {text}{' '}
            <UnitLink to={to} unitId={unit.id}>
              {action}
            </UnitLink>
          </span>
        </li>
      ))}
      {more > 0 ? <li className="muted">And {more} more</li> : null}
    </ul>
  )
}

const weekdays = ['M', 'T', 'W', 'T', 'F', 'S', 'S'] as const

/** Jobs of a busy day, open hours of another. */
const cellText = ({ state, jobs, openHours }: Day) => {
  if (state === 'off') return '–'
  return state === 'busy' ? jobs.length : <span className="regular one-line">{openHours} h</span>
}

const countText = (jobs: number) => countOf(jobs, 'job')
const hoursText = (hours: number) => `${countOf(hours, 'hour')} open`

const dayText = ({ state, jobs, openHours }: Day): string =>
  state === 'off'
    ? 'no hours open'
    : [...(jobs.length > 0 ? [countText(jobs.length)] : []), hoursText(openHours)].join(', ')

const todayText = (day: Day): string =>
  day.state === 'off' ? 'No hours open' : [dayText(day), ...day.jobs.map(timesText)].join('; ')

const clock = (instant: string) => formatTime(toLocal(new Date(instant)).minute)
const timesText = ({ startAt, endAt, from, to }: Job) => `${clock(startAt)} to ${clock(endAt)} ${from} to ${to}`
const jobText = ({ startAt, from, to }: Job) => `${formatDayTime(new Date(startAt))}, ${from} to ${to}`
