import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { listDayPrices } from '#modules/quoting/from-price/contract.ts'
import { formatDay, formatMonth, formatTime, localDayOf, toLocal, type LocalDay } from '#shared/local-time.ts'
import { formatPence, formatPounds } from '#shared/money.ts'
import { useApiQuery } from '#web/kit/forms/use-api-query.ts'
import { Icon } from '#web/ui/badge.tsx'
import { useFlow } from '../flow-context.tsx'
import {
  cheapestAround,
  FLEXIBLE_DAYS,
  monthBefore,
  monthPage,
  monthWindow,
  nextMonth,
  toPriceQuestion,
  type DayPrice,
} from './price-question.ts'

const timeOf = (instant: string) => formatTime(toLocal(new Date(instant)).minute)

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** The lowest price of each day of a month; a press takes the day and the start that has it. */
export function Month({ onPick }: { onPick: (startAt: string) => void }) {
  const { order, now } = useFlow()
  const [month, setMonth] = useState(order.date ?? localDayOf(now))
  const { from, to } = monthWindow(month, order.date)
  const { answer, isBusy } = useApiQuery<typeof listDayPrices>(
    `/api/booking/day-prices/?from=${from}&to=${to}`,
    toPriceQuestion(order) ?? null,
  )
  const days = answer?.ok ? answer.data.days : []
  const isPast = monthBefore(month) < `${localDayOf(now).slice(0, 7)}-01`
  return (
    <div className="mt-3">
      <div className="row row--apart">
        <button
          type="button"
          className="icon-btn"
          aria-label="The month before"
          disabled={isPast}
          onClick={() => setMonth(monthBefore(month))}
        >
          <Icon of={ChevronLeft} />
        </button>
        <b aria-live="polite">{formatMonth(month)}</b>
        <button
          type="button"
          className="icon-btn"
          aria-label="The next month"
          onClick={() => setMonth(nextMonth(month))}
        >
          <Icon of={ChevronRight} />
        </button>
      </div>
      {/* Each day's button says its own. */}
      <div className="cells cols-7 g-h muted t-xs t-center" aria-hidden="true">
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <Days month={month} days={days} onPick={onPick} />
      <output className="small muted month__note block-box">
        {isBusy
          ? 'Working out the prices…'
          : answer?.ok
            ? 'The lowest whole price each day, at its cheapest start time.'
            : 'Prices by day aren’t available at the moment.'}
      </output>
      {order.date && !isBusy ? <Around chosen={order.date} days={days} onPick={onPick} /> : null}
    </div>
  )
}

interface DaysProps {
  days: readonly DayPrice[]
  onPick: (startAt: string) => void
}

function Days({ month, days, onPick }: DaysProps & { month: LocalDay }) {
  const { order } = useFlow()
  const page = monthPage(month)
  const priced = new Map(days.map((day) => [day.date, day]))
  const least = Math.min(...page.days.map((date) => priced.get(date)?.fromPence ?? Infinity))
  return (
    <ol className="cells cols-7 g-h">
      {Array.from({ length: page.placesBefore }, (_, index) => (
        <li key={index} aria-hidden="true" />
      ))}
      {page.days.map((date) => {
        const { startAt, fromPence } = priced.get(date) ?? { startAt: null, fromPence: null }
        const number = Number(date.slice(8))
        return (
          <li key={date}>
            {startAt === null || fromPence === null ? (
              <span className="month__day cells items-mid pack-mid w-full p-0 r-control bg-none muted t-xs lh-13">
                <span aria-hidden="true">{number}</span>
                <span className="vh">{formatDay(date)}: no price</span>
              </span>
            ) : (
              <button
                type="button"
                className={
                  fromPence === least
                    ? 'month__day is-low cells items-mid pack-mid w-full p-0 r-control bg-none muted t-xs lh-13'
                    : 'month__day cells items-mid pack-mid w-full p-0 r-control bg-none muted t-xs lh-13'
                }
                aria-pressed={date === order.date}
                aria-label={`${formatDay(date)}, from ${formatPence(fromPence)} at ${timeOf(startAt)}`}
                onClick={() => onPick(startAt)}
              >
                <span>{number}</span>
                <b className="num">{formatPounds(Math.ceil(fromPence / 100) * 100)}</b>
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The cheapest start of the chosen day, and the cheapest day for who can wait or go earlier. */
function Around({ chosen, days, onPick }: DaysProps & { chosen: LocalDay }) {
  const own = days.find(({ date }) => date === chosen)
  const near = cheapestAround(days, chosen)
  const offers = [
    { what: `Cheapest start that day`, day: own },
    { what: `Flexible by ${FLEXIBLE_DAYS} days`, day: near?.date === chosen ? undefined : near },
  ]
  return (
    <ul className="plain small">
      {offers.map(({ what, day }) => {
        const startAt = day?.startAt
        if (!day || !startAt || day.fromPence === null) return null
        return (
          <li key={what}>
            {what}:{' '}
            <button type="button" className="link-btn num" onClick={() => onPick(startAt)}>
              {formatDay(day.date)} at {timeOf(startAt)}, from {formatPence(day.fromPence)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
