import type { ReactNode } from 'react'
import { formatDay, type LocalDay } from '#shared/local-time.ts'

export interface Fact {
  name: string
  value: ReactNode
  /** Wrong, or no longer true. */
  isOff?: boolean
  /** The one of several that holds at present, and says so. */
  now?: string
}

/** Names and values of one thing, one per line. */
export const Facts = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
  <dl className={className}>
    {facts.map(({ name, value, isOff, now }) => (
      <div key={name} className={isOff ? 'is-off' : now ? 'is-now' : undefined}>
        <dt>
          {name}
          {now ? <span>{now}</span> : null}
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A calendar leaf: "Sat 14 March". `isToday` replaces the weekday. */
export function DayTile({ day, isToday }: { day: LocalDay; isToday?: boolean }) {
  const [weekday, date, month = ''] = formatDay(day).split(' ')
  return (
    <div className="day">
      <b className="t-xs mid">{isToday ? 'Today' : weekday}</b>
      <strong>{date}</strong>
      {/* "March" fits on the leaf, "September" does not. */}
      <span className="t-xs muted">{month.length > 5 ? month.slice(0, 3) : month}</span>
    </div>
  )
}
