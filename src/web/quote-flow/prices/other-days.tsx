import { Suspense, useState } from 'react'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { Disclosure } from '#web/ui/banner.tsx'
import { useFlow } from '../flow-context.tsx'
import { toPriceQuestion } from './price-question.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const Month = lazyPart(async () => (await import('./month.tsx')).Month)

/** Takes the day and time of an instant into the order. */
export function usePickStart(): (instant: string) => void {
  const { dispatch } = useFlow()
  return (instant) => {
    const { day, minute } = toLocal(new Date(instant))
    dispatch({ type: 'details-changed', change: { date: day, time: formatTime(minute) } })
  }
}

/** The prices of other days, worked out once somebody opens them. */
export function OtherDays({ summary, className }: { summary: string; className?: string }) {
  const { order } = useFlow()
  const [isOpened, setOpened] = useState(false)
  const pick = usePickStart()
  if (!toPriceQuestion(order)) return null
  return (
    <Disclosure summary={summary} className={className} onOpen={() => setOpened(true)}>
      {isOpened ? (
        <Suspense fallback={null}>
          <Month onPick={pick} />
        </Suspense>
      ) : null}
    </Disclosure>
  )
}
