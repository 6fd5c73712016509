import { isStairs, stairsLabel } from '#modules/fleet/rules.ts'
import { lastArrival } from '#web/kit/day/clock-view.ts'
import { pinOf } from '#web/ui/route-line.tsx'
import type { Job } from '../day-state.ts'

export interface Stop {
  number: number
  /** A, 1, 2 …, B. */
  pin: string
  /** "Flat 12, 48 Hoe Street", or the town where there is no street. */
  street: string
  /** "London E17 4QH. 2 flights". */
  detail: string
  contact: { name: string; phone: string | null } | null
  /** Address for the search of a map app: “Flat 12, 48 Hoe Street, London E17 4QH”. */
  where: string
}

/** Map apps in the order of the menu. */
export const MAP_APPS = { google: 'Google', apple: 'Apple', waze: 'Waze' } as const
export type MapApp = keyof typeof MAP_APPS

export const isMapApp = (text: string): text is MapApp => Object.hasOwn(MAP_APPS, text)

/** Addresses of the web, which each app claims on the phones that have it. */
export function mapLinkOf(app: MapApp, where: string): string {
  const place = encodeURIComponent(where)
  switch (app) {
    case 'apple':
      return `https://maps.apple.com/?daddr=${place}&dirflg=d`
    case 'waze':
      return `https://waze.com/ul?q=${place}&navigate=yes`
    default:
      return `https://www.google.com/maps/dir/?api=1&destination=${place}&travelmode=driving`
  }
}

export const stopsOf = ({ routePoints }: Pick<Job, 'routePoints'>): Stop[] =>
  routePoints.map((point, index) => {
    const street = [point.flatAndHouse, point.address].filter(Boolean).join(', ')
    const where = `${point.place} ${point.postcode ?? point.outcode}`
    const stairs = isStairs(point.stairs) ? stairsLabel(point.stairs) : ''
    const name = point.contactName ?? point.contactNumber
    return {
      number: point.number,
      pin: pinOf(index, routePoints.length),
      street: street || where,
      detail: [...(street ? [where] : []), ...(stairs ? [stairs] : [])].join('. '),
      contact: name ? { name, phone: point.contactNumber } : null,
      where: [street, where].filter(Boolean).join(', '),
    }
  })

/** The first stop that was not reached; undefined at the end. */
export function nextStop(job: Pick<Job, 'routePoints' | 'day'>): Stop | undefined {
  const last = lastArrival(job.day)
  return stopsOf(job).find(({ number }) => number > (last?.stop ?? -1))
}

/** Where the van stands or was last; undefined before the pick-up. */
export function stopNow(job: Pick<Job, 'routePoints' | 'day'>): (Stop & { since: string }) | undefined {
  const last = lastArrival(job.day)
  const stop = last && stopsOf(job).find(({ number }) => number === last.stop)
  return stop && { ...stop, since: last.at }
}
