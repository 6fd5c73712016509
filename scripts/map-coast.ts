// Writes the coast that the drawn route lies on: world-atlas, land at 1:10m for Great Britain, Ireland and their islands, and at 1:50m
// for the shores across the water (Natural Earth, public domain), each coast as a line of OSRM's letters.
// Run it again only for a new release of world-atlas: node scripts/map-coast.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import { polylineOf } from '#test/support/polyline.ts'

type Atlas = Parameters<typeof feature>[0]
type Pair = readonly [number, number]
interface Box {
  west: number
  south: number
  east: number
  north: number
}

const TARGET = fileURLToPath(new URL('../src/modules/geo/sketch/data.json', import.meta.url))
/** Every island of the United Kingdom, Ireland and the Channel Islands, and nothing of the continent but what is cut off below. */
const ISLES: Box = { west: -14, south: 49.1, east: 2.1, north: 61.2 }
/** Far enough that no drawing shows its edge: the longest is some two thousand kilometres wide. */
const AROUND: Box = { west: -20, south: 43, east: 16, north: 66 }

function ringsOf(scale: '10m' | '50m'): Pair[][] {
  const file = createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`)
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas
  const land = feature(atlas, atlas.objects['land'] as never) as unknown as {
    features: { geometry: { coordinates: Pair[][][] } }[]
  }
  return land.features.flatMap(({ geometry }) => geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1)))
}

const lies =
  ({ west, south, east, north }: Box) =>
  ([lng, lat]: Pair): boolean =>
    lng >= west && lng <= east && lat >= south && lat <= north

/** Rings that lie on the isles completely. */
const isles = (rings: Pair[][]) => rings.filter((ring) => ring.every(lies(ISLES)))

/** The others, cut off at the edge. */
function across(rings: Pair[][]): Pair[][] {
  const others = rings.filter((ring) => ring.some(lies(AROUND)) && !ring.every(lies(ISLES)))
  return others.map((ring) => cut(ring, AROUND)).filter((ring) => ring.length > 3)
}

function cut(ring: readonly Pair[], { west, south, east, north }: Box): Pair[] {
  const sides: [axis: 0 | 1, edge: number, isInside: (at: Pair) => boolean][] = [
    [0, west, ([lng]) => lng >= west],
    [0, east, ([lng]) => lng <= east],
    [1, south, ([, lat]) => lat >= south],
    [1, north, ([, lat]) => lat <= north],
  ]
  let kept: readonly Pair[] = ring
  for (const [axis, edge, isInside] of sides) {
    const next: Pair[] = []
    let before = kept.at(-1)
    for (const at of kept) {
      if (before && isInside(at) !== isInside(before)) {
        const share = (edge - before[axis]) / (at[axis] - before[axis])
        next.push([before[0] + share * (at[0] - before[0]), before[1] + share * (at[1] - before[1])])
      }
      if (isInside(at)) next.push(at)
      before = at
    }
    kept = next
  }
  return [...kept]
}

const thousandths = (ring: readonly Pair[]): Pair[] =>
  ring.map(([lng, lat]) => [Math.round(lng * 1000) / 1000, Math.round(lat * 1000) / 1000])

const coasts = [...isles(ringsOf('10m')), ...across(ringsOf('50m'))].map(thousandths)
const drawn: unknown = JSON.parse(readFileSync(TARGET, 'utf8'))
writeFileSync(TARGET, `${JSON.stringify({ ...Object(drawn), coasts: coasts.map(polylineOf) }, null, 2)}\n`)
console.log(`${coasts.length} coasts, ${coasts.reduce((sum, ring) => sum + ring.length, 0)} points`)
