import { normalisePartial, outcodeOf } from '#shared/uk-postcode.ts'
import { areas, outcodes, sortedOutcodes } from '../outcodes/data.ts'

/** One address of a postcode, in the two fields of a route point. */
export interface FoundAddress {
  /** 'Flat 3, Heron Court', or empty. */
  flatAndHouse: string
  /** '12 Grove Road'. Never empty. */
  street: string
}

/** A postcode has at most a hundred delivery points. */
export const MOST_ADDRESSES = 100

/** A delivery point, in fields of Royal Mail's address file; empty where it has none. */
export interface DeliveryPoint {
  organisationName: string
  subBuildingName: string
  buildingName: string
  buildingNumber: string
  dependantThoroughfare: string
  thoroughfare: string
  dependantLocality: string
}

/** Each address once, in the order of the points; a point that leads to no street or building is left out. */
export function addressesOf(points: readonly DeliveryPoint[]): FoundAddress[] {
  const found = points.map(addressOf).filter((address) => address !== null)
  const byText = new Map(found.map((address) => [`${address.flatAndHouse}\n${address.street}`, address]))
  return [...byText.values()].slice(0, MOST_ADDRESSES)
}

/** Addresses without a street name use the village or the building: "Little Marlow", "Heron Court". */
function addressOf(point: DeliveryPoint): FoundAddress | null {
  const { organisationName, subBuildingName, buildingName, buildingNumber } = point
  const streets = joined(', ', point.dependantThoroughfare, point.thoroughfare) || point.dependantLocality
  const street = joined(' ', buildingNumber, streets)
  if (street) return { flatAndHouse: joined(', ', organisationName, subBuildingName, buildingName), street }
  const building = buildingName || organisationName
  return building ? { flatAndHouse: subBuildingName, street: building } : null
}

const joined = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between)

export interface Suggestion {
  /** 'E17 4QH', or the outward code of a whole district. */
  postcode: string
  /** 'Walthamstow' */
  place: string
}

const MOST = 10

/** Form in which names are compared: "St Paul's, Bristol" is "st pauls bristol". */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F'’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const districts = sortedOutcodes.map((code) => {
  const place = outcodes.get(code)?.name ?? code
  const area = areas.get(/^[A-Z]+/.exec(code)?.[0] ?? '')?.name ?? ''
  return { postcode: code, place, name: folded(place), area: folded(area) }
})

/** 0 where the name begins like this, 1 where one of its words does, 2 where its area's name does; none otherwise. */
function rankOf({ name, area }: (typeof districts)[number], query: string): number | undefined {
  if (name.startsWith(query)) return 0
  if (` ${name}`.includes(` ${query}`)) return 1
  return ` ${area}`.includes(` ${query}`) ? 2 : undefined
}

/** Districts by their name or their area's: "Walthamstow", "Leeds". From three letters on. */
function districtsNamed(text: string, most = MOST): Suggestion[] {
  const query = folded(text)
  if (query.length < 3) return []
  const ranked = districts.flatMap((district) => {
    const rank = rankOf(district, query)
    return rank === undefined ? [] : [{ district, rank }]
  })
  // Stable: within a rank they stay in the order in which people count.
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ district: { postcode, place } }) => ({ postcode, place }))
}

/**
 * What is offered for `text`: the district that it is, its postcodes (`units`, which begin like the text) or, without any, the districts
 * that begin like it, and districts by name.
 */
export function suggestionsOf(text: string, units: readonly string[]): Suggestion[] {
  const partial = normalisePartial(text)
  const own = partial === null ? [] : districts.filter(({ postcode }) => postcode === partial)
  const others =
    partial === null ? [] : districts.filter((one) => one.postcode !== partial && one.postcode.startsWith(partial))
  const begun = units.length > 0 ? units.map(named) : others
  return [...own, ...begun, ...districtsNamed(text)].slice(0, MOST).map(({ postcode, place }) => ({ postcode, place }))
}

const named = (postcode: string): Suggestion => ({
  postcode,
  place: outcodes.get(outcodeOf(postcode) ?? '')?.name ?? '',
})
