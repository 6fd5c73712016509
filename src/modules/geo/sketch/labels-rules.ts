/** Where names stand, so that none lies on another, on a mark or over the edge. */
import { WHOLE, type Box, type Spot } from './frame-rules.ts'

/** A name beside a spot. */
export interface Placed {
  text: string
  x: number
  y: number
  /** Which part of the text stands at `x`; `y` is the foot of its capitals. */
  anchor: 'start' | 'middle' | 'end'
  box: Box
}

/** The widest a letter gets on average, and the height of a line: the style sheet's sizes. */
export interface Letters {
  width: number
  height: number
}
export const LARGE: Letters = { width: 7.6, height: 16 }
export const SMALL: Letters = { width: 6.2, height: 13 }

export const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export const boxAround = ({ x, y }: Spot, half: number): Box => ({
  left: x - half,
  top: y - half,
  right: x + half,
  bottom: y + half,
})

const isWithin = ({ left, top, right, bottom }: Box): boolean =>
  left >= WHOLE.left + 2 && top >= WHOLE.top + 2 && right <= WHOLE.right - 2 && bottom <= WHOLE.bottom - 2

/** Right, left, above, below, and between: those in the frame, with the text at a distance from the spot. */
export function placesAround(text: string, { x, y }: Spot, letters: Letters, away: number): Placed[] {
  const width = text.length * letters.width
  const slant = away * 0.75
  const directions: [dx: number, dy: number, anchor: Placed['anchor']][] = [
    [away, 0, 'start'],
    [-away, 0, 'end'],
    [0, -away - letters.height / 2, 'middle'],
    [0, away + letters.height / 2, 'middle'],
    [slant, -slant - letters.height / 3, 'start'],
    [-slant, -slant - letters.height / 3, 'end'],
    [slant, slant + letters.height / 3, 'start'],
    [-slant, slant + letters.height / 3, 'end'],
  ]
  return directions
    .map(([dx, dy, anchor]) => placedAt(text, { x: x + dx, y: y + dy }, anchor, width, letters))
    .filter(({ box }) => isWithin(box))
}

function placedAt(text: string, { x, y }: Spot, anchor: Placed['anchor'], width: number, letters: Letters): Placed {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  const box = { left, right: left + width, top: y - letters.height / 2, bottom: y + letters.height / 2 }
  // Capitals are seven tenths of a line, so their foot is a third of it below the middle.
  return { text, x: Math.round(x), y: Math.round(y + letters.height * 0.3), anchor, box }
}

/** On how many of these spots a name would lie. */
const spotsUnder = ({ left, top, right, bottom }: Box, spots: readonly Spot[]): number =>
  spots.filter(({ x, y }) => x > left - 3 && x < right + 3 && y > top - 3 && y < bottom + 3).length

/** Names of the route's ends, which have to stand somewhere: of all pairs of places the one that covers least of the route. */
export function placeEnds(
  ends: readonly (Spot & { name: string })[],
  taken: readonly Box[],
  line: readonly Spot[],
  away: number,
): Placed[] {
  const choices = ends.map(({ name, ...spot }) =>
    placesAround(name, spot, LARGE, away)
      .filter(({ box }) => taken.every((other) => !doOverlap(box, other)))
      .map((placed, rank) => ({ placed, cost: spotsUnder(placed.box, line) * 4 + rank })),
  )
  let best: { all: Placed[]; cost: number } | undefined
  const choose = (at: number, all: Placed[], cost: number): void => {
    if (best && cost >= best.cost) return
    const here = choices[at]
    if (!here) {
      best = { all, cost }
      return
    }
    for (const { placed, cost: more } of here)
      if (all.every(({ box }) => !doOverlap(box, placed.box))) choose(at + 1, [...all, placed], cost + more)
  }
  choose(0, [], 0)
  return best?.all ?? []
}

/** One more name where there is room for it, clear of the route; undefined where there is none. */
export function placeOne(
  text: string,
  spots: readonly Spot[],
  taken: readonly Box[],
  line: readonly Spot[],
  { letters, away }: { letters: Letters; away: number },
): Placed | undefined {
  return spots
    .flatMap((spot) => placesAround(text, spot, letters, away))
    .find(({ box }) => taken.every((other) => !doOverlap(box, other)) && spotsUnder(box, line) === 0)
}
