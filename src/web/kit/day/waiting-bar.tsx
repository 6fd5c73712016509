import { formatDuration } from '#shared/duration.ts'
import type { WaitingView } from './waiting-view.ts'
import './day.css'

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
        <rect x="0" y="0" width={at(waitedMinutes)} height="10" />
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
