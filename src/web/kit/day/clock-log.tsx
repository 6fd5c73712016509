import { timeText } from './clock-view.ts'
import { countedAt, recordText } from './correct-time.ts'
import { byText, eventText, isTold, type Happened } from './clock-texts.ts'
import './day.css'

interface LoggedEvent extends Happened {
  seq: number
  /** Our time, and that of the act. */
  at: string
  happenedAt: string
  correctedTo: string | null
  isShifted: boolean
  isConflict: boolean
}

/** What happened, by the time it happened. */
export function ClockLog({ events, places = [] }: { events: readonly LoggedEvent[]; places?: readonly string[] }) {
  const told = events.filter(isTold)
  if (told.length === 0) return null
  return (
    <ul className="clock__log">
      {told.map((event) => (
        <li className="flex g-3 line-top lh-135" key={event.seq}>
          <time className="mid" dateTime={countedAt(event)}>
            {timeText(countedAt(event))}
          </time>
          <span>
            {eventText({ ...event, place: typeof event.stop === 'number' ? places[event.stop] : undefined })}
            {noteOf(event)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function noteOf(event: LoggedEvent): string {
  const by = byText(event)
  return [
    ...(by ? [`, ${by}`] : []),
    ...recordText(event).map((text) => `. ${text}`),
    ...(event.isConflict ? ['. The job had changed, so our office will decide'] : []),
  ].join('')
}
