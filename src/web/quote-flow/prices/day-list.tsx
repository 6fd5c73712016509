import { formatDay, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import type { DayPrice } from './price-texts.ts'

interface DayListProps {
  days: readonly DayPrice[]
  onPick: (startAt: string) => void
}

/** Days under each other with their lowest whole prices in a column; a press takes the day and the start that has the price. */
export function DayList({ days, onPick }: DayListProps) {
  const prices = days.flatMap(({ fromPence }) => fromPence ?? [])
  const [most, least] = [Math.max(...prices), Math.min(...prices)]
  return (
    <ol className="day-list mt-4">
      {days.map(({ date, startAt, fromPence }) => (
        <li key={date}>
          {startAt === null || fromPence === null ? (
            <span className="day-list__none">
              <span>{formatDay(date)}</span>
              <span>No drivers free</span>
            </span>
          ) : (
            <button
              type="button"
              className={fromPence === least && least < most ? 'is-low' : undefined}
              onClick={() => onPick(startAt)}
            >
              <span>
                {formatDay(date)} <span className="muted num">{formatTime(toLocal(new Date(startAt)).minute)}</span>
              </span>
              <PriceBar share={fromPence / most} />
              <b className="num">{formatPence(fromPence)}</b>
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Drawn as SVG, because the page's policy refuses style attributes. */
const PriceBar = ({ share }: { share: number }) => (
  <svg className="day-list__bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share * 100} height="8" />
  </svg>
)
