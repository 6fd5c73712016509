import { useEffect, useState } from 'react'
import { useClock } from '#web/kit/page/root-data.ts'

/** The time by the server's clock, every few seconds; first as the page came with it, so that both draw the same. */
export function useNow(first: string): Date {
  const clock = useClock()
  const [now, setNow] = useState(() => new Date(first))
  useEffect(() => {
    const tick = () => setNow(clock())
    tick()
    const timer = setInterval(tick, 5000)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
