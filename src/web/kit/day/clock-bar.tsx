import { formatDuration } from '#shared/duration.ts'
import { minutesOf, workedSeconds, type DayClock } from './clock-view.ts'
import './day.css'

interface BarProps {
  clock: DayClock
  now: Date
}

/** What has been worked, of what was booked. */
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
            {formatDuration(worked)} of {formatDuration(agreedMinutes)} booked
          </span>
          <span aria-hidden="true">Dashed: {formatDuration(agreedMinutes)} booked</span>
        </span>
      </div>
    </>
  )
}
