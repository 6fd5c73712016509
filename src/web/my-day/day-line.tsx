import { localDayOf } from '#shared/local-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { currentJob, type Job } from './day-state.ts'
import { dayLineText, startText } from './day-texts.ts'

/** The day on one line: what is done, what runs, what is next. */
export function DayLine({ jobs, now }: { jobs: readonly Job[]; now: Date }) {
  const current = currentJob(jobs)
  const isToday = jobs.every(({ startAt }) => localDayOf(new Date(startAt)) === localDayOf(now))
  const count = jobs.length === 1 ? 'one job' : `${jobs.length} jobs`
  return (
    <ol className="dayline" aria-label={isToday ? `Today, ${count}` : `These days, ${count}`}>
      {jobs.map((job) => {
        const isDone = job.day.clock.state === 'finished'
        const isNow = job.id === current?.id
        return (
          <li key={job.id} className={classNames(isDone && 'is-done', isNow && 'is-now')}>
            <b className="block-box">
              {startText(job, now)} {job.routePoints[0]?.place}
            </b>
            {dayLineText(job)}
          </li>
        )
      })}
    </ol>
  )
}
