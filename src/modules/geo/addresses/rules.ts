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

/** Where no street has a name, the village or the building does: "Little Marlow", "Heron Court". */
function addressOf(point: DeliveryPoint): FoundAddress | null {
  const { organisationName, subBuildingName, buildingName, buildingNumber } = point
  const streets = joined(', ', point.dependantThoroughfare, point.thoroughfare) || point.dependantLocality
  const street = joined(' ', buildingNumber, streets)
  if (street) return { flatAndHouse: joined(', ', organisationName, subBuildingName, buildingName), street }
  const building = buildingName || organisationName
  return building ? { flatAndHouse: subBuildingName, street: building } : null
}

const joined = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between)
