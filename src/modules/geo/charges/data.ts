import { expandOutcodes, type Nation } from '../outcodes/rules.ts'
import type { LngLat } from '../sketch/outlines-rules.ts'
import start from './data.json' with { type: 'json' }

/** A dated fact that the office can change: where a zone lies. Both days inclusive. */
export interface ZoneRow {
  /** Names it on the wire and in receipts, for good: 'birmingham'. */
  code: string
  name: string
  /** Whether it asks vans below its standard for money, or does not let them in. */
  kind: 'charge' | 'ban'
  nation: Nation
  /** Beginnings of the codes of local authorities that lie wholly inside, where the zone is made of authorities. */
  authorities: readonly string[]
  /** Areas, outcodes and sectors wholly inside; those with more than half of their postcodes inside; those with some. */
  inside: readonly string[]
  mostlyInside: readonly string[]
  hardlyInside: readonly string[]
  /** Boundary of the zone; null if none was drawn. */
  outline: readonly LngLat[] | null
  /** So close to the outline an answer is approximate. */
  edgeMetres: number
  /**
   * How long a van usually drives between a place inside and the edge, for routes of which only the ends are known: an estimate, on
   * the long side, such as an hour through outer London and twenty minutes through its middle.
   */
  edgeMinutes: number
  fromDay: string
  toDay: string | null
  source: string
  /** Day by which the row must be checked again. */
  checkBy: string
}

/** Minutes of the day, end excluded; null is not at all on such days. The weekend includes the bank holidays of England. */
export interface TollHours {
  weekday: readonly [from: number, to: number] | null
  weekend: readonly [from: number, to: number] | null
}

export interface TollCharge {
  /** Categories of van; null for every van. */
  vans: readonly string[] | null
  pence: number
  hours: TollHours
}

/** A dated fact that the office can change: a crossing or a road that costs something each time. Both days inclusive. */
export interface TollRow {
  /** Names it in receipts, for good: 'dartford'. */
  code: string
  name: string
  /** Lines along the water that its bridges and tunnels cross: a route that meets one has passed. */
  gates: readonly (readonly [LngLat, LngLat])[]
  /** Only from the right of a gate to its left, because the other direction has its own prices. */
  isOneWay: boolean
  /** The water, roughly, far up and down: only a move from one bank to the other may have to cross here. */
  water: readonly LngLat[]
  /** Kilometres within which one end of a move must be for the toll to be likely; 0 for a road. */
  nearKm: number
  /** A road that is known by its name instead, and where it begins and ends. */
  road: { name: string; ends: readonly [LngLat, LngLat] } | null
  /** Charges; if several apply at one time, the dearest. */
  charges: readonly TollCharge[]
  fromDay: string
  toDay: string | null
  source: string
  /** Day by which the row must be checked again. */
  checkBy: string
}

/**
 * The zones and tolls that an installation starts with (migrations 0031 and 0032 hold the same rows; a test keeps them equal) are in
 * data.json, written by hand from general knowledge of where each boundary runs. From then on the rows in the database count. In a list of
 * outcodes, `-` is a range of districts and `/` a list of their letters; sectors have a space in them, so a semicolon divides them.
 */
const placesOf = (text: string): readonly string[] =>
  text.split(';').flatMap((part) => (/^\S+ \d$/.test(part) ? [part] : expandOutcodes(part)))

/** From `lat lng name` of each junction, in the order of the boundary. */
const pointOf = (junction: string): LngLat => {
  const [lat, lng] = junction.split(/\s+/).map(Number)
  return [lng ?? 0, lat ?? 0]
}

export const ZONES: readonly ZoneRow[] = start.zones.map((zone) => ({
  ...zone,
  kind: zone.kind === 'ban' ? 'ban' : 'charge',
  nation: zone.nation === 'scotland' ? 'scotland' : 'england',
  inside: placesOf(zone.inside),
  mostlyInside: placesOf(zone.mostlyInside),
  hardlyInside: placesOf(zone.hardlyInside),
  outline: zone.outline?.map(pointOf) ?? null,
}))

const lineOf = (points: readonly (readonly number[])[]): LngLat[] => points.map(([lng = 0, lat = 0]) => [lng, lat])

export const THAMES = lineOf(start.waters.thames)
export const TYNE = lineOf(start.waters.tyne)

const waters = new Map(Object.entries(start.waters).map(([name, points]) => [name, lineOf(points)]))

const tolls: unknown = start.tolls.map((toll) => ({ ...toll, water: waters.get(toll.water ?? '') ?? [] }))
export const TOLLS = tolls as readonly TollRow[]
