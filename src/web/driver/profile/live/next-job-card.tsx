import { formatDayTime, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { HELP_COLUMNS } from '#web/driver/prices/rates-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { DayTile } from '#web/ui/day-tile.tsx'
import { useClock } from '#web/kit/page/root-data.ts'
import type { News } from './live.server.ts'

const states = {
  new_booking: { tone: 'yellow', words: 'Answer it' },
  confirmed: { tone: 'green-soft', words: 'Confirmed' },
  in_progress: { tone: 'green', words: 'In progress' },
} as const

export function NextJobCard({ job }: { job: News['nextJob'] }) {
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
    <div className="live__job mt-3">
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
