import { outcodes } from '#modules/geo/outcodes/data.ts'
import type { TablePlace } from '#modules/geo/outcodes/rules.ts'
import { landOf } from '#modules/geo/crossings/rules.ts'
import { isInLondon } from '#modules/geo/charges/rules.ts'
import { haversineMetres } from '#shared/distance.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import type { Random } from './random.ts'

export const PRICE_REGIONS = ['inner_london', 'outer_london', 'south', 'middle', 'north'] as const
export type PriceRegion = (typeof PRICE_REGIONS)[number]

const SOUTH = new Set('AL BA BN BS CB CM CT DA GU HP KT LU ME MK OX PO RG RH RM SG SL SO SS TN WD'.split(' '))
const NORTH = new Set(
  'BB BD BL BT CA CF DD DG DH DL DN FK FY HD HU HX IV KA KW KY LA LD LL NE NP OL PA PH PR SA SR SY TS WF WN'.split(' '),
)
const INNER_LONDON = new Set('E EC N NW SE SW W WC'.split(' '))

/** What people in a place are used to pay (field.md 3.1 has two tables; the other regions lie between and around them). */
export function priceRegionOf(outcode: string): PriceRegion {
  const area = areaOf(outcode) ?? outcode
  if (INNER_LONDON.has(area)) return 'inner_london'
  if (isInLondon({ outcode, area, precision: 'outcode', districtCode: null })) return 'outer_london'
  return SOUTH.has(area) ? 'south' : NORTH.has(area) ? 'north' : 'middle'
}

export function placeOf(outcode: string): TablePlace {
  const place = outcodes.get(outcode)
  if (!place) throw new Error(`${outcode} is not in the table of outcodes`)
  return place
}

const codesByArea = Map.groupBy(outcodes.values(), (place) => areaOf(place.code) ?? place.code)
const placesByLand = Map.groupBy(outcodes.values(), (place) => landOf(place.code))

/** Outcodes whose middle is within `km` kilometres and on the same land, nearest first. */
export function placesWithin(base: TablePlace, km: number): TablePlace[] {
  return (placesByLand.get(landOf(base.code)) ?? [])
    .map((place) => ({ place, metres: haversineMetres(base, place) }))
    .filter(({ metres }) => metres <= km * 1000)
    .sort((a, b) => a.metres - b.metres)
    .map(({ place }) => place)
}

/** The same ground in fewer words: an area whose every outcode is there is written as the area. */
export function operatingDistricts(places: readonly TablePlace[]): string[] {
  const byArea = Map.groupBy(places, (place) => areaOf(place.code) ?? place.code)
  return [...byArea].flatMap(([area, inside]) =>
    inside.length === codesByArea.get(area)?.length ? [area] : inside.map(({ code }) => code),
  )
}

const INWARD_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'

/** A postcode of the right form in that district, which may or may not exist. */
export const inventedPostcode = (random: Random, outcode: string): string =>
  `${outcode} ${random.int(1, 9)}${random.letter(INWARD_LETTERS)}${random.letter(INWARD_LETTERS)}`
