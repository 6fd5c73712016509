import { Star } from 'lucide-react'
import { isDeactivated, isOperating } from '#modules/fleet/units/rules.ts'
import { getOverview } from '#modules/onboarding/contract.ts'
import { countOf } from '#shared/texts.ts'
import { formatDuration } from '#shared/duration.ts'
import { localDayOf, type LocalDay, formatDay, formatDayTime, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { HELP_COLUMNS } from '#web/driver/prices/rates-form.ts'
import { SetupPrompt } from '#web/kit/driver-setup/setup-prompt.tsx'
import { PauseCard } from '#web/driver/units/pause-card.tsx'
import { UnitCard, FirstUnit } from '#web/driver/units/unit-card.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { useClock } from '#web/kit/page/root-data.ts'
import { dataOf, needDriver } from '#web/kit/session/gate.server.ts'
import { chooseUnit, type ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import { useChosenUnit, UnitButtonLink, UnitLink, UnitStatusBadge } from '#web/kit/units/unit-link.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { DayTile } from '#web/ui/facts.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/driver-profile'
import { GainsCard } from './gains-card.tsx'
import { readLive, type LiveUnit, type News } from './live.server.ts'
import { Overview, type UnitAtAGlance } from './overview.tsx'
import { SetupRoad } from './setup-road.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Driver Profile' })

interface Loaded extends ChosenUnit {
  overview: readonly UnitAtAGlance[] | null
  /** Figures of a unit that takes jobs; null for others. */
  live: LiveUnit | null
  today: LocalDay
}

/** One van's profile; of several, where none is named, all at a glance. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const today = localDayOf(nowIn(context))
  if (!url.searchParams.has('unit')) {
    const { units } = dataOf(await call(getOverview))
    if (units.length > 1) return { units: [], unit: null, overview: units, live: null, today }
  }
  const chosen = await chooseUnit(call, { url })
  const live = chosen.unit && isOperating(chosen.unit.status) ? await readLive(call, chosen.unit.id) : null
  return { ...chosen, overview: null, live, today }
}

export default function DriverProfile({ loaderData: { units, unit, overview, live, today } }: Route.ComponentProps) {
  const state = useChosenUnit()
  if (overview) return <Overview units={overview} today={today} />
  const isStopped = unit !== null && isDeactivated(unit.status)
  return (
    <Page>
      <div className="page__head mb-4">
        <div className="row row--apart">
          <h1>Driver Profile</h1>
          {unit ? <UnitStatusBadge status={unit.status} /> : null}
        </div>
        {units.length > 1 && unit ? <UnitSwitcher units={units} unitId={unit.id} /> : null}
      </div>
      <SetupPrompt />
      <div className="split">
        <div>
          {unit ? null : <FirstUnit />}
          {/* What stops it comes before what is left to do: on a phone the side is far below. */}
          {isStopped ? (
            <div className="mb-4">
              <PauseCard unit={unit} />
            </div>
          ) : null}
          {live ? <Live live={live} /> : null}
          {state && unit ? <SetupRoad state={state} unit={unit} /> : null}
        </div>
        {unit ? (
          <aside className="split__side stack" aria-label="Working unit">
            <UnitCard unit={unit} />
            {/* To take it off is among its settings, away from what is tapped daily. */}
            {unit.status === 'deactivated_by_you' ? <PauseCard unit={unit} /> : null}
            <UnitButtonLink to="/reviews" icon={Star}>
              Reviews by customers
            </UnitButtonLink>
          </aside>
        ) : null}
      </div>
    </Page>
  )
}

/** The news of a unit that takes jobs, and what would show it more often. */
function Live({ live: { news, gains } }: { live: LiveUnit }) {
  return (
    <div className="stack live">
      <NextJobCard job={news.nextJob} />
      <WeekCard news={news} />
      <ExpiringCard expiring={news.expiring} />
      {gains ? <GainsCard gains={gains} /> : null}
    </div>
  )
}

type Expiring = News['expiring'][number]

/** Documents and right-to-work checks that expire within 60 days, nearest first. */
function ExpiringCard({ expiring }: { expiring: readonly Expiring[] }) {
  return (
    <section className="card" aria-labelledby="expiring">
      <h2 className="h3" id="expiring">
        Expires next
      </h2>
      {expiring.length === 0 ? <p className="muted mt-3">Nothing in the next 60 days.</p> : null}
      <ul className="mt-3" hidden={expiring.length === 0}>
        {expiring.map((one) => (
          <li
            className="flex wraps apart g-1-4 py-3 line-top"
            key={one.kind === 'document' ? one.document : one.personId}
          >
            <UnitLink to={one.kind === 'document' ? '/settings/driving-profile' : '/settings/people'}>
              {one.kind === 'document' ? one.label : `${one.firstName}’s right-to-work check`}
            </UnitLink>
            <span className="small">
              <b className="num">{daysText(one.daysLeft)}</b>, {formatDay(one.expiresOn)}
              {one.isRenewalWaiting ? '. The new one is being checked' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const daysText = (days: number) => (days === 1 ? 'in 1 day' : `in ${days} days`)

const states = {
  new_booking: { tone: 'yellow', words: 'Answer it' },
  confirmed: { tone: 'green-soft', words: 'Confirmed' },
  in_progress: { tone: 'green', words: 'In progress' },
} as const

function NextJobCard({ job }: { job: News['nextJob'] }) {
  return (
    <section className="card" aria-labelledby="next-job">
      <div className="row row--apart gap-2">
        <h2 className="h3" id="next-job">
          Next job
        </h2>
        {job ? <Badge tone={states[job.status].tone}>{states[job.status].words}</Badge> : null}
      </div>
      {job ? <Job job={job} /> : <p className="muted mt-3">No jobs booked.</p>}
      <div className="row gap-2 mt-4">
        {job && !job.isCrewNamed ? (
          <UnitButtonLink size="small" to={`/job-crew/${job.id}`}>
            Say who comes
          </UnitButtonLink>
        ) : null}
        <UnitButtonLink size="small" to={job ? `/calendar?day=${localDayOf(new Date(job.startAt))}` : '/calendar'}>
          Open in the calendar
        </UnitButtonLink>
      </div>
    </section>
  )
}

function Job({ job }: { job: NonNullable<News['nextJob']> }) {
  const now = useClock()
  const [start, end] = [new Date(job.startAt), new Date(job.endAt)]
  const { day } = toLocal(start)
  const until = toLocal(end)
  return (
    <div className="cells cols-side g-3-4 level mt-3">
      <DayTile day={day} isToday={day === localDayOf(now())} />
      <div>
        <p>
          <b className="num">
            {formatTime(toLocal(start).minute)} to {until.day === day ? formatTime(until.minute) : formatDayTime(end)}
          </b>
        </p>
        <p className="long">
          {job.from.town} {job.from.outcode} to {job.to.town} {job.to.outcode}
        </p>
        <p className="small muted">
          {HELP_COLUMNS[job.helpLevel].name}, {job.isCrewNamed ? 'crew named' : 'crew not named yet'}
        </p>
      </div>
    </div>
  )
}

type Week = News['thisWeek']
type Takings = NonNullable<News['takings']>['thisWeek']
type Part = 'done' | 'booked' | 'waiting'

const parts: readonly [Part, string][] = [
  ['done', 'Done'],
  ['booked', 'Booked'],
  ['waiting', 'Not answered yet'],
]

/** Hours and takings of this week and the next. Those who see no prices see the hours alone. */
function WeekCard({ news: { thisWeek, nextWeek, takings } }: { news: News }) {
  return (
    <section className="card" aria-labelledby="weeks">
      <h2 className="h3" id="weeks">
        Hours{takings ? ' and takings' : ''}
      </h2>
      <div className="grid min-13 gap-5 mt-3">
        <WeekFigures name="This week" week={thisWeek} takings={takings?.thisWeek ?? null} />
        <WeekFigures name="Next week" week={nextWeek} takings={takings?.nextWeek ?? null} />
      </div>
      {takings ? <p className="small muted mt-3">Takings are after our commission and the VAT on it.</p> : null}
    </section>
  )
}

function WeekFigures({ name, week, takings }: { name: string; week: Week; takings: Takings | null }) {
  const found = parts.filter(([part]) => week[part].jobs > 0)
  return (
    <div>
      <h3 className="t-md">
        {name} <span className="small muted">from {formatDay(week.fromDay)}</span>
      </h3>
      {found.length === 0 ? <p className="muted">Nothing booked.</p> : null}
      {found.length > 0 ? (
        <dl>
          {found.map(([part, label]) => (
            <div key={part} className="py-1 cells cols-end level g-3 t-sm">
              <dt>
                {label}
                <span className="small muted block-box">
                  {jobsText(week[part].jobs)}, {formatDuration(week[part].minutes)}
                </span>
              </dt>
              <dd>{takings ? <b className="figures-even">{formatPence(penceOf(takings, part))}</b> : null}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}

const jobsText = (jobs: number) => countOf(jobs, 'job')

const penceOf = ({ donePence, bookedPence, waitingPence }: Takings, part: Part): number =>
  ({ done: donePence, booked: bookedPence, waiting: waitingPence })[part]
