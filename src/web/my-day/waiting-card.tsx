import { ChevronDown, Hourglass, WifiOff } from 'lucide-react'
import { countOf } from '#shared/texts.ts'
import { formatDuration } from '#shared/duration.ts'
import { WaitingBar } from '#web/kit/day/clock-log.tsx'
import { PAUSE_LABELS } from '#web/kit/day/clock-texts.ts'
import { minutesOf, timeText, waitedSeconds, waitingAt } from '#web/kit/day/clock-view.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { Job } from './day-state.ts'
import { lateForNextText } from './day-texts.ts'
import type { Outbox } from './use-outbox.ts'

interface WaitingCardProps {
  job: Job
  next: Job | undefined
  now: Date
  /** Tells the next customer a new time; null if that is not possible. */
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
        <div className="cones flex g-5 items-end rule-foot" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div>
          <h2 className="t-lg" id="waiting">
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

/** Release of the keys by link since the clock was paused. */
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

/** What is kept on this phone and not yet sent, and what was refused: that stays until it has been read. */
export function OutboxCard({ outbox }: { outbox: Outbox }) {
  const { unsent, isOnline, dismiss } = outbox
  // With signal, what can still be undone is shown at the foot of its job.
  const waiting = unsent.filter(
    (one) => one.refused === undefined && !one.isSent && !(isOnline && one.sendAfter !== undefined),
  )
  const refused = unsent.filter((one) => one.refused !== undefined)
  return (
    <>
      {refused.map(({ key, number, words: description, happenedAt, refused: reason }) => (
        <Banner key={key} tone="bad" isAlert title={`Not accepted: ${description}, ${timeText(happenedAt)}`}>
          <p>{reason}</p>
          <Button className="mt-2" size="small" onClick={() => dismiss(number)}>
            I have read this
          </Button>
        </Banner>
      ))}
      {waiting.length > 0 || !isOnline ? (
        <details className="outbox turns p-3-4 r-control bg-surface small" open={!isOnline}>
          <summary className="flex level g-3">
            <Icon of={isOnline ? Hourglass : WifiOff} />
            <span>
              <b className="block-box t-md">{isOnline ? 'Sending' : 'No signal. Carry on.'}</b>
              {keptText(waiting.length)}
            </span>
            <Icon of={ChevronDown} />
          </summary>
          <ul className="plain">
            {waiting.map(({ key, words: description, happenedAt }) => (
              <li className="flex g-3 line-top py-2" key={key}>
                <time dateTime={happenedAt}>{timeText(happenedAt)}</time>
                <span>{description}</span>
              </li>
            ))}
          </ul>
          <p className="muted mt-2">We’ll send it with these times when you’re back online. You can close this page.</p>
        </details>
      ) : null}
    </>
  )
}

function keptText(count: number): string {
  if (count === 0) return 'Your work is saved on this phone'
  return countOf(count, 'update saved on this phone', 'updates saved on this phone')
}
