import { areaOf } from '#shared/uk-postcode.ts'
import { expandOutcodes } from '../outcodes/rules.ts'
import type { Place } from '../rules.ts'
import { LANDS, ROADLESS } from './data.ts'

export const GREAT_BRITAIN = 'Great Britain'

const landByCode = new Map(LANDS.flatMap(([name, codes]) => expandOutcodes(codes).map((code) => [code, name] as const)))

/** The name of the land an outcode lies on: 'Great Britain', 'the Isle of Wight'. */
export function landOf(outcode: string): string {
  return landByCode.get(outcode) ?? landByCode.get(areaOf(outcode) ?? '') ?? GREAT_BRITAIN
}

/** What is known of a place that may be cut off; every `Place` is one. */
export type ShorePlace = Pick<Place, 'postcode' | 'outcode' | 'lat' | 'lng' | 'precision'>

/** Postcodes from one to another in the order of the alphabet, both included. */
interface Stretch {
  name: string
  first: string
  last: string
}

const stretchesByOutcode = Map.groupBy(ROADLESS.flatMap(stretchesOf), ({ first }) => first.split(' ')[0])

/** 'KW16 3NR-3NW' is a range, 'KW17 2D' all that begin so, 'EX39 2LY' one. */
function stretchesOf([name, postcodes]: (typeof ROADLESS)[number]): Stretch[] {
  return [...postcodes.matchAll(/([A-Z]{1,2}\d{1,2}) (\d[A-Z]{1,2})(?:-(\d[A-Z]{2}))?/g)].map(
    ([, outcode, from = '', to = from]) => ({
      name,
      first: `${outcode} ${from.padEnd(3, 'A')}`,
      last: `${outcode} ${to.padEnd(3, 'Z')}`,
    }),
  )
}

/** The land a place lies on, told more narrowly than by its outcode: an island or a shore without a road has a name of its own. */
export function landOfPlace(place: ShorePlace): string {
  const { postcode, outcode, lat, lng } = place
  const stretch = stretchesByOutcode.get(outcode)?.find(({ first, last }) => first <= postcode && postcode <= last)
  if (stretch) return stretch.name
  const boxed =
    place.precision === 'unit' &&
    ROADLESS.find(([, , box]) => {
      const [south = 90, west = 0, north = 0, east = 0] = box ?? []
      return lat >= south && lat <= north && lng >= west && lng <= east
    })
  return boxed ? boxed[0] : landOf(outcode)
}

/** A leg that would need a ferry. */
export interface SeaCrossing {
  /** Position of the leg's end among the points, so that a form can mark it. */
  pointIndex: number
  from: string
  to: string
  /** A sentence for the page. */
  message: string
}

/** The first leg between two lands, or null where roads join all points. No crossing is ever quoted: fares and timetables are not known. */
export function seaCrossing(places: readonly ShorePlace[]): SeaCrossing | null {
  const lands = places.map(landOfPlace)
  const pointIndex = lands.findIndex((land, index) => index > 0 && land !== lands[index - 1])
  const from = lands[pointIndex - 1]
  const to = lands[pointIndex]
  return from && to ? { pointIndex, from, to, message: crossingMessage(from, to) } : null
}

function crossingMessage(from: string, to: string): string {
  const way = `There is no road between ${from} and ${to}`
  return `${way}, and we don't price ferries. Choose two places joined by road, or call us and we'll help.`
}
