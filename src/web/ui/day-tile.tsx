import { formatDay, type LocalDay } from '#shared/local-time.ts'

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
