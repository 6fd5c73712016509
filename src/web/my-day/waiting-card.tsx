import { formatDuration } from '#shared/duration.ts'
import { minutesOf, timeText, waitedSeconds } from '#web/kit/day/clock-view.ts'
import { PAUSE_LABELS } from '#web/kit/day/clock-words.ts'
import type { Job } from './day-state.ts'

/** The job waits: why, since when, and how much the customer has been waited for today. */
export function WaitingCard({ job, now }: { job: Job; now: Date }) {
  const { clock, events } = job.day
  if (clock.state !== 'paused' || !clock.pausedAt || !clock.pauseReason) return null
  const waited = minutesOf(waitedSeconds(clock, now))
  const note = events.findLast(({ kind }) => kind === 'paused')?.note
  return (
    <section className="works" aria-labelledby="waiting">
      <div className="works__head">
        <div className="cones" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div>
          <h2 id="waiting">{clock.pauseReason === 'other' ? 'Paused' : PAUSE_LABELS[clock.pauseReason]}</h2>
          <p className="small num">
            {note ? `“${note}” ` : ''}Since {timeText(clock.pausedAt)}
          </p>
        </div>
      </div>
      {clock.pauseReason === 'other' ? (
        <p className="small mt-3">This pause is yours: it is not counted as waiting.</p>
      ) : (
        <p className="small num mt-3">
          {formatDuration(waited)} waited for {job.customer?.firstName ?? 'the customer'} today. They see the same
          minutes.
        </p>
      )}
    </section>
  )
}
