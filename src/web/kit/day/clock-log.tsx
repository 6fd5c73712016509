import type { PhotoStage } from '#modules/bookings/day/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { usePicture } from '../upload/face.tsx'
import { byText, eventText, isClockEvent, type Happened } from './clock-texts.ts'
import { timeText, minutesOf, workedSeconds, type DayClock, type WaitingView } from './clock-view.ts'
import { countedAt, recordText } from './correct-time.ts'
import './day.css'
import './day.css'
import './day.css'
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
  const clockEvents = events.filter(isClockEvent)
  if (clockEvents.length === 0) return null
  return (
    <ul className="clock__log t-sm mt-4">
      {clockEvents.map((event) => (
        <li className="flex g-3 line-top lh-135 py-2" key={event.seq}>
          <time className="mid figures-even" dateTime={countedAt(event)}>
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

const MAKE_THE_HOURS = ['started', 'arrived', 'paused', 'resumed', 'finished']

interface Timed extends Happened {
  seq: number
  at: string
  happenedAt: string
  correctedTo: string | null
  isShifted: boolean
  isConflict: boolean
}

/** The times that the hours are calculated from, each with its late reports and corrections. Used in a list of sums. */
export const HoursTimes = ({ events }: { events: readonly Timed[] }) => (
  <>
    {events
      .filter(({ kind, isConflict }) => MAKE_THE_HOURS.includes(kind) && !isConflict)
      .map((event) => (
        <div key={event.seq}>
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

interface BarProps {
  clock: DayClock
  now: Date
}

/** What has been worked, of what was agreed. */
export function ClockBar({ clock, now }: BarProps) {
  const worked = minutesOf(workedSeconds(clock, now))
  const { agreedMinutes } = clock
  const end = Math.max(agreedMinutes * 1.1, worked, 1)
  const at = (minutes: number) => Math.round((minutes / end) * 1000) / 10
  return (
    <>
      <svg
        className="clock__bar block-box w-full r-small"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect x="0" y="0" width={at(worked)} height="10" />
        {worked > agreedMinutes ? (
          <rect className="is-over" x={at(agreedMinutes)} y="0" width={at(worked) - at(agreedMinutes)} height="10" />
        ) : null}
        <line x1={at(agreedMinutes)} x2={at(agreedMinutes)} y1="-5" y2="15" />
      </svg>
      <div className="clock__ends flex apart g-3 t-sm lh-13 figures-even">
        <span>
          <span className="vh">
            {formatDuration(worked)} of {formatDuration(agreedMinutes)} agreed
          </span>
          <span aria-hidden="true">Dashed: {formatDuration(agreedMinutes)} agreed</span>
        </span>
      </div>
    </>
  )
}

/** What has been waited, with the free minutes marked, and what it costs then. */
export function WaitingBar({ waiting }: { waiting: WaitingView }) {
  const { waitedMinutes, freeMinutes } = waiting
  const end = Math.max(freeMinutes * 2, waitedMinutes, 1)
  const at = (minutes: number) => Math.round((minutes / end) * 1000) / 10
  return (
    <>
      <svg
        className="works__bar block-box w-full r-small"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect fill="var(--orange)" x="0" y="0" width={at(waitedMinutes)} height="10" />
        <line x1={at(freeMinutes)} x2={at(freeMinutes)} y1="0" y2="10" />
      </svg>
      <div className="works__ends flex apart g-3 t-sm lh-13 figures-even">
        <span>
          <b>{formatDuration(waitedMinutes)}</b> waited today
        </span>
        <span>
          <b>{formatDuration(freeMinutes)}</b> free
        </span>
        <span>{waiting.priceText}</span>
      </div>
    </>
  )
}

interface DayPhoto {
  id: string
  stage: PhotoStage
  url: string
  at: string
}

const STAGES: Record<PhotoStage, string> = { before: 'Before', after: 'After' }

/** Photos of the day, as both sides see them. */
export function DayPhotos({ photos }: { photos: readonly DayPhoto[] }) {
  if (photos.length === 0) return null
  return (
    <ul className="grid gap-2 min-9 mt-3">
      {photos.map((photo) => (
        <li key={photo.id}>
          <Shot photo={photo} />
        </li>
      ))}
    </ul>
  )
}

function Shot({ photo }: { photo: DayPhoto }) {
  const { url } = usePicture(photo.url)
  const caption = `${STAGES[photo.stage]}, ${timeText(photo.at)}`
  return (
    <div className="shot holds cells at-foot p-2-3 clip r-control mid t-sm">
      {url ? <img className="afloat w-full h-full cover" src={url} alt={caption} /> : null}
      <span className="holds r-small" aria-hidden={url ? true : undefined}>
        {caption}
      </span>
    </div>
  )
}
