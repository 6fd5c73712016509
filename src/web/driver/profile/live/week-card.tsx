import { countOf } from '#shared/count-of.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import type { News } from './live.server.ts'

type Week = News['thisWeek']
type Takings = NonNullable<News['takings']>['thisWeek']
type Part = 'done' | 'booked' | 'waiting'

const parts: readonly [Part, string][] = [
  ['done', 'Done'],
  ['booked', 'Booked'],
  ['waiting', 'Not answered yet'],
]

/** Hours and takings of this week and the next. Those who see no prices see the hours alone. */
export function WeekCard({ news: { thisWeek, nextWeek, takings } }: { news: News }) {
  return (
    <section className="card" aria-labelledby="weeks">
      <h2 className="h3" id="weeks">
        Hours{takings ? ' and takings' : ''}
      </h2>
      <div className="live__weeks mt-3">
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
      <h3 className="live__week">
        {name} <span className="small muted">from {formatDay(week.fromDay)}</span>
      </h3>
      {found.length === 0 ? <p className="muted">Nothing booked.</p> : null}
      {found.length > 0 ? (
        <dl>
          {found.map(([part, words]) => (
            <div key={part} className="fee">
              <dt>
                {words}
                <span className="small muted">
                  {jobsText(week[part].jobs)}, {formatDuration(week[part].minutes)}
                </span>
              </dt>
              <dd>{takings ? <b>{formatPence(penceOf(takings, part))}</b> : null}</dd>
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
