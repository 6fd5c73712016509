import type { Location } from '../content.ts'
import { REGIONS } from './regions.ts'

export interface Region {
  key: string
  name: string
  towns: readonly Location[]
}

/** Places and the parts of them that have a page, as one list. */
export const withParts = <Place extends object>(
  places: readonly (Place & { subcategories?: readonly Place[] })[],
): Place[] => places.flatMap((place) => [place, ...(place.subcategories ?? [])])

/** The regions that have a town, in the order of the map; a town of any other region is listed at the end. */
export function byRegion(locations: readonly Location[]): Region[] {
  const known: Region[] = REGIONS.map(({ key, name }) => ({
    key,
    name,
    towns: locations.filter(({ region }) => region === name),
  }))
  const elsewhere = locations.filter(({ region }) => !REGIONS.some(({ name }) => name === region))
  return [...known, { key: 'elsewhere', name: 'Elsewhere', towns: elsewhere }].filter(({ towns }) => towns.length > 0)
}
