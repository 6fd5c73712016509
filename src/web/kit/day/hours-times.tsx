import { countedAt, recordText } from './correct-time.ts'
import { timeText } from './clock-view.ts'
import { eventText, type Happened } from './clock-texts.ts'

const MAKE_THE_HOURS = ['started', 'arrived', 'paused', 'resumed', 'finished']

interface Timed extends Happened {
  seq: number
  at: string
  happenedAt: string
  correctedTo: string | null
  isShifted: boolean
  isConflict: boolean
}

/** The times that the hours are made of, as they count, each with what was said later or corrected beside it. For a list of sums. */
export const HoursTimes = ({ events }: { events: readonly Timed[] }) => (
  <>
    {events
      .filter(({ kind, isConflict }) => MAKE_THE_HOURS.includes(kind) && !isConflict)
      .map((event) => (
        <div className="sumline" key={event.seq}>
          <dt>
            {eventText({ kind: event.kind, who: event.who, reason: event.reason ?? null })}
            {recordText(event).map((text) => (
              <small key={text} className="block-box t-sm">
                {text}
              </small>
            ))}
          </dt>
          <dd>
            <time dateTime={countedAt(event)}>{timeText(countedAt(event))}</time>
          </dd>
        </div>
      ))}
  </>
)
