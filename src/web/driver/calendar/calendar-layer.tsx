import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatDay, formatTime, toLocal, type LocalDay, type LocalMoment } from '#shared/local-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { timesOf, type Selection } from './selection.ts'
import { blocksOf, piecesOn, quarterFrom, quarterTo, type BookingPiece, type CalendarWeek } from './week.ts'

interface LayerProps {
  week: CalendarWeek
  now: LocalMoment
  shownDay: LocalDay
  selection: Selection | null
}

/** What lies above the grid: grey blocks and the chosen hours for the eye, and the bookings, which are links. */
export function CalendarLayer({ week, now, shownDay, selection }: LayerProps) {
  return (
    <div className="cal__layer">
      {week.days.map((day) => (
        <div key={day} className={classNames('cal__col', day === shownDay && 'is-shown')}>
          <div aria-hidden="true">
            {blocksOf(week, day).map((block) => (
              <div
                key={block.label}
                className={classNames(
                  'cal__off',
                  block.isWholeDay && 'cal__off--all',
                  quarterFrom(block.fromMinute),
                  quarterTo(block.toMinute),
                )}
              >
                <span>{block.label}</span>
              </div>
            ))}
            {selection?.day === day ? (
              <div className={classNames('cal__pick', quarterFrom(selection.from * 60), quarterTo(selection.to * 60))}>
                {timesOf(selection)}
              </div>
            ) : null}
          </div>
          <DayBookings pieces={piecesOn(week.bookings, day)} day={day} />
        </div>
      ))}
      {week.days.includes(now.day) ? <NowLine now={now} /> : null}
    </div>
  )
}

function DayBookings({ pieces, day }: { pieces: readonly BookingPiece[]; day: LocalDay }) {
  if (pieces.length === 0) return null
  return (
    <ul className="list" aria-label={`Bookings on ${formatDay(day)}`}>
      {pieces.map((piece) => (
        <li key={piece.booking.id}>
          <BookingBlock piece={piece} />
        </li>
      ))}
    </ul>
  )
}

const statuses: Record<string, { words: string; look?: string }> = {
  new_booking: { words: 'New booking', look: 'cal__job--new' },
  confirmed: { words: 'Confirmed' },
  in_progress: { words: 'In progress', look: 'cal__job--now' },
  completed: { words: 'Completed', look: 'cal__job--done' },
}

function BookingBlock({ piece: { booking, fromMinute, toMinute, times } }: { piece: BookingPiece }) {
  const status = statuses[booking.status] ?? { words: 'Booked' }
  const className = classNames('cal__job', status.look, quarterFrom(fromMinute), quarterTo(toMinute))
  const words = (
    <>
      <b>{times}</b>
      {booking.where}
      <span className="vh">, {status.words}</span>
    </>
  )
  return booking.to === null ? (
    <div className={className}>{words}</div>
  ) : (
    <Link className={className} to={booking.to}>
      {words}
    </Link>
  )
}

/** Only with script: without it the line would soon be wrong. */
function NowLine({ now }: { now: LocalMoment }) {
  const line = useRef<HTMLDivElement>(null)
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setMoment(toLocal(new Date())), 30_000)
    return () => clearInterval(timer)
  }, [])
  // Set on the object, not as an attribute, which the Content-Security-Policy would refuse.
  useEffect(() => line.current?.style.setProperty('--at', String(moment.minute / 60)), [moment])
  return (
    <div ref={line} className="cal__now" aria-hidden="true">
      <span>{formatTime(moment.minute)}</span>
    </div>
  )
}
