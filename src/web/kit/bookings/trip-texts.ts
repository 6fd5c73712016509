// Trips, time and waiting in words.
import { countOf } from '#shared/count-of.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'

/** "1 trip", "3 trips". */
export const tripsText = (trips: number): string => countOf(trips, 'trip')

interface Timed {
  trips: number
  totalTime: string
}

/** "3 trips, 10 h 30 min", or only the time if there is one trip. */
export function timeAndTrips({ trips, totalTime }: Timed): string {
  const time = formatDuration(minutesOfTimeString(totalTime))
  return trips > 1 ? `${tripsText(trips)}, ${time}` : time
}

/** "1 h 30 min", or undefined if no waiting is expected. */
export function expectedWaiting({ declaredWaiting }: { declaredWaiting: string }): string | undefined {
  const minutes = minutesOfTimeString(declaredWaiting)
  return minutes > 0 ? formatDuration(minutes) : undefined
}
