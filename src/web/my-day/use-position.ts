import { useEffect } from 'react'
import { useClock } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import type { Job } from './day-state.ts'

/** The customer's page shows the last one, so more would say nothing. */
const AT_MOST_EVERY_MS = 30_000

/** While the driver is on the way and has agreed to it, sends where the van is. Nothing is kept: a position that is late is wrong. */
export function usePosition(job: Job | undefined): void {
  const clock = useClock()
  const id = job && job.day.sharesPosition && job.day.clock.state === 'on_the_way' ? job.id : null
  useEffect(() => {
    if (id === null || !('geolocation' in navigator)) return undefined
    let sentAt = -Infinity
    const send = ({ coords }: GeolocationPosition) => {
      if (!navigator.onLine || performance.now() - sentAt < AT_MOST_EVERY_MS) return
      sentAt = performance.now()
      const body = { lat: coords.latitude, lng: coords.longitude, at: clock().toISOString() }
      const headers = { 'content-type': 'application/json' }
      void apiFetch(`/api/booking/${id}/position/`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
        () => undefined,
      )
    }
    const watch = navigator.geolocation.watchPosition(send, () => undefined, { enableHighAccuracy: false })
    return () => navigator.geolocation.clearWatch(watch)
  }, [id, clock])
}
