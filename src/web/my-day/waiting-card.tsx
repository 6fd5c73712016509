import { formatDuration } from '#shared/duration.ts'
import { minutesOf, timeText, waitedSeconds } from '#web/kit/day/clock-view.ts'
import { PAUSE_LABELS } from '#web/kit/day/clock-texts.ts'
import { WaitingBar } from '#web/kit/day/waiting-bar.tsx'
import { waitingAt } from '#web/kit/day/waiting-view.ts'
import { Button } from '#web/ui/button.tsx'
import type { Job } from './day-state.ts'
import { lateForNextText } from './day-texts.ts'

interface WaitingCardProps {
  job: Job
  next: Job | undefined
  now: Date
  /** Tells the next customer a new time; null where that cannot be said. */
  onWarn: (() => void) | null
}

/** The job waits: why, since when, and how much of the free minutes is used. */
export function WaitingCard({ job, next, now, onWarn }: WaitingCardProps) {
  const { clock, events } = job.day
  if (clock.state !== 'paused' || !clock.pausedAt || !clock.pauseReason) return null
  const note = events.findLast(({ kind }) => kind === 'paused')?.note
  const released = clock.pauseReason === 'keys_not_released' ? releaseSince(events, clock.pausedAt) : undefined
  return (
    <section className="works p-4 r-card" aria-labelledby="waiting">
      <div className="cells cols-side g-3-4 at-foot">
        <div className="cones flex g-5 items-end rule-foot mb-3" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div>
          <h2 id="waiting">
            {released
              ? `Keys released at ${timeText(released.happenedAt)}`
              : clock.pauseReason === 'other'
                ? 'Paused'
                : PAUSE_LABELS[clock.pauseReason]}
          </h2>
          <p className="small num long">
            {note ? `“${note}” ` : ''}Since {timeText(clock.pausedAt)}. Now {timeText(now.toISOString())}
          </p>
        </div>
      </div>
      {clock.pauseReason === 'other' ? (
        <p className="small mt-3">This is your own break, so it doesn’t count as waiting.</p>
      ) : (
        <Waited job={job} now={now} />
      )}
      <NextJob job={job} next={next} now={now} onWarn={onWarn} />
    </section>
  )
}

/** Said with a link for the keys, since the clock stands still. */
const releaseSince = (events: Job['day']['events'], pausedAt: string) =>
  events.findLast(({ kind, happenedAt }) => kind === 'keys_released' && happenedAt >= pausedAt)

function Waited({ job, now }: { job: Job; now: Date }) {
  const { clock, waiting: terms } = job.day
  const name = job.customer?.firstName ?? 'The customer'
  if (!terms)
    return (
      <p className="small num mt-3">
        {formatDuration(minutesOf(waitedSeconds(clock, now)))} waited today. Your terms charge nothing for it. {name}{' '}
        sees the same minutes.
      </p>
    )
  const waiting = waitingAt(clock, terms, now)
  const { beforeMinutes, hereMinutes, freeUntil } = waiting
  return (
    <>
      <WaitingBar waiting={waiting} />
      <p className="small num mt-3">
        {beforeMinutes > 0 ? `${formatDuration(beforeMinutes)} before, ${formatDuration(hereMinutes)} here. ` : ''}
        {freeUntil ? (
          <>
            Free until <b>{freeUntil}</b>.{' '}
          </>
        ) : null}
        {name} sees the same minutes.
      </p>
    </>
  )
}

/** What the wait does to the job after this one. */
function NextJob({ job, next, now, onWarn }: WaitingCardProps) {
  const text = lateForNextText(job, next, now)
  if (!text) return null
  return (
    <div className="row row--apart small num mt-3">
      <span>{text}</span>
      {onWarn ? (
        <Button size="small" aria-haspopup="dialog" onClick={onWarn}>
          Warn {next?.customer?.firstName ?? 'them'}
        </Button>
      ) : null}
    </div>
  )
}
