import { useLocation, Form } from 'react-router'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { clockText, timeText, workedSeconds, useNow } from '#web/kit/day/clock-view.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needAnyDriver } from '#web/kit/session/gate.server.ts'
import { UnitButtonLink, UnitLink } from '#web/kit/units/unit-link.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import type { Route } from './+types/my-day'
import { DayLine } from './driver-changes.tsx'
import { currentJob, type Job } from './day-state.ts'
import { confirmAgainText, confirmedPath, leaveBy, overdueText, payText, startText } from './day-texts.ts'
import type { Outbox } from './use-outbox.ts'
import { OutboxCard } from './waiting-card.tsx'
import { readDay } from './read-day.server.ts'
import { useDay } from './use-day.ts'
import '../kit/day/day.css'
import './my-day.css'

export const handle: PageHandle = { hasNight: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'My day' })

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readDay(needAnyDriver(context), { url, now: nowIn(context) })

/** Today's jobs of one van, in order; opens without signal. */
export default function MyDay({ loaderData }: Route.ComponentProps) {
  const { units, day: loaded } = loaderData
  const now = useNow(loaderData.now)
  const { jobs, outbox } = useDay(loaderData)
  const asksToLeave = new URLSearchParams(useLocation().search).has('log-out')
  return (
    <Page className="page--list">
      <div className="row row--apart">
        <h1>My day</h1>
        {loaded ? <UnitSwitcher units={units} unitId={loaded.unitId} /> : null}
      </div>
      <p className="muted">{formatDayLong(localDayOf(now))}</p>
      <div className="cells g-4 mt-4">
        {asksToLeave ? <LeavePhone outbox={outbox} /> : null}
        <OutboxCard outbox={outbox} />
        {jobs.length > 0 ? (
          <>
            <DayLine jobs={jobs} now={now} />
            <Jobs jobs={jobs} now={now} />
          </>
        ) : (
          <Empty title="No job today">What you confirm for today shows here, and opens without signal.</Empty>
        )}
      </div>
    </Page>
  )
}

function Jobs({ jobs, now }: { jobs: readonly Job[]; now: Date }) {
  const current = currentJob(jobs)
  return jobs.map((job) => {
    const from = job.routePoints[0]?.place ?? ''
    const to = job.routePoints.at(-1)?.place ?? ''
    const [overdue, confirmAgain] = [overdueText(job, now), confirmAgainText(job)]
    const leave = overdue ? null : leaveBy(job)
    return (
      <article key={job.id} className="card cells g-3" aria-label={`${from} to ${to}, ${timeText(job.startAt)}`}>
        <div className="row row--apart">
          <h2 className="h3 long">
            <span className="num">{startText(job, now)}</span> {from} to {to}
          </h2>
          <span className="small muted">{stateText(job, now)}</span>
        </div>
        <p className="small muted num">
          {job.customer?.firstName ? `${job.customer.firstName}. ` : ''}
          {confirmAgain ? '' : payText(job)}
          {leave && !confirmAgain ? `. Leave by ${timeText(leave)}` : ''}
        </p>
        {confirmAgain ? (
          <UnitLink className="link-btn num" to={confirmedPath(job)}>
            {confirmAgain}
          </UnitLink>
        ) : null}
        {overdue ? <p className="small num">{overdue}.</p> : null}
        <UnitButtonLink
          reloadDocument
          look={job.id === current?.id ? 'primary' : 'plain'}
          className="myday__go"
          to={`/my-day/${job.id}`}
        >
          Open
          <span className="vh">
            {' '}
            {from} to {to}
          </span>
        </UnitButtonLink>
      </article>
    )
  })
}

function stateText(job: Job, now: Date): string {
  const { clock } = job.day
  switch (clock.state) {
    case 'on_the_way':
      return 'On the way'
    case 'running':
      return `Running, ${clockText(workedSeconds(clock, now))}`
    case 'paused':
      return `Paused, ${clockText(workedSeconds(clock, now))}`
    case 'finished':
      return `Finished, ${clockText(workedSeconds(clock, now))}`
    default:
      if (confirmAgainText(job)) return 'Not confirmed again yet'
      if (overdueText(job, now)) return 'Late'
      if (clock.lateEta) return `Late, ${timeText(clock.lateEta)}`
      return clock.likelyStartAt ? `Probably late, ${timeText(clock.likelyStartAt)}` : 'Coming up'
  }
}

/** Logging out erases the day from this phone, so it is asked while something of it is here only. */
function LeavePhone({ outbox }: { outbox: Outbox }) {
  const count = outbox.unsent.filter(({ isSent }) => !isSent).length
  return (
    <Banner tone="warn" isAlert title="Log out and lose unsent work?">
      <p>
        {count === 0
          ? 'Everything has been sent. You can log out.'
          : `${count === 1 ? 'One thing is' : `${count} things are`} on this phone only. Logging out erases ${count === 1 ? 'it' : 'them'} for good.`}
      </p>
      <div className="row mt-3">
        <UnitButtonLink size="small" to="/my-day" replace>
          Stay logged in
        </UnitButtonLink>
        <Form method="post" action="/session/logout?anyway=yes" reloadDocument>
          <input type="hidden" name="next" value="/" />
          <Button type="submit" size="small" look="danger">
            {count === 0 ? 'Log out' : 'Log out anyway'}
          </Button>
        </Form>
      </div>
    </Banner>
  )
}
