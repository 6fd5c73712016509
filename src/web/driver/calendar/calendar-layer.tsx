import { useEffect, useRef, useState } from 'react'
import { formatDay, formatTime, toLocal, type LocalDay, type LocalMoment } from '#shared/local-time.ts'
import { tripsText } from '#web/kit/bookings/trip-texts.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { ownValue } from '#shared/lookup-own.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import type { JobInWeek } from './calendar-data.ts'
import { JobDialog } from './job-dialog.tsx'
import { timesOf, type Selection } from './selection.ts'
import { blocksOf, piecesOn, quarterFrom, quarterTo, type BookingPiece, type CalendarWeek } from './week.ts'

interface LayerProps {
  week: CalendarWeek<JobInWeek>
  now: LocalMoment
  shownDay: LocalDay
  selection: Selection | null
}

/** The layer above the grid: grey blocks and selected hours, which are visual only, and bookings, which open. */
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

function DayBookings({ pieces, day }: { pieces: readonly BookingPiece<JobInWeek>[]; day: LocalDay }) {
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

function BookingBlock({ piece: { booking, fromMinute, toMinute, times } }: { piece: BookingPiece<JobInWeek> }) {
  const { open } = useDialogs()
  const status = ownValue(statuses, booking.status) ?? { words: 'Booked' }
  const read = () => open(<JobDialog job={booking} times={times} status={status.words} />)
  return (
    <button
      type="button"
      className={classNames('cal__job', status.look, quarterFrom(fromMinute), quarterTo(toMinute))}
      onClick={read}
    >
      <b>{times}</b>
      {booking.where}
      {booking.trips > 1 ? `, ${tripsText(booking.trips)}` : ''}
      <span className="vh">, {status.words}</span>
    </button>
  )
}

/** Only with script: otherwise the line would soon be wrong. */
function NowLine({ now }: { now: LocalMoment }) {
  const line = useRef<HTMLDivElement>(null)
  const clock = useClock()
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setMoment(toLocal(clock())), 30_000)
    return () => clearInterval(timer)
  }, [clock])
  // Set through the object model, because the Content-Security-Policy refuses style attributes.
  useEffect(() => line.current?.style.setProperty('--at', String(moment.minute / 60)), [moment])
  return (
    <div ref={line} className="cal__now" aria-hidden="true">
      <span>{formatTime(moment.minute)}</span>
    </div>
  )
}
