import { addDays, dayOfWeek, type LocalDay } from '#shared/local-time.ts'
import { randomOf } from './random.ts'
import type { Row, Tables } from './rows.ts'

/** Searches of the last year, and those without a free driver: the data of the office's figures. */

const DAYS = 365
/** How usual each hour of a start is, from six in the morning to ten at night. */
const HOURS = [1, 2, 7, 9, 9, 8, 7, 5, 4, 4, 4, 3, 3, 2, 1, 1, 1] as const
const FIRST_HOUR = 6
/** Districts where a driver is free less often than elsewhere. */
const PLACES = [
  'SW19',
  'E17',
  'CR0',
  'N17',
  'SE18',
  'E3',
  'NW10',
  'SW9',
  'IG1',
  'TW9',
  'BN1',
  'RM1',
  'EN3',
  'HA1',
  'W5',
  'UB6',
  'DA1',
  'KT1',
]

type Unmet = Row<'quoting.unmet_search'>

export function searchRows(today: LocalDay): Pick<Tables, 'quoting.search_hour' | 'quoting.unmet_search'> {
  const random = randomOf('searches')
  const hours: Row<'quoting.search_hour'>[] = []
  const unmet: Unmet[] = []
  for (let back = DAYS; back >= 1; back -= 1) {
    const day = addDays(today, -back)
    // Slowly more, and most for the end of the week.
    const busy = (1.2 - back / DAYS / 2) * (dayOfWeek(day) >= 5 ? 1.5 : 1)
    for (const [index, usual] of HOURS.entries()) {
      const hour = FIRST_HOUR + index
      const searches = Math.round(usual * busy * random.between(0.4, 1.6))
      if (searches === 0) continue
      const isEdge = hour < 8 || hour > 17
      const places = Array.from({ length: searches }).flatMap(() =>
        random.chance(isEdge ? 0.3 : 0.04) ? [random.pick(PLACES.slice(0, random.int(3, PLACES.length)))] : [],
      )
      hours.push({ day, hour, searches, withoutOffer: places.length })
      for (const [district, found] of Map.groupBy(places, (place) => place))
        unmet.push({ day, district, hour, searches: found.length })
    }
  }
  return { 'quoting.search_hour': hours, 'quoting.unmet_search': unmet }
}
