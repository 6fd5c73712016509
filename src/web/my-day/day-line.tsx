import { classNames } from '#web/ui/class-names.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import { currentJob, type Job } from './day-state.ts'
import { dayLineText } from './day-texts.ts'

/** The day on one line: what is done, what runs, what is next. */
export function DayLine({ jobs }: { jobs: readonly Job[] }) {
  const current = currentJob(jobs)
  return (
    <ol className="dayline" aria-label={jobs.length === 1 ? 'Today, one job' : `Today, ${jobs.length} jobs`}>
      {jobs.map((job) => {
        const isDone = job.day.clock.state === 'finished'
        const isNow = job.id === current?.id
        return (
          <li key={job.id} className={classNames(isDone && 'is-done', isNow && 'is-now')}>
            <b>
              {timeText(job.startAt)} {job.routePoints[0]?.place}
            </b>
            {dayLineText(job)}
          </li>
        )
      })}
    </ol>
  )
}
