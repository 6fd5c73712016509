import { isStairs, stairsLabel } from '#modules/fleet/rules.ts'
import type { Job } from '../day-state.ts'

export interface Stop {
  number: number
  /** "Flat 12, 48 Hoe Street", or the town where there is no street. */
  street: string
  /** "London E17 4QH. 2 flights". */
  detail: string
  contact: { name: string; phone: string | null } | null
  /** For the phone's own map. */
  map: string
}

export const stopsOf = ({ routePoints }: Pick<Job, 'routePoints'>): Stop[] =>
  routePoints.map((point) => {
    const street = [point.flatAndHouse, point.address].filter(Boolean).join(', ')
    const where = `${point.place} ${point.postcode ?? point.outcode}`
    const stairs = isStairs(point.stairs) ? stairsLabel(point.stairs) : ''
    const name = point.contactName ?? point.contactNumber
    return {
      number: point.number,
      street: street || where,
      detail: [...(street ? [where] : []), ...(stairs ? [stairs] : [])].join('. '),
      contact: name ? { name, phone: point.contactNumber } : null,
      map: `geo:0,0?q=${encodeURIComponent([street, where].filter(Boolean).join(', '))}`,
    }
  })

/** Where the van goes next: to the pick-up until the clock runs, then to the end. */
export const nextStop = (job: Job): Stop | undefined => {
  const stops = stopsOf(job)
  return job.day.clock.startedAt === null ? stops[0] : stops.at(-1)
}
