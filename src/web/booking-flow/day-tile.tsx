import { formatDay, type LocalDay } from '#shared/local-time.ts'

/** A leaf of a calendar: "Sat 14 March". `isToday` says so in place of the weekday. */
export function DayTile({ day, isToday }: { day: LocalDay; isToday?: boolean }) {
  const [weekday, date, month] = formatDay(day).split(' ')
  return (
    <div className="day">
      <b>{isToday ? 'Today' : weekday}</b>
      <strong>{date}</strong>
      <span>{month}</span>
    </div>
  )
}
