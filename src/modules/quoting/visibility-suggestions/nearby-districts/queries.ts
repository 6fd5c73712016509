import { Delaunay } from 'd3-delaunay'
import { outcodes } from '#modules/geo/outcodes/data.ts'
import { haversineMetres } from '#shared/distance.ts'
import { areaOf } from '#shared/uk-postcode.ts'

/** Further apart than this, cells may touch across water, and nobody calls them neighbours. */
const MOST_METRES = 40_000
/** A degree of longitude is so much shorter than one of latitude, in the middle of Great Britain. */
const LONGITUDE = 0.6

const places = [...outcodes.values()]
let cells: Delaunay<unknown> | undefined

/** Drawn on first use, so that it does not slow the start. */
const drawn = () =>
  (cells ??= Delaunay.from(
    places,
    ({ lng }) => lng * LONGITUDE,
    ({ lat }) => lat,
  ))

/** Districts whose cells on the map touch one of an operating area, and which are not in it. */
export function districtsBeside(districts: ReadonlySet<string>): string[] {
  const isOwn = (code: string) => districts.has(code) || districts.has(areaOf(code) ?? '')
  const beside = new Set<string>()
  for (const [index, place] of places.entries()) {
    if (!isOwn(place.code)) continue
    for (const other of drawn().neighbors(index)) {
      const near = places[other]
      if (near && !isOwn(near.code) && haversineMetres(place, near) <= MOST_METRES) beside.add(near.code)
    }
  }
  return [...beside]
}
