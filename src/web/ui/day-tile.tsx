import { formatDay, type LocalDay } from '#shared/local-time.ts'

/** A leaf of a calendar: "Sat 14 March". `isToday` says so in place of the weekday. */
export function DayTile({ day, isToday }: { day: LocalDay; isToday?: boolean }) {
  const [weekday, date, month = ''] = formatDay(day).split(' ')
  return (
    <div className="day">
      <b>{isToday ? 'Today' : weekday}</b>
      <strong>{date}</strong>
      {/* "March" fits the leaf, "September" does not. */}
      <span>{month.length > 5 ? month.slice(0, 3) : month}</span>
    </div>
  )
}
