import facts from './data.json' with { type: 'json' }

/**
 * Land that no road joins to Great Britain, by outcode (geography 5). Skye and Anglesey have bridges and are not here.
 * Two places on one line are joined by road: the causeways of the Uists, Lewis with Harris.
 */
export const LANDS: ReadonlyArray<readonly [name: string, outcodes: string]> = facts.lands.map(
  ([name = '', codes = '']) => [name, codes],
)

/**
 * Islands and roadless shores whose outcode is shared with places that a road reaches: their postcodes, and the box they fill
 * (south, west, north, east) where nothing else lies in it. A postcode tells where only its outcode's middle is known; the
 * box tells once the postcode itself is. From general knowledge: `-` is a range of units, two characters stand for all
 * units that begin so. The first line that holds a place names it.
 */
export interface Roadless {
  name: string
  postcodes: string
  box: readonly number[] | null
}

export const ROADLESS: readonly Roadless[] = facts.roadless

/**
 * Water (and three walls of hills) that a straight line crosses and a road does not, each with the bridges, tunnels and heads
 * of lochs by which traffic goes round. Written by hand from general knowledge; crossings are good to about a kilometre.
 *
 *     Name | lat,lng lat,lng … from the open sea inland | lat,lng Crossing; lat,lng Crossing
 *
 * A line begins far enough out at sea that nothing slips past its end, and a branch begins in the water it flows into. Ferries
 * are no crossings, not even the short ones of Torpoint or Corran: their fares and hours are not known.
 */
export const WATERS: readonly string[] = facts.waters
