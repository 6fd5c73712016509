import { countOf } from '#shared/count-of.ts'
import { formatPence } from '#shared/money.ts'
import type { Board } from './board-texts.ts'

/** The jobs that begin today in one bar that adds up, with its figures below it, and what they come to. */
export function DayFigures({ day }: { day: Board['day'] }) {
  const { done, underWay, toCome, nobody, totalPence, made } = day
  const all = done + underWay + toCome + nobody
  const parts = [
    { name: 'done', count: done, look: 'is-done' },
    { name: 'under way', count: underWay, look: 'is-now' },
    { name: 'to come', count: toCome, look: undefined },
    { name: 'with nobody', count: nobody, look: 'is-nobody' },
  ]
  return (
    <section className="card tally" aria-label="Figures of the day">
      {all > 0 ? (
        <svg className="tally__bar" viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
          {parts.map(({ name, count, look }, index) => (
            <rect
              key={name}
              className={look}
              x={parts.slice(0, index).reduce((sum, one) => sum + one.count, 0)}
              width={count}
              height={1}
            />
          ))}
        </svg>
      ) : null}
      <dl className="num">
        {parts.map(({ name, count, look }) => (
          <div key={name}>
            <dt>
              <i className={look} />
              {name}
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div>
          <dt>{countOf(all, 'job')} booked</dt>
          <dd>{formatPence(totalPence)}</dd>
        </div>
        <div>
          <dt>booked today</dt>
          <dd>{made}</dd>
        </div>
      </dl>
    </section>
  )
}

/** How many begin in each hour, from the first to the last. */
export function StartsByHour({ hours, hour }: { hours: Board['day']['hours']; hour: number }) {
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? -1]
  const most = Math.max(1, ...hours.map(({ count }) => count))
  const counts = new Map(hours.map((one) => [one.hour, one.count]))
  if (hours.length === 0) return null
  return (
    <section className="card mt-5" aria-labelledby="starts">
      <h2 className="h3 mb-4" id="starts">
        Starts by hour
      </h2>
      <ol className="hours-chart" aria-label="Jobs that begin in each hour">
        {Array.from({ length: last - first + 1 }, (_, index) => first + index).map((one) => (
          <li key={one} className={one === hour ? 'is-now' : undefined}>
            <span>{counts.get(one) ?? 0}</span>
            <svg viewBox={`0 0 1 ${most}`} preserveAspectRatio="none" aria-hidden="true">
              <rect y={most - (counts.get(one) ?? 0)} width={1} height={counts.get(one) ?? 0} />
            </svg>
            {String(one).padStart(2, '0')}
          </li>
        ))}
      </ol>
    </section>
  )
}
